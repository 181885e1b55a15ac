import type { Candidate } from './candidate.ts'

/**
 * Share of values that were right, by the certainty of reader and place (piecewise linear between the points): 792 values
 * of drawn documents at six resolutions; shown on as many others and on labelled ones in docs/accuracy-documents.md.
 * Not above 98: one or two values in a hundred are read letter by letter and stand in the wrong place, or only in part.
 */
const CURVE: readonly (readonly [certainty: number, confidence: number])[] = [
  [0, 0],
  [0.3, 15],
  [0.5, 28],
  [0.7, 45],
  [0.8, 56],
  [0.86, 65],
  [0.9, 84],
  [0.94, 95],
  [1, 98],
]

/** 0..100: of the values given 90, about 90 % are right. */
export function confidenceOf(candidate: Pick<Candidate, 'name' | 'value' | 'weakest' | 'average' | 'place'>): number {
  const certainty = Math.sqrt(candidate.weakest * candidate.average) * (0.6 + 0.4 * candidate.place)
  const above = CURVE.findIndex(([x]) => x >= certainty)
  const [x1, y1] = CURVE[Math.max(1, above)] ?? [1, 100]
  const [x0, y0] = CURVE[Math.max(1, above) - 1] ?? [0, 0]
  return Math.round(y0 + ((y1 - y0) * (certainty - x0)) / (x1 - x0))
}
