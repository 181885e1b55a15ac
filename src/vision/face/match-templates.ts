import type { FaceTemplate } from './face-template.ts'
import { cosineOf, groundOf } from './template.ts'

export interface Likeness {
  cosine: number
  score: number
  /** The recogniser, or the joined ones, that both templates were compared by. */
  model: string
}

/** Compares two templates by everything that they have in common; undefined if that is nothing. */
export function matchTemplates(a: FaceTemplate, b: FaceTemplate): Likeness | undefined {
  const ground = groundOf(a, b)
  if (!ground) return undefined
  const cosine = cosineOf(ground.a, ground.b)
  return { cosine, score: onCurve(ground.curve, cosine), model: ground.model }
}

/** The cosine that has this score; undefined for a curve that does not reach it. */
export function cosineAt(curve: FaceTemplate['curve'], score: number): number | undefined {
  const above = curve.findIndex(([, y]) => y >= score)
  const right = curve[above]
  const left = curve[above - 1]
  if (!right || !left) return right?.[0]
  return left[0] + ((score - left[1]) / (right[1] - left[1])) * (right[0] - left[0])
}

/** Linear between the points of an ascending curve, flat beyond its ends. */
export function onCurve(curve: FaceTemplate['curve'], cosine: number): number {
  const above = curve.findIndex(([x]) => x >= cosine)
  if (above === -1) return curve.at(-1)?.[1] ?? 0
  const right = curve[above]
  const left = curve[above - 1]
  if (!right || !left) return right?.[1] ?? 0
  return left[1] + ((cosine - left[0]) / (right[0] - left[0])) * (right[1] - left[1])
}

/**
 * A search compares with every earlier session, so it needs much more certainty than one comparison. At this score
 * (cosine 0.594 of the joined recognisers) one of 1,250,180 impostor pairs of LFW matches, with a doubtful label. A
 * Pareto tail fitted to the others gives 4 in a hundred million: among a million sessions one search in 25 finds a
 * stranger, and a person looks. Of genuine pairs 84 % are above.
 */
export const SAME_FACE_SCORE = 77
