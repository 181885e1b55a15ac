import { missingSides } from '../evidence/document/document.ts'
import { stepsOf } from '../session/flow.ts'
import type { Session } from '../session/session.ts'
import type { Part, Step } from '../session/session-words.ts'
import type { TenantSettings } from '../tenants/tenant.ts'
import { openPictureRequest, stepOf } from './new-picture.ts'

/** From this many refusals of one part on: the same number after which the hosted page shows alternatives. */
export const REVIEWER_FROM = 3

/** The part that the next picture shows: the side that is wanted, or the selfie. Undefined if none is. */
export function partOfNext({ document, face }: Session, step: Step, steps: readonly Step[]): Part | undefined {
  if (!steps.includes(step)) return undefined
  if (step === 'face') return face ? undefined : 'FACE'
  return missingSides(document)[0]
}

/** The session with one more refusal of this part; another picture of an unknown card will not help. */
export const withRefusal = (session: Session, part: Part, isUnknownCard = false): Session => ({
  ...session,
  refusals: { ...session.refusals, [part]: timesRefused(session, part) + 1 },
  ...(isUnknownCard && { unknownCards: [...new Set([...(session.unknownCards ?? []), part])] }),
})

/** The session once a good picture of this part is there: earlier refusals no longer count. */
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
 * Whether a picture of this part, while it is wanted, may go to a reviewer unchanged: if the tenant allows it, after
 * repeated refusals, or at once if it shows an unknown card. Not if a reviewer requested the picture: then the case
 * already has a reviewer.
 */
export function mayGoToReviewer(
  session: Session,
  part: Part,
  settings: Pick<TenantSettings, 'steps' | 'refusedToReviewer'>,
  now: Date,
): boolean {
  if (!settings.refusedToReviewer || openPictureRequest(session, now) || session.completedAt) return false
  const isHopeless = session.unknownCards?.includes(part) ?? false
  const isWanted = partOfNext(session, stepOf(part), stepsOf(session, settings)) === part
  return isWanted && (isHopeless || timesRefused(session, part) >= REVIEWER_FROM)
}
