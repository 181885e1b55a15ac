import type { Result } from '../../domain/result.ts'
import type { DocumentRefusal, FaceRefusal } from '../../domain/vocabulary.ts'
import type { Ports } from '../ports/ports.ts'
import type { ClosedRefusal, FoundEnrolment } from './change-session.ts'

/** Counts a picture that was refused, for the console's overview. That a session is over says nothing of its picture. */
export async function countRefusal(
  { refusals, clock }: Pick<Ports, 'refusals' | 'clock'>,
  whose: FoundEnrolment,
  outcome: Result<unknown, DocumentRefusal | FaceRefusal | ClosedRefusal>,
): Promise<void> {
  if (outcome.ok || isClosed(outcome.refusal)) return
  await refusals.count(whose, outcome.refusal, clock())
}

const isClosed = (refusal: string): refusal is ClosedRefusal =>
  refusal === 'SESSION_ALREADY_COMPLETED' || refusal === 'SESSION_EXPIRED' || refusal === 'SESSION_UNAUTHORIZED'
