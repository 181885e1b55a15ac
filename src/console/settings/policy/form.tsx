import type { Mode } from '../../../contract/console/console-mode.ts'
import type { PolicyView } from '../../../contract/console/console-settings.ts'
import { Field } from '../../../ui/fields.tsx'
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
        <Field
          label="Version"
          width="narrow"
          value={String(policy.version ?? '')}
          maxLength={100}
          required
          write={(version) => set(editPolicy(text, { version }))}
        />
        <Field
          label="Minimum age in years (optional)"
          width="narrow"
          type="number"
          min={1}
          max={150}
          value={typeof policy.minimumAge === 'number' ? policy.minimumAge : ''}
          write={(years) => set(editPolicy(text, { minimumAge: years ? Number(years) : undefined }))}
        />
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
