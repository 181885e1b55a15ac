import type { Likeness } from '../../../domain/face/face.ts'
import type { Strangers } from '../../../domain/vocabulary.ts'

/**
 * The score that a match must be over, by how many strangers there may be to one false match. The curve from cosine to
 * score has a decade of false matches in ten points: chosen on one half of the people of LFW, on the other half 9.4e-5 of
 * the pairs lie over 50; of all 1,250,180 pairs 1.2e-5 lie over 60 (docs/figures/faces.json).
 */
export const MATCH_LIMIT: Record<Strangers, number> = { 10000: 50, 100000: 60 }

/** Whom a returning person says to be. */
export interface ClaimedPerson {
  /** The session in which they were approved. */
  sessionId: string
  strangers: Strangers
}

/** The same once it was compared. No numbers of a face are kept with it. */
export interface ComparedPerson extends ClaimedPerson {
  /** Absent when there was nothing to compare with. */
  likeness?: Likeness
  /** In what other proofs say something else about the person than the earlier session; absent where none does. */
  contradictions?: { between: string; differing: string[] }[]
}
