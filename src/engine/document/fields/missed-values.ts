import type { VisualFieldName } from '../../../domain/vocabulary.ts'
import type { Box } from '../../picture/box.ts'
import type { Size } from '../../picture/picture.ts'
import { type Quad, quadOf } from '../../picture/quad.ts'
import type { Span } from './candidate.ts'
import type { Label } from './find-labels.ts'

/**
 * Width over height of the place to read. Values of one to three letters, alone in a row, are the first that the finder of
 * text misses; of the others it is the essential ones that are worth a second look.
 */
const WIDTHS: Partial<Record<VisualFieldName, number>> = {
  sex: 2.4,
  issuing_state_code: 2.4,
  document_class_code: 2.4,
  surname: 12,
  given_name: 12,
  document_number: 10,
  date_of_birth: 8,
  date_of_expiry: 8,
  nationality: 8,
}

/** Height of a value's line over its label's, and of its top below the label's, where the page itself shows neither. */
const USUAL = { height: 1.3, below: 1 }

/** Where a value should stand under a label that has none, going by the other labels of the page and their values. */
export function placesUnder(
  labels: readonly Label[],
  values: readonly Span[],
  known: ReadonlySet<VisualFieldName>,
  size: Size,
): Quad[] {
  const rhythm = rhythmOf(labels, values)
  return labels
    .filter(({ name, likeness }) => !known.has(name) && likeness > MIN_LIKENESS)
    .flatMap(({ name, box }) => {
      const most = WIDTHS[name]
      if (!most) return []
      const height = rhythm?.height ?? USUAL.height * box.height
      const top = box.y + (rhythm?.below ?? USUAL.below * box.height)
      const left = box.x + (rhythm?.right ?? 0) - MARGIN * height
      const taken = values.filter((value) => overlaps(value.box, { x: left, y: top, width: most * height, height }))
      const nearest = Math.min(size.width, ...taken.map((value) => value.box.x))
      const width = Math.min(most * height, nearest - left)
      return width < MIN_WIDTH * height ? [] : [quadOf({ x: left, y: top, width, height })]
    })
}

/** A label that short must have been read nearly letter by letter: SEX is in many words. */
const MIN_LIKENESS = 0.8
/** Free before the first letter, as a share of the height. */
const MARGIN = 0.2
/** Less than a letter. */
const MIN_WIDTH = 0.6

interface Rhythm {
  below: number
  right: number
  height: number
}

/** How far below its label a value of this page stands: the median of the pairs that begin in one column. */
function rhythmOf(labels: readonly Label[], values: readonly Span[]): Rhythm | undefined {
  const pairs = labels.flatMap(({ box }) =>
    values
      .filter((value) => Math.abs(value.box.x - box.x) < box.height)
      .filter(({ box: { y } }) => y > box.y + 0.5 * box.height && y < box.y + 2 * box.height)
      .slice(0, 1)
      .map((value) => ({ below: value.box.y - box.y, right: value.box.x - box.x, height: value.box.height })),
  )
  if (pairs.length < 2) return undefined
  const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
  return {
    below: median(pairs.map(({ below }) => below)),
    right: median(pairs.map(({ right }) => right)),
    height: median(pairs.map(({ height }) => height)),
  }
}

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y + 0.2 * a.height < b.y + b.height && b.y < a.y + 0.8 * a.height
