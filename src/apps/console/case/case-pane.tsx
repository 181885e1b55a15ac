import { useEffect, useRef, useState } from 'preact/hooks'
import { Chip } from '../../../features/chip/panel/chip.tsx'
import { Duplicates } from '../../../features/duplicates/panel/duplicates.tsx'
import { Issued } from '../../../features/issuance/panel/issued.tsx'
import { Watchlist } from '../../../features/screening/panel/case-watchlist.tsx'
import { Seal } from '../../../features/seal/panel/seal.tsx'
import { Credential } from '../../../features/wallet/panel/credential.tsx'
import type { Me } from '../../../kernel/accounts/contract/console-sign-in.ts'
import type { CaseView } from '../../../kernel/review/contract/console-case.ts'
import { Button } from '../../ui/button.tsx'
import { Answered } from '../../ui/states.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { plain, reasonOf } from '../../ui/words.ts'
import { byItself, claim, Refused, readCase, release } from '../api.ts'
import { go } from '../router.ts'
import { whoOf } from '../words.ts'
import { CaseHeader } from './case-header.tsx'
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
  const asked = useAnswer(() => readCase(id), [id])
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
              <Pictures view={view} picked={picked} pick={pick} />
              <div class="facts">
                {news?.id === id && <News view={view} changes={news.changes} />}
                <Standing view={view} />
                <Reasons view={view} picked={picked} pick={pick} />
                <Duplicates view={view} changed={asked.again} />
                <Watchlist view={view} changed={asked.again} />
                <Fields view={view} picked={picked} pick={pick} />
                <Chip view={view} />
                <Seal view={view} />
                <Credential view={view} />
                <Issued view={view} changed={asked.again} />
                <Factors view={view} picked={picked} pick={pick} />
                <TeachOffer view={view} />
                <MorePictures view={view} />
                <History view={view} />
              </div>
            </div>
            {review && view.status === 'WAITING_FOR_MANUAL_APPROVE' && (
              <DecisionBar
                view={view}
                refusal={hand.refusal}
                free={hand.isTaken && person.role === 'admin' && <FreeCase id={id} freed={hand.again} />}
                changed={asked.again}
                stale={(changes) => {
                  setNews({ id, changes })
                  asked.again()
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

/** A document that nobody taught is read, but not compared with a genuine one. */
function TeachOffer({ view: { id, untaught, teachingObstacle } }: { view: CaseView }) {
  if (!untaught.length) return null
  return (
    <p class="small soft">
      {untaught.length > 1 ? 'This document' : `The ${plain(untaught[0] ?? '').toLowerCase()} of this document`} has not
      been taught, so it is not compared with a genuine one.{' '}
      {teachingObstacle ? (
        <>
          {OBSTACLES[teachingObstacle]} <a href="/console/documents/teach">Teach it with your own pictures</a>
        </>
      ) : (
        untaught.map((side) => (
          <a key={side} href={`/console/documents/teach/${id}/${side}`}>
            Teach the {plain(side).toLowerCase()}{' '}
          </a>
        ))
      )}
    </p>
  )
}

const OBSTACLES: Record<NonNullable<CaseView['teachingObstacle']>, string> = {
  REJECTED: 'This case was rejected, so its pictures cannot be used for teaching.',
  NOT_APPROVED:
    'Its pictures can be used for teaching once two reviewers have approved this case (four eyes), or if its chip is trusted.',
  DOUBTED: 'Its pictures cannot be used for teaching: another side is not clearly genuine.',
  NOT_COMPARED: 'Its pictures cannot be used for teaching: they were not compared with this document.',
  TAUGHT: 'Its pictures show a document that has already been taught.',
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
