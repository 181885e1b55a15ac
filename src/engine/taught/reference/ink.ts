import { BANDS } from './bands.ts'
import type { MeasuredPrint } from './measure-print.ts'

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
export function strokeOf({ dark, edges }: MeasuredPrint, cells: readonly number[]): number | undefined {
  const [area, length] = [dark, edges].map((values) =>
    cells.reduce((sum, cell) => sum + (values[cell] as number), 0),
  ) as [number, number]
  return length > 1 ? Math.log(area / length) : undefined
}
