import { BANDS } from './bands.ts'
import { type ComparedCells, LEAST_OWN } from './compare-cells.ts'
import type { MeasuredPrint } from './measure-print.ts'
import type { OpenReference } from './reference.ts'

/** Fewer pixels of ink than this do not say how sharp a picture is. */
const LEAST_INK = 400

/** The strength of letters by octave, as logarithms: how sharp a picture is and how much contrast it has. */
export function inkOf({ ink, inkPower }: MeasuredPrint, pictures: Uint8Array): number[] | undefined {
  let count = 0
  const sums = new Array<number>(BANDS).fill(0)
  for (const [cell, pixels] of ink.entries()) {
    if (pictures[cell]) continue
    count += pixels
    for (let b = 0; b < BANDS; b++) sums[b] = (sums[b] as number) + (inkPower[BANDS * cell + b] as number)
  }
  return count < LEAST_INK ? undefined : sums.map((sum) => Math.log(sum / count + 1e-9))
}

/** The logarithm of the mean width of strokes in cells; undefined where there are none. */
export function strokeOf(
  { dark, edges }: Pick<MeasuredPrint, 'dark' | 'edges'>,
  cells: readonly number[],
): number | undefined {
  const [area, length] = [dark, edges].map((values) =>
    cells.reduce((sum, cell) => sum + (values[cell] as number), 0),
  ) as [number, number]
  return length > 1 ? Math.log(area / length) : undefined
}

/** Pixels of ink that a cell of letters has at least, and how alike it is at least: a cell with other print has another width. */
const LETTERS = { ink: 10, likeness: 0.6 }
/** Fewer cells of letters do not say how bold they are. */
const LEAST_LETTERS = 8

/** The logarithm of the width of the strokes of fixed print over the reference's; undefined where there are too few. */
export function weightOf(
  reference: Pick<OpenReference, 'ink' | 'pictures' | 'dark' | 'edges'>,
  page: MeasuredPrint,
  { own, likeness }: ComparedCells,
  isSeen: (cell: number) => boolean,
): number | undefined {
  const cells = Array.from(own, (_, cell) => cell).filter(
    (cell) =>
      (own[cell] as number) >= LEAST_OWN &&
      !reference.pictures[cell] &&
      (reference.ink[cell] as number) >= LETTERS.ink &&
      (likeness[cell] as number) >= LETTERS.likeness &&
      isSeen(cell),
  )
  if (cells.length < LEAST_LETTERS) return undefined
  const [shown, usual] = [strokeOf(page, cells), strokeOf(reference, cells)]
  return shown === undefined || usual === undefined ? undefined : shown - usual
}
