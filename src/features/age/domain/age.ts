import type { AgeAnswerWord, MinorsAccepted } from '../../../kernel/vocabulary.ts'

declare module '../../../kernel/feature-types.ts' {
  interface FeatureReadings {
    /** What the flow `age` asks. */
    age?: AgeQuestion
    /** The answer that is kept once the question is over; everything else was erased. */
    ageAnswer?: AgeAnswer
  }
  interface FeatureEvidence {
    /** What the flow `age` asks. */
    age?: AgeQuestion
  }
}

/**
 * How many years an estimate must be over the limit, by the accepted share of people just below the limit who pass.
 * Fitted to the errors of 128 people aged 8 to 24 (docs/figures/age.json, `margins`), which fall off exponentially
 * beyond 4 years. 1 % lies within the measured range; 0.1 % is extrapolated from the fitted tail.
 */
export const YES_MARGIN: Record<MinorsAccepted, number> = { '1%': 20, '0.1%': 32 }

/**
 * How many years an estimate must be under the limit to say no: 1 % of people aged 18 to 29 are estimated that much too
 * young.
 */
export const NO_MARGIN = 18

/** The question of the flow `age`, and the result of its selfies so far. */
interface AgeQuestion {
  atLeast: number
  minorsAccepted: MinorsAccepted
  /**
   * The lowest estimate of the selfies so far, so that sending more of them cannot raise it. Absent if no age could be
   * estimated.
   */
  lowest?: number
}

/** What is kept of a session of the flow `age` once it is over. */
interface AgeAnswer {
  atLeast: number
  answer: AgeAnswerWord
  /** SHA-256 of the evidence as canonical JSON, without face embeddings. */
  evidenceSha256: string
}

/** The answer that an estimate gives. Within the margin it gives none. */
export function judgeEstimate({ atLeast, minorsAccepted, lowest }: AgeQuestion): AgeAnswerWord {
  if (lowest === undefined) return 'UNSURE'
  if (lowest >= atLeast + YES_MARGIN[minorsAccepted]) return 'YES'
  return lowest < atLeast - NO_MARGIN ? 'NO' : 'UNSURE'
}

/**
 * The question after one more selfie. A selfie from which no age could be estimated counts as the lowest possible
 * estimate.
 */
export function withEstimate(question: AgeQuestion, estimate: number | undefined, isFirst: boolean): AgeQuestion {
  const { lowest, ...asked } = question
  if (estimate === undefined || (!isFirst && lowest === undefined)) return asked
  return { ...asked, lowest: Math.min(lowest ?? estimate, estimate) }
}
