import { type Box, boundsOf, clipBox } from '../../../../picture/box.ts'
import type { Picture } from '../../../../picture/picture.ts'
import type { Quad } from '../../../../picture/quad.ts'
import {
  FOREIGN,
  LEAST_SCREENS,
  LEAST_STRENGTH,
  LEAST_WINDOWS,
  MOST_OVERLAP,
  MOST_UNEVEN,
  SCREEN_SLOPE,
  STEADY_SCREEN,
} from '../limits.ts'
import { findScreens } from './find-screens.ts'
import { CELL, followScreens, type Halftone, type PhaseField } from './follow-screens.ts'

/** A rectangle of cells. */
interface Cells {
  column: number
  row: number
  columns: number
  rows: number
}

/** Nothing is compared within this number of cells of the page's edge. */
const EDGE = 2
/**
 * Distance in cells between two that are compared: far enough for a small difference of frequency to show, near enough
 * to belong to one print.
 */
const LAG = 2
/** Cells from one window of the page to the next. */
const STRIDE = 4

/** How the halftone continues in a place, compared with the rest of the page. */
interface Course {
  /** By how many periods the gratings drift from the page's over the length of the place. */
  periods: number
  /** The same in windows of the rest of the page, as the 90th percentile. */
  usual: number
  /** How steady the gratings are in the place, 0 to 1. */
  steadiness: number
}

/**
 * A page printed in one pass has one grating everywhere: on a scan its frequency is the same all over. A part taken
 * from another scan was turned and stretched a little to fit, and its grating with it. Undefined when the page is too
 * small to say.
 */
function courseOf(halftone: Halftone, box: Box): Course | undefined {
  const place = placeOf(halftone, box)
  if (!place) return undefined
  const all = [place, ...windowsApart(halftone, place)]
  if (all.length - 1 < LEAST_WINDOWS) return undefined
  const across = shiftsOf(halftone, all, 'across', place.columns * CELL)
  const down = shiftsOf(halftone, all, 'down', place.rows * CELL)
  const periodsOf = (i: number) => {
    const squares = (across.squares[i] as number) + (down.squares[i] as number)
    return Math.sqrt((2 * squares) / ((across.weights[i] as number) + (down.weights[i] as number)))
  }
  const others = new Float64Array(all.length - 1)
  for (let i = 0; i < others.length; i++) others[i] = periodsOf(i + 1)
  others.sort()
  const weight = (across.weights[0] as number) + (down.weights[0] as number)
  return {
    periods: periodsOf(0),
    steadiness: Math.sqrt(weight / (2 * halftone.fields.length)),
    usual: others[Math.floor(0.9 * others.length)] as number,
  }
}

/** The place in cells, moved onto the page where it extends over the edge; undefined when it does not fit. */
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

/** Windows of the size of the place, all over the page but not overlapping the place. */
function windowsApart({ columns, rows }: Halftone, place: Cells): Cells[] {
  const windows: Cells[] = []
  for (let row = EDGE; row + place.rows <= rows - EDGE; row += STRIDE) {
    for (let column = EDGE; column + place.columns <= columns - EDGE; column += STRIDE) {
      const window = { column, row, columns: place.columns, rows: place.rows }
      if (overlap(window, place) <= MOST_OVERLAP) windows.push(window)
    }
  }
  return windows
}

function overlap(a: Cells, b: Cells): number {
  const across = Math.min(a.column + a.columns, b.column + b.columns) - Math.max(a.column, b.column)
  const down = Math.min(a.row + a.rows, b.row + b.rows) - Math.max(a.row, b.row)
  return (Math.max(0, across) * Math.max(0, down)) / (a.columns * a.rows)
}

/** By how much each window's gratings drift over a length, one number per window. */
interface Shifts {
  /** The weighted sum of squares, in periods. */
  squares: Float64Array
  weights: Float64Array
}

/**
 * The part of the shifts that one rotation and stretch of the whole lattice explains: a pasted part shifts all of its
 * gratings together, noise shifts each one independently.
 */
function shiftsOf(halftone: Halftone, windows: readonly Cells[], way: 'across' | 'down', length: number): Shifts {
  const { fields } = halftone
  const turns = fields.map((field) => turnsOf(halftone, field, windows, way))
  const shifts: Shifts = { squares: new Float64Array(windows.length), weights: new Float64Array(windows.length) }
  for (let i = 0; i < windows.length; i++) {
    let xx = 0
    let xy = 0
    let yy = 0
    let x = 0
    let y = 0
    let weight = 0
    for (let k = 0; k < fields.length; k++) {
      const { across, down } = fields[k] as PhaseField
      const w = weightOf(turns[k]?.steady[i] as number)
      const shift = (turns[k]?.away[i] as number) * length
      xx += w * across * across
      xy += w * across * down
      yy += w * down * down
      x += w * across * shift
      y += w * down * shift
      weight += w
    }
    const determinant = xx * yy - xy * xy + 1e-12
    const right = (x * yy - y * xy) / determinant
    const below = (y * xx - x * xy) / determinant
    let squares = 0
    for (let k = 0; k < fields.length; k++) {
      const { across, down } = fields[k] as PhaseField
      squares += weightOf(turns[k]?.steady[i] as number) * (right * across + below * down) ** 2
    }
    shifts.squares[i] = squares
    shifts.weights[i] = weight
  }
  return shifts
}

const weightOf = (steady: number): number => Math.max(0, steady - 0.3) ** 2 + 1e-6

interface Turns {
  /** Periods per pixel, less the median of all windows except the first, which is the place itself. */
  away: Float64Array
  /** 1 where every pair of cells in the window agrees. */
  steady: Float64Array
}

/** By how much a grating's frequency in each window differs from the page's. */
function turnsOf(halftone: Halftone, field: PhaseField, windows: readonly Cells[], way: 'across' | 'down'): Turns {
  const within = pairSums(halftone, field, way)
  const away = new Float64Array(windows.length)
  const steady = new Float64Array(windows.length)
  for (let i = 0; i < windows.length; i++) {
    const window = windows[i] as Cells
    const x = within(window, 0)
    const y = within(window, 1)
    away[i] = Math.atan2(y, x) / (2 * Math.PI * CELL * LAG)
    steady[i] = Math.sqrt(x * x + y * y) / (within(window, 2) + 1e-9)
  }
  const middle = away.slice(1).sort()[(away.length - 1) >> 1] as number
  for (let i = 0; i < away.length; i++) away[i] = (away[i] as number) - middle
  return { away, steady }
}

/**
 * Sums over any window of the products of cells that are LAG apart, and of their magnitudes; for every second cell of
 * every second row.
 */
function pairSums({ columns, rows }: Halftone, { re, im }: PhaseField, way: 'across' | 'down') {
  const apart = way === 'across' ? LAG : LAG * columns
  const wide = Math.floor((columns - LAG) / LAG)
  const high = Math.floor((rows - LAG) / LAG)
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
  return ({ column, row, columns: across, rows: down }: Cells, part: 0 | 1 | 2): number => {
    const left = 3 * Math.ceil(column / LAG) + part
    const right = 3 * Math.min(wide, Math.floor((column + across) / LAG) - 1) + part
    const top = Math.ceil(row / LAG) * above
    const bottom = Math.min(high, Math.floor((row + down) / LAG) - 1) * above
    const upper = (sums[top + right] as number) - (sums[top + left] as number)
    return (sums[bottom + right] as number) - (sums[bottom + left] as number) - upper
  }
}

/** Cells left free above and below a line of text, and the height in cells of the bands beyond them. */
const [GAP, BAND] = [1, 2]
/** Cells from one band of the page to the next. */
const [STRIDE_ACROSS, STRIDE_DOWN] = [7, 4]

/**
 * How far the halftone of a low place is out of step with what is above and below it, divided by the same measure on
 * the rest of the page: nine of ten other places are below 1. Undefined where the page is too small to say.
 */
function stepOf(halftone: Halftone, box: Box): number | undefined {
  const place = placeOf(halftone, box)
  const own = place && outOfStep(halftone, place)?.(place.column)
  if (!place || own === undefined) return undefined
  const others: number[] = []
  for (let row = EDGE; row + place.rows <= halftone.rows - EDGE; row += STRIDE_DOWN) {
    const at = outOfStep(halftone, { ...place, row })
    if (!at) continue
    for (let column = EDGE; column + place.columns <= halftone.columns - EDGE; column += STRIDE_ACROSS) {
      if (overlap({ ...place, column, row }, place) <= 0) others.push(at(column))
    }
  }
  if (others.length < LEAST_WINDOWS) return undefined
  const usual = Float64Array.from(others).sort()[Math.floor(0.9 * others.length)] as number
  return own / (usual + 0.05)
}

/**
 * For places in this row, by the column they begin in: 0 if all gratings run through the place without a break, 1 if
 * they are unrelated. Undefined if there is no room above or below.
 */
function outOfStep(
  { columns, rows, fields }: Halftone,
  { row, ...size }: Cells,
): ((column: number) => number) | undefined {
  const [top, bottom] = [row - GAP - BAND, row + size.rows + GAP + BAND]
  if (top < 1 || bottom > rows - 1) return undefined
  const own = { re: new Float64Array(columns), im: new Float64Array(columns) }
  const around = { re: new Float64Array(columns), im: new Float64Array(columns) }
  // Cumulative sums up to each column.
  const agreeing = new Float64Array(columns + 1)
  const lengths = new Float64Array(columns + 1)
  for (const field of fields) {
    sumRows(own, field, columns, [row, row + size.rows])
    sumRows(around, field, columns, [top, top + BAND], [bottom - BAND, bottom])
    for (let i = 0; i < columns; i++) {
      const a = own.re[i] as number
      const b = own.im[i] as number
      const c = around.re[i] as number
      const d = around.im[i] as number
      agreeing[i + 1] = (agreeing[i + 1] as number) + a * c + b * d
      lengths[i + 1] = (lengths[i + 1] as number) + Math.sqrt((a * a + b * b) * (c * c + d * d))
    }
  }
  for (let i = 0; i < columns; i++) {
    agreeing[i + 1] = (agreeing[i + 1] as number) + (agreeing[i] as number)
    lengths[i + 1] = (lengths[i + 1] as number) + (lengths[i] as number)
  }
  const within = (sums: Float64Array, column: number) =>
    (sums[column + size.columns] as number) - (sums[column] as number)
  return (column) => 1 - within(agreeing, column) / (within(lengths, column) + 1e-9)
}

interface Sums {
  re: Float64Array
  im: Float64Array
}

/** The sums of several rows of cells, column by column. */
function sumRows({ re, im }: Sums, field: PhaseField, columns: number, ...parts: [from: number, to: number][]): void {
  re.fill(0)
  im.fill(0)
  for (const [from, to] of parts) {
    for (let row = from; row < to; row++) {
      for (let i = 0, at = row * columns; i < columns; i++, at++) {
        re[i] = (re[i] as number) + (field.re[at] as number)
        im[i] = (im[i] as number) + (field.im[at] as number)
      }
    }
  }
}

/** The dots that the page is printed with; undefined if the picture does not show them, as in most phone pictures. */
export function seeHalftone(photo: Picture, quad: Quad): Halftone | undefined {
  const bounds = clipBox(boundsOf(quad), photo)
  const [x, y] = [Math.max(1, Math.floor(bounds.x)), Math.max(1, Math.floor(bounds.y))]
  const [right, bottom] = [bounds.x + bounds.width, bounds.y + bounds.height]
  const part = {
    x,
    y,
    width: Math.min(photo.width - 1, Math.floor(right)) - x,
    height: Math.min(photo.height - 1, Math.floor(bottom)) - y,
  }
  const screens = findScreens(photo, part)
  if (screens.length < LEAST_SCREENS || (screens[0]?.strength ?? 0) < LEAST_STRENGTH) return undefined
  return followScreens(photo, part, screens)
}

/**
 * Log odds that the portrait was not printed together with the page: how far its halftone drifts from the page's,
 * compared with other places. Undefined if either cannot be followed.
 */
export function portraitApart(halftone: Halftone, portrait: Box): number | undefined {
  const course = courseOf(halftone, portrait)
  if (!course || course.steadiness < STEADY_SCREEN || course.usual > MOST_UNEVEN) return undefined
  return SCREEN_SLOPE * ((course.steadiness * course.periods) / (course.usual + 0.1) - FOREIGN.portrait)
}

/** Log odds that a printed value is foreign: how far its halftone is out of step with what is above and below it. */
export function valueApart(halftone: Halftone, value: Box): number | undefined {
  const step = stepOf(halftone, value)
  return step === undefined ? undefined : SCREEN_SLOPE * (step - FOREIGN.value)
}
