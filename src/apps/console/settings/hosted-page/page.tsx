import { useState } from 'preact/hooks'
import { LOGO_RULE } from '../../../../kernel/contract/logo.ts'
import type { PreviewOrder, PreviewScreen } from '../../../../kernel/tenants/contract/page-preview.ts'
import type { TenantView } from '../../../../kernel/tenants/contract/tenant-view.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice, Field } from '../../../ui/form.tsx'
import { dataUrlOf } from '../../../ui/read-file.ts'
import { SettingFields } from '../setting-fields.tsx'
import type { ToolProps } from '../tenant-choice.tsx'
import { useTenantDraft } from '../tenant-draft.tsx'
import { fieldsOf } from '../tenant-fields.tsx'
import { PagePreview } from './page-preview.tsx'
import { TextFields } from './text-fields.tsx'

/** How the hosted page looks, what it says and what it accepts, next to a preview of the page. */
export function Page({ tenant, choice }: ToolProps) {
  const [lang, setLang] = useState<PreviewOrder['lang']>('en-US')
  const [screen, setScreen] = useState<PreviewScreen>('welcome')
  const { fields, save, bar } = useTenantDraft(tenant, choice.tenants.again)
  const { theme, texts } = fields.draft
  return (
    <div class="look">
      <form class="stack" onSubmit={save}>
        <ThemeFields theme={theme} set={(change) => fields.change({ theme: withoutEmpty({ ...theme, ...change }) })} />
        <fieldset>
          <legend>Consent and pictures</legend>
          <SettingFields fields={fieldsOf('page')} {...fields} />
        </fieldset>
        <TextFields
          lang={lang}
          choose={setLang}
          texts={texts[lang] ?? {}}
          set={(change) =>
            fields.change({ texts: withoutEmptyTexts({ ...texts, [lang]: { ...texts[lang], ...change } }) })
          }
          show={setScreen}
        />
        {bar}
      </form>
      <PagePreview
        order={{
          theme: { ...(tenant.name !== 'Default' && { name: tenant.name }), ...theme },
          texts,
          steps: tenant.steps,
          retentionDays: tenant.retentionDays,
          lang,
          screen,
        }}
        choose={setLang}
        show={setScreen}
      />
    </div>
  )
}

export const withoutEmpty = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as Fields

/** An emptied field falls back to the page's own sentence. */
const withoutEmptyTexts = (texts: TenantView['texts']): TenantView['texts'] =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([locale, own]) => [locale, withoutEmpty(own)] as const)
      .filter(([, own]) => Object.keys(own).length > 0),
  )

type Theme = TenantView['theme']

const FONTS = ['system', 'serif', 'rounded'] as const
const OWN_ACCENT = '#1b4fd8'

/** The parts of the look that a tenant can choose. */
export function ThemeFields({ theme, set }: { theme: Theme; set(change: Partial<Theme>): void }) {
  const takeLogo = async (file: File | undefined) => {
    if (file) set({ logo: await dataUrlOf(file) })
  }
  return (
    <fieldset>
      <legend>Theme</legend>
      <Field
        label="Company name shown to people"
        maxLength={80}
        value={theme.name ?? ''}
        write={(name) => set({ name })}
      />
      <label>
        Logo ({LOGO_RULE})
        <input
          type="file"
          accept="image/png,image/jpeg,image/webp"
          onChange={(event) => takeLogo(event.currentTarget.files?.[0])}
        />
      </label>
      {theme.logo ? <Button class="small-button" word="Remove the logo" act={() => set({ logo: '' })} /> : null}
      <div class="choices">
        <Field
          label="Color"
          width="narrow"
          type="color"
          value={theme.accent ?? OWN_ACCENT}
          write={(accent) => set({ accent })}
        />
        <Field
          label="Corner radius (pixels)"
          width="narrow"
          type="number"
          min={0}
          max={24}
          value={theme.radius ?? 12}
          write={(radius) => set({ radius: Number(radius) })}
        />
        <Choice
          class="narrow"
          label="Font"
          options={FONTS.map((font) => [font, font])}
          value={theme.font ?? 'system'}
          choose={(font) => set({ font })}
        />
      </div>
    </fieldset>
  )
}
