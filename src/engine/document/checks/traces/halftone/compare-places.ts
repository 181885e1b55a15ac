import type { Box } from '../../../../picture/box.ts'
import { CELL, type Halftone, type PhaseField } from './follow-screens.ts'

/** A rectangle of cells. */
interface Cells {
  column: number
  row: number
  columns: number
  rows: number
}

/** So many cells from the page's edge nothing is compared. */
const EDGE = 2
/** Cells between two that are compared: far enough for a small difference of frequency, near enough to be one print. */
const LAG = 2
/** Cells from one window of the page to the next. */
const STRIDE = 4
/** Windows that overlap the place by more are part of it. */
const MOST_OVERLAP = 0.15
/** With fewer windows there is no page to compare with. */
const LEAST_WINDOWS = 12

/** How the halftone continues in a place, compared with the rest of the page. */
interface Course {
  /** By how many periods the gratings run away from the page's over the length of the place. */
  periods: number
  /** The same in the windows of the rest of the page: nine of ten lie below. */
  usual: number
  /** How steadily the gratings run in the place, 0 to 1. */
  steadiness: number
}

/**
 * A print in one go has one grating all over: its frequency is the same everywhere on a scan. What was taken from another
 * scan was turned and stretched a little to fit, and its grating with it. Undefined when the page is too small to say.
 */
export function courseOf(halftone: Halftone, box: Box): Course | undefined {
  const place = placeOf(halftone, box)
  if (!place) return undefined
  const windows = [...windowsOf(halftone, place)]
  const others = windows.filter((each) => overlap(each, place) <= MOST_OVERLAP)
  if (others.length < LEAST_WINDOWS) return undefined
  const all = [place, ...others]
  const turns = halftone.fields.map((field) => turnsOf(halftone, field, all))
  const shifts = turns.map(({ across, down }) => ({ across: fromMedian(across), down: fromMedian(down) }))
  const length = { across: place.columns * CELL, down: place.rows * CELL }
  const found = all.map((_, i) => {
    const [right, below] = (['across', 'down'] as const).map((way) => {
      const weights = turns.map(({ steady }) => Math.max(0, (steady[way][i] as number) - 0.3) ** 2 + 1e-6)
      return evenShift(
        halftone.fields,
        weights,
        shifts.map((shift) => (shift[way][i] as number) * length[way]),
      )
    }) as [Shift, Shift]
    const weight = right.weight + below.weight
    return {
      periods: Math.sqrt((2 * (right.sum + below.sum)) / weight),
      steadiness: Math.sqrt(weight / (2 * halftone.fields.length)),
    }
  })
  const [own, ...rest] = found as [(typeof found)[0], ...typeof found]
  const sorted = rest.map(({ periods }) => periods).toSorted((a, b) => a - b)
  return { ...own, usual: sorted[Math.floor(0.9 * sorted.length)] as number }
}

/** The place in cells, moved onto the page where it reaches over its edge; undefined when it does not fit on it. */
function placeOf({ part, columns, rows }: Halftone, box: Box): Cells | undefined {
  const size = (length: number) => Math.max(LAG + 4, Math.round(length / CELL))
  const place = { columns: size(box.width), rows: size(box.height) }
  if (place.columns > columns - 2 * EDGE || place.rows > rows - 2 * EDGE) return undefined
  const within = (at: number, length: number, most: number) => Math.max(EDGE, Math.min(most - EDGE - length, at))
  return {
    ...place,
    column: within(Math.round((box.x - part.x) / CELL), place.columns, columns),
    row: within(Math.round((box.y - part.y) / CELL), place.rows, rows),
  }
}

/** All over the page, of the size of the place. */
function* windowsOf({ columns, rows }: Halftone, size: Cells): Generator<Cells> {
  for (let row = EDGE; row + size.rows <= rows - EDGE; row += STRIDE) {
    for (let column = EDGE; column + size.columns <= columns - EDGE; column += STRIDE) {
      yield { column, row, columns: size.columns, rows: size.rows }
    }
  }
}

function overlap(a: Cells, b: Cells): number {
  const across = Math.min(a.column + a.columns, b.column + b.columns) - Math.max(a.column, b.column)
  const down = Math.min(a.row + a.rows, b.row + b.rows) - Math.max(a.row, b.row)
  return (Math.max(0, across) * Math.max(0, down)) / (a.columns * a.rows)
}

interface Turns {
  /** In periods a pixel, window by window. */
  across: number[]
  down: number[]
  /** 1 where every pair of cells in the window agrees. */
  steady: { across: number[]; down: number[] }
}

/** By how much a grating's frequency differs from the page's in each window. */
function turnsOf(halftone: Halftone, field: PhaseField, windows: readonly Cells[]): Turns {
  const turns: Turns = { across: [], down: [], steady: { across: [], down: [] } }
  for (const way of ['across', 'down'] as const) {
    const sums = pairSums(halftone, field, way)
    for (const window of windows) {
      const [x, y, length] = sums.within(window)
      turns[way].push(Math.atan2(y, x) / (2 * Math.PI * CELL * LAG))
      turns.steady[way].push(Math.hypot(x, y) / (length + 1e-9))
    }
  }
  return turns
}

/** Sums over any window of the products of cells that lie apart, and of their lengths; every second cell of every second row. */
function pairSums({ columns, rows }: Halftone, { re, im }: PhaseField, way: 'across' | 'down') {
  const apart = way === 'across' ? LAG : LAG * columns
  const [wide, high] = [Math.floor((columns - LAG) / LAG), Math.floor((rows - LAG) / LAG)]
  const sums = new Float64Array(3 * (wide + 1) * (high + 1))
  const above = 3 * (wide + 1)
  for (let j = 0; j < high; j++) {
    let x = 0
    let y = 0
    let length = 0
    for (let i = 0, at = j * LAG * columns, to = (j + 1) * above + 3; i < wide; i++, at += LAG, to += 3) {
      const a = re[at] as number
      const b = im[at] as number
      const c = re[at + apart] as number
      const d = im[at + apart] as number
      x += a * c + b * d
      y += a * d - b * c
      length += Math.sqrt((a * a + b * b) * (c * c + d * d))
      sums[to] = (sums[to - above] as number) + x
      sums[to + 1] = (sums[to + 1 - above] as number) + y
      sums[to + 2] = (sums[to + 2 - above] as number) + length
    }
  }
  return {
    within(window: Cells): [number, number, number] {
      const [left, top] = [Math.ceil(window.column / LAG), Math.ceil(window.row / LAG)]
      const right = Math.min(wide, Math.floor((window.column + window.columns) / LAG) - 1)
      const bottom = Math.min(high, Math.floor((window.row + window.rows) / LAG) - 1)
      const at = (column: number, row: number, part: number) => sums[row * above + 3 * column + part] as number
      const sum = (part: number) =>
        at(right, bottom, part) - at(left, bottom, part) - at(right, top, part) + at(left, top, part)
      return [sum(0), sum(1), sum(2)]
    },
  }
}

/** Less the median of all but the first, which is the place itself. */
function fromMedian([own = 0, ...others]: readonly number[]): number[] {
  const middle = others.toSorted((a, b) => a - b)[others.length >> 1] as number
  return [own, ...others].map((value) => value - middle)
}

interface Shift {
  /** The weighted sum of squares. */
  sum: number
  weight: number
}

/**
 * The part of the shifts that one turn and stretch of the whole lattice explains: a piece that was pasted moves all of its
 * gratings together, noise moves each for itself.
 */
function evenShift(fields: readonly PhaseField[], weights: readonly number[], shifts: readonly number[]): Shift {
  let [xx, xy, yy, x, y, weight] = [0, 0, 0, 0, 0, 0]
  for (const [k, { across, down }] of fields.entries()) {
    const [w, shift] = [weights[k] as number, shifts[k] as number]
    xx += w * across * across
    xy += w * across * down
    yy += w * down * down
    x += w * across * shift
    y += w * down * shift
    weight += w
  }
  const determinant = xx * yy - xy * xy + 1e-12
  const [right, below] = [(x * yy - y * xy) / determinant, (y * xx - x * xy) / determinant]
  let sum = 0
  for (const [k, { across, down }] of fields.entries()) {
    sum += (weights[k] as number) * (right * across + below * down) ** 2
  }
  return { sum, weight }
}

/** Cells left free above and below a line of text, and cells of the bands beyond them. */
const [GAP, BAND] = [1, 2]
/** Cells from one band of the page to the next. */
const [STRIDE_ACROSS, STRIDE_DOWN] = [7, 4]

/**
 * How far the halftone of a low place is out of step with what lies above and below it, over the same on the rest of the page:
 * nine of ten other places lie below 1. Undefined where the page is too small to say.
 */
export function stepOf(halftone: Halftone, box: Box): number | undefined {
  const place = placeOf(halftone, box)
  const own = place && outOfStep(halftone, place)
  if (!place || own === undefined) return undefined
  const others: number[] = []
  for (let row = EDGE; row + place.rows <= halftone.rows - EDGE; row += STRIDE_DOWN) {
    for (let column = EDGE; column + place.columns <= halftone.columns - EDGE; column += STRIDE_ACROSS) {
      const each = { ...place, column, row }
      const value = overlap(each, place) > 0 ? undefined : outOfStep(halftone, each)
      if (value !== undefined) others.push(value)
    }
  }
  if (others.length < LEAST_WINDOWS) return undefined
  const usual = others.toSorted((a, b) => a - b)[Math.floor(0.9 * others.length)] as number
  return own / (usual + 0.05)
}

/** 0 where all gratings go through the place as if nothing were there, 1 where they have nothing to do with each other. */
function outOfStep({ columns, rows, fields }: Halftone, { column, row, ...size }: Cells): number | undefined {
  const [top, bottom] = [row - GAP - BAND, row + size.rows + GAP + BAND]
  if (top < 1 || bottom > rows - 1) return undefined
  let agreeing = 0
  let lengths = 0
  for (const { re, im } of fields) {
    for (let i = column; i < column + size.columns; i++) {
      let a = 0
      let b = 0
      let c = 0
      let d = 0
      for (let j = top, at = top * columns + i; j < bottom; j++, at += columns) {
        if (j >= row && j < row + size.rows) {
          a += re[at] as number
          b += im[at] as number
        } else if (j < top + BAND || j >= bottom - BAND) {
          c += re[at] as number
          d += im[at] as number
        }
      }
      agreeing += a * c + b * d
      lengths += Math.sqrt((a * a + b * b) * (c * c + d * d))
    }
  }
  return 1 - agreeing / (lengths + 1e-9)
}
