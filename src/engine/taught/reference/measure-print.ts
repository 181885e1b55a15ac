import type { Picture, Size } from '../../picture/picture.ts'
import { boxBlur, type Greys, greysOf } from '../greys.ts'
import { BANDS, type Bands, bandsOf } from './bands.ts'
import { type Channels, channelsOf } from './channels.ts'

/** Side of a cell, in pixels of the reference. */
export const CELL = 32

export const cellGrid = ({ width, height }: Size): { columns: number; rows: number } => ({
  columns: Math.floor(width / CELL),
  rows: Math.floor(height / CELL),
})

/** Side of a block, for what is compared more locally than by cells. */
export const BLOCK = 16

export const blockGrid = ({ width, height }: Size): { columns: number; rows: number } => ({
  columns: Math.floor(width / BLOCK),
  rows: Math.floor(height / BLOCK),
})

/** What is printed in each cell of a page that lies over its reference. */
export interface MeasuredPrint extends Size {
  bands: Bands
  wide: Greys
  channels: Channels
  /** Pixels of dark ink. */
  ink: Float32Array
  /** The same by block. */
  blockInk: Float32Array
  /** Squares of each band at the pixels of ink, added up; by cell, then band. */
  inkPower: Float32Array
  /** Darkness of ink and how often it changes along a row: what the one is of the other is half the width of a stroke. */
  dark: Float32Array
  edges: Float32Array
  /** Red, green and blue, added up; by cell. */
  colours: Float32Array
  /** Pixels without colour and shade: the light has taken the print away. */
  white: Float32Array
}

/** Darker than the mean of what is around it by this share: ink of letters. */
const INK = 0.28
/** Darkness that is no grain. */
const FAINT = 0.1
/** What is around, in shares of the width. */
const AROUND = 0.01
/** The outermost pixels are the table's as often as the document's. */
const EDGE = 4
const WHITE = 250

/** Of ink and colour every second row is looked at. */
const STEP = 2

export function measurePrint(page: Picture): MeasuredPrint {
  const { width, height, data } = page
  const { columns, rows } = cellGrid(page)
  const greys = greysOf(page)
  const { bands, wide, quarter } = bandsOf(greys)
  const mean = boxBlur(quarter, Math.round((AROUND * width) / 4))
  const cells = columns * rows
  const ink = new Float32Array(cells)
  const blocks = blockGrid(page)
  const blockInk = new Float32Array(blocks.columns * blocks.rows)
  const dark = new Float32Array(cells)
  const edges = new Float32Array(cells)
  const white = new Float32Array(cells)
  const inkPower = new Float32Array(BANDS * cells)
  const colours = new Float32Array(3 * cells)
  const [full, half, fourth] = bands
  const [right, bottom] = [Math.min(width - EDGE, columns * CELL), Math.min(height - EDGE, rows * CELL)]
  for (let y = EDGE; y < bottom; y += STEP) {
    const row = Math.floor(y / CELL) * columns
    const [halfRow, quarterRow] = [rowOf(half, y >> 1), rowOf(quarter, y >> 2)]
    let before = 0
    for (let x = EDGE; x < right; x++) {
      const at = y * width + x
      const cell = row + ((x / CELL) | 0)
      const light = (mean.values[quarterRow + Math.min(quarter.width - 1, x >> 2)] as number) + 1
      const darkness = 1 - (greys.values[at] as number) / light
      const kept = darkness > FAINT ? darkness : 0
      if (kept || before) {
        dark[cell] = (dark[cell] as number) + kept
        edges[cell] = (edges[cell] as number) + Math.abs(kept - before)
        before = kept
      }
      if (x % STEP === 0) addColour(cell, 3 * at)
      if (darkness <= INK) continue
      ink[cell] = (ink[cell] as number) + 1
      const block = Math.floor(y / BLOCK) * blocks.columns + ((x / BLOCK) | 0)
      blockInk[block] = (blockInk[block] as number) + 1
      const to = BANDS * cell
      const fine = (full.values[at] as number) / light
      const middle = (half.values[halfRow + Math.min(half.width - 1, x >> 1)] as number) / light
      const coarse = (fourth.values[quarterRow + Math.min(fourth.width - 1, x >> 2)] as number) / light
      inkPower[to] = (inkPower[to] as number) + fine * fine
      inkPower[to + 1] = (inkPower[to + 1] as number) + middle * middle
      inkPower[to + 2] = (inkPower[to + 2] as number) + coarse * coarse
    }
  }
  return {
    width,
    height,
    bands,
    wide,
    channels: channelsOf(page),
    ink,
    blockInk,
    inkPower,
    dark,
    edges,
    colours,
    white,
  }

  function addColour(cell: number, at: number): void {
    const [red, green, blue] = [data[at] as number, data[at + 1] as number, data[at + 2] as number]
    colours[3 * cell] = (colours[3 * cell] as number) + red
    colours[3 * cell + 1] = (colours[3 * cell + 1] as number) + green
    colours[3 * cell + 2] = (colours[3 * cell + 2] as number) + blue
    if (red > WHITE && green > WHITE && blue > WHITE) white[cell] = (white[cell] as number) + 1
  }
}

const rowOf = ({ width, height }: Greys, y: number): number => Math.min(height - 1, y) * width

/** How much fine print a picture shows: the middle of its cells, as a logarithm. */
export function detailOf(page: Picture): number {
  const { columns, rows } = cellGrid(page)
  const [band] = bandsOf(greysOf(page)).bands
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
