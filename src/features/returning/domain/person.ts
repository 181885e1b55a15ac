import type { Strangers } from '../../../kernel/vocabulary.ts'
import type { Likeness } from '../../../vision/face/match-templates.ts'

declare module '../../../kernel/feature-types.ts' {
  interface FeatureReadings {
    /** The person that a returning person claims to be. */
    person?: ClaimedPerson
  }
  interface FeatureEvidence {
    /** The person that a returning person claims to be, and how alike their faces are. */
    person?: ComparedPerson
  }
}

/**
 * The score above which two faces match, by the number of strangers per false match. Ten points of the score stand for
 * a factor of ten in false matches. The curve from cosine to score was chosen on one half of the people of LFW: on the
 * other half 9.4e-5 of the pairs lie above 50, and of all 1,250,180 pairs 1.2e-5 lie above 60
 * (docs/figures/faces.json).
 */
export const MATCH_LIMIT: Record<Strangers, number> = { 10000: 50, 100000: 60 }

/** The person that a returning person claims to be. */
export interface ClaimedPerson {
  /** The session in which they were approved. */
  sessionId: string
  strangers: Strangers
}

/** The claimed person after the comparison. No face embeddings are kept with it. */
export interface ComparedPerson extends ClaimedPerson {
  /** Absent if there was nothing to compare with. */
  likeness?: Likeness
  /** The fields in which other proofs contradict the earlier session; absent if there are none. */
  contradictions?: { between: string; differing: string[] }[]
}
