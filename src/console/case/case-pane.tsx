import { useEffect, useRef, useState } from 'preact/hooks'
import type { CaseView, Me } from '../../contract/console/console.ts'
import { Failed, Loading, Problem } from '../../ui/states.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { atTime, plain, reasonOf } from '../../ui/words.ts'
import { byItself, claim, downloadEvidence, readCase, release } from '../api.ts'
import { ModeBadge, StatusWord } from '../parts.tsx'
import { DecisionBar } from './decision-bar.tsx'
import { DeleteButton } from './delete-button.tsx'
import { Factors } from './factors.tsx'
import { Fields } from './fields.tsx'
import { History } from './history.tsx'
import { Pictures } from './pictures.tsx'

interface Props {
  id: string
  person: Me
  /** Given where the case is to be settled: it is then taken in hand, and given back when left. */
  review?: { settled(words: string): void }
  /** Told when the session was deleted. */
  removed?: () => void
}

const RENEW_MS = 5 * 60_000 // a third of what a claim lasts

/** Everything about one session: pictures left, what was read and judged right, the verdict below. */
export function CasePane({ id, person, review, removed }: Props) {
  const asked = useAnswer(() => readCase(id), [id])
  const hand = useClaim(id, review !== undefined)
  const view = asked.value

  if (asked.problem !== undefined)
    return (
      <section class="case" aria-label="Case">
        <Failed problem={asked.problem} again={asked.again} />
      </section>
    )
  if (!view)
    return (
      <section class="case" aria-label="Case">
        <Loading what="the case" lines={12} />
      </section>
    )
  return (
    <section class="case" aria-label="Case">
      <CaseHeader view={view} person={person} inReview={review !== undefined} {...(removed && { removed })} />
      <div class="columns">
        <Pictures view={view} />
        <div class="facts">
          <Summary view={view} />
          <TeachOffer view={view} />
          <Fields view={view} />
          {view.explanation && <Factors factors={view.explanation.factors} />}
          <History view={view} />
        </div>
      </div>
      {review && view.status === 'WAITING_FOR_MANUAL_APPROVE' && (
        <DecisionBar
          id={id}
          refusal={hand.refusal}
          settled={(status) => {
            hand.forget()
            review.settled(status === 'MANUAL_APPROVED' ? 'Approved.' : 'Rejected.')
          }}
        />
      )}
    </section>
  )
}

interface HeaderProps {
  view: CaseView
  person: Me
  inReview: boolean
  removed?: () => void
}

function CaseHeader({ view, person, inReview, removed }: HeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [problem, setProblem] = useState<string>()
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const isFinal = view.completedUtc !== undefined && view.status !== 'WAITING_FOR_MANUAL_APPROVE'
  return (
    <header>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {view.documentName ?? 'No document yet'} <ModeBadge mode={view.mode} />
        </h2>
        <p class="soft small">
          <StatusWord status={view.status} /> <span class="mono">{view.id}</span> · {view.tenant} ·{' '}
          {atTime(view.createdUtc)}
          {view.externalId !== undefined && ` · ${view.externalId}`}
        </p>
      </div>
      <div class="tools">
        {view.status === 'WAITING_FOR_MANUAL_APPROVE' && !inReview && (
          <a class="button" href={`/console/queue/${view.id}`}>
            Review
          </a>
        )}
        {isFinal && (
          <button
            type="button"
            onClick={() => downloadEvidence(view.id).catch((error: unknown) => setProblem(reasonOf(error)))}
          >
            Evidence
          </button>
        )}
        {removed && person.role === 'admin' && <DeleteButton id={view.id} removed={removed} />}
      </div>
      <Problem problem={problem} />
    </header>
  )
}

/** The decision in one sentence, what brought it about, and what the caller had announced. */
function Summary({ view }: { view: CaseView }) {
  const { explanation, applicantForm } = view
  const announced = Object.entries(applicantForm ?? {})
  return (
    <section class="summary" aria-label="Decision">
      {explanation ? (
        <>
          <p class="strong">
            <span class="score number">{explanation.decision.score}</span> {explanation.summary}
          </p>
          {explanation.reasons.length > 0 && (
            <ul>
              {explanation.reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <p class="soft">Nothing has been decided: the person has not finished.</p>
      )}
      {announced.length > 0 && (
        <p class="small soft">
          Announced by the caller: {announced.map(([name, value]) => `${plain(name)} ${value}`).join(', ')}
        </p>
      )}
    </section>
  )
}

/** A document that nobody taught is read, but not compared with what a genuine one looks like. */
function TeachOffer({ view: { id, untaught } }: { view: CaseView }) {
  if (!untaught.length) return null
  return (
    <p class="small soft">
      Nobody has taught{' '}
      {untaught.length > 1 ? 'this document' : `the ${plain(untaught[0] ?? '').toLowerCase()} of this document`}: it is
      not compared with a genuine one.{' '}
      {untaught.map((side) => (
        <a key={side} href={`/console/documents/teach/${id}/${side}`}>
          Teach the {plain(side).toLowerCase()}{' '}
        </a>
      ))}
    </p>
  )
}

/** Takes the case while it is on screen and gives it back afterwards, unless it was settled. */
function useClaim(id: string, wanted: boolean) {
  const [refusal, setRefusal] = useState<string>()
  const mine = useRef(false)
  useEffect(() => {
    if (!wanted) return
    const take = () =>
      claim(id).then(
        () => {
          mine.current = true
          setRefusal(undefined)
        },
        (error: unknown) => setRefusal(reasonOf(error)),
      )
    void take()
    const timer = setInterval(() => byItself(take), RENEW_MS)
    return () => {
      clearInterval(timer)
      // Nothing is lost when this fails: the claim runs out by itself.
      if (mine.current) release(id).catch(() => {})
    }
  }, [id, wanted])
  return {
    refusal,
    forget: () => {
      mine.current = false
    },
  }
}
