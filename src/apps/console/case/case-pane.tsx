import { useEffect, useRef, useState } from 'preact/hooks'
import type { Me } from '../../../kernel/accounts/contract/console-sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Answered } from '../../ui/states.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { reasonOf } from '../../ui/words.ts'
import { byItself, claim, Refused, readCase, release } from '../api.ts'
import { go } from '../router.ts'
import { whoOf } from '../words.ts'
import { CaseHeader } from './case-header.tsx'
import { CaseSections, loadSections } from './case-sections.tsx'
import { DecisionBar } from './decision-bar.tsx'
import { Factors } from './factors.tsx'
import { Fields } from './fields.tsx'
import { History } from './history.tsx'
import { MorePictures, Pictures } from './pictures.tsx'
import { Reasons } from './reasons.tsx'
import { type Changes, News, Standing } from './standing.tsx'
import type { Picked } from './targets.ts'

/** What was done to a case, and until when it can be undone. */
export interface Done {
  id: string
  /** The person and the integrator's reference, as far as they are known. */
  who: string
  words: string
  undoSeconds: number
}

interface Props {
  id: string
  person: Me
  /** Present when the case can be decided here: it is then claimed, and released when the reviewer leaves it. */
  review?: { settled(done: Done): void }
  /** Called when the session was deleted. */
  removed?: (() => void) | undefined
}

/**
 * One session. The basis of a verdict is visible at a glance: faces and document on the left, reasons and discrepancies
 * on the right, the verdict below; everything else follows further down.
 */
export function CasePane({ id, person, review, removed }: Props) {
  const asked = useAnswer(async () => {
    const view = await readCase(id)
    await loadSections(view)
    return view
  }, [id])
  const { again } = asked
  const hand = useClaim(id, review !== undefined)
  const [picked, pick] = useState<Picked>()
  const [news, setNews] = useState<{ id: string; changes: Changes }>()
  return (
    <section class="case" aria-label="Case">
      <Answered asked={asked} what="the case" lines={12}>
        {(view) => (
          <>
            <CaseHeader view={view} person={person} inReview={review !== undefined} removed={removed} />
            <div class="columns" key={view.version}>
              <Pictures view={view} picked={picked} pick={pick} changed={again} />
              <div class="facts">
                {news?.id === id && <News view={view} changes={news.changes} />}
                <Standing view={view} />
                <Reasons view={view} picked={picked} pick={pick} />
                <CaseSections place="searches" view={view} changed={again} />
                <Fields view={view} picked={picked} pick={pick} />
                <CaseSections place="proofs" view={view} changed={again} />
                <CaseSections place="outcome" view={view} changed={again} />
                <Factors view={view} picked={picked} pick={pick} />
                <CaseSections place="document" view={view} changed={again} />
                <MorePictures view={view} />
                <History view={view} />
              </div>
            </div>
            {review && view.status === 'WAITING_FOR_MANUAL_APPROVE' && (
              <DecisionBar
                view={view}
                refusal={hand.refusal}
                free={hand.isTaken && person.role === 'admin' && <FreeCase id={id} freed={hand.again} />}
                changed={again}
                stale={(changes) => {
                  setNews({ id, changes })
                  again()
                }}
                settled={(words) => {
                  hand.forget()
                  review.settled({ id, who: whoOf(view), words, undoSeconds: view.may.undoSeconds })
                }}
              />
            )}
          </>
        )}
      </Answered>
    </section>
  )
}

/**
 * For an admin, when another reviewer has claimed a case and does not decide it: it returns to the queue, or the admin
 * takes it over.
 */
function FreeCase({ id, freed }: { id: string; freed: () => void }) {
  const giveBack = (then: () => void) => () => release(id).then(then)
  return (
    <>
      <Button word="Return to queue" act={giveBack(() => go(`queue${location.search}`))} />
      <Button word="Take over" act={giveBack(freed)} />
    </>
  )
}

const RENEW_MS = 5 * 60_000 // a third of a claim's duration

/** Claims the case while it is on screen and releases it afterwards, unless it was decided. */
function useClaim(id: string, wanted: boolean) {
  const [refusal, setRefusal] = useState<string>()
  const [isTaken, setTaken] = useState(false)
  const [turn, again] = useState(0)
  const mine = useRef(false)
  useEffect(() => {
    if (!wanted) return
    const take = () =>
      claim(id).then(
        () => {
          mine.current = true
          setRefusal(undefined)
          setTaken(false)
        },
        (error: unknown) => {
          const hasAnother = error instanceof Refused && error.code === 'CASE_CLAIMED'
          if (hasAnother) mine.current = false
          setTaken(hasAnother)
          setRefusal(reasonOf(error))
        },
      )
    void take()
    const timer = setInterval(() => byItself(take), RENEW_MS)
    return () => {
      clearInterval(timer)
      // Nothing is lost when this fails: the claim expires.
      if (mine.current) release(id).catch(() => {})
    }
  }, [id, wanted, turn])
  return {
    refusal,
    /** Another reviewer has claimed it. */
    isTaken,
    /** Tries again to claim it. */
    again: () => again((times) => times + 1),
    forget: () => {
      mine.current = false
    },
  }
}
