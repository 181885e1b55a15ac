import { boxBlur } from '../../picture/greys.ts'
import { SHINING, TAKEN_AWAY, WASHED } from '../limits.ts'
import type { ComparedCells } from './cells.ts'
import { median } from './means.ts'
import { BANDS, COLOURED, type MeasuredPrint } from './measure-print.ts'

/** Grain of a camera, in squared grey levels. */
export const GRAIN = 0.05

/** Has the light taken away what is printed in a cell, which the other picture shows? `looked`: pixels that its colours add up. */
export function isWashed(
  page: Pick<MeasuredPrint, 'colours' | 'white'>,
  other: { colours: Float32Array },
  cell: number,
  looked = COLOURED,
): boolean {
  const light = lightOf(page.colours, cell) / COLOURED
  return (
    (page.white[cell] as number) > WASHED.white * COLOURED ||
    (light > WASHED.light && light > lightOf(other.colours, cell) / looked + WASHED.over)
  )
}

/** Has the light taken away what the reference has in a cell? A page that is only lighter, as a file is, shows its print. */
export function isTakenAway(
  page: Pick<MeasuredPrint, 'colours' | 'white'>,
  reference: { colours: Float32Array; power: Float32Array },
  compared: Pick<ComparedCells, 'page'>,
  cell: number,
): boolean {
  if (!isWashed(page, reference, cell, 1)) return false
  const shown = (b: number) =>
    (Math.log((compared.page[BANDS * cell + b] as number) + GRAIN) - (reference.power[BANDS * cell + b] as number)) / 2
  return (shown(0) + shown(1)) / 2 < -TAKEN_AWAY
}

const lightOf = (colours: Float32Array, cell: number): number =>
  0.299 * (colours[3 * cell] as number) +
  0.587 * (colours[3 * cell + 1] as number) +
  0.114 * (colours[3 * cell + 2] as number)

/** More than 0 in cells in which light is mirrored, and those next to them; of cells that are not the document's own nothing is known. */
export function shiningCells(
  page: Pick<MeasuredPrint, 'colours'>,
  reference: { colours: Float32Array },
  columns: number,
  rows: number,
): Float32Array {
  const lighter = Float32Array.from({ length: columns * rows }, (_, cell) =>
    Math.log((lightOf(page.colours, cell) / COLOURED + 1) / (lightOf(reference.colours, cell) + 1)),
  )
  const isKnown = (cell: number) => lightOf(reference.colours, cell) > 0
  const usual = median(lighter.filter((_, cell) => isKnown(cell)))
  const shines = lighter.map((light, cell) => (isKnown(cell) && light > usual + SHINING ? 1 : 0))
  return boxBlur({ width: columns, height: rows, values: shines }, 1).values
}
