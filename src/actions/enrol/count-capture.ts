import type { CaptureCount } from '../../domain/vocabulary.ts'
import type { CapturedBy } from '../ports/counts.ts'
import type { Ports } from '../ports/ports.ts'
import type { FoundEnrolment } from './change-session.ts'

/** Counts what somebody did on the way through the capture, by tenant, mode and day alone. */
export function countCapture(
  { captures, clock }: Pick<Ports, 'captures' | 'clock'>,
  { tenant, mode }: Pick<FoundEnrolment, 'tenant' | 'mode'>,
  by: CapturedBy,
  counts: readonly CaptureCount[],
): Promise<void> {
  return captures.count({ tenant, mode }, by, counts, clock())
}
