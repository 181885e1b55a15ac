import { BANDS } from './bands.ts'
import type { ComparedCells } from './compare-cells.ts'
import { median } from './fit.ts'
import { type Windows, windowsOf } from './local-likeness.ts'
import { CELL, type MeasuredPrint } from './measure-print.ts'
import type { OpenReference } from './reference.ts'

const AREA = CELL * CELL
/** Lighter than this, and lighter than the reference by so much, the light has taken colour and pattern away. */
const WASHED = { light: 205, over: 10 }
/** Every second pixel of every second row is looked at. */
export const LOOKED_AT = AREA / 4
const MOST_WHITE = 0.15 * LOOKED_AT

/** Has the light taken away what is printed in a cell, which the other picture shows? */
export function isWashed(
  page: Pick<MeasuredPrint, 'colours' | 'white'>,
  other: { colours: Float32Array },
  cell: number,
  looked = LOOKED_AT,
): boolean {
  const light = lightOf(page.colours, cell) / LOOKED_AT
  return (
    (page.white[cell] as number) > MOST_WHITE ||
    (light > WASHED.light && light > lightOf(other.colours, cell) / looked + WASHED.over)
  )
}

/** Grain of a camera, in squared grey levels. */
const GRAIN = 0.05
/** Where the finest and the middle forms show by so much less than on genuine ones, as a logarithm, the light took them. */
const WEAKER = 0.1

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
  return (shown(0) + shown(1)) / 2 < -WEAKER
}

const lightOf = (colours: Float32Array, cell: number): number =>
  0.299 * (colours[3 * cell] as number) +
  0.587 * (colours[3 * cell + 1] as number) +
  0.114 * (colours[3 * cell + 2] as number)

/** How alike the page's windows are to the reference's, those left out that the light took away. */
export function windowsFor(
  reference: Pick<OpenReference, 'width' | 'height' | 'wide' | 'blockInk' | 'masks' | 'colours' | 'power' | 'firm'>,
  page: MeasuredPrint,
  compared: ComparedCells,
): Windows | undefined {
  const { columns, rows } = compared
  const shining = shiningCells(page, reference, columns, rows)
  return windowsOf({ ...reference, mask: reference.masks[1] }, page, compared, (x, y) => {
    const [column, row] = [Math.min(columns - 1, Math.floor(x * columns)), Math.min(rows - 1, Math.floor(y * rows))]
    const cell = row * columns + column
    return !shining[cell] && !isTakenAway(page, reference, compared, cell)
  })
}

/** So much lighter than the page is as a whole, as a logarithm, light is mirrored by the document and covers its print. */
const SHINING = 0.15

/** Cells in which light is mirrored, and those next to them; of cells that are not the document's own nothing is known. */
function shiningCells(
  page: Pick<MeasuredPrint, 'colours'>,
  reference: { colours: Float32Array },
  columns: number,
  rows: number,
): Uint8Array {
  const lighter = Float32Array.from({ length: columns * rows }, (_, cell) =>
    Math.log((lightOf(page.colours, cell) / LOOKED_AT + 1) / (lightOf(reference.colours, cell) + 1)),
  )
  const isKnown = (cell: number) => lightOf(reference.colours, cell) > 0
  const usual = median(lighter.filter((_, cell) => isKnown(cell)))
  const shines = (x: number, y: number) => {
    const cell = y * columns + x
    return x >= 0 && y >= 0 && x < columns && y < rows && isKnown(cell) && (lighter[cell] as number) > usual + SHINING
  }
  return Uint8Array.from(lighter, (_, cell) => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    return [-1, 0, 1].some((y) => [-1, 0, 1].some((x) => shines(column + x, row + y))) ? 1 : 0
  })
}
