import { BANDS } from './bands.ts'
import { type ColourDifference, coloursOf } from './colours.ts'
import { type ComparedCells, LEAST_OWN } from './compare-cells.ts'
import { median, quantile, residuals } from './fit.ts'
import { inkOf, strokeOf, weightOf } from './ink.ts'
import { largestArea } from './largest-area.ts'
import { largestMean } from './largest-mean.ts'
import { isTakenAway, windowsFor } from './light.ts'
import { type LocalDifference, localDifference, windowGrid } from './local-likeness.ts'
import { BLOCK, CELL, type MeasuredPrint } from './measure-print.ts'
import { portraitGrain } from './portrait-grain.ts'
import type { OpenReference } from './reference.ts'

/** How a page differs from its reference; what is absent could not be measured on this page. */
export interface Difference {
  /** How far this picture's letters differ in sharpness and contrast from the reference's: limits widen with it. */
  unlike: number
  /** By how much less, or more, than the reference's the finest forms of this picture's letters show; 0 where it is the other. */
  softer: number
  sharper: number
  /** Shares of the document's own cells that the light took away. */
  washed: number
  pattern?: {
    /** By how much less the finest forms show than the coarser, beyond what the letters' sharpness explains. */
    soft: number
    /** By how much less the background shows than the letters do. */
    faint: number
    /** The finest and the middle forms, above what genuine ones show. */
    coarse: number
    grainy: number
    /** The largest area in which the fine forms are missing, as a share. */
    patch: number
    /** −1…1: is it the same pattern? */
    same: number
  }
  print?: {
    /** Likeness of the boldest print: the middle one, and the fifth from below. */
    like: number
    poor: number
    /** Shares of the cells with clear print: not found at all, and found elsewhere. */
    missing: number
    moved: number
  }
  /** By how much less than on the rest of the page the finest and the middle forms show where they show least, as a logarithm. */
  faded: number
  /** Logarithm of the width of the strokes of fixed print over the reference's. */
  weight?: number
  /** What is compared more locally than by cells, with a reference of two pictures and more. */
  local?: LocalDifference
  colours?: ColourDifference
  /** How strongly the finest forms show in the portrait, against how strongly they show in the background; a logarithm. */
  grain?: number
  /** Logarithm of the width of the values' strokes over what genuine ones have. */
  stroke?: number
  /** Cells of clear print that are not where their surroundings are. */
  moved: number[]
  /** How much each cell speaks against the page, 0…1, for the picture of where it differs. */
  heat: Float32Array
}

const AREA = CELL * CELL
/** Pixels of ink that a cell of background has at most: on the reference, and on the page. Every second row is counted. */
const NO_INK = { reference: 0.01 * AREA, page: 0.04 * AREA }
/** Grain of a camera, in squared grey levels. */
const GRAIN = 0.05
/** Grain of a phone's camera, in squared grey levels: what shows more than the reference by less than it is no print. */
const PHONE_GRAIN = 4
/** Fewer cells than this do not show a pattern, a print, a colour. */
const LEAST = { pattern: 30, print: 20, moved: 30, colours: 30, values: 15 }
/** Of the own cells those with more structure than this share of them have clear print, and bold print. */
const CLEAR = 0.6
const BOLD = 0.8
/** Under it a cell does not have the print of the reference. */
const MISSING = 0.35
/** Over it a cell's place is known; farther off than so many thousandths of the width it has been moved. */
const PLACED = { likeness: 0.7, same: 0.5 }
const MOVED = 1.8
/** Where the background shows its finest forms so much less, or more, as a logarithm, the portrait's cannot be compared. */
const AS_FINE = 0.4
/** Fainter than the rest of the page by these logarithms, in the finest and the middle octave, the pattern is missing. */
const PATCH = { fine: 0.9, middle: 0.6 }
/** The coarsest octave says most of what print it is, the middle some. */
const WEIGHTS: readonly number[] = [0, 0.3, 1]

export function differenceOf(reference: OpenReference, page: MeasuredPrint, compared: ComparedCells): Difference {
  const { columns, rows } = compared
  const cells = Array.from({ length: columns * rows }, (_, cell) => cell)
  const isOwn = (cell: number) => (compared.own[cell] as number) >= LEAST_OWN
  const own = cells.filter(isOwn)
  const seen = own.filter((cell) => !isTakenAway(page, reference, compared, cell))
  const ink = inkOf(page, reference.pictures)
  const gain = ink?.map((value, b) => (value - (reference.kept.ink[b] as number)) / 2)
  const unlike = gain ? Math.max(...gain.map(Math.abs)) : 0
  const softer = Math.max(0, -(gain?.[0] ?? 0))
  const sharper = Math.max(0, gain?.[0] ?? 0)
  const heat = new Float32Array(cells.length)
  const weight = weightOf(reference, page, compared, (cell) => !isTakenAway(page, reference, compared, cell))
  const faded = fadedOf(reference, compared, seen)
  const base = {
    faded,
    ...(weight !== undefined && { weight }),
    unlike,
    softer,
    sharper,
    washed: 1 - seen.length / Math.max(1, own.length),
    heat,
  }

  const structure = (cell: number) =>
    WEIGHTS.reduce((sum, weight, b) => sum + weight * (compared.reference[BANDS * cell + b] as number), 0)
  const amounts = own.map(structure)
  const likeness = Float32Array.from(cells, (cell) => (isOwn(cell) ? likenessAt(compared, cell) : 0))
  const [leastClear, leastBold] = [quantile(amounts, CLEAR), quantile(amounts, BOLD)]
  const clear = seen.filter((cell) => structure(cell) >= leastClear)
  const bold = seen.filter((cell) => structure(cell) >= leastBold)
  const print = printOf(reference, compared, clear, bold, likeness)
  const background = seen.filter(
    (cell) => (reference.ink[cell] as number) < NO_INK.reference && (page.ink[cell] as number) < NO_INK.page,
  )
  const values = cells.filter((cell) => !isOwn(cell) && !reference.pictures[cell])
  const stroke = values.length >= LEAST.values ? strokeOf(page, values) : undefined
  const { stroke: usual } = reference.kept
  const windows = reference.firm && windowsFor(reference, page, compared)
  const local = reference.firm && windows && localDifference(reference.firm, windows, reference)
  if (local) markOther(heat, local.other, columns, reference)
  const dots = reference.portrait && background.length >= LEAST.pattern && portraitGrain(page, reference.portrait)
  const level = (cell: number) =>
    (Math.log((compared.page[BANDS * cell] as number) + GRAIN) - (reference.power[BANDS * cell] as number)) / 2
  const shown = median(background.map(level))
  for (const cell of clear) heat[cell] = Math.max(0, Math.min(1, 1 - (likeness[cell] as number)))
  return {
    ...base,
    ...(gain && background.length >= LEAST.pattern && clear.length >= LEAST.print
      ? { pattern: patternOf(reference, compared, background, clear, gain, heat) }
      : {}),
    ...(typeof dots === 'number' && Math.abs(shown) < AS_FINE && { grain: dots - shown }),
    moved: print?.moved ?? [],
    ...(print ? { print: print.print } : {}),
    ...(local && { local }),
    ...(seen.length >= LEAST.colours ? { colours: coloursOf(reference, page, compared, seen, background, heat) } : {}),
    ...(stroke !== undefined && usual !== null ? { stroke: stroke - usual } : {}),
  }
}

function markOther(heat: Float32Array, other: Uint8Array, columns: number, size: OpenReference): void {
  const { columns: across } = windowGrid(size)
  for (const [i, is] of other.entries()) {
    if (!is) continue
    const [x, y] = [((i % across) + 1) * BLOCK, (Math.floor(i / across) + 1) * BLOCK]
    const cell = Math.floor(y / CELL) * columns + Math.floor(x / CELL)
    if (cell < heat.length) heat[cell] = 1
  }
}

/** How alike a cell is at the place where it is most alike. */
function likenessAt({ reference, page, both }: ComparedCells, cell: number): number {
  let [rr, pp, rp] = [1e-9, 1e-9, 0]
  for (let b = 0; b < BANDS; b++) {
    const at = BANDS * cell + b
    rr += (WEIGHTS[b] as number) * (reference[at] as number)
    pp += (WEIGHTS[b] as number) * (page[at] as number)
    rp += (WEIGHTS[b] as number) * (both[at] as number)
  }
  return rp / Math.sqrt(rr * pp)
}

function patternOf(
  { power }: OpenReference,
  { page, reference, both, columns, rows }: ComparedCells,
  background: readonly number[],
  clear: readonly number[],
  gain: readonly number[],
  heat: Float32Array,
): NonNullable<Difference['pattern']> {
  // A picture that is sharper than the reference need not show more than the reference does.
  const allowed = gain.map((value) => Math.min(0, value))
  const shown = (cell: number, b: number) =>
    (Math.log((page[BANDS * cell + b] as number) + GRAIN) - (power[BANDS * cell + b] as number)) / 2 -
    (allowed[b] as number)
  const middle = [0, 1, 2].map((b) => median(background.map((cell) => shown(cell, b)))) as [number, number, number]
  const above = (cell: number, b: number) =>
    Math.log(
      ((page[BANDS * cell + b] as number) + PHONE_GRAIN) / (Math.exp(power[BANDS * cell + b] as number) + PHONE_GRAIN),
    ) /
      2 -
    (allowed[b] as number)
  const missing = new Uint8Array(columns * rows)
  for (const cell of background) {
    if (shown(cell, 0) < middle[0] - PATCH.fine && shown(cell, 1) < middle[1] - PATCH.middle) missing[cell] = 1
    heat[cell] = Math.max(heat[cell] as number, Math.min(1, 1 - Math.exp(shown(cell, 0))))
  }
  let [rr, pp, rp] = [1e-9, 1e-9, 0]
  for (const cell of clear) {
    const at = BANDS * cell + BANDS - 1
    rr += reference[at] as number
    pp += page[at] as number
    rp += both[at] as number
  }
  return {
    soft: middle[2] - middle[0],
    faint: -(middle[0] + middle[1]) / 2,
    grainy: median(background.map((cell) => above(cell, 0))),
    coarse: median(background.map((cell) => above(cell, 1))),
    patch: largestArea(missing, columns, rows) / background.length,
    same: rp / Math.sqrt(rr * pp),
  }
}

/** So many cells by so many are looked at together, and of them this share has to be seen. */
const FADED = { side: 3, share: 0.6 }

function fadedOf(
  { power }: OpenReference,
  { page, columns: width, rows: height }: ComparedCells,
  seen: readonly number[],
): number {
  const weaker = [0, 1].map((b) => {
    const level = (cell: number) =>
      Math.log(
        (Math.exp(power[BANDS * cell + b] as number) + PHONE_GRAIN) /
          ((page[BANDS * cell + b] as number) + PHONE_GRAIN),
      ) / 2
    const usual = median(seen.map(level))
    const layer = new Float32Array(width * height).fill(Number.NaN)
    for (const cell of seen) layer[cell] = level(cell) - usual
    return layer
  })
  return largestMean(FADED, { width, height }, ...weaker)
}

function printOf(
  reference: OpenReference,
  compared: ComparedCells,
  clear: readonly number[],
  bold: readonly number[],
  likeness: Float32Array,
): { print: NonNullable<Difference['print']>; moved: number[] } | undefined {
  if (clear.length < LEAST.print || !bold.length) return undefined
  const { likeness: found } = compared
  const fixed = clear.filter((cell) => !reference.loose[cell])
  const { placed, moved } = movedCells(compared, reference.width, fixed, likeness)
  const alike = bold.map((cell) => found[cell] as number)
  const print = {
    like: median(alike),
    poor: quantile(alike, 0.2),
    missing: clear.filter((cell) => (likeness[cell] as number) < MISSING).length / clear.length,
    moved: placed.length >= LEAST.moved ? moved.length / placed.length : 0,
  }
  return { print, moved }
}

/** Cells of clear print whose place is known, and those of them that are not where their surroundings are. */
function movedCells(
  { columns, rows, shiftX, shiftY, likeness: found }: ComparedCells,
  width: number,
  clear: readonly number[],
  likeness: Float32Array,
): { placed: number[]; moved: number[] } {
  const placed = clear.filter(
    (cell) => (found[cell] as number) > PLACED.likeness && (likeness[cell] as number) > PLACED.same,
  )
  // Cards bend and lenses distort, smoothly; print that was moved is not where its surroundings are.
  const terms = (cell: number) => {
    const [x, y] = [(cell % columns) / columns, Math.floor(cell / columns) / rows]
    return [1, x, y, x * x, y * y, x * y]
  }
  const [across, down] = [shiftX, shiftY].map((shift) =>
    residuals(placed, terms, (cell) => shift[cell] as number, 0.6, 0.25),
  ) as [Float64Array, Float64Array]
  return {
    placed,
    moved: placed.filter((_, i) => (1000 * Math.hypot(across[i] as number, down[i] as number)) / width > MOVED),
  }
}
