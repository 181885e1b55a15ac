import type { Candidate } from './candidate.ts'

/**
 * Share of values that were right, by the certainty of reader and place (piecewise linear between the points):
 * 181 values of labelled cards and passports, in docs/accuracy-documents.md. Even a reader without a doubt drops accents.
 */
const CURVE: readonly (readonly [certainty: number, confidence: number])[] = [
  [0, 0],
  [0.64, 15],
  [0.77, 68],
  [0.88, 90],
  [1, 95],
]

/** 0..100: of the values given 90, about 90 % are right. */
export function confidenceOf(candidate: Pick<Candidate, 'name' | 'value' | 'weakest' | 'average' | 'place'>): number {
  const certainty = Math.sqrt(candidate.weakest * candidate.average) * (0.6 + 0.4 * candidate.place)
  const above = CURVE.findIndex(([x]) => x >= certainty)
  const [x1, y1] = CURVE[Math.max(1, above)] ?? [1, 100]
  const [x0, y0] = CURVE[Math.max(1, above) - 1] ?? [0, 0]
  return Math.round(y0 + ((y1 - y0) * (certainty - x0)) / (x1 - x0))
}
