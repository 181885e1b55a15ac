import type { VisualFieldName } from '../../../domain/vocabulary.ts'
import type { Chosen } from './choose.ts'

type Curve = readonly (readonly [at: number, share: number])[]

/**
 * Share of values that were read right, by the certainty of the reader: 792 values of drawn documents at six resolutions;
 * shown on as many others and on labelled ones in docs/accuracy-documents.md. Not above 98: one or two values in a hundred
 * are read letter by letter and are only a part of what is printed.
 */
const READ: Curve = [
  [0, 0],
  [0.3, 0.15],
  [0.5, 0.28],
  [0.7, 0.45],
  [0.8, 0.56],
  [0.86, 0.65],
  [0.9, 0.84],
  [0.94, 0.95],
  [1, 0.98],
]

/**
 * Share of texts that were the field they were taken for, by how much more supports that than for anything else: 1,444
 * values of nine labelled types, half of them with all that knows the type taken away.
 */
const MEANT: Curve = [
  [0, 0.75],
  [1, 0.88],
  [2, 0.93],
  [3, 0.96],
  [5, 0.98],
  [6, 1],
]

/**
 * What holds of fields that look like one another and of which nothing but the place tells which it is: of 54 numbers of
 * labelled types 45 were the number they were taken for; the names of others as the net was right on fresh drawn pages.
 */
const BY_PLACE: Partial<Record<VisualFieldName, number>> = {
  document_number: 0.83,
  personal_number: 0.83,
  fathers_name: 0.78,
  mothers_name: 0.77,
  middle_name: 0.82,
  second_surname: 0.88,
  surname_and_given_names: 0.5,
  place_of_issue: 0.88,
  first_issue_date: 0.88,
}

/** 0..100: of the values given 90, about 90 % are right. */
export function confidenceOf(chosen: Pick<Chosen, 'name' | 'weakest' | 'average' | 'margin' | 'by'>): number {
  const { name, weakest, average, margin, by } = chosen
  const meant = along(MEANT, margin) * (by === 'place' ? (BY_PLACE[name] ?? 1) : 1)
  return Math.round(100 * along(READ, Math.sqrt(weakest * average)) * meant)
}

/** Linear between the points, level beyond them. */
function along(curve: Curve, at: number): number {
  const above = curve.findIndex(([x]) => x >= at)
  const [x1, y1] = curve.at(above) ?? [0, 0]
  const [x0, y0] = curve[above - 1] ?? [x1, y1]
  return x1 === x0 || above < 0 ? y1 : y0 + ((y1 - y0) * (at - x0)) / (x1 - x0)
}
