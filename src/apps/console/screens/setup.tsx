import { useRef, useState } from 'preact/hooks'
import type { SetupView } from '../../../kernel/setup/contract/setup.ts'
import { Button } from '../../ui/button.tsx'
import { Answered, Dot } from '../../ui/states.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { useRenewed } from '../api.ts'
import { Heading } from '../parts.tsx'
import { answerSetup, readSetup } from '../settings/api.ts'
import { TenantChoice, type ToolProps, useTenant } from '../settings/tenant-choice.tsx'
import { STEPS } from '../setup/steps.tsx'

/** What has to be set up before real people come, step by step. It can be left and resumed. */
export function SetupScreen({ open }: { open: string | undefined }) {
  const choice = useTenant()
  const { tenants, tenant } = choice
  return (
    <div class="page">
      <header>
        <Heading>Setup</Heading>
      </header>
      <TenantChoice {...choice} />
      <Answered asked={tenants} what="the setup">
        {() => tenant && <TenantSetup key={tenant.id} mode="live" tenant={tenant} choice={choice} open={open} />}
      </Answered>
    </div>
  )
}

type Line = SetupView['lines'][number]

function TenantSetup({ open, ...tool }: ToolProps & { open: string | undefined }) {
  const { id } = tool.tenant
  const asked = useRenewed(() => readSetup(id), [id])
  // The first open step, until somebody opens another one; it stays open while somebody works on it.
  const first = useRef<string>(undefined)
  first.current ??= asked.value?.lines.find(({ state }) => state === 'open')?.step
  const [picked, choose] = useState(open)
  const chosen = picked ?? first.current
  return (
    <Answered asked={asked} what="the setup" lines={10}>
      {(setup) => (
        <>
          <p role="status">
            {setup.isDone ? 'Everything is set up. You can verify real people now.' : `${progressOf(setup.lines)}.`}
          </p>
          <ol class="setup">
            {setup.lines.map((line, at) => (
              <li key={line.step}>
                <h2>
                  <button
                    type="button"
                    class="quiet"
                    aria-expanded={line.step === chosen}
                    onClick={() => choose(line.step === chosen ? '' : line.step)}
                  >
                    <span class="number">{at + 1}</span> {line.title}
                  </button>
                  <StateDot state={line.state} />
                </h2>
                <p class="soft">{line.now}</p>
                {line.step === chosen && <OpenStep {...tool} view={setup} line={line} again={asked.again} />}
              </li>
            ))}
          </ol>
        </>
      )}
    </Answered>
  )
}

function OpenStep({ line, again, ...rest }: ToolProps & { view: SetupView; line: Line; again: () => void }) {
  const answer = (said: 'done' | 'skipped' | 'open') =>
    answerSetup(rest.tenant.id, { step: line.step, answer: said }).then(again)
  const Step = STEPS[line.step]
  return (
    <div class="panel">
      <Step {...rest} line={line} again={again} confirm={() => answer('done')} />
      {line.state !== 'done' && line.step !== 'asker' && (
        <div class="choices">
          <p class="soft">If you skip it: {line.ifSkipped}</p>
          <Button
            word={line.state === 'skipped' ? 'Do this step after all' : 'Skip this step'}
            act={() => answer(line.state === 'skipped' ? 'open' : 'skipped')}
          />
        </div>
      )}
    </div>
  )
}

/** What still has to be set up; nothing once all of it is done. */
export function SetupNotice() {
  const { tenant } = useTenant()
  return tenant ? <Open tenant={tenant.id} /> : null
}

function Open({ tenant }: { tenant: string }) {
  const { value } = useAnswer(() => readSetup(tenant), [tenant])
  if (!value || value.isDone) return null
  const { lines } = value
  return (
    <section class="setup-notice" aria-label="Setup">
      <h2>Setup: {progressOf(lines)}</h2>
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
        Continue setup
      </a>
    </section>
  )
}

const progressOf = (lines: SetupView['lines']): string =>
  `${lines.filter(({ state }) => state !== 'open').length} of ${lines.length} steps done`

function StateDot({ state }: Pick<SetupView['lines'][number], 'state'>) {
  return state === 'done' ? (
    <Dot tone="good">Done</Dot>
  ) : state === 'skipped' ? (
    <Dot tone="soft">Skipped</Dot>
  ) : (
    <Dot tone="warn">Open</Dot>
  )
}
