import type { Accepted, Refused, Result } from '../../domain/result.ts'
import type { DocumentRefusal, FaceRefusal, Step } from '../../domain/vocabulary.ts'
import type { Ports } from '../ports/ports.ts'
import type { ClosedRefusal, FoundEnrolment } from './change-session.ts'
import { offerReviewer } from './offer-reviewer.ts'

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
