import type { Hint } from '../../formats/hints.ts'
import type { Mark } from '../../formats/result.ts'
import type { DocumentRefusal, FaceRefusal } from '../../vision/refusals.ts'

export function refused<Refusal extends DocumentRefusal | FaceRefusal>(
  refusal: Refusal,
  hints: readonly Hint[] = [],
  marks: readonly Mark[] = [],
  mayGoToReviewer = false,
) {
  return { hasError: true, error: refusal, ...hintsOf(hints, marks), ...(mayGoToReviewer && { mayGoToReviewer }) }
}

/** The hints of a picture, and where they are. */
export const hintsOf = (hints: readonly Hint[], marks: readonly Mark[] = []) => ({
  ...(hints.length && { hints: [...hints] }),
  ...(marks.length && { marks: [...marks] }),
})
