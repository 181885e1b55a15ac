import { missingSides } from './document/document.ts'
import { stepsOf } from './enrolment/flow.ts'
import { openPictureRequest, stepOf } from './new-picture.ts'
import type { Session } from './session.ts'
import type { TenantRules } from './tenant.ts'
import type { Part, Step } from './vocabulary.ts'

/** From so many refusals of one part on: as many as the hosted page waits for before it shows other ways on. */
export const REVIEWER_FROM = 3

/** What a picture sent now is of: the side that is wanted, or the selfie. Undefined where nothing is. */
export function partOfNext({ document, face }: Session, step: Step, steps: readonly Step[]): Part | undefined {
  if (!steps.includes(step)) return undefined
  if (step === 'face') return face ? undefined : 'FACE'
  return missingSides(document)[0]
}

/** The session with one more refusal of this part; another picture of a card that nobody knows will do no better. */
export const withRefusal = (session: Session, part: Part, isUnknownCard = false): Session => ({
  ...session,
  refusals: { ...session.refusals, [part]: timesRefused(session, part) + 1 },
  ...(isUnknownCard && { unknownCards: [...new Set([...(session.unknownCards ?? []), part])] }),
})

/** The session once a good picture of this part is there: what was refused before counts no more. */
export function withoutRefusals(session: Session, part: Part): Session {
  const { refusals: { [part]: _, ...refusals } = {}, unknownCards = [], refused, ...rest } = session
  const stillUnknown = unknownCards.filter((each) => each !== part)
  return {
    ...rest,
    ...(stillUnknown.length > 0 && { unknownCards: stillUnknown }),
    ...(Object.keys(refusals).length > 0 && { refusals }),
    ...(refused && refused.part !== part && { refused }),
  }
}

export const timesRefused = ({ refusals }: Pick<Session, 'refusals'>, part: Part): number => refusals?.[part] ?? 0

/**
 * Whether a picture of this part may go to a reviewer as it is: where the tenant allows it, after repeated refusals, or at once
 * where it shows a card that nobody knows; while it is wanted. Where a reviewer asked for a picture the case is with one already.
 */
export function mayGoToReviewer(
  session: Session,
  part: Part,
  settings: Pick<TenantRules, 'steps' | 'refusedToReviewer'>,
  now: Date,
): boolean {
  if (!settings.refusedToReviewer || openPictureRequest(session, now) || session.completedAt) return false
  const isHopeless = session.unknownCards?.includes(part) ?? false
  const isWanted = partOfNext(session, stepOf(part), stepsOf(session, settings)) === part
  return isWanted && (isHopeless || timesRefused(session, part) >= REVIEWER_FROM)
}
