import { useEffect, useState } from 'preact/hooks'
import type { TenantDraft, TenantView } from '../../../kernel/tenants/contract/tenant-view.ts'
import { Button, useAct } from '../../ui/button.tsx'
import { Problem } from '../../ui/states.tsx'
import { plain } from '../../ui/words.ts'
import { useUnsaved } from '../router.ts'
import { changeTenant, checkTenant } from './api.ts'
import { type FieldsProps, type SettingField, SettingFields } from './setting-fields.tsx'
import { EMPTY_DRAFT } from './tenant-fields.tsx'

/** A tenant as it is being edited, and the only way to save it. The service checks each change before it is saved. */
export function useTenantDraft(tenant: TenantView, saved: () => void) {
  const before = draftOf(tenant)
  const [draft, setDraft] = useState(before)
  const [said, say] = useState('')
  const { busy, problem, act } = useAct()
  const names = Object.keys(draft) as (keyof TenantDraft)[]
  const changed: Partial<TenantDraft> = Object.fromEntries(
    names.filter((name) => !isSame(draft[name], before[name])).map((name) => [name, draft[name]]),
  )
  const isOther = Object.keys(changed).length > 0
  const { name, ...rest } = changed
  const wrong = useCheck(tenant.id, { ...rest, ...(name && { name }) }, isOther) // the field refuses an empty name
  useUnsaved(isOther)

  const fields: FieldsProps = {
    draft,
    change: (part) => {
      say('')
      setDraft((now) => ({ ...now, ...part }))
    },
    about: (setting) =>
      wrong?.startsWith(`${setting} `) && SHOWN_AT_FIELDS.test(wrong) ? (
        <span class="bad small" role="alert">
          {plain(wrong)}
        </span>
      ) : null,
  }
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    void act(async () => {
      await changeTenant(tenant.id, changed)
      say('Saved. It applies to new sessions.')
      saved()
    })
  }
  const bar = (
    <div class="choices saving">
      <button type="submit" class="primary" disabled={busy || !isOther || wrong !== undefined}>
        Save
      </button>
      <Button class="quiet" word="Undo" disabled={busy || !isOther} act={() => setDraft(before)} />
      <span role="status">{said || (isOther && 'Not saved yet.')}</span>
      <Problem problem={problem ?? (wrong && !SHOWN_AT_FIELDS.test(wrong) ? wrong : undefined)} />
    </div>
  )
  return { fields, save, bar }
}

/** Debounce time for the check while somebody types. */
const PAUSE_MS = 300

/** The reason why the service would refuse a change of a tenant, checked while it is edited. */
function useCheck(tenant: string, change: Partial<TenantDraft>, isOther: boolean): string | undefined {
  const [wrong, setWrong] = useState<string>()
  const text = JSON.stringify(change)
  useEffect(() => {
    if (!isOther) return setWrong(undefined)
    let isLatest = true
    const timer = setTimeout(() => {
      checkTenant(tenant, change).then(
        ({ problem }) => isLatest && setWrong(problem),
        () => isLatest && setWrong(undefined), // saving shows the error
      )
    }, PAUSE_MS)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [text, isOther])
  return wrong
}

interface FormProps {
  tenant: TenantView
  saved: () => void
  sections: readonly { path: string; word: string; fields?: readonly SettingField[] }[]
}

/** Settings of a tenant that are saved together. */
export function TenantForm({ tenant, saved, sections }: FormProps) {
  const { fields: draft, save, bar } = useTenantDraft(tenant, saved)
  return (
    <form class="settings-form" onSubmit={save}>
      {sections.map(
        ({ path, word, fields }) =>
          fields && (
            <section key={path} class="panel" aria-label={word}>
              <h2>{word}</h2>
              <SettingFields fields={fields} {...draft} />
            </section>
          ),
      )}
      {bar}
    </form>
  )
}

/** The settings whose error is shown at their field; every other error has no field to appear at. */
const SHOWN_AT_FIELDS = /^(steps|flows|screening|returnUrl|frameOrigins|webhookUrl|issuance|chipApp|rejectionReasons) /

/** Compares without the order of properties. An empty property counts as absent. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

const sorted = (value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, part]) => part !== '' && part !== undefined)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, part]) => [name, sorted(part)])
          .filter(([, part]) => !part || typeof part !== 'object' || Object.keys(part).length > 0),
      )
    : value

/** The saved settings as a draft; an empty string or null is an absent setting. */
const draftOf = ({ id: _id, review, ...tenant }: TenantView): TenantDraft =>
  ({ ...EMPTY_DRAFT, ...tenant, ...review }) as TenantDraft
