import { findComponents } from '../../picture/components.ts'
import type { Size } from '../../picture/picture.ts'
import type { Greys } from '../greys.ts'
import { type ComparedCells, LEAST_OWN } from './compare-cells.ts'
import { fitSurface, median } from './fit.ts'
import { largestMean } from './largest-mean.ts'
import { BLOCK, blockGrid, type MeasuredPrint } from './measure-print.ts'

/** What a reference has of its print by window: two by two blocks, one window from each block on. */
interface WindowedPrint extends Size {
  wide: Greys
  blockInk: Float32Array
  /** The own pixels at half the size. */
  mask: Uint8Array
  /** Where it is known, no other windows are looked at. */
  firm?: ConfirmedWindows
}

/** By window: how alike page and reference are, −1…1; NaN where the print is not the document's own; WRITTEN_OVER. */
export type Windows = Float32Array

/** Of a window with ink that the reference does not have: a long name, a signature. */
export const WRITTEN_OVER = -2

/** Of a window so much is own, and so much ink that the reference does not have makes it written over, as shares. */
const LEAST_WINDOW = 0.5
const WRITTEN = 0.04
/** Of a block every second row is looked at. */
const LOOKED_AT = (BLOCK * BLOCK) / 2
/** Fewer cells whose place is known do not say how a card is bent. */
const LEAST_PLACED = 20
const PLACED = 0.7

export const windowGrid = (size: Size): { columns: number; rows: number } => {
  const { columns, rows } = blockGrid(size)
  return { columns: columns - 1, rows: rows - 1 }
}

/** How alike each window of a page is to the reference's, bent as the card is; undefined where that is not known. */
export function windowsOf(
  reference: WindowedPrint,
  page: MeasuredPrint,
  compared: ComparedCells,
  isSeen: (x: number, y: number) => boolean,
): Windows | undefined {
  const bend = bendOf(compared)
  if (!bend) return undefined
  const { columns: across, rows: down } = blockGrid(reference)
  const sums = new Float64Array(4 * across * down)
  const isNeeded = reference.firm && neededBlocks(reference.firm, across)
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      if (isNeeded && !isNeeded[row * across + column]) continue
      const { x, y } = bend((column + 0.5) / across, (row + 0.5) / down)
      addBlock(sums, 4 * (row * across + column), reference, page.wide, column, row, x / 2, y / 2)
    }
  }
  const { columns, rows } = windowGrid(reference)
  const windows = new Float32Array(columns * rows)
  const written = new Uint8Array(columns * rows)
  for (let i = 0; i < windows.length; i++) {
    const [column, row] = [i % columns, Math.floor(i / columns)]
    const first = row * across + column
    const blocks = [first, first + 1, first + across, first + across + 1]
    const sum = (k: number) => blocks.reduce((all, block) => all + (sums[4 * block + k] as number), 0)
    const ink = blocks.reduce(
      (all, block) => all + (page.blockInk[block] as number) - (reference.blockInk[block] as number),
      0,
    )
    if (ink > 4 * LOOKED_AT * WRITTEN) written[i] = 1
    if (reference.firm && !reference.firm[i]) {
      windows[i] = Number.NaN
      continue
    }
    const isOwn = sum(0) >= LEAST_WINDOW * BLOCK * BLOCK && isSeen((column + 1) / across, (row + 1) / down)
    windows[i] = isOwn ? sum(3) / Math.sqrt(sum(1) * sum(2) + 1e-6) : Number.NaN
  }
  return windows.map((likeness, i) =>
    !Number.isNaN(likeness) && isNear(written, columns, rows, i) ? WRITTEN_OVER : likeness,
  )
}

/** The blocks of the windows that say something; `across`: how many blocks a row has. */
function neededBlocks(firm: ConfirmedWindows, across: number): Uint8Array {
  const needed = new Uint8Array(firm.length + Math.ceil(firm.length / (across - 1)) + across)
  for (const [i, likeness] of firm.entries()) {
    if (!likeness) continue
    const first = Math.floor(i / (across - 1)) * across + (i % (across - 1))
    for (const block of [first, first + 1, first + across, first + across + 1]) needed[block] = 1
  }
  return needed
}

function isNear(set: Uint8Array, columns: number, rows: number, at: number): boolean {
  const [column, row] = [at % columns, Math.floor(at / columns)]
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
      if (set[y * columns + x]) return true
    }
  }
  return false
}

/** Own pixels, squares of reference and page, and their product, of one block of the reference and where it lies on the page. */
function addBlock(
  sums: Float64Array,
  to: number,
  { wide, mask }: WindowedPrint,
  page: Greys,
  column: number,
  row: number,
  shiftX: number,
  shiftY: number,
): void {
  const { width, height } = wide
  const side = BLOCK / 2
  const [wholeX, wholeY] = [Math.floor(shiftX), Math.floor(shiftY)]
  const [a, b] = [shiftX - wholeX, shiftY - wholeY]
  const weights = [(1 - a) * (1 - b), a * (1 - b), (1 - a) * b, a * b] as const
  let [own, rr, pp, rp] = [0, 0, 0, 0]
  for (let y = row * side; y < (row + 1) * side; y++) {
    const on = Math.max(0, Math.min(height - 2, y + wholeY)) * width
    for (let x = column * side; x < (column + 1) * side; x++) {
      const at = y * width + x
      if (!mask[at]) continue
      const from = on + Math.max(0, Math.min(width - 2, x + wholeX))
      const value =
        weights[0] * (page.values[from] as number) +
        weights[1] * (page.values[from + 1] as number) +
        weights[2] * (page.values[from + width] as number) +
        weights[3] * (page.values[from + width + 1] as number)
      const print = wide.values[at] as number
      own++
      rr += print * print
      pp += value * value
      rp += print * value
    }
  }
  sums.set([own, rr, pp, rp], to)
}

/** Where the page has what the reference has at a place (in shares), in pixels: a card is bent smoothly. */
function bendOf({ columns, rows, own, likeness, shiftX, shiftY }: ComparedCells) {
  const placed = Array.from(own, (_, cell) => cell).filter(
    (cell) => (own[cell] as number) >= LEAST_OWN && (likeness[cell] as number) > PLACED,
  )
  if (placed.length < LEAST_PLACED) return undefined
  const terms = (x: number, y: number) => [1, x, y, x * x, y * y, x * y]
  const at = (cell: number) => terms(((cell % columns) + 0.5) / columns, (Math.floor(cell / columns) + 0.5) / rows)
  const [across, down] = [shiftX, shiftY].map(
    (shift) => fitSurface(placed, at, (cell) => shift[cell] as number, 0.6, 0.25).factors,
  ) as [number[], number[]]
  const sum = (factors: readonly number[], values: readonly number[]) =>
    factors.reduce((all, factor, k) => all + factor * (values[k] as number), 0)
  return (x: number, y: number) => {
    const values = terms(x, y)
    return { x: sum(across, values), y: sum(down, values) }
  }
}

/** How alike windows of genuine ones are to the reference, as whole hundredths; 0 where they are not alike enough to say. */
export type ConfirmedWindows = Uint8Array

/** Pictures agree on a window where their mean is over it, and none of them, or one of five, is under the other. */
const CONFIRMED = { mean: 0.5, least: 0.4, share: 0.8 }
/** A window so faint that a phone leaves less than this of it says nothing. */
const LEAST_EXPECTED = 0.4

/** The square of the grain that a phone adds to the wide band, in grey levels. */
const PHONE_GRAIN = 3

/**
 * How alike each window can be on a phone's picture: its grain leaves less of a faint window than of a bold one. Pictures
 * without grain, files that no camera took, agree better than any photograph agrees with them.
 */
export function mostAlike({ wide, mask, ...size }: Pick<WindowedPrint, 'wide' | 'mask' | 'width' | 'height'>): Windows {
  const { columns: across, rows: down } = blockGrid(size)
  const side = BLOCK / 2
  const sums = new Float64Array(2 * across * down)
  for (let y = 0; y < down * side; y++) {
    for (let x = 0; x < across * side; x++) {
      const at = y * wide.width + x
      if (!mask[at]) continue
      const to = 2 * (Math.floor(y / side) * across + Math.floor(x / side))
      sums[to] = (sums[to] as number) + 1
      sums[to + 1] = (sums[to + 1] as number) + (wide.values[at] as number) ** 2
    }
  }
  const { columns, rows } = windowGrid(size)
  return Float32Array.from({ length: columns * rows }, (_, i) => {
    const first = Math.floor(i / columns) * across + (i % columns)
    const blocks = [first, first + 1, first + across, first + across + 1]
    const sum = (k: number) => blocks.reduce((all, block) => all + (sums[2 * block + k] as number), 0)
    const power = sum(1) / Math.max(1, sum(0))
    return Math.sqrt(power / (power + PHONE_GRAIN))
  })
}

/** The windows that the other pictures have as the first has them; none is taken for more alike than `most` says. */
export function confirmedWindows(others: readonly Windows[], most?: Windows): ConfirmedWindows | undefined {
  const [first] = others
  if (!first) return undefined
  return Uint8Array.from(first, (_, i) => {
    const seen = others.map((windows) => windows[i] as number).filter((likeness) => likeness > WRITTEN_OVER)
    if (seen.length < Math.max(1, others.length / 2)) return 0
    const mean = seen.reduce((sum, likeness) => sum + likeness, 0) / seen.length
    const confirmed = seen.filter((likeness) => likeness > CONFIRMED.least).length
    const expected = Math.min(mean, most?.[i] ?? 1)
    const isConfirmed = mean > CONFIRMED.mean && confirmed >= CONFIRMED.share * seen.length
    return isConfirmed && expected > LEAST_EXPECTED ? Math.round(100 * expected) : 0
  })
}

export interface LocalDifference {
  /** The share of the windows that is written over. */
  written: number
  /** By how much less alike than genuine ones the page is, in the middle of all windows. */
  fallen?: number
  /** The largest area that has other print, as a share of what can be compared. */
  area?: number
  /** The windows that were compared, as a share of all that the page has. */
  covered?: number
  /** By how much less alike than the page is as a whole it is where it is least alike, over several windows. */
  worst?: number
  /** The windows of other print. */
  other: Uint8Array
}

/** Fewer windows say nothing. */
const LEAST_CONFIRMED = 100
/** So many windows by so many are looked at together, and of them this share has to be compared. */
const WORST = { side: 5, share: 0.5 }
/** A window so much less alike than it should be, and than the page is as a whole, has other print. */
const OTHER = 0.35

export function localDifference(firm: ConfirmedWindows, windows: Windows, size: Size): LocalDifference | undefined {
  const seen = Array.from(firm, (_, i) => i).filter((i) => firm[i] && !Number.isNaN(windows[i]))
  if (seen.length < LEAST_CONFIRMED) return undefined
  const compared = seen.filter((i) => windows[i] !== WRITTEN_OVER)
  const written = 1 - compared.length / seen.length
  if (compared.length < LEAST_CONFIRMED) return { written, other: new Uint8Array(firm.length) }
  const lost = (i: number) => (firm[i] as number) / 100 - (windows[i] as number)
  const fallen = Math.max(0, median(compared.map(lost)))
  const other = new Uint8Array(firm.length)
  for (const i of compared) if (lost(i) > fallen + OTHER) other[i] = 1
  const { columns: width, rows: height } = windowGrid(size)
  const largest = Math.max(0, ...findComponents(other, { width, height }, 'sides').map(({ cells }) => cells.length))
  const grid = new Float32Array(firm.length).fill(Number.NaN)
  for (const i of compared) grid[i] = lost(i) - fallen
  return {
    written,
    fallen,
    area: largest / compared.length,
    covered: compared.length / firm.length,
    worst: largestMean(WORST, { width, height }, grid),
    other,
  }
}
