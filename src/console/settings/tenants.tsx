import { useState } from 'preact/hooks'
import { TenantScreening } from '../../capabilities/screening/panel/tenant-screening.tsx'
import type { TenantView } from '../../contract/console/console-settings.ts'
import { CHALLENGE_SETTINGS, MINORS_ACCEPTED, STEPS, STRANGERS } from '../../contract/console/console-words.ts'
import { Answered } from '../../ui/answered.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Problem } from '../../ui/states.tsx'
import { useAct } from '../../ui/use-act.ts'
import { plain } from '../../ui/words.ts'
import { mayLeave, useUnsaved } from '../unsaved.ts'
import { changeTenant, createTenant, type TenantDraft } from './api.ts'
import { TenantChoice, useTenant } from './tenant-choice.tsx'
import { TenantFlows } from './tenant-flows.tsx'
import { useCheck } from './use-check.ts'

/** Integrators side by side: what their people are asked for, and where these come from and go to. */
export function Tenants() {
  const choice = useTenant()
  const { tenants, tenant } = choice
  return (
    <section class="panel" aria-label="Tenants">
      <div class="choices">
        <TenantChoice {...choice} />
        <NewTenant
          made={(id) => {
            tenants.again()
            choice.choose(id)
          }}
        />
      </div>
      <Answered asked={tenants} what="tenants">
        {() => tenant && <TenantForm key={tenant.id} tenant={tenant} saved={tenants.again} />}
      </Answered>
    </section>
  )
}

function NewTenant({ made }: { made: (id: string) => void }) {
  const { busy, problem, act } = useAct()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const data = new FormData(form)
    if (!mayLeave()) return
    void act(async () => {
      const { id } = await createTenant(String(data.get('id')), String(data.get('name')).trim())
      form.reset()
      made(id)
    })
  }
  return (
    <form class="choices" onSubmit={submit}>
      <label class="narrow">
        Id of a new tenant
        <input name="id" class="mono" required pattern="[a-z0-9][a-z0-9\-]{0,63}" title="a–z, 0–9 and dashes" />
      </label>
      <label class="narrow">
        Its name
        <input name="name" required maxLength={80} />
      </label>
      <button type="submit" disabled={busy}>
        New tenant
      </button>
      <Problem problem={problem} />
    </form>
  )
}

const draftOf = ({
  name,
  steps,
  flows,
  returnUrl,
  frameOrigins,
  asksConsent,
  keepsFaces,
  strangers,
  minorsAccepted,
  challenge,
  screening,
}: TenantView): TenantDraft => ({
  name,
  steps,
  flows,
  returnUrl: returnUrl ?? '',
  frameOrigins,
  asksConsent,
  keepsFaces,
  strangers,
  minorsAccepted,
  challenge: challenge ?? '',
  screening,
})

function TenantForm({ tenant, saved }: { tenant: TenantView; saved: () => void }) {
  const before = draftOf(tenant)
  const [draft, setDraft] = useState(before)
  const [origins, setOrigins] = useState(before.frameOrigins.join('\n'))
  const { busy, problem, act } = useAct()
  const [said, say] = useState('')
  const isOther = JSON.stringify(draft) !== JSON.stringify(before)
  const wrong = useCheck(tenant.id, { ...draft, name: draft.name || '-' }, isOther) // an empty name the field itself refuses
  useUnsaved(isOther)

  const change = (part: Partial<TenantDraft>) => {
    say('')
    setDraft({ ...draft, ...part })
  }
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    void act(async () => {
      await changeTenant(tenant.id, draft)
      say('Saved. It applies to new sessions.')
      saved()
    })
  }
  /** What is wrong with a setting, next to it. */
  const about = (setting: keyof TenantDraft) =>
    wrong?.startsWith(`${setting} `) ? (
      <span class="bad small" role="alert">
        {plain(wrong)}
      </span>
    ) : null
  return (
    <form class="stack" onSubmit={save}>
      <label>
        Name
        <input
          value={draft.name}
          required
          maxLength={80}
          onInput={(event) => change({ name: event.currentTarget.value })}
        />
      </label>
      <fieldset class="ticks">
        <legend>People are asked for</legend>
        {STEPS.map((step) => (
          <label key={step} class="tick">
            <input
              type="checkbox"
              checked={draft.steps.includes(step)}
              onChange={({ currentTarget: { checked } }) =>
                change({ steps: STEPS.filter((each) => (each === step ? checked : draft.steps.includes(each))) })
              }
            />
            {step === 'document' ? 'their document' : 'a selfie'}
          </label>
        ))}
        {about('steps')}
      </fieldset>
      <TenantFlows flows={draft.flows} change={(flows) => change({ flows })} />
      {about('flows')}
      <TenantScreening screening={draft.screening} change={(screening) => change({ screening })} />
      {about('screening')}
      <Choice
        class="narrow"
        label="Challenge with the selfie"
        any="always when live, off in tests"
        options={CHALLENGE_SETTINGS.map((setting) => [setting, setting])}
        value={draft.challenge}
        choose={(challenge) => change({ challenge })}
      />
      <label class="tick">
        <input
          type="checkbox"
          checked={draft.asksConsent}
          onChange={(event) => change({ asksConsent: event.currentTarget.checked })}
        />
        The hosted page asks for consent before it looks at a face
      </label>
      <label class="tick">
        <input
          type="checkbox"
          checked={draft.keepsFaces}
          onChange={(event) => change({ keepsFaces: event.currentTarget.checked })}
        />
        It also asks, on a line of its own, whether the face may be kept to recognise the person later
      </label>
      <Choice
        class="narrow"
        label="False-match rate for returning people"
        options={STRANGERS.map((strangers) => [`${strangers}`, `1 in ${strangers.toLocaleString('en')}`])}
        value={`${draft.strangers}`}
        choose={(strangers) => change({ strangers: Number(strangers) })}
      />
      <Choice
        class="narrow"
        label="Underage people wrongly accepted"
        options={MINORS_ACCEPTED.map((share) => [share, share.replace('%', ' %')])}
        value={draft.minorsAccepted}
        choose={(minorsAccepted) => change({ minorsAccepted })}
      />
      <label>
        Where people return to when they are done (https)
        <input
          type="url"
          maxLength={2048}
          placeholder="https://shop.example/done"
          value={draft.returnUrl}
          onInput={(event) => change({ returnUrl: event.currentTarget.value.trim() })}
        />
        {about('returnUrl')}
      </label>
      <label>
        Origins that may embed the hosted page, one per line
        <textarea
          rows={3}
          class="mono"
          spellcheck={false}
          placeholder="https://shop.example"
          value={origins}
          onInput={({ currentTarget: { value } }) => {
            setOrigins(value)
            change({ frameOrigins: value.split(/\s+/).filter(Boolean) })
          }}
        />
        {about('frameOrigins')}
      </label>
      <div class="choices">
        <button type="submit" class="primary" disabled={busy || !isOther || wrong !== undefined}>
          Save
        </button>
        <span role="status">{said}</span>
      </div>
      <Problem problem={problem} />
    </form>
  )
}
