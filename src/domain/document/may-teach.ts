import { isProof } from '../chip/chip-reading.ts'
import { OPERATING_POINT } from '../decision/rule.ts'
import { verdictsAmong } from '../review.ts'
import type { Session } from '../session.ts'
import type { ReviewAct } from '../vocabulary.ts'

/**
 * Whether the pictures of a session may go into the reference of a document that is taught already: two people approved it, or
 * its chip is proof; and nothing speaks against it by the reference as it is. Copies that are nearly good enough would move it.
 */
export const mayTeachAgain = (
  model: string,
  { document, chip }: Pick<Session, 'document' | 'chip'>,
  acts: readonly { verdict: ReviewAct; reviewer: string }[],
): boolean =>
  ((chip !== undefined && isProof(chip)) || areTwo(acts)) &&
  (document?.pages ?? []).some(
    ({ authenticity }) => authenticity?.reference?.model === model && authenticity.reference.score > OPERATING_POINT,
  )

/** Did two people approve, and nobody reject? */
function areTwo(acts: readonly { verdict: ReviewAct; reviewer: string }[]): boolean {
  const verdicts = verdictsAmong(acts)
  const approving = new Set(verdicts.map(({ reviewer }) => reviewer))
  return approving.size >= 2 && verdicts.every(({ verdict }) => verdict === 'approve')
}
