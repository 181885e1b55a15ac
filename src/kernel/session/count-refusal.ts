import { type Accepted, type Refused, type Result, refuse } from '../../formats/result.ts'
import type { DocumentRefusal, FaceRefusal } from '../../vision/refusals.ts'
import type { CaptureCount } from '../figures/funnel.ts'
import type { CapturedBy } from '../ports/figures.ts'
import type { Ports } from '../ports/ports.ts'
import { openPictureRequest } from '../review/new-picture.ts'
import { mayGoToReviewer, partOfNext, withRefusal } from '../review/to-reviewer.ts'
import { type ClosedRefusal, changeOpen, type Enrolment, type FoundEnrolment, isClosed } from './change-session.ts'
import { stepsOf } from './flow.ts'
import type { Step } from './session-words.ts'

/** A refusal that was counted. */
export interface CountedRefusal<Refusal extends string> extends Refused<Refusal> {
  /** The person may send the picture to a reviewer as it is. */
  mayGoToReviewer?: true
}

export type Counted<Value, Refusal extends string> = Accepted<Value> | CountedRefusal<Refusal>

/**
 * Counts a refused picture, for the console's overview and for its session. A refusal because the session is over says
 * nothing about the picture.
 */
export async function countRefusal<Value, Refusal extends DocumentRefusal | FaceRefusal | ClosedRefusal>(
  ports: Pick<Ports, 'figures' | 'sessions' | 'tenants' | 'clock'>,
  whose: FoundEnrolment,
  step: Step,
  outcome: Result<Value, Refusal>,
): Promise<Counted<Value, Refusal>> {
  if (outcome.ok || isClosed(outcome.refusal)) return outcome
  const { isOffered, asksOtherSide } = await noteRefusal(ports, whose, step, outcome)
  const refused = asksOtherSide ? (refuse('WRONG_SIDE', ['OTHER_SIDE']) as Refused<Refusal>) : outcome
  await ports.figures.countRefusal(whose, asksOtherSide ? 'WRONG_SIDE' : outcome.refusal, ports.clock())
  return isOffered ? { ...refused, mayGoToReviewer: true } : refused
}

interface Noted {
  /** The picture may go to a reviewer. */
  isOffered: boolean
  /** An unknown card is asked for its other side once before it is refused as unknown. */
  asksOtherSide: boolean
}

/**
 * Notes a refusal with its session if something follows from it: the tenant lets refused pictures go to a reviewer, the
 * card is unknown, or it shows no portrait. The page's own count is not trusted.
 */
async function noteRefusal(
  ports: Pick<Ports, 'sessions' | 'tenants' | 'clock'>,
  enrolment: Enrolment,
  step: Step,
  { isUnknownCard, lacksPortrait }: Pick<Refused<string>, 'isUnknownCard' | 'lacksPortrait'>,
): Promise<Noted> {
  const nothing = { isOffered: false, asksOtherSide: false }
  const tenant = await ports.tenants.load(enrolment.tenant)
  if (!tenant || !(tenant.settings.refusedToReviewer || isUnknownCard || lacksPortrait)) return nothing
  const noted = await changeOpen<Noted, 'NOT_WANTED'>(ports, enrolment, (session) => {
    const { settings } = tenant
    const isAsked = openPictureRequest(session, ports.clock()) !== undefined
    const part = isAsked ? undefined : partOfNext(session, step, stepsOf(session, settings))
    if (!part)
      return lacksPortrait ? { ok: true, value: nothing, session: { ...session, lacksPortrait } } : refuse('NOT_WANTED')
    const next = { ...withRefusal(session, part, isUnknownCard), ...(lacksPortrait && { lacksPortrait }) }
    const isOffered = mayGoToReviewer(next, part, settings, ports.clock())
    const asksOtherSide = isUnknownCard === true && part === 'FRONT' && !session.unknownCards?.includes(part)
    return { ok: true, value: { isOffered, asksOtherSide }, session: next }
  })
  return noted.ok ? noted.value : nothing
}

/** Counts what somebody did during the capture, only by tenant, mode and day. */
export function countCapture(
  { figures, clock }: Pick<Ports, 'figures' | 'clock'>,
  { tenant, mode }: Pick<FoundEnrolment, 'tenant' | 'mode'>,
  by: CapturedBy,
  counts: readonly CaptureCount[],
): Promise<void> {
  return figures.countCaptures({ tenant, mode }, by, counts, clock())
}
