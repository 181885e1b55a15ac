import type { ReviewerQuery } from '../../kernel/evidence/contract/pictures.ts'

/** One picture that the person has to give. */
export type FlowPart = ReviewerQuery['of']

/** "Step 1 of 3". */
export interface Progress {
  step: number
  steps: number
}
