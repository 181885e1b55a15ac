import { useState } from 'preact/hooks'
import { CHALLENGE_SETTINGS, MINORS_ACCEPTED, STEPS, STRANGERS } from '../../contract/console/console-words.ts'
import { Choice } from '../../ui/choice.tsx'
import type { FieldsProps } from './tenant-draft.tsx'
import { TenantFlows } from './tenant-flows.tsx'

/** What people are asked for, by default and in flows of the tenant's own. */
export function AskedFields({ draft, change, about }: FieldsProps) {
  return (
    <>
      <fieldset class="ticks">
        <legend>People are asked for</legend>
        {STEPS.map((step) => (
          <Tick
            key={step}
            on={draft.steps.includes(step)}
            set={(on) => change({ steps: STEPS.filter((each) => (each === step ? on : draft.steps.includes(each))) })}
          >
            {step === 'document' ? 'their document' : 'a selfie'}
          </Tick>
        ))}
        {about('steps')}
      </fieldset>
      <TenantFlows flows={draft.flows} change={(flows) => change({ flows })} />
      {about('flows')}
      <Choice
        class="wide"
        label="Challenge with the selfie"
        any="always when live, off in tests"
        options={CHALLENGE_SETTINGS.map((setting) => [setting, setting])}
        value={draft.challenge}
        choose={(challenge) => change({ challenge })}
      />
      <Choice
        class="wide"
        label="False-match rate for returning people"
        options={STRANGERS.map((strangers) => [`${strangers}`, `1 in ${strangers.toLocaleString('en')}`])}
        value={`${draft.strangers}`}
        choose={(chosen) => change({ strangers: STRANGERS.find((each) => `${each}` === chosen) ?? STRANGERS[0] })}
      />
      <Choice
        class="wide"
        label="Underage people wrongly accepted"
        options={MINORS_ACCEPTED.map((share) => [share, share.replace('%', ' %')])}
        value={draft.minorsAccepted}
        choose={(minorsAccepted) => change({ minorsAccepted })}
      />
    </>
  )
}

/** What the page asks and accepts in addition to the pictures. */
export function ConsentFields({ draft, change }: FieldsProps) {
  const tick = (name: 'asksConsent' | 'keepsFaces' | 'selfieFiles' | 'refusedToReviewer', words: string) => (
    <Tick on={draft[name]} set={(on) => change({ [name]: on })}>
      {words}
    </Tick>
  )
  return (
    <fieldset>
      <legend>Consent and pictures</legend>
      {tick('asksConsent', 'The hosted page asks for consent before it looks at a face')}
      {tick(
        'keepsFaces',
        'It also asks, on a line of its own, whether the face may be kept to recognise the person later',
      )}
      {tick('selfieFiles', 'Accept an uploaded file as a live selfie, not only the camera')}
      {tick('refusedToReviewer', 'Offer to send a picture to a reviewer after three refusals')}
    </fieldset>
  )
}

/** What the tenant is called, where its people come from and where they return to. */
export function AddressFields({ draft, change, about }: FieldsProps) {
  const [origins, setOrigins] = useState(draft.frameOrigins.join('\n'))
  return (
    <>
      <label class="wide">
        Name
        <input
          value={draft.name}
          required
          maxLength={80}
          onInput={(event) => change({ name: event.currentTarget.value })}
        />
      </label>
      <label class="wide">
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
      <label class="wide">
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
    </>
  )
}

/** Where changes of status are sent. */
export function WebhookFields({ draft, change, about }: FieldsProps) {
  return (
    <label class="wide">
      Address, https
      <input
        type="url"
        maxLength={2048}
        placeholder="https://"
        value={draft.webhookUrl}
        onInput={(event) => change({ webhookUrl: event.currentTarget.value.trim() })}
      />
      {about('webhookUrl')}
    </label>
  )
}

export function RetentionFields({ draft, change }: FieldsProps) {
  return (
    <label class="narrow">
      Days to keep data after the decision
      <input
        type="number"
        min={1}
        max={3650}
        required
        value={draft.retentionDays}
        onInput={(event) => change({ retentionDays: event.currentTarget.valueAsNumber })}
      />
    </label>
  )
}

function Tick({ on, set, children }: { on: boolean; set: (on: boolean) => void; children: string }) {
  return (
    <label class="tick">
      <input type="checkbox" checked={on} onChange={(event) => set(event.currentTarget.checked)} />
      {children}
    </label>
  )
}
