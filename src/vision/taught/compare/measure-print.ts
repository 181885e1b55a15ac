import { boxBlur, type Greys, greysOf, halved } from '../../picture/greys.ts'
import type { Picture, Size } from '../../picture/picture.ts'

/** The side of a cell, and of a block for finer comparisons, in pixels of the reference. */
export const CELL = 32
export const BLOCK = 16

const gridOf =
  (side: number) =>
  ({ width, height }: Size): { columns: number; rows: number } => ({
    columns: Math.floor(width / side),
    rows: Math.floor(height / side),
  })

export const cellGrid = gridOf(CELL)
export const blockGrid = gridOf(BLOCK)

/** Detail of two to seven pixels, at full, half and a quarter of the size: the finest first. */
export type Bands = readonly [Greys, Greys, Greys]
export const BANDS = 3

/** The print measured in each cell of a page that is aligned with its reference. */
export interface MeasuredPrint extends Size {
  bands: Bands
  /** The middle and the coarsest octave together, at half the size. */
  wide: Greys
  /** The background pattern in red, green and blue, at a quarter of the size. */
  channels: readonly [Greys, Greys, Greys]
  /** Number of dark ink pixels by cell, and by block. */
  ink: Float32Array
  blockInk: Float32Array
  /** Sums of the squares of each band at the pixels of ink; by cell, then band. */
  inkPower: Float32Array
  /** The sum of the ink's darkness, and how often it changes along a row: their ratio is half the width of a stroke. */
  dark: Float32Array
  edges: Float32Array
  /** Sums of red, green and blue; by cell. */
  colours: Float32Array
  /** Pixels without colour and shade: the light has washed out the print. */
  white: Float32Array
}

/** Every second pixel of every second row of a cell is used for its colour. */
export const COLOURED = (CELL * CELL) / 4

/** A pixel that is darker than the local mean by this share is ink of letters. */
const INK = 0.28
/** Darkness above this is not noise. */
const FAINT = 0.1
/** The radius of the local mean, in shares of the width. */
const AROUND = 0.01
/** The outermost pixels belong to the table as often as to the document. */
const EDGE = 4
const WHITE = 250
/** Ink and colour are measured in every second row. */
const STEP = 2

export function measurePrint(page: Picture): MeasuredPrint {
  const { width, height, data } = page
  const { columns, rows } = cellGrid(page)
  const greys = greysOf(page)
  const half = halved(greys)
  const quarter = halved(half)
  const bands: Bands = [bandOf(greys), bandOf(half), bandOf(quarter)]
  const [full, halfBand, quarterBand] = bands
  const mean = boxBlur(quarter, Math.round((AROUND * width) / 4))
  const cells = columns * rows
  const blocks = blockGrid(page)
  const measured: MeasuredPrint = {
    width,
    height,
    bands,
    wide: withoutMean(half, 4),
    channels: channelsOf(page),
    ink: new Float32Array(cells),
    blockInk: new Float32Array(blocks.columns * blocks.rows),
    inkPower: new Float32Array(BANDS * cells),
    dark: new Float32Array(cells),
    edges: new Float32Array(cells),
    colours: new Float32Array(3 * cells),
    white: new Float32Array(cells),
  }
  const { ink, blockInk, inkPower, dark, edges, colours, white } = measured
  const { values } = greys
  const around = mean.values
  const last = quarter.width - 1
  const [right, bottom] = [Math.min(width - EDGE, columns * CELL), Math.min(height - EDGE, rows * CELL)]
  for (let y = EDGE; y < bottom; y += STEP) {
    const row = Math.floor(y / CELL) * columns
    const [halfRow, quarterRow] = [rowOf(half, y >> 1), rowOf(quarter, y >> 2)]
    addColours(y, row)
    let before = 0
    for (let x = EDGE; x < right; x++) {
      const at = y * width + x
      const cell = row + ((x / CELL) | 0)
      const light = (around[quarterRow + Math.min(last, x >> 2)] as number) + 1
      const value = values[at] as number
      // Most pixels are background: skip the division for them.
      const kept = value < (1 - FAINT) * light ? 1 - value / light : 0
      if (kept || before) {
        dark[cell] = (dark[cell] as number) + kept
        edges[cell] = (edges[cell] as number) + Math.abs(kept - before)
        before = kept
      }
      if (kept <= INK) continue
      ink[cell] = (ink[cell] as number) + 1
      const block = Math.floor(y / BLOCK) * blocks.columns + ((x / BLOCK) | 0)
      blockInk[block] = (blockInk[block] as number) + 1
      const to = BANDS * cell
      const fine = (full.values[at] as number) / light
      const middle = (halfBand.values[halfRow + Math.min(half.width - 1, x >> 1)] as number) / light
      const coarse = (quarterBand.values[quarterRow + Math.min(last, x >> 2)] as number) / light
      inkPower[to] = (inkPower[to] as number) + fine * fine
      inkPower[to + 1] = (inkPower[to + 1] as number) + middle * middle
      inkPower[to + 2] = (inkPower[to + 2] as number) + coarse * coarse
    }
  }
  return measured

  /** Cell by cell, so that the sums are kept in local variables and not updated in memory for every pixel. */
  function addColours(y: number, row: number): void {
    for (let column = 0; column < columns; column++) {
      let [red, green, blue, whites] = [0, 0, 0, 0]
      const end = 3 * (y * width + Math.min(right, (column + 1) * CELL))
      for (let at = 3 * (y * width + Math.max(EDGE, column * CELL)); at < end; at += 3 * STEP) {
        const [r, g, b] = [data[at] as number, data[at + 1] as number, data[at + 2] as number]
        red += r
        green += g
        blue += b
        if (r > WHITE && g > WHITE && b > WHITE) whites++
      }
      const cell = row + column
      colours[3 * cell] = (colours[3 * cell] as number) + red
      colours[3 * cell + 1] = (colours[3 * cell + 1] as number) + green
      colours[3 * cell + 2] = (colours[3 * cell + 2] as number) + blue
      white[cell] = (white[cell] as number) + whites
    }
  }
}

const rowOf = ({ width, height }: Greys, y: number): number => Math.min(height - 1, y) * width

function withoutMean(greys: Greys, radius: number): Greys {
  const { values: mean, ...size } = boxBlur(greys, radius)
  for (let i = 0; i < mean.length; i++) mean[i] = (greys.values[i] as number) - (mean[i] as number)
  return { ...size, values: mean }
}

/** Half the side of the square whose mean is subtracted from a band. */
const RADIUS = 2
const SIDE = 2 * RADIUS + 1

/** Each pixel less the mean of the five by five pixels around it; the outermost two pixels are 0. */
function bandOf({ width, height, values }: Greys): Greys {
  const band = new Float32Array(values.length)
  /** For each column, the sum of the last five rows. */
  const sums = new Float64Array(width)
  for (let y = 0; y < height; y++) {
    const start = y * width
    const left = start - SIDE * width
    for (let x = 0; x < width; x++) {
      sums[x] = (sums[x] as number) + (values[start + x] as number) - (left < 0 ? 0 : (values[left + x] as number))
    }
    if (y < SIDE - 1) continue
    let square = 0
    for (let x = 0; x < SIDE - 1; x++) square += sums[x] as number
    for (let x = SIDE - 1, at = (y - RADIUS) * width + RADIUS; x < width; x++, at++) {
      square += sums[x] as number
      band[at] = (values[at] as number) - square / SIDE ** 2
      square -= sums[x - SIDE + 1] as number
    }
  }
  return { width, height, values: band }
}

/** The factor by which the channels are smaller than the page. */
export const SHRUNK = 4

function channelsOf({ width, height, data }: Picture): MeasuredPrint['channels'] {
  const [columns, rows] = [Math.floor(width / SHRUNK), Math.floor(height / SHRUNK)]
  const sums = [0, 1, 2].map(() => new Float32Array(columns * rows)) as [Float32Array, Float32Array, Float32Array]
  const [red, green, blue] = sums
  for (let y = 0; y < SHRUNK * rows; y += STEP) {
    const row = Math.floor(y / SHRUNK) * columns
    for (let to = row, at = 3 * y * width; to < row + columns; to++, at += 3 * SHRUNK) {
      red[to] = (red[to] as number) + fourFrom(data, at)
      green[to] = (green[to] as number) + fourFrom(data, at + 1)
      blue[to] = (blue[to] as number) + fourFrom(data, at + 2)
    }
  }
  return sums.map((values) => withoutMean({ width: columns, height: rows, values }, 3)) as unknown as [
    Greys,
    Greys,
    Greys,
  ]
}

const FOUR_OF = SHRUNK ** 2 / STEP

/** The sum of one channel over four pixels in a row, divided by the number of pixels that are averaged. */
const fourFrom = (data: Uint8Array, at: number): number =>
  ((data[at] as number) + (data[at + 3] as number) + (data[at + 6] as number) + (data[at + 9] as number)) / FOUR_OF

/** How much fine print a picture shows: the median of its cells, as a logarithm. */
export function detailOf(page: Picture): number {
  const { columns, rows } = cellGrid(page)
  const band = bandOf(greysOf(page))
  const power = new Float64Array(columns * rows)
  for (let y = 0; y < rows * CELL; y++) {
    const row = Math.floor(y / CELL) * columns
    for (let x = 0; x < columns * CELL; x++) {
      const cell = row + ((x / CELL) | 0)
      power[cell] = (power[cell] as number) + (band.values[y * band.width + x] as number) ** 2
    }
  }
  return Math.log((power.sort()[power.length >> 1] as number) / CELL ** 2 + 1e-3)
}
