import type { SetupView } from '../../contract/console/setup.ts'
import { Dot } from '../../ui/states.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { readSetup } from '../settings/api.ts'
import { useTenant } from '../settings/tenant-choice.tsx'

/** What is still to be set up, until nothing is. */
export function SetupNotice() {
  const { tenant } = useTenant()
  return tenant ? <Open tenant={tenant.id} /> : null
}

function Open({ tenant }: { tenant: string }) {
  const { value } = useAnswer(() => readSetup(tenant), [tenant])
  if (!value || value.isDone) return null
  const { lines } = value
  return (
    <section class="setup-notice" aria-label="Set-up">
      <h2>Set-up: {progressOf(lines)}</h2>
      <ul>
        {lines
          .filter(({ state }) => state === 'open')
          .map(({ step, title, now }) => (
            <li key={step}>
              <a href={`/console/setup/${step}`}>{title}</a> <span class="soft">{now}</span>
            </li>
          ))}
      </ul>
      <a class="button primary" href="/console/setup">
        Continue the set-up
      </a>
    </section>
  )
}

export const progressOf = (lines: SetupView['lines']): string =>
  `${lines.filter(({ state }) => state !== 'open').length} of ${lines.length} steps done`

export function StateDot({ state }: Pick<SetupView['lines'][number], 'state'>) {
  return state === 'done' ? (
    <Dot tone="good">Done</Dot>
  ) : state === 'skipped' ? (
    <Dot tone="soft">Left out</Dot>
  ) : (
    <Dot tone="warn">Open</Dot>
  )
}
