import type { FaceTemplate } from '../../../src/vision/face/face-template.ts'
import { onCurve } from '../../../src/vision/face/match-templates.ts'

/** A template whose numbers may be packed, because millions of pairs are compared. */
export type Packed = Pick<FaceTemplate, 'curve'> & { values: ArrayLike<number> }

/** The score of two templates of unit length; a face that was not found matches nobody. */
export function scoreOf(a: Packed | undefined, b: Packed | undefined): number {
  if (!a || !b) return 0
  let cosine = 0
  for (let i = 0; i < a.values.length; i++) cosine += (a.values[i] as number) * (b.values[i] as number)
  return onCurve(a.curve, cosine)
}
