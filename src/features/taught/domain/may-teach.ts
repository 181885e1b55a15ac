import type { PageSide } from '../../../formats/document-words.ts'
import { signedProofsOf } from '../../../kernel/decision/proof.ts'
import type { EvidenceReadings } from '../../../kernel/feature-types.ts'
import { verdictsAmong } from '../../../kernel/review/review.ts'
import type { ReviewAct } from '../../../kernel/review/review-words.ts'
import type { Session } from '../../../kernel/session/session.ts'
import type { TeachingObstacle } from '../../../kernel/vocabulary.ts'
import type { ReferenceReading } from '../../../vision/document/page-reading.ts'
import { CLEARLY_GENUINE, OPERATING_POINT } from '../../../vision/operating-point.ts'

interface Lender {
  session: Pick<Session, 'document' | 'status' | keyof EvidenceReadings>
  acts: readonly { verdict: ReviewAct; reviewer: string }[]
  /** The side of the picture that is to teach. */
  side: PageSide
  /** The document, if it was already in use and is taught again; absent for a new one. */
  model?: string | undefined
}

/**
 * The obstacle to teaching with a session's picture; undefined if there is none. Nobody may have rejected the session.
 * Two people must have approved it, or a proof must attest the document. The references it was compared with must not
 * speak against it. Since two people can both be deceived, the page must also be clearly genuine by its reference, with
 * pattern and print judged: copies that are almost good enough would shift the reference and widen what it accepts. A
 * new document has no reference yet; a page of a known document cannot teach a second one.
 */
export function findTeachingObstacle({ session, acts, side, model }: Lender): TeachingObstacle | undefined {
  const { document, status } = session
  const verdicts = verdictsAmong(acts)
  const isRejected = status === 'AUTO_REJECTED' || status === 'MANUAL_REJECTED'
  if (isRejected || verdicts.some(({ verdict }) => verdict === 'reject')) return 'REJECTED'
  const isProven = signedProofsOf(session).some(({ attestsDocument }) => attestsDocument)
  if (!isProven && new Set(verdicts.map(({ reviewer }) => reviewer)).size < 2) return 'NOT_APPROVED'

  const pages = document?.pages ?? []
  if (pages.some(({ authenticity }) => isAgainst(authenticity?.reference))) return 'DOUBTED'
  const page = pages.find((each) => each.side === side)
  const reference = page?.authenticity?.reference
  if (model === undefined) return page?.taught || reference ? 'TAUGHT' : undefined
  if (reference?.model !== model) return 'NOT_COMPARED'
  return isProven || isClear(reference) ? undefined : 'DOUBTED'
}

const isAgainst = (reading: ReferenceReading | undefined): boolean =>
  reading !== undefined && reading.score <= OPERATING_POINT

const isClear = ({ score, properties }: ReferenceReading): boolean =>
  score >= CLEARLY_GENUINE && typeof properties?.pattern === 'number' && typeof properties.print === 'number'

/** Sides that are not taught yet and whose picture is available, and whether it may teach. */
export function teachingOf(
  session: Session,
  acts: Lender['acts'],
): { untaught: PageSide[]; teachingObstacle?: TeachingObstacle } {
  const { document, images } = session
  const untaught = (document?.pages ?? []).filter(({ side, taught }) => !taught && images[side]).map(({ side }) => side)
  const [side] = untaught
  const obstacle = side && findTeachingObstacle({ session, acts, side })
  return { untaught, ...(obstacle && { teachingObstacle: obstacle }) }
}
