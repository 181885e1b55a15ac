import { useEffect, useRef, useState } from 'preact/hooks'
import type { Mode } from '../../../kernel/accounts/contract/console-mode.ts'
import type { Me } from '../../../kernel/accounts/contract/console-sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { amount, reasonOf } from '../../ui/words.ts'
import { useAddress } from '../address.ts'
import { readQueue, takeNext, undo, useRenewed } from '../api.ts'
import { CasePane, type Done } from '../case/case-pane.tsx'
import { useKeys } from '../commands.ts'
import { Heading, Key, ModeBadge } from '../parts.tsx'
import { QueueFilterForm } from '../queue/queue-filter.tsx'
import { QueueHead, QueueRow } from '../queue/queue-row.tsx'
import { VIEW_FIELDS, type View } from '../queue/views.ts'
import { go } from '../router.ts'
import { noneLeft } from '../words.ts'

const REFRESH_MS = 5_000

interface Props {
  person: Me
  mode: Mode
  setMode: (mode: Mode) => void
  open: string | undefined
}

/** Waiting cases, most urgent first, and the open one next to them. */
export function QueueScreen({ person, mode, setMode, open }: Props) {
  const [kept, setView] = useAddress(VIEW_FIELDS, mode)
  const view = kept as View // the service refuses a value that it does not know
  const filter = { waitsFor: 'reviewer' as const, ...view, mode }
  const queue = useRenewed(() => readQueue(filter), [mode, JSON.stringify(view)], REFRESH_MS)
  const [said, say] = useState('')
  const [done, setDone] = useState<Done>()
  const cases = queue.value?.cases ?? []
  const free = cases.filter(({ id, claimedBy }) => id === open || !claimedBy || claimedBy === person.username)
  const tenants = [...new Set([...(person.tenants ?? []), ...cases.map(({ tenant }) => tenant)])].sort()
  const isNarrowed = Object.keys(view).length > 0

  const step = (by: 1 | -1) => {
    const at = free.findIndex(({ id }) => id === open)
    const target = at < 0 ? free[0] : free[at + by]
    if (target) go(`queue/${target.id}${location.search}`)
  }
  const next = async (settled: string | undefined) => {
    const { id } = await takeNext(filter, settled ? [settled] : [])
    queue.again()
    say(id ? '' : noneLeft((await readQueue(filter)).cases, person.username))
    go(`queue${id ? `/${id}` : ''}${location.search}`)
  }
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    n: () => void next(undefined),
    q: open ? () => go(`queue${location.search}`) : undefined,
  })
  useEffect(() => queue.again(), [open])
  const wasOpen = useRef(open)
  useEffect(() => {
    // The case that had the focus is closed: the focus moves to the list, not to the page.
    if (wasOpen.current && !open) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    wasOpen.current = open
  }, [open])

  return (
    <>
      <section class="list" aria-label="Waiting cases">
        <header>
          <Heading>
            Queue <ModeBadge mode={mode} />
          </Heading>
          {queue.value && <p class="soft number">{amount(queue.value.total)} waiting</p>}
        </header>
        <QueueFilterForm view={view} setView={setView} tally={queue.value?.tally} tenants={tenants} />
        <Answered asked={queue} what="the queue">
          {() =>
            !cases.length &&
            (isNarrowed ? (
              <Empty picture="search" title="No cases in this view">
                <Button word="Show all cases" act={() => setView({})} />
              </Empty>
            ) : (
              <Empty picture="cases" title="No cases waiting">
                {mode === 'live' ? 'Live sessions' : 'Test sessions'} that the policy sends to review appear here
                automatically, most urgent first. {mode === 'live' && <TestCases show={() => setMode('test')} />}
              </Empty>
            ))
          }
        </Answered>
        {cases.length > 0 && <QueueHead />}
        <ol>
          {cases.map((each) => (
            <QueueRow key={each.id} waiting={each} open={each.id === open} me={person.username} />
          ))}
        </ol>
        <p class={said && !open ? 'said' : 'hidden'} role="status">
          {said}
        </p>
        <footer>
          <button type="button" onClick={() => next(undefined)} disabled={!free.length}>
            Next case <Key>N</Key>
          </button>
        </footer>
      </section>
      {done && (
        <UndoBar
          key={`${done.id} ${done.words}`}
          done={done}
          close={() => setDone(undefined)}
          undone={(id) => {
            setDone(undefined)
            say('Undone.')
            queue.again()
            go(`queue/${id}${location.search}`)
          }}
        />
      )}
      {open && (
        <CasePane
          key={open}
          id={open}
          person={person}
          review={{
            settled: (what) => {
              setDone(what)
              void next(open)
            },
          }}
        />
      )}
    </>
  )
}

/** Somebody who is trying out the service has cases in test mode only. */
function TestCases({ show }: { show: () => void }) {
  const { value } = useAnswer(() => readQueue({ waitsFor: 'reviewer', mode: 'test' }), [])
  if (!value?.total) return null
  return (
    <Button word={value.total === 1 ? '1 test case waiting' : `${amount(value.total)} test cases waiting`} act={show} />
  )
}

interface UndoBarProps {
  done: Done
  /** The time to undo is over, or it was undone. */
  close(): void
  undone(id: string): void
}

/** What was just done, announced and shown, with Undo while it is possible. */
function UndoBar({ done, close, undone }: UndoBarProps) {
  const [left, setLeft] = useState(done.undoSeconds)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const end = performance.now() + done.undoSeconds * 1000
    const timer = setInterval(() => {
      const seconds = Math.ceil((end - performance.now()) / 1000)
      setLeft(seconds)
      if (seconds <= -SEEN) close()
    }, 250)
    return () => clearInterval(timer)
  }, [done])
  const act = () =>
    undo(done.id).then(
      () => undone(done.id),
      (error: unknown) => setProblem(reasonOf(error)),
    )
  const mayUndo = left > 0 && problem === undefined
  useKeys({ z: mayUndo ? () => void act() : undefined })
  return (
    <div class="undo">
      <span role="status">
        {problem ?? (
          <>
            <span class="strong">{done.who}</span>: {done.words}
          </>
        )}
      </span>
      {mayUndo && (
        <button type="button" class="quiet tiny" onClick={() => void act()}>
          Undo <Key>Z</Key> <span aria-hidden="true">{left} s</span>
        </button>
      )}
    </div>
  )
}

/** If it cannot be undone, the message is still shown for a moment. */
const SEEN = 4
