import type { Box } from '../../picture/box.ts'
import { applyHomography, type Homography } from '../../picture/matrix.ts'
import type { Point, Size } from '../../picture/picture.ts'
import {
  BOLD,
  CLEAR,
  ELSEWHERE,
  LEAST_CELLS,
  LEAST_INK,
  LEAST_LINES,
  LETTERS,
  type MeasureName,
  NEAR_LINE,
  NO_INK,
} from '../limits.ts'
import type { ModelReference } from '../model.ts'
import { type ComparedCells, GRAIN, isTakenAway, LEAST_OWN } from './cells.ts'
import { coloursOf } from './colours.ts'
import { largestMean, median, quantile } from './means.ts'
import { BANDS, BLOCK, CELL, type MeasuredPrint } from './measure-print.ts'
import type { OpenReference } from './reference.ts'
import { localDifference, windowGrid, windowsOf } from './windows.ts'

/** How a page differs from its reference. */
export interface Difference {
  /** 0 or more, larger for larger differences; a measure that could not be taken on this page is absent. */
  measures: Partial<Record<MeasureName, number>>
  /** How much weaker or stronger the finest detail of the letters is than the reference's; 0 for the opposite case. */
  softer: number
  sharper: number
  /** The share of the document's own cells that the light washed out. */
  washed: number
  /** The windows that could be compared, as a share of all windows of the page. */
  covered: number
  /** How much each cell differs, 0…1, for the heat map. */
  heat: Float32Array
  /** 1 for each own cell that the light washed out. */
  hidden: Uint8Array
}

/** The cells of a page by their content. */
interface Cells {
  /** The document's own cells that are not washed out; those with clear print, bold print, or only background. */
  seen: readonly number[]
  clear: readonly number[]
  bold: readonly number[]
  background: readonly number[]
}

export function differenceOf(
  reference: OpenReference,
  page: MeasuredPrint,
  compared: ComparedCells,
  layout: LayoutDifference,
): Difference {
  const cells = cellsOf(reference, page, compared)
  const ink = inkOf(page, reference.pictures)
  const gain = ink?.map((value, b) => (value - (reference.kept.ink[b] ?? value)) / 2)
  const windows = reference.confirmed && windowsOf(reference, page, compared)
  const local = reference.confirmed && windows && localDifference(reference.confirmed, windows, reference)
  const colours = cells.seen.length >= LEAST_CELLS ? coloursOf(reference, page, compared, cells) : undefined
  const own = compared.own.filter((share) => share >= LEAST_OWN).length
  return {
    measures: present({
      ...(gain && patternOf(reference, compared, cells, gain)),
      faded: fadedOf(reference, compared, cells.seen),
      like:
        cells.bold.length >= LEAST_CELLS / 2
          ? 1 - median(cells.bold.map((cell) => compared.likeness[cell] as number))
          : undefined,
      fallen: local?.fallen,
      area: local?.area,
      weight: weightOf(reference, page, lettersAmong(reference, compared, cells.seen)),
      ...layout,
      ...colours,
    }),
    softer: Math.max(0, -(gain?.[0] ?? 0)),
    sharper: Math.max(0, gain?.[0] ?? 0),
    washed: 1 - cells.seen.length / Math.max(1, own),
    covered: local?.covered ?? 0,
    heat: heatOf(reference, compared, cells, local?.other),
    hidden: hiddenAmong(compared, cells.seen),
  }
}

const present = (measures: Partial<Record<MeasureName, number | undefined>>): Difference['measures'] =>
  Object.fromEntries(Object.entries(measures).filter(([, value]) => value !== undefined && Number.isFinite(value)))

/** The coarsest octave is the strongest evidence of the print, the middle one adds some. */
const structureOf = ({ reference }: ComparedCells, cell: number): number =>
  0.3 * (reference[BANDS * cell + 1] as number) + (reference[BANDS * cell + 2] as number)

function cellsOf(reference: OpenReference, page: MeasuredPrint, compared: ComparedCells): Cells {
  const all = Array.from(compared.own, (_, cell) => cell)
  const own = all.filter((cell) => (compared.own[cell] as number) >= LEAST_OWN)
  const seen = own.filter((cell) => !isTakenAway(page, reference, compared, cell))
  const amounts = own.map((cell) => structureOf(compared, cell))
  const withMore = (share: number) => {
    const least = quantile(amounts, share)
    return seen.filter((cell) => structureOf(compared, cell) >= least)
  }
  return {
    seen,
    clear: withMore(CLEAR),
    bold: withMore(BOLD),
    background: seen.filter(
      (cell) =>
        (reference.ink[cell] as number) < NO_INK.reference * CELL * CELL &&
        (page.ink[cell] as number) < NO_INK.page * CELL * CELL,
    ),
  }
}

/** How strong a band is in a cell compared with genuine ones, as a logarithm. */
const levelOf = ({ power }: OpenReference, { page }: ComparedCells, cell: number, b: number): number =>
  (Math.log((page[BANDS * cell + b] as number) + GRAIN) - (power[BANDS * cell + b] as number)) / 2

/**
 * How much more the finest detail of the background is weakened than the coarsest (`soft`), beyond what the letters'
 * sharpness explains; and how much of the background is different.
 */
function patternOf(
  reference: OpenReference,
  compared: ComparedCells,
  { background, clear }: Cells,
  gain: readonly number[],
): Difference['measures'] {
  if (background.length < LEAST_CELLS || clear.length < LEAST_CELLS / 2) return {}
  // A picture that is sharper than the reference is not required to show more than the reference.
  const allowed = gain.map((value) => Math.min(0, value))
  const middle = (b: number) =>
    median(background.map((cell) => levelOf(reference, compared, cell, b))) - (allowed[b] as number)
  let [rr, pp, rp] = [1e-9, 1e-9, 0]
  for (const cell of clear) {
    const at = BANDS * cell + BANDS - 1
    rr += compared.reference[at] as number
    pp += compared.page[at] as number
    rp += compared.both[at] as number
  }
  return {
    soft: Math.max(0, middle(2) - middle(0)),
    same: 1 - rp / Math.sqrt(rr * pp),
  }
}

/** Squares of this number of cells by this number are examined together, and this share of them must be visible. */
const FADED = { side: 3, share: 0.6 }

/** How much weaker the finest and the middle detail is at its weakest place than on the rest of the page. */
function fadedOf(reference: OpenReference, compared: ComparedCells, seen: readonly number[]): number {
  const { columns: width, rows: height } = compared
  const weaker = [0, 1].map((b) => {
    const levels = seen.map((cell) => -levelOf(reference, compared, cell, b))
    const usual = median(levels)
    const layer = new Float32Array(width * height).fill(Number.NaN)
    for (const [i, cell] of seen.entries()) layer[cell] = (levels[i] as number) - usual
    return layer
  })
  return largestMean(FADED, { width, height }, ...weaker)
}

/** The strength of letters by octave, as logarithms: a measure of a picture's sharpness and contrast. */
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

/** The logarithm of the mean stroke width in cells; undefined if there are no strokes. */
function strokeOf(
  { dark, edges }: Pick<MeasuredPrint, 'dark' | 'edges'>,
  cells: readonly number[],
): number | undefined {
  const sum = (values: Float32Array) => cells.reduce((all, cell) => all + (values[cell] as number), 0)
  const length = sum(edges)
  return length > 1 ? Math.log(sum(dark) / length) : undefined
}

/** Cells of fixed letters: a cell with other print has another stroke width. */
const lettersAmong = (reference: OpenReference, { likeness }: ComparedCells, seen: readonly number[]): number[] =>
  seen.filter(
    (cell) =>
      !reference.pictures[cell] &&
      (reference.ink[cell] as number) >= LETTERS.ink &&
      (likeness[cell] as number) >= LETTERS.likeness,
  )

/** The stroke width of fixed print compared with the reference's, as a logarithm. */
function weightOf(reference: OpenReference, page: MeasuredPrint, letters: readonly number[]): number | undefined {
  if (letters.length < LETTERS.least) return undefined
  const [shown, usual] = [strokeOf(page, letters), strokeOf(reference, letters)]
  return shown === undefined || usual === undefined ? undefined : Math.abs(shown - usual)
}

function hiddenAmong({ own }: ComparedCells, seen: readonly number[]): Uint8Array {
  const hidden = Uint8Array.from(own, (share) => (share >= LEAST_OWN ? 1 : 0))
  for (const cell of seen) hidden[cell] = 0
  return hidden
}

function heatOf(
  reference: OpenReference,
  compared: ComparedCells,
  { background, clear }: Cells,
  other: Uint8Array | undefined,
): Float32Array {
  const heat = new Float32Array(compared.own.length)
  const within = (value: number) => Math.max(0, Math.min(1, value))
  for (const cell of clear) heat[cell] = within(1 - (compared.likeness[cell] as number))
  for (const cell of background) {
    heat[cell] = Math.max(heat[cell] as number, within(1 - Math.exp(levelOf(reference, compared, cell, 0))))
  }
  const { columns } = windowGrid(reference)
  for (const [i, isOther] of (other ?? []).entries()) {
    const [x, y] = [((i % columns) + 1) * BLOCK, (Math.floor(i / columns) + 1) * BLOCK]
    const cell = Math.floor(y / CELL) * compared.columns + Math.floor(x / CELL)
    if (isOther && cell < heat.length) heat[cell] = 1
  }
  return heat
}

interface LayoutDifference {
  /** The share of the lines found in both that are in another place. */
  elsewhere?: number
}

/** Where lines of text begin on the print, in shares of its width. `back`: pixels of the page → pixels of the print. */
export const linesOn = (lines: readonly Box[], back: Homography, { width }: Size): Point[] =>
  lines.map((box) => {
    const { x, y } = applyHomography(back, { x: box.x, y: box.y + box.height / 2 })
    return { x: x / width, y: y / width }
  })

export function layoutDifference({ lines }: Pick<ModelReference, 'lines'>, page: readonly Point[]): LayoutDifference {
  const offsets = lines.flatMap((line) => {
    const found = nearestOf(line, page)
    // A line that was not detected may be matched to its neighbour, which belongs to another line.
    if (!found || nearestOf(found, lines) !== line) return []
    return [{ across: 100 * Math.abs(found.x - line.x), down: 100 * Math.abs(found.y - line.y) }]
  })
  if (offsets.length < LEAST_LINES) return {}
  return {
    elsewhere:
      offsets.filter(({ across, down }) => across > ELSEWHERE.across || down > ELSEWHERE.down).length / offsets.length,
  }
}

function nearestOf({ x, y }: Point, lines: readonly Point[]): Point | undefined {
  let best: { line: Point; far: number } | undefined
  for (const line of lines) {
    const [across, down] = [Math.abs(line.x - x), Math.abs(line.y - y)]
    if (across > NEAR_LINE.across || down > NEAR_LINE.down) continue
    if (!best || across + down < best.far) best = { line, far: across + down }
  }
  return best?.line
}
