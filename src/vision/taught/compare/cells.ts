import { boxBlur, type Greys, lumaAt } from '../../picture/greys.ts'
import { peak } from '../../picture/register/patches.ts'
import { SHINING, TAKEN_AWAY, WASHED } from '../limits.ts'
import { median } from './means.ts'
import { BANDS, type Bands, CELL, COLOURED, cellGrid, type MeasuredPrint } from './measure-print.ts'

/** The document's own pixels of a picture, at the three sizes of its bands. */
export type OwnMasks = readonly [Uint8Array, Uint8Array, Uint8Array]

/** Each cell of a page compared with the same cell of its reference; by cell. */
export interface ComparedCells {
  columns: number
  rows: number
  /** 0…1: the share of the cell that is the document's own. */
  own: Float32Array
  /** Mean squares of each band in the reference and in the page, and their product; by cell, then band. */
  reference: Float32Array
  page: Float32Array
  both: Float32Array
  /** The offset in pixels at which the page shows this cell of the reference, and the correlation there: −1…1. */
  shiftX: Float32Array
  shiftY: Float32Array
  likeness: Float32Array
}

/** A cell with a smaller own share than this is ignored. */
export const LEAST_OWN = 0.5

export function compareCells(reference: Bands, masks: OwnMasks, page: Bands): ComparedCells {
  const { columns, rows } = cellGrid(reference[0])
  const cells = columns * rows
  const arrays = (length: number) => new Float32Array(length)
  const compared: ComparedCells = {
    columns,
    rows,
    own: arrays(cells),
    reference: arrays(BANDS * cells),
    page: arrays(BANDS * cells),
    both: arrays(BANDS * cells),
    shiftX: arrays(cells),
    shiftY: arrays(cells),
    likeness: arrays(cells),
  }
  for (let cell = 0; cell < cells; cell++) {
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    const own = ownShare(masks[2], reference[2].width, column, row)
    compared.own[cell] = own
    if (own < LEAST_OWN) continue
    const coarse = search(reference[2], masks[2], page[2], column, row, 2, { x: 0, y: 0 }, COARSE)
    const shift = search(reference[1], masks[1], page[1], column, row, 1, { x: 2 * coarse.x, y: 2 * coarse.y }, FINE)
    compared.shiftX[cell] = 2 * shift.x
    compared.shiftY[cell] = 2 * shift.y
    compared.likeness[cell] = shift.likeness
    for (let b = 0; b < BANDS; b++) {
      const scale = 2 / (1 << b)
      const at = BANDS * cell + b
      measureBand(compared, at, reference[b] as Greys, masks[b] as Uint8Array, page[b] as Greys, column, row, b, {
        x: Math.round(shift.x * scale),
        y: Math.round(shift.y * scale),
      })
    }
  }
  return compared
}

function ownShare(mask: Uint8Array, width: number, column: number, row: number): number {
  const side = CELL / 4
  let sum = 0
  for (let y = row * side; y < (row + 1) * side; y++) {
    for (let x = column * side; x < (column + 1) * side; x++) sum += mask[y * width + x] as number
  }
  return sum / (side * side)
}

/** The search range, in pixels of the band: eight pixels of the reference in all. */
const COARSE = 2
const FINE = 1
/** The margin around a cell, in pixels of the reference: finding a shift needs some context. */
const MARGIN = 8

/** The maximum number of pixels of one cell and its margin. */
const MOST_OWN = (CELL / 2 + MARGIN) ** 2
const ownAt = new Int32Array(MOST_OWN)
const ownValues = new Float32Array(MOST_OWN)

interface Shift {
  x: number
  y: number
  likeness: number
}

/** Where near a shift the page is most similar to a cell, to a part of a pixel of the band. */
function search(
  reference: Greys,
  mask: Uint8Array,
  page: Greys,
  column: number,
  row: number,
  b: number,
  near: { x: number; y: number },
  reach: number,
): Shift {
  const { width, height } = reference
  const [side, margin] = [CELL >> b, MARGIN >> b]
  const [nearX, nearY] = [Math.round(near.x), Math.round(near.y)]
  const left = Math.max(0, column * side - margin, reach - nearX)
  const top = Math.max(0, row * side - margin, reach - nearY)
  const right = Math.min(width, (column + 1) * side + margin, width - reach - nearX)
  const bottom = Math.min(height, (row + 1) * side + margin, height - reach - nearY)
  const count = 2 * reach + 1
  const scores = new Float64Array(count * count)
  let best = 0
  let power = 1e-6
  // The own pixels of the cell, collected once: they are used for every shift.
  let own = 0
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = y * width + x
      if (!mask[at]) continue
      const value = reference.values[at] as number
      power += value ** 2
      ownAt[own] = at
      ownValues[own++] = value
    }
  }
  for (let i = 0; i < scores.length; i++) {
    const offset = (nearY + Math.floor(i / count) - reach) * width + nearX + (i % count) - reach
    let [seen, both] = [1e-6, 0]
    for (let k = 0; k < own; k++) {
      const value = page.values[(ownAt[k] as number) + offset] as number
      seen += value * value
      both += value * (ownValues[k] as number)
    }
    scores[i] = both / Math.sqrt(power * seen)
    if ((scores[i] as number) > (scores[best] as number)) best = i
  }
  const [bx, by] = [best % count, Math.floor(best / count)]
  const likeness = scores[best] as number
  // At the limit of the search range, the maximum cannot be interpolated.
  const between = (k: number, step: number): number =>
    k > 0 && k < count - 1 ? peak(scores[best - step] as number, likeness, scores[best + step] as number) : 0
  return {
    x: nearX + bx - reach + between(bx, 1),
    y: nearY + by - reach + between(by, count),
    likeness,
  }
}

function measureBand(
  compared: ComparedCells,
  to: number,
  reference: Greys,
  mask: Uint8Array,
  page: Greys,
  column: number,
  row: number,
  b: number,
  shift: { x: number; y: number },
): void {
  const side = CELL >> b
  const { width, height } = reference
  let [rr, pp, rp, count] = [0, 0, 0, 0]
  const top = Math.max(row * side, -shift.y)
  const bottom = Math.min((row + 1) * side, height - shift.y)
  const left = Math.max(column * side, -shift.x)
  const right = Math.min((column + 1) * side, width - shift.x)
  for (let y = top; y < bottom; y++) {
    let at = y * width + left
    let on = (y + shift.y) * width + left + shift.x
    for (let x = left; x < right; x++, at++, on++) {
      if (!mask[at]) continue
      const [r, p] = [reference.values[at] as number, page.values[on] as number]
      rr += r * r
      pp += p * p
      rp += r * p
      count++
    }
  }
  const n = Math.max(1, count)
  compared.reference[to] = rr / n
  compared.page[to] = pp / n
  compared.both[to] = rp / n
}

/** Camera noise, in squared grey levels. */
export const GRAIN = 0.05

/**
 * Whether light has washed out print that the other picture shows in a cell. `looked`: the pixels in its sum of
 * colours.
 */
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

/**
 * Whether the light has washed out what the reference has in a cell. A page that is only brighter, like an exported
 * file, still shows its print.
 */
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

const lightOf = (colours: Float32Array, cell: number): number => lumaAt(colours, 3 * cell)

/** More than 0 in cells with a reflection and their neighbours; cells that are not the document's own are unknown. */
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
