import type { LevelList } from '../../contract/console/assurance.ts'
import type { TenantView } from '../../contract/console/console-settings.ts'
import { Answered } from '../../ui/answered.tsx'
import { Problem } from '../../ui/states.tsx'
import { useAct } from '../../ui/use-act.ts'
import { useAnswer } from '../../ui/use-answer.ts'
import { changeAssurance, changeTenant, readLevels } from './api.ts'

type Level = LevelList[number]['level']

/** How sure a tenant wants to be before somebody is approved without a person: the three levels with what each lets through. */
export function AssuranceChoice({ tenant, changed }: { tenant: TenantView; changed: (tenant: TenantView) => void }) {
  const asked = useAnswer(readLevels, [])
  const { busy, problem, act } = useAct()
  const choose = (level: Level | '') => act(async () => changed(await changeAssurance(tenant.id, level)))
  return (
    <fieldset class="stack">
      <legend>Level of assurance</legend>
      <Answered asked={asked} what="the levels of assurance" lines={3}>
        {(levels) => (
          <>
            {levels.map(({ level, asks, fitFor, figures }) => (
              <label key={level} class="tick">
                <input
                  type="radio"
                  name="assurance"
                  checked={tenant.assurance === level}
                  disabled={busy}
                  onChange={() => choose(level)}
                />
                <span>
                  <strong>{level}</strong> {asks} {fitFor}
                  <br />
                  <small class="soft">Measured: {figures}.</small>
                </span>
              </label>
            ))}
            <label class="tick">
              <input
                type="radio"
                name="assurance"
                checked={tenant.assurance === undefined}
                disabled={busy}
                onChange={() => choose('')}
              />
              <span>
                <strong>as the policy says</strong> The built-in policy is that of high.
              </span>
            </label>
          </>
        )}
      </Answered>
      <label class="tick">
        <input
          type="checkbox"
          checked={tenant.stepUp}
          disabled={busy}
          onChange={({ currentTarget: { checked } }) =>
            act(async () => changed(await changeTenant(tenant.id, { stepUp: checked })))
          }
        />
        Where only a proof is missing, the page offers chip, wallet or another picture before a reviewer is asked
      </label>
      <Problem problem={problem} />
    </fieldset>
  )
}
