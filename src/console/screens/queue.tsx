import { useEffect, useState } from 'preact/hooks'
import type { Me, Mode, QueueCase } from '../../contract/console/console.ts'
import { Answered } from '../../ui/answered.tsx'
import { Empty } from '../../ui/states.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { amount, plain } from '../../ui/words.ts'
import { readQueue, renewing, takeNext } from '../api.ts'
import { CasePane, type Done } from '../case/case-pane.tsx'
import { useKeys } from '../keys.ts'
import { Heading, Key, ModeBadge } from '../parts.tsx'
import { go } from '../router.ts'
import { UndoBar } from '../undo-bar.tsx'
import { since } from '../words.ts'

const REFRESH_MS = 5_000

/** Cases that wait, longest first, and the one in hand beside them. */
export function QueueScreen({ person, mode, open }: { person: Me; mode: Mode; open: string | undefined }) {
  const queue = useAnswer(
    renewing(() => readQueue(mode)),
    [mode],
    REFRESH_MS,
  )
  const [said, say] = useState('')
  const [done, setDone] = useState<Done>()
  const cases = queue.value?.cases ?? []
  const free = cases.filter(({ id, claimedBy }) => id === open || !claimedBy || claimedBy === person.username)

  const step = (by: 1 | -1) => {
    const at = free.findIndex(({ id }) => id === open)
    const target = at < 0 ? free[0] : free[at + by]
    if (target) go(`queue/${target.id}`)
  }
  const next = async (settled: string | undefined) => {
    const { id } = await takeNext(mode, settled ? [settled] : [])
    queue.again()
    if (!id) say('No case is left.')
    go(id ? `queue/${id}` : 'queue')
  }
  useKeys({ j: () => step(1), k: () => step(-1), n: () => void next(undefined) })
  useEffect(() => queue.again(), [open])

  return (
    <>
      <section class="list" aria-label="Cases that wait">
        <header>
          <Heading>Queue</Heading>
          {queue.value && <p class="soft number">{amount(queue.value.total)} waiting</p>}
        </header>
        <Answered asked={queue} what="the queue">
          {() =>
            !cases.length && (
              <Empty title="Nothing is waiting">
                {mode === 'live' ? 'Live sessions' : 'Test sessions'} that the policy refers to a person appear here by
                themselves, the oldest first.
              </Empty>
            )
          }
        </Answered>
        <ol>
          {cases.map((each) => (
            <Row key={each.id} waiting={each} open={each.id === open} me={person.username} />
          ))}
        </ol>
        <footer>
          <button type="button" onClick={() => next(undefined)} disabled={!free.length}>
            Next case <Key>N</Key>
          </button>
        </footer>
      </section>
      <p class="hidden" role="status">
        {said}
      </p>
      {done && (
        <UndoBar
          key={`${done.id} ${done.words}`}
          done={done}
          close={() => setDone(undefined)}
          undone={(id) => {
            setDone(undefined)
            say('Taken back.')
            queue.again()
            go(`queue/${id}`)
          }}
        />
      )}
      {open ? (
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
      ) : (
        <section class="case idle" aria-label="Case">
          <p class="soft">
            Take a case with <kbd>N</kbd>, move with <kbd>J</kbd> and <kbd>K</kbd>.
          </p>
        </section>
      )}
    </>
  )
}

function Row({ waiting, open, me }: { waiting: QueueCase; open: boolean; me: string }) {
  const { id, tenant, mode, documentType, country, waitingSinceUtc, claimedBy } = waiting
  const inHand = claimedBy && claimedBy !== me
  return (
    <li>
      <a href={`/console/queue/${id}`} aria-current={open ? 'true' : undefined} class={inHand ? 'taken' : ''}>
        <span class="strong">
          {documentType ? plain(documentType) : 'No document'} {country} <ModeBadge mode={mode} />
        </span>
        <span class="number soft">{since(waitingSinceUtc)}</span>
        <span class="soft small mono">{id.slice(0, 8)}</span>
        <span class="soft small">{inHand ? `with ${claimedBy}` : claimedBy ? 'with you' : tenant}</span>
      </a>
    </li>
  )
}
