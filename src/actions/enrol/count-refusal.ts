import { stepsOf } from '../../domain/enrolment/flow.ts'
import { openPictureRequest } from '../../domain/new-picture.ts'
import { type Accepted, type Refused, type Result, refuse } from '../../domain/result.ts'
import { mayGoToReviewer, partOfNext, withRefusal } from '../../domain/to-reviewer.ts'
import type { CaptureCount, DocumentRefusal, FaceRefusal, Step } from '../../domain/vocabulary.ts'
import type { CapturedBy } from '../ports/counts.ts'
import type { Ports } from '../ports/ports.ts'
import { type ClosedRefusal, changeOpen, type Enrolment, type FoundEnrolment } from './change-session.ts'

/** A refusal that was counted. */
export interface CountedRefusal<Refusal extends string> extends Refused<Refusal> {
  /** The person may send the picture to a reviewer as it is. */
  mayGoToReviewer?: true
}

export type Counted<Value, Refusal extends string> = Accepted<Value> | CountedRefusal<Refusal>

/**
 * Counts a picture that was refused, for the console's overview and for its session. That a session is over says nothing of
 * its picture.
 */
export async function countRefusal<Value, Refusal extends DocumentRefusal | FaceRefusal | ClosedRefusal>(
  ports: Pick<Ports, 'refusals' | 'sessions' | 'tenants' | 'clock'>,
  whose: FoundEnrolment,
  step: Step,
  outcome: Result<Value, Refusal>,
): Promise<Counted<Value, Refusal>> {
  if (outcome.ok || isClosed(outcome.refusal)) return outcome
  await ports.refusals.count(whose, outcome.refusal, ports.clock())
  const isOffered = await offerReviewer(ports, whose, step, outcome.isUnknownCard)
  return isOffered ? { ...outcome, mayGoToReviewer: true } : outcome
}

export const isClosed = (refusal: string): refusal is ClosedRefusal =>
  refusal === 'SESSION_ALREADY_COMPLETED' || refusal === 'SESSION_EXPIRED' || refusal === 'SESSION_UNAUTHORIZED'

/**
 * Counts a refusal with its session, where the tenant lets refused pictures go to a reviewer, and says whether this one may.
 * The page's own count is not believed.
 */
async function offerReviewer(
  ports: Pick<Ports, 'sessions' | 'tenants' | 'clock'>,
  enrolment: Enrolment,
  step: Step,
  isUnknownCard = false,
): Promise<boolean> {
  const tenant = await ports.tenants.load(enrolment.tenant)
  if (!tenant?.settings.refusedToReviewer) return false
  const counted = await changeOpen<boolean, 'NOT_WANTED'>(ports, enrolment, (session) => {
    const steps = stepsOf(session, tenant.settings)
    const part = openPictureRequest(session, ports.clock()) ? undefined : partOfNext(session, step, steps)
    if (!part) return refuse('NOT_WANTED')
    const next = withRefusal(session, part, isUnknownCard)
    return { ok: true, value: mayGoToReviewer(next, part, steps, ports.clock()), session: next }
  })
  return counted.ok && counted.value
}

/** Counts what somebody did on the way through the capture, by tenant, mode and day alone. */
export function countCapture(
  { captures, clock }: Pick<Ports, 'captures' | 'clock'>,
  { tenant, mode }: Pick<FoundEnrolment, 'tenant' | 'mode'>,
  by: CapturedBy,
  counts: readonly CaptureCount[],
): Promise<void> {
  return captures.count({ tenant, mode }, by, counts, clock())
}
