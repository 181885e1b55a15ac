import type { ComparedCells } from './compare-cells.ts'
import { quantile, residuals } from './fit.ts'
import { inkDifference } from './inks.ts'
import { largestArea } from './largest-area.ts'
import { largestMean } from './largest-mean.ts'
import { LOOKED_AT } from './light.ts'
import type { MeasuredPrint } from './measure-print.ts'
import type { OpenReference } from './reference.ts'

export interface ColourDifference {
  /** Degrees by which all colours are turned together; undefined where they do not turn together. */
  turned: number | undefined
  /** What is left of the differences of colour without light: four fifths of the cells have less. */
  uneven: number
  /** The largest area of another colour, as a share. */
  patch: number
  /** Of the reference's colour, so much is seen. */
  left: number
  /** How much colour the reference has. */
  amount: number
  /** By how much more or less than green the forms of the background show in red or blue, as a logarithm. */
  inks?: number
  /** The place whose colours differ most from what those of all others say, as a logarithm. */
  spot: number
}

/** Colours that differ by so many times what the taught pictures differ by are other ones; within these bounds. */
const OTHER_COLOUR = { times: 3, least: 0.04, most: 0.1 }
/** Fewer cells of background than this do not show inks. */
const LEAST_BACKGROUND = 30
/** So that the black of letters has no colour of its own. */
const BLACK = 8

export function coloursOf(
  reference: OpenReference,
  page: MeasuredPrint,
  compared: ComparedCells,
  seen: readonly number[],
  background: readonly number[],
  heat: Float32Array,
): ColourDifference {
  const { columns, rows } = compared
  const ratio = (cell: number, c: number) =>
    Math.log(
      Math.max(BLACK, (page.colours[3 * cell + c] as number) / LOOKED_AT) /
        Math.max(BLACK, reference.colours[3 * cell + c] as number),
    )
  // A lamp shifts all colours alike, or evenly from one side to the other.
  const plane = (cell: number) => [1, (cell % columns) / columns, Math.floor(cell / columns) / rows]
  const [red, blue] = [0, 2].map((c) => residuals(seen, plane, (cell) => ratio(cell, c) - ratio(cell, 1), 0, 0.2)) as [
    Float64Array,
    Float64Array,
  ]
  const rest = seen.map((_, i) => Math.hypot(red[i] as number, blue[i] as number))
  const usual = OTHER_COLOUR.times * (reference.kept.alike?.colours ?? OTHER_COLOUR.most)
  const limit = Math.max(OTHER_COLOUR.least, Math.min(OTHER_COLOUR.most, usual))
  const other = new Uint8Array(columns * rows)
  for (const [i, cell] of seen.entries()) {
    const isOther = (rest[i] as number) > limit
    if (isOther) other[cell] = 1
    if (isOther) heat[cell] = Math.max(heat[cell] as number, Math.min(1, (rest[i] as number) / 0.25))
  }
  return {
    ...turnOf(reference, page, seen),
    uneven: quantile(rest, 0.8),
    patch: largestArea(other, columns, rows) / seen.length,
    ...(background.length >= LEAST_BACKGROUND && {
      inks: inkDifference(reference, page.channels, compared, background),
    }),
    spot: spotOf(reference, seen, compared, ratio),
  }
}

/** So many cells by so many are looked at together, and of them this share has to be seen. */
const SPOT = { side: 4, share: 0.6 }

/** Another scanner or lamp changes every colour in the same way, by how much it has of red, green and blue: what is left is other print. */
function spotOf(
  { colours }: OpenReference,
  seen: readonly number[],
  { columns: width, rows: height }: ComparedCells,
  ratio: (cell: number, c: number) => number,
): number {
  const own = (cell: number, c: number) => Math.log(Math.max(BLACK, colours[3 * cell + c] as number))
  const terms = (cell: number) => {
    const green = own(cell, 1)
    const place = [(cell % width) / width, Math.floor(cell / width) / height]
    return [1, ...place, green, own(cell, 0) - green, own(cell, 2) - green]
  }
  const spots = [0, 2].flatMap((c) => {
    const rest = residuals(seen, terms, (cell) => ratio(cell, c) - ratio(cell, 1), 0, 0.2)
    return [1, -1].map((sign) => {
      const layer = new Float32Array(width * height).fill(Number.NaN)
      for (const [i, cell] of seen.entries()) layer[cell] = sign * (rest[i] as number)
      return largestMean(SPOT, { width, height }, layer)
    })
  })
  return Math.max(...spots)
}

/** Under it colours do not say by how much they are turned: the light is not the same over the page. */
const TOGETHER = 0.8

/** As if colours were complex numbers: a phone's white balance shifts them all, an ink of another colour turns them. */
function turnOf(
  { colours }: OpenReference,
  page: MeasuredPrint,
  seen: readonly number[],
): Pick<ColourDifference, 'turned' | 'left' | 'amount'> {
  const own = centred(seen.map((cell) => chromaOf(colours, cell, 1)))
  const shown = centred(seen.map((cell) => chromaOf(page.colours, cell, LOOKED_AT)))
  let [along, across, oo, ss] = [0, 0, 1e-9, 1e-9]
  for (const [i, [a, b]] of own.entries()) {
    const [p, q] = shown[i] as readonly [number, number]
    along += a * p + b * q
    across += a * q - b * p
    oo += a * a + b * b
    ss += p * p + q * q
  }
  const isTogether = Math.hypot(along, across) > TOGETHER * Math.sqrt(oo * ss)
  return {
    turned: isTogether ? Math.abs((Math.atan2(across, along) * 180) / Math.PI) : undefined,
    left: Math.sqrt(ss / oo),
    amount: Math.sqrt(oo / seen.length),
  }
}

function chromaOf(colours: Float32Array, cell: number, count: number): readonly [number, number] {
  const [red, green, blue] = [0, 1, 2].map((c) => (colours[3 * cell + c] as number) / count) as [number, number, number]
  const light = (red + green + blue) / 3 + BLACK
  return [(red - green) / light, ((red + green) / 2 - blue) / light]
}

function centred(values: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const mean = [0, 1].map((k) => values.reduce((sum, value) => sum + (value[k] as number), 0) / values.length)
  return values.map(([a, b]) => [a - (mean[0] as number), b - (mean[1] as number)] as const)
}
