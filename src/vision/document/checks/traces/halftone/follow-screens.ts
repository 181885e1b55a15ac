import type { Picture } from '../../../../picture/picture.ts'
import { type PhotoPart, readDetail, type Screen } from './find-screens.ts'

/** The side of a cell in pixels. */
export const CELL = 8

/** A grating cell by cell over the page: how strong it is, and how far its phase is from that of an even grating. */
export interface PhaseField extends Screen {
  /** Row by row; a strong cell has a magnitude near 1, a weak one near 0. */
  re: Float32Array
  im: Float32Array
}

export interface Halftone {
  part: PhotoPart
  columns: number
  rows: number
  fields: PhaseField[]
}

export function followScreens(photo: Picture, part: PhotoPart, screens: readonly Screen[]): Halftone {
  const grid = { columns: Math.floor(part.width / CELL), rows: Math.floor(part.height / CELL) }
  const cells = measureCells(photo, part, grid, screens)
  return { part, ...grid, fields: screens.map((screen, i) => straighten(screen, cells[i] as Cells, grid)) }
}

interface Grid {
  columns: number
  rows: number
}

/** A grating's strength and phase in each cell, counted from the cell's own corner. */
interface Cells {
  re: Float32Array
  im: Float32Array
}

/** One row of cells after another: the fine detail of each cell times the wave of each grating. */
function measureCells(photo: Picture, part: PhotoPart, { columns, rows }: Grid, screens: readonly Screen[]): Cells[] {
  const width = columns * CELL
  const detail = new Float32Array(CELL * width)
  const lines = Array.from({ length: CELL }, (_, y) => detail.subarray(y * width, (y + 1) * width))
  const measured = screens.map(({ across, down }) => ({
    waves: { across: waveOf(across), down: waveOf(down) },
    cells: { re: new Float32Array(columns * rows), im: new Float32Array(columns * rows) },
  }))
  for (let row = 0; row < rows; row++) {
    for (const [y, line] of lines.entries()) readDetail(photo, part.x, part.y + row * CELL + y, line)
    for (const { waves, cells } of measured) measureRow(detail, waves, cells, row * columns, columns)
  }
  return measured.map(({ cells }) => cells)
}

/** Cosines and sines of eight pixels. */
interface Wave {
  cosines: Float64Array
  sines: Float64Array
}

function waveOf(frequency: number): Wave {
  const turns = Array.from({ length: CELL }, (_, i) => -2 * Math.PI * frequency * i)
  return { cosines: Float64Array.from(turns, Math.cos), sines: Float64Array.from(turns, Math.sin) }
}

/** Eight pixels down times the wave down, then eight columns times the wave across. */
function measureRow(
  detail: Float32Array,
  { across, down }: { across: Wave; down: Wave },
  { re, im }: Cells,
  first: number,
  columns: number,
): void {
  const width = columns * CELL
  for (let cell = first, x = 0; cell < first + columns; cell++) {
    let real = 0
    let imaginary = 0
    for (let i = 0; i < CELL; i++, x++) {
      let a = 0
      let b = 0
      for (let y = 0, at = x; y < CELL; y++, at += width) {
        const value = detail[at] as number
        a += value * (down.cosines[y] as number)
        b += value * (down.sines[y] as number)
      }
      const cosine = across.cosines[i] as number
      const sine = across.sines[i] as number
      real += a * cosine - b * sine
      imaginary += a * sine + b * cosine
    }
    re[cell] = real
    im[cell] = imaginary
  }
}

/**
 * Rotates the phases back by the page's own exact frequency, smooths them so that one grating does not leak into
 * another, and limits strong cells to the strength of the others.
 */
function straighten(screen: Screen, cells: Cells, grid: Grid): PhaseField {
  const { columns, rows } = grid
  // Each cell's phase counts from its own corner, so it advances by this much from cell to cell.
  const [across, down] = [meanTurn(cells, grid, 1, 0), meanTurn(cells, grid, 0, 1)]
  turnBack(cells, grid, across, down)
  const [re, im] = [smoothed(cells.re, columns, rows), smoothed(cells.im, columns, rows)]
  const lengths = new Float32Array(re.length)
  for (let i = 0; i < re.length; i++) {
    lengths[i] = Math.sqrt((re[i] as number) * (re[i] as number) + (im[i] as number) * (im[i] as number))
  }
  const usual = medianOf(lengths) || 1
  for (let i = 0; i < re.length; i++) {
    const scale = 1 / ((lengths[i] as number) + usual)
    re[i] = (re[i] as number) * scale
    im[i] = (im[i] as number) * scale
  }
  return { ...screen, across: frequencyOf(across, screen.across), down: frequencyOf(down, screen.down), re, im }
}

/** Whole turns between cells cannot be seen: the frequency is the one nearest to that of the spectrum. */
function frequencyOf(turn: number, near: number): number {
  const turns = turn / (2 * Math.PI)
  return (turns + Math.round(near * CELL - turns)) / CELL
}

/** By how much the phase advances from one cell to the next, averaged over the whole page. */
function meanTurn({ re, im }: Cells, { columns, rows }: Grid, right: number, below: number): number {
  let x = 0
  let y = 0
  for (let j = 0; j + below < rows; j++) {
    for (let i = 0, at = j * columns, next = at + below * columns + right; i + right < columns; i++, at++, next++) {
      x += (re[at] as number) * (re[next] as number) + (im[at] as number) * (im[next] as number)
      y += (re[at] as number) * (im[next] as number) - (im[at] as number) * (re[next] as number)
    }
  }
  return Math.atan2(y, x)
}

function turnBack({ re, im }: Cells, { columns, rows }: Grid, across: number, down: number): void {
  const columnCosines = Float64Array.from({ length: columns }, (_, i) => Math.cos(-across * i))
  const columnSines = Float64Array.from({ length: columns }, (_, i) => Math.sin(-across * i))
  for (let j = 0, at = 0; j < rows; j++) {
    const rowCosine = Math.cos(-down * j)
    const rowSine = Math.sin(-down * j)
    for (let i = 0; i < columns; i++, at++) {
      const cosine = (columnCosines[i] as number) * rowCosine - (columnSines[i] as number) * rowSine
      const sine = (columnCosines[i] as number) * rowSine + (columnSines[i] as number) * rowCosine
      const a = re[at] as number
      const b = im[at] as number
      re[at] = a * cosine - b * sine
      im[at] = a * sine + b * cosine
    }
  }
}

/** Each cell averaged with those around it, row by row; beyond the sides the side cells are repeated. */
function smoothed(values: Float32Array, columns: number, rows: number): Float32Array {
  const along = new Float32Array(values.length)
  const out = new Float32Array(values.length)
  for (let j = 0; j < rows; j++) blendAlong(values, along, j * columns, columns)
  const rowAt = (j: number) => Math.max(0, Math.min(rows - 1, j)) * columns
  for (let j = 0; j < rows; j++) {
    const [first, second, own, fourth, fifth] = [rowAt(j - 2), rowAt(j - 1), rowAt(j), rowAt(j + 1), rowAt(j + 2)]
    for (let i = 0; i < columns; i++) {
      const next = (along[second + i] as number) + (along[fourth + i] as number)
      const far = (along[first + i] as number) + (along[fifth + i] as number)
      out[own + i] = (far + 4 * next + 6 * (along[own + i] as number)) / 16
    }
  }
  return out
}

function blendAlong(from: Float32Array, into: Float32Array, start: number, length: number): void {
  const last = start + length - 1
  let a = from[start] as number
  let b = a
  let c = a
  let d = from[Math.min(last, start + 1)] as number
  for (let at = start; at <= last; at++) {
    const e = from[at + 2 < last ? at + 2 : last] as number
    into[at] = (a + e + 4 * (b + d) + 6 * c) / 16
    a = b
    b = c
    c = d
    d = e
  }
}

/** The median of every eighth value: enough out of a few thousand, and sorting them all takes as long as the rest. */
function medianOf(lengths: Float32Array): number {
  const some = new Float32Array(Math.ceil(lengths.length / 8))
  for (let i = 0; i < some.length; i++) some[i] = lengths[8 * i] as number
  some.sort()
  return some[some.length >> 1] as number
}
