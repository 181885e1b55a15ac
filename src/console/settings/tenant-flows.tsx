import { useState } from 'preact/hooks'
import type { TenantView } from '../../contract/console/console-settings.ts'
import { STEPS } from '../../contract/console/console-words.ts'

type Flows = TenantView['flows']

/** Flows that the integrator may name at `initialize`, in addition to those that everybody has. */
export function TenantFlows({ flows, change }: { flows: Flows; change: (flows: Flows) => void }) {
  const [name, setName] = useState('')
  const isFree = /^[a-z][a-z0-9-]{0,39}$/.test(name) && !Object.hasOwn(flows, name)
  const remove = (flow: string) => change(Object.fromEntries(Object.entries(flows).filter(([each]) => each !== flow)))
  return (
    <fieldset class="stack">
      <legend>Custom flows</legend>
      {Object.entries(flows).map(([flow, { steps, ...rest }]) => (
        <div key={flow} class="choices">
          <span class="mono">{flow}</span>
          {STEPS.map((step) => (
            <label key={step} class="tick">
              <input
                type="checkbox"
                checked={steps.includes(step)}
                onChange={({ currentTarget: { checked } }) =>
                  change({
                    ...flows,
                    [flow]: {
                      ...rest,
                      steps: STEPS.filter((each) => (each === step ? checked : steps.includes(each))),
                    },
                  })
                }
              />
              {step === 'document' ? 'document' : 'selfie'}
            </label>
          ))}
          <button type="button" aria-label={`Remove the flow ${flow}`} onClick={() => remove(flow)}>
            Remove
          </button>
        </div>
      ))}
      <div class="choices">
        <label class="narrow">
          Name of a new flow
          <input
            class="mono"
            value={name}
            maxLength={40}
            placeholder="selfie-only"
            onInput={(event) => setName(event.currentTarget.value.trim())}
          />
        </label>
        <button
          type="button"
          disabled={!isFree}
          onClick={() => {
            change({ ...flows, [name]: { steps: [...STEPS] } })
            setName('')
          }}
        >
          Add flow
        </button>
      </div>
    </fieldset>
  )
}
