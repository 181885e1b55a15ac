import { isProof } from '../chip/chip-reading.ts'
import { CLEARLY_GENUINE } from '../decision/factors/document-authenticity.ts'
import { OPERATING_POINT } from '../decision/rule.ts'
import { verdictsAmong } from '../review.ts'
import type { Session } from '../session.ts'
import type { ReviewAct } from '../vocabulary.ts'
import type { ReferenceReading } from './document.ts'

/**
 * Whether the pictures of a session may go into the reference of a document that is taught already. With a chip that is proof
 * nothing may speak against it by the reference as it is. Two people who approved it may both have been deceived, so what they
 * approved must be clearly genuine by the reference too, with its pattern and print judged: copies that are nearly good enough
 * would move the reference, and widen what is allowed.
 */
export function mayTeachAgain(
  model: string,
  { document, chip }: Pick<Session, 'document' | 'chip'>,
  acts: readonly { verdict: ReviewAct; reviewer: string }[],
): boolean {
  const readings = (document?.pages ?? [])
    .flatMap(({ authenticity }) => authenticity?.reference ?? [])
    .filter((reading) => reading.model === model)
  if (chip !== undefined && isProof(chip)) return readings.some(({ score }) => score > OPERATING_POINT)
  return areTwo(acts) && readings.some(isClear)
}

const isClear = ({ score, properties }: ReferenceReading): boolean =>
  score >= CLEARLY_GENUINE && typeof properties?.pattern === 'number' && typeof properties.print === 'number'

/** Did two people approve, and nobody reject? */
function areTwo(acts: readonly { verdict: ReviewAct; reviewer: string }[]): boolean {
  const verdicts = verdictsAmong(acts)
  const approving = new Set(verdicts.map(({ reviewer }) => reviewer))
  return approving.size >= 2 && verdicts.every(({ verdict }) => verdict === 'approve')
}
