import { findComponents } from '../../picture/components.ts'
import { boxBlur, type Greys } from '../../picture/greys.ts'
import type { Point, Size } from '../../picture/picture.ts'
import { CONFIRMED, LEAST_CONFIRMED, OTHER_WINDOW, PHONE_GRAIN } from '../limits.ts'
import { type ComparedCells, isTakenAway, LEAST_OWN, shiningCells } from './cells.ts'
import { median } from './means.ts'
import { BLOCK, blockGrid, type MeasuredPrint } from './measure-print.ts'
import type { OpenReference } from './reference.ts'

/**
 * The correlation of page and reference, −1…1, in each window of two by two blocks, with one window per block; NaN if
 * it cannot be determined; or WRITTEN_OVER.
 */
export type Windows = Float32Array

/** How similar windows of genuine ones are to the reference, in whole hundredths; 0 if they are not similar enough. */
type ConfirmedWindows = Uint8Array

/** The value of a window with ink that the reference does not have: a long name, a signature. */
export const WRITTEN_OVER = -2

export const windowGrid = (size: Size): { columns: number; rows: number } => {
  const { columns, rows } = blockGrid(size)
  return { columns: columns - 1, rows: rows - 1 }
}

/** The blocks of each window, by the index of the first. */
const blocksFrom = (first: number, across: number): readonly number[] => [
  first,
  first + 1,
  first + across,
  first + across + 1,
]

type WindowedReference = Pick<
  OpenReference,
  'width' | 'height' | 'wide' | 'blockInk' | 'masks' | 'colours' | 'power' | 'confirmed'
>

/** How similar each window of a page is to the reference's; undefined if the alignment is unknown. */
export function windowsOf(
  reference: WindowedReference,
  page: MeasuredPrint,
  compared: ComparedCells,
): Windows | undefined {
  const shift = shiftOf(compared)
  if (!shift) return undefined
  const { columns: across, rows: down } = blockGrid(reference)
  const sums = new Float64Array(4 * across * down)
  const isNeeded = neededBlocks(reference.confirmed, across, down)
  for (let block = 0; block < across * down; block++) {
    if (!isNeeded[block]) continue
    const [column, row] = [block % across, Math.floor(block / across)]
    addBlock(sums, block, reference, page.wide, { column, row, x: shift.x / 2, y: shift.y / 2 })
  }
  const isSeen = seenBy(reference, page, compared)
  const { columns, rows } = windowGrid(reference)
  const written = new Float32Array(columns * rows)
  const windows = Float32Array.from({ length: columns * rows }, (_, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)]
    const blocks = blocksFrom(row * across + column, across)
    const sum = (k: number) => blocks.reduce((all, block) => all + (sums[4 * block + k] as number), 0)
    const ink = blocks.reduce(
      (all, block) => all + (page.blockInk[block] as number) - (reference.blockInk[block] as number),
      0,
    )
    if (ink > WRITTEN) written[i] = 1
    if (reference.confirmed && !reference.confirmed[i]) return Number.NaN
    const isOwn = sum(0) >= (BLOCK * BLOCK) / 2 && isSeen((column + 1) / across, (row + 1) / down)
    return isOwn ? sum(3) / Math.sqrt(sum(1) * sum(2) + 1e-6) : Number.NaN
  })
  const near = boxBlur({ width: columns, height: rows, values: written }, 1).values
  return windows.map((likeness, i) => (!Number.isNaN(likeness) && near[i] ? WRITTEN_OVER : likeness))
}

/** The blocks of the windows that are confirmed; all blocks if that is unknown. */
function neededBlocks(confirmed: ConfirmedWindows | undefined, across: number, down: number): Uint8Array {
  const needed = new Uint8Array(across * down).fill(confirmed ? 0 : 1)
  for (const [i, likeness] of (confirmed ?? []).entries()) {
    if (!likeness) continue
    const first = Math.floor(i / (across - 1)) * across + (i % (across - 1))
    for (const block of blocksFrom(first, across)) needed[block] = 1
  }
  return needed
}

/** Pixels of ink that the reference does not have: 4 % of a window, of which every second row is measured. */
const WRITTEN = 0.04 * 2 * BLOCK * BLOCK

/** Whether a place, in shares of the page, was not covered by light. */
function seenBy(reference: WindowedReference, page: MeasuredPrint, compared: ComparedCells) {
  const { columns, rows } = compared
  const shining = shiningCells(page, reference, columns, rows)
  return (x: number, y: number): boolean => {
    const [column, row] = [Math.min(columns - 1, Math.floor(x * columns)), Math.min(rows - 1, Math.floor(y * rows))]
    const cell = row * columns + column
    return !shining[cell] && !isTakenAway(page, reference, compared, cell)
  }
}

/** Own pixels, squares of reference and page, and their product, for one block of the reference and its page place. */
function addBlock(
  sums: Float64Array,
  block: number,
  { wide, masks: [, mask] }: Pick<OpenReference, 'wide' | 'masks'>,
  page: Greys,
  { column, row, x: shiftX, y: shiftY }: { column: number; row: number; x: number; y: number },
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
  sums.set([own, rr, pp, rp], 4 * block)
}

/** With fewer cells of known position, a page's alignment is unknown; a cell's is known above this likeness. */
const PLACED = { least: 20, likeness: 0.7 }

/** The median offset in pixels between the page and the reference. */
function shiftOf({ own, likeness, shiftX, shiftY }: ComparedCells): Point | undefined {
  const placed = Array.from(own, (_, cell) => cell).filter(
    (cell) => (own[cell] as number) >= LEAST_OWN && (likeness[cell] as number) > PLACED.likeness,
  )
  if (placed.length < PLACED.least) return undefined
  const [x, y] = [shiftX, shiftY].map((shift) => median(placed.map((cell) => shift[cell] as number)))
  return { x: x as number, y: y as number }
}

/**
 * The highest similarity that each window can have in a phone's picture: its noise affects a faint window more than a
 * bold one. Files that no camera took are more similar to each other than any photograph is to them.
 */
export function mostAlike({
  wide,
  masks: [, mask],
  ...size
}: Pick<WindowedReference, 'wide' | 'masks'> & Size): Windows {
  const { columns: across, rows: down } = blockGrid(size)
  const sums = new Float64Array(4 * across * down)
  for (let block = 0; block < across * down; block++) {
    const place = { column: block % across, row: Math.floor(block / across), x: 0, y: 0 }
    addBlock(sums, block, { wide, masks: [mask, mask, mask] }, wide, place)
  }
  const { columns, rows } = windowGrid(size)
  return Float32Array.from({ length: columns * rows }, (_, i) => {
    const blocks = blocksFrom(Math.floor(i / columns) * across + (i % columns), across)
    const sum = (k: number) => blocks.reduce((all, block) => all + (sums[4 * block + k] as number), 0)
    const power = sum(1) / Math.max(1, sum(0))
    return Math.sqrt(power / (power + PHONE_GRAIN))
  })
}

/** The windows on which the other pictures agree with the first; none counts as more similar than `most` says. */
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
    return isConfirmed && expected > CONFIRMED.least ? Math.round(100 * expected) : 0
  })
}

interface LocalDifference {
  /** How much less similar than genuine ones the page is, as the median over all windows. */
  fallen: number
  /** The largest area with other print, as a share of the comparable area. */
  area: number
  /** The windows that were compared, as a share of all windows of the page. */
  covered: number
  /** The windows with other print. */
  other: Uint8Array
}

/** Undefined if too few windows can be compared. */
export function localDifference(
  confirmed: ConfirmedWindows,
  windows: Windows,
  size: Size,
): LocalDifference | undefined {
  const compared = Array.from(confirmed, (_, i) => i).filter((i) => confirmed[i] && (windows[i] as number) >= -1)
  if (compared.length < LEAST_CONFIRMED) return undefined
  const lost = (i: number) => (confirmed[i] as number) / 100 - (windows[i] as number)
  const fallen = Math.max(0, median(compared.map(lost)))
  const other = new Uint8Array(confirmed.length)
  for (const i of compared) if (lost(i) > fallen + OTHER_WINDOW) other[i] = 1
  const { columns: width, rows: height } = windowGrid(size)
  const largest = Math.max(0, ...findComponents(other, { width, height }, 'sides').map(({ cells }) => cells.length))
  return {
    fallen,
    area: largest / compared.length,
    covered: compared.length / confirmed.length,
    other,
  }
}
