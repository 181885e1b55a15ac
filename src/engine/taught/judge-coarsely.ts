import { OPERATING_POINT } from '../../domain/decision/rule.ts'
import type { ReferenceProperties } from '../../domain/document/document.ts'
import type { HeatMap } from '../document/draw-heat-map.ts'
import type { Picture, Size } from '../picture/picture.ts'
import { type ComparedCell, comparePrint } from './compare-print.ts'
import { printGrid, printSize } from './print.ts'
import { layOver, type Recognised } from './recognise.ts'

// Chosen on the Albanian, Spanish, Estonian, Austrian and Czech cards of the labelled set, taught with one picture and with
// three; see docs/decisions/0026-taught-documents.md.
/** How strongly the background shows next to the boldest print: genuine 0.76 to 1.1, printed without it up to 0.52. */
const BACKGROUND = { limit: 0.57, steep: 12 }
/** Degrees by which all colours are turned together: genuine up to 5, under a lamp's light 17; printed in other colours 27 and more. */
const HUE = { limit: 20, steep: 0.3 }
/** Likeness of the boldest print: genuine 0.93 and more; another font or another place has no more than chance. */
const LABELS = { limit: 0.7, steep: 15 }
/** Of the model's colours so much is left under a phone's worst light; a copy in grey has none. */
const COLOURFUL = { limit: 0.25, steep: 20 }
/** Under it colours do not say by how much they are turned: the light is not the same over the page. */
const COHERENT = 0.75
/** A document with less colour than this cannot be judged by it. */
const LEAST_COLOUR = 0.02
/** A document of fewer pixels across does not show its background. */
const LEAST_PIXELS = 480
/** Fewer cells than this are too little to judge a page by. */
const LEAST_CELLS = 60

type Limit = { limit: number; steep: number }
const scoreOver = (value: number, { limit, steep }: Limit): number => 100 / (1 + Math.exp(-steep * (value - limit)))

/**
 * A model that was taught by version 0.2 has its print in small alone. It is compared as it was then, and what is found speaks
 * against a page; for it speaks nothing, since so small a print does not show its fine pattern. Undefined when the light leaves
 * too little to say. `across`: pixels of the document's long side in the photo.
 */
export function judgeCoarsely(
  { model, print, map }: Recognised,
  page: Picture,
  across: number,
): { properties: ReferenceProperties; heat: HeatMap } | undefined {
  const size = printSize(model.content.ratio)
  const cells = comparePrint(print, layOver(map, size, page))
  if (cells.length < LEAST_CELLS) return undefined
  const found = tellDifferences(cells)
  const background = Math.round(found.background.score)
  return {
    properties: {
      pattern: across >= LEAST_PIXELS && background <= OPERATING_POINT ? background : null,
      print: Math.round(found.labels.score),
      layout: null,
      colours: Math.round(found.colours.score),
      fonts: null,
    },
    heat: heatOf(cells, found, size),
  }
}

interface Differences {
  /** How strongly the bold print shows: what the rest is measured by. */
  bold: number
  background: { score: number; share: number }
  colours: { score: number; degrees: number }
  labels: { score: number; likeness: number }
}

/** Of the cells by their amount of print: the boldest, and those that have some but little. */
const BOLD = 0.2
const FAINT = { from: 0.3, to: 0.8 }
/** Of the bold cells the gain that a quarter surpass: black letters, also where the colours next to them are wrong. */
const UPPER = 0.75

function tellDifferences(cells: readonly ComparedCell[]): Differences {
  const sorted = cells.toSorted((a, b) => b.amount - a.amount)
  const bold = sorted.slice(0, Math.round(BOLD * cells.length))
  const faint = sorted.slice(Math.round(FAINT.from * cells.length), Math.round(FAINT.to * cells.length))
  const gain = quantile(
    bold.map((cell) => cell.gain),
    UPPER,
  )
  const share = sumOf(faint, (cell) => cell.gain * cell.amount) / (sumOf(faint, (cell) => cell.amount) * gain)
  const likeness = quantile(
    bold.map((cell) => cell.likeness),
    0.5,
  )
  return {
    bold: gain,
    background: { score: scoreOver(share, BACKGROUND), share },
    colours: tellColours(cells),
    labels: { score: scoreOver(likeness, LABELS), likeness },
  }
}

/** As if colours were complex numbers: a phone's white balance shifts them all, an ink of another colour turns them. */
function tellColours(cells: readonly ComparedCell[]): Differences['colours'] {
  const mean = (of: (cell: ComparedCell) => number) => sumOf(cells, of) / cells.length
  const own = [mean(({ own }) => own[0]), mean(({ own }) => own[1])] as const
  const seen = [mean(({ seen }) => seen[0]), mean(({ seen }) => seen[1])] as const
  let [along, across, oo, ss] = [0, 0, 0, 0]
  for (const cell of cells) {
    const [a, b] = [cell.own[0] - own[0], cell.own[1] - own[1]]
    const [p, q] = [cell.seen[0] - seen[0], cell.seen[1] - seen[1]]
    along += a * p + b * q
    across += a * q - b * p
    oo += a * a + b * b
    ss += p * p + q * q
  }
  const degrees = (Math.atan2(across, along) * 180) / Math.PI
  if (Math.sqrt(oo / cells.length) < LEAST_COLOUR) return { score: 100, degrees }
  const colourful = scoreOver(Math.sqrt(ss / oo), COLOURFUL)
  const isCoherent = Math.hypot(along, across) > COHERENT * Math.sqrt(oo * ss)
  const turned = isCoherent ? scoreOver(-Math.abs(degrees), { limit: -HUE.limit, steep: HUE.steep }) : 100
  return { score: Math.min(colourful, turned), degrees }
}

const sumOf = (cells: readonly ComparedCell[], of: (cell: ComparedCell) => number): number =>
  cells.reduce((sum, cell) => sum + of(cell), 0)

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0

/** Colours that differ by this much are as different as colours of one document are. */
const FAR = 0.25

/** How much each cell of the print differs, 0…1, smoothed: a cell alone says little. */
function heatOf(cells: readonly ComparedCell[], { bold }: Differences, size: Size): HeatMap {
  const { columns, rows } = printGrid(size)
  const shift = [0, 1].map(
    (i) => sumOf(cells, ({ own, seen }) => (seen[i] as number) - (own[i] as number)) / cells.length,
  )
  const sums = new Float32Array(columns * rows)
  const counts = new Float32Array(columns * rows)
  for (const { cell, gain, own, seen } of cells) {
    const missing = 1 - gain / (bold + 1e-6)
    const colour = Math.hypot(seen[0] - own[0] - (shift[0] as number), seen[1] - own[1] - (shift[1] as number)) / FAR
    const warmth = Math.max(0, Math.min(1, Math.max(missing, colour)))
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
        const at = y * columns + x
        sums[at] = (sums[at] as number) + warmth
        counts[at] = (counts[at] as number) + 1
      }
    }
  }
  return { width: columns, height: rows, values: sums.map((sum, i) => sum / Math.max(1, counts[i] as number)) }
}
