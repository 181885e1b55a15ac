import type { AgeAnswerWord, MinorsAccepted } from '../../../domain/vocabulary.ts'

/**
 * Years by which an estimate must be over the limit, by the share of people just below it who may be taken for old enough.
 * Fitted to the errors of 128 people of 8 to 24 years (docs/figures/age.json, `margins`): beyond 4 years they fall off
 * exponentially. 1 % lies inside what was measured, 0.1 % is the fitted tail.
 */
export const YES_MARGIN: Record<MinorsAccepted, number> = { '1%': 20, '0.1%': 32 }

/** Years by which it must be under the limit to say no: 1 % of people of 18 to 29 are estimated that much too young. */
export const NO_MARGIN = 18

/** What the flow `age` asks, and what its selfies said so far. */
export interface AgeQuestion {
  atLeast: number
  minorsAccepted: MinorsAccepted
  /** The lowest estimate of the selfies that came: sending more of them makes nobody older. Absent: none could be made. */
  lowest?: number
}

/** What is left of a session of the flow `age` once it is over. */
export interface AgeAnswer {
  atLeast: number
  answer: AgeAnswerWord
  /** SHA-256 of the evidence, as canonical JSON without the numbers of a face. */
  evidenceSha256: string
}

/** What an estimate says of the question: within the margin nothing. */
export function judgeEstimate({ atLeast, minorsAccepted, lowest }: AgeQuestion): AgeAnswerWord {
  if (lowest === undefined) return 'UNSURE'
  if (lowest >= atLeast + YES_MARGIN[minorsAccepted]) return 'YES'
  return lowest < atLeast - NO_MARGIN ? 'NO' : 'UNSURE'
}

/** The question with one more selfie; one that no age could be estimated from counts as the lowest there is. */
export function withEstimate(question: AgeQuestion, estimate: number | undefined, isFirst: boolean): AgeQuestion {
  const { lowest, ...asked } = question
  if (estimate === undefined || (!isFirst && lowest === undefined)) return asked
  return { ...asked, lowest: Math.min(lowest ?? estimate, estimate) }
}
