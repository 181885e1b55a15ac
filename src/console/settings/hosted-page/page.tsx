import { useState } from 'preact/hooks'
import type { TenantView } from '../../../contract/console/console-settings.ts'
import type { PreviewOrder, PreviewScreen } from '../../../contract/console/page-preview.ts'
import { Answered } from '../../../ui/answered.tsx'
import { Problem } from '../../../ui/states.tsx'
import { useAct } from '../../../ui/use-act.ts'
import { useUnsaved } from '../../unsaved.ts'
import { changeTenant } from '../api.ts'
import { TenantChoice, useTenant } from '../tenant-choice.tsx'
import { PagePreview } from './page-preview.tsx'
import { TextFields } from './text-fields.tsx'
import { ThemeFields } from './theme-fields.tsx'

/** How the hosted page looks and what it says, next to the page itself, and how long data is kept. */
export function Page() {
  const choice = useTenant()
  const { tenants, tenant } = choice
  return (
    <section class="panel" aria-label="Hosted page and retention">
      <TenantChoice {...choice} />
      <Answered asked={tenants} what="tenants">
        {() => tenant && <PageForm key={tenant.id} tenant={tenant} saved={tenants.again} />}
      </Answered>
    </section>
  )
}

function PageForm({ tenant, saved }: { tenant: TenantView; saved: () => void }) {
  const [theme, setTheme] = useState(tenant.theme)
  const [texts, setTexts] = useState(tenant.texts)
  const [days, setDays] = useState(tenant.retentionDays)
  const [selfieFiles, setSelfieFiles] = useState(tenant.selfieFiles)
  const [refusedToReviewer, setRefusedToReviewer] = useState(tenant.refusedToReviewer)
  const [lang, setLang] = useState<PreviewOrder['lang']>('en-US')
  const [screen, setScreen] = useState<PreviewScreen>('welcome')
  const [said, say] = useState('')
  const { busy, problem, act } = useAct()
  const written = {
    theme: withoutEmpty(theme),
    texts: withoutEmptyTexts(texts),
    retentionDays: days,
    selfieFiles,
    refusedToReviewer,
  }
  useUnsaved(isOther(written, tenant))

  const save = (event: SubmitEvent) => {
    event.preventDefault()
    say('')
    void act(async () => {
      await changeTenant(tenant.id, written)
      say('Saved. Sessions show it the next time they load.')
      saved()
    })
  }
  return (
    <div class="look">
      <form class="stack" onSubmit={save}>
        <ThemeFields theme={theme} set={(change) => setTheme((before) => ({ ...before, ...change }))} />
        <label>
          Days to keep data after the decision
          <input
            type="number"
            min={1}
            max={3650}
            required
            value={days}
            onInput={(event) => setDays(event.currentTarget.valueAsNumber)}
          />
        </label>
        <label class="tick">
          <input
            type="checkbox"
            checked={selfieFiles}
            onChange={(event) => setSelfieFiles(event.currentTarget.checked)}
          />
          Accept an uploaded file as a live selfie, not only the camera
        </label>
        <label class="tick">
          <input
            type="checkbox"
            checked={refusedToReviewer}
            onChange={(event) => setRefusedToReviewer(event.currentTarget.checked)}
          />
          Offer to send a picture to a reviewer after three refusals
        </label>
        <TextFields
          lang={lang}
          choose={setLang}
          texts={texts[lang] ?? {}}
          set={(change) => setTexts((before) => ({ ...before, [lang]: { ...before[lang], ...change } }))}
          show={setScreen}
        />
        <div class="choices saving">
          <button type="submit" class="primary" disabled={busy}>
            Save
          </button>
          <span role="status">{said}</span>
          <Problem problem={problem} />
        </div>
      </form>
      <PagePreview
        order={{
          theme: { ...(tenant.name !== 'Default' && { name: tenant.name }), ...withoutEmpty(theme) },
          texts: withoutEmptyTexts(texts),
          steps: tenant.steps,
          retentionDays: days || tenant.retentionDays,
          lang,
          screen,
        }}
        choose={setLang}
        show={setScreen}
      />
    </div>
  )
}

const withoutEmpty = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as Fields

/** A field that was emptied is said as the page says it by itself. */
const withoutEmptyTexts = (texts: TenantView['texts']): TenantView['texts'] =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([locale, own]) => [locale, withoutEmpty(own)] as const)
      .filter(([, own]) => Object.keys(own).length > 0),
  )

/** Does what is written differ from what is saved, in the parts that are written? */
const isOther = (written: Partial<TenantView>, saved: TenantView): boolean =>
  (Object.keys(written) as (keyof TenantView)[]).some(
    (part) => JSON.stringify(sorted(written[part])) !== JSON.stringify(sorted(saved[part])),
  )

const sorted = (value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, part]) => [name, sorted(part)]),
      )
    : value
