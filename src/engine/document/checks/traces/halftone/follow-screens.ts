import type { Picture } from '../../../../picture/picture.ts'
import { type PhotoPart, readDetail } from './detail.ts'
import type { Screen } from './find-screens.ts'

/** A grating cell by cell over the page: how strong it is, and how far it is from where an even grating would be. */
export interface PhaseField extends Screen {
  /** Row by row; a strong cell has a length near 1, a weak one near 0. */
  re: Float32Array
  im: Float32Array
}

export interface Halftone {
  part: PhotoPart
  columns: number
  rows: number
  fields: PhaseField[]
}

/** Pixels of a cell's side. */
export const CELL = 8

export function followScreens(photo: Picture, part: PhotoPart, screens: readonly Screen[]): Halftone {
  const [columns, rows] = [Math.floor(part.width / CELL), Math.floor(part.height / CELL)]
  const waves = screens.map((screen) => new Wave(screen, columns, rows))
  const row = new Float64Array(columns * CELL)
  for (let y = 0; y < rows * CELL; y++) {
    readDetail(photo, part.x, part.y + y, row)
    for (const wave of waves) wave.add(row, y)
  }
  return { part, columns, rows, fields: waves.map((wave) => wave.finish()) }
}

class Wave {
  /** Of the eight pixels of a cell. */
  private readonly cosines: Eight
  private readonly sines: Eight
  private readonly re: Float64Array
  private readonly im: Float64Array
  private readonly screen: Screen
  private readonly columns: number
  private readonly rows: number

  constructor(screen: Screen, columns: number, rows: number) {
    this.screen = screen
    this.columns = columns
    this.rows = rows
    this.cosines = eight((x) => Math.cos(-2 * Math.PI * screen.across * x))
    this.sines = eight((x) => Math.sin(-2 * Math.PI * screen.across * x))
    this.re = new Float64Array(columns * rows)
    this.im = new Float64Array(columns * rows)
  }

  /** Written out pixel by pixel: it takes a third of the time. Each cell counts from its own left side on. */
  add(row: Float64Array, y: number): void {
    const { columns, re, im } = this
    const [c0, c1, c2, c3, c4, c5, c6, c7] = this.cosines
    const [s0, s1, s2, s3, s4, s5, s6, s7] = this.sines
    const turn = -2 * Math.PI * this.screen.down * y
    const cosine = Math.cos(turn)
    const sine = Math.sin(turn)
    for (let i = 0, x = 0, at = Math.floor(y / CELL) * columns; i < columns; i++, x += CELL, at++) {
      const v0 = row[x] as number
      const v1 = row[x + 1] as number
      const v2 = row[x + 2] as number
      const v3 = row[x + 3] as number
      const v4 = row[x + 4] as number
      const v5 = row[x + 5] as number
      const v6 = row[x + 6] as number
      const v7 = row[x + 7] as number
      const a = v0 * c0 + v1 * c1 + v2 * c2 + v3 * c3 + v4 * c4 + v5 * c5 + v6 * c6 + v7 * c7
      const b = v0 * s0 + v1 * s1 + v2 * s2 + v3 * s3 + v4 * s4 + v5 * s5 + v6 * s6 + v7 * s7
      re[at] = (re[at] as number) + a * cosine - b * sine
      im[at] = (im[at] as number) + a * sine + b * cosine
    }
  }

  /** Turned back by the page's own exact frequency, smoothed so that one grating does not leak into another, and strong cells held to the strength of the others. */
  finish(): PhaseField {
    const { columns, rows, screen } = this
    // Cells count from their own left side on, so that the phase goes on by this much from cell to cell, and a little more.
    const [across, down] = [this.meanTurn(1, 0), this.meanTurn(0, 1)]
    const columnCosines = Float64Array.from({ length: columns }, (_, i) => Math.cos(-across * i))
    const columnSines = Float64Array.from({ length: columns }, (_, i) => Math.sin(-across * i))
    for (let j = 0, at = 0; j < rows; j++) {
      const rowCosine = Math.cos(-down * j)
      const rowSine = Math.sin(-down * j)
      for (let i = 0; i < columns; i++, at++) {
        const cosine = (columnCosines[i] as number) * rowCosine - (columnSines[i] as number) * rowSine
        const sine = (columnCosines[i] as number) * rowSine + (columnSines[i] as number) * rowCosine
        const a = this.re[at] as number
        const b = this.im[at] as number
        this.re[at] = a * cosine - b * sine
        this.im[at] = a * sine + b * cosine
      }
    }
    const [re, im] = [smoothed(this.re, columns, rows), smoothed(this.im, columns, rows)]
    const lengths = re.map((a, i) => Math.hypot(a, im[i] as number))
    const usual = medianOf(lengths) || 1
    for (let i = 0; i < re.length; i++) {
      const scale = 1 / ((lengths[i] as number) + usual)
      re[i] = (re[i] as number) * scale
      im[i] = (im[i] as number) * scale
    }
    const aCell = 2 * Math.PI * CELL
    // Whole turns between cells do not show: the frequency is the one nearest to that of the spectrum.
    const further = Math.round(screen.across * CELL - across / (2 * Math.PI))
    return { ...screen, across: across / aCell + further / CELL, down: screen.down + down / aCell, re, im }
  }

  /** By how much the phase goes on from a cell to the next, over the whole page. */
  private meanTurn(right: number, below: number): number {
    const { columns, rows, re, im } = this
    let x = 0
    let y = 0
    for (let j = 0; j + below < rows; j++) {
      for (let i = 0; i + right < columns; i++) {
        const at = j * columns + i
        const next = at + below * columns + right
        x += (re[at] as number) * (re[next] as number) + (im[at] as number) * (im[next] as number)
        y += (re[at] as number) * (im[next] as number) - (im[at] as number) * (re[next] as number)
      }
    }
    return Math.atan2(y, x)
  }
}

function smoothed(values: Float64Array, columns: number, rows: number): Float32Array {
  const along = new Float64Array(values.length)
  const out = new Float32Array(values.length)
  for (let j = 0; j < rows; j++) blend(values, along, j * columns, 1, columns)
  for (let i = 0; i < columns; i++) blend(along, out, i, columns, rows)
  return out
}

/** One line; what lies beyond its ends is as the end. */
function blend(
  from: Float64Array,
  into: Float64Array | Float32Array,
  start: number,
  step: number,
  length: number,
): void {
  const last = start + (length - 1) * step
  let a = from[start] as number
  let b = a
  let c = a
  let d = from[Math.min(last, start + step)] as number
  for (let at = start; at <= last; at += step) {
    const e = from[Math.min(last, at + 2 * step)] as number
    into[at] = (a + e + 4 * (b + d) + 6 * c) / 16
    a = b
    b = c
    c = d
    d = e
  }
}

/** Of every eighth: enough of a few thousand, and to sort them all takes as long as the rest. */
function medianOf(lengths: Float32Array): number {
  const some = lengths.filter((_, i) => i % 8 === 0).toSorted()
  return some[some.length >> 1] as number
}

type Eight = [number, number, number, number, number, number, number, number]

const eight = (of: (x: number) => number): Eight => [of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)]
