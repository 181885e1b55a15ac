import type { Mode } from '../../../contract/console/console-mode.ts'
import type { PolicyView } from '../../../contract/console/console-settings.ts'
import { useAnswer } from '../../../ui/use-answer.ts'
import { readPastScores } from '../api.ts'
import { editPolicy, editRule, readWritten } from './edit-policy.ts'
import { FactorForm } from './factor-form.tsx'

interface PolicyFormProps {
  tenant: string
  mode: Mode
  view: PolicyView
  text: string
  set: (text: string) => void
}

/** The policy as a form. It writes the same JSON that can be written by hand, and nothing else. */
export function PolicyForm({ tenant, mode, view, text, set }: PolicyFormProps) {
  const past = useAnswer(() => readPastScores(tenant, mode), [tenant, mode])
  const policy = readWritten(text)
  if (!policy) return <p class="notice bad">The text is not valid JSON. Fix it in the JSON view first.</p>
  return (
    <div class="stack">
      <div class="choices">
        <label class="narrow">
          Version
          <input
            value={String(policy.version ?? '')}
            maxLength={100}
            required
            onInput={({ currentTarget: { value } }) => set(editPolicy(text, { version: value }))}
          />
        </label>
        <label class="narrow">
          Minimum age in years (optional)
          <input
            type="number"
            min={1}
            max={150}
            value={typeof policy.minimumAge === 'number' ? policy.minimumAge : ''}
            onInput={({ currentTarget: { valueAsNumber } }) =>
              set(editPolicy(text, { minimumAge: Number.isFinite(valueAsNumber) ? valueAsNumber : undefined }))
            }
          />
        </label>
      </div>
      {view.factors.map((factor) => (
        <FactorForm
          key={factor.name}
          factor={factor}
          rule={policy.factors?.[factor.name]}
          steps={past.value?.scores[factor.name]}
          change={(part) => set(editRule(text, factor.name, part))}
        />
      ))}
      {past.problem !== undefined && <p class="soft small">Past scores could not be read: {past.problem}</p>}
    </div>
  )
}
