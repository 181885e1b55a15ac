import { useState } from 'preact/hooks'
import type { TenantView } from '../../contract/console/console-settings.ts'
import { STEPS } from '../../contract/console/console-words.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Ticks } from '../../ui/fields.tsx'
import type { FieldsProps } from './setting-fields.tsx'

/** Flows that the integrator may name at `initialize`, in addition to those that everybody has. */
export function TenantFlows({ draft: { flows }, change: write, about }: FieldsProps) {
  const change = (next: TenantView['flows']) => write({ flows: next })
  const [name, setName] = useState('')
  const isFree = /^[a-z][a-z0-9-]{0,39}$/.test(name) && !Object.hasOwn(flows, name)
  const remove = (flow: string) => change(Object.fromEntries(Object.entries(flows).filter(([each]) => each !== flow)))
  return (
    <>
      <fieldset class="stack">
        <legend>Custom flows</legend>
        {Object.entries(flows).map(([flow, { steps, ...rest }]) => (
          <div key={flow} class="choices">
            <span class="mono">{flow}</span>
            <Ticks
              options={STEPS.map((step) => [step, step === 'document' ? 'document' : 'selfie'])}
              chosen={steps}
              choose={(next) => change({ ...flows, [flow]: { ...rest, steps: next } })}
            />
            <button type="button" aria-label={`Remove the flow ${flow}`} onClick={() => remove(flow)}>
              Remove
            </button>
          </div>
        ))}
        <div class="choices">
          <Field
            label="Name of a new flow"
            width="narrow"
            class="mono"
            value={name}
            maxLength={40}
            placeholder="selfie-only"
            write={(text) => setName(text.trim())}
          />
          <Button
            word="Add flow"
            disabled={!isFree}
            act={() => {
              change({ ...flows, [name]: { steps: [...STEPS] } })
              setName('')
            }}
          />
        </div>
      </fieldset>
      {about('flows')}
    </>
  )
}
