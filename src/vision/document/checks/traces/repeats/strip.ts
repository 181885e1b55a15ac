import { type Box, boundsOf } from '../../../../picture/box.ts'
import { findComponents } from '../../../../picture/components.ts'
import { sumsOf } from '../../../../picture/greys.ts'
import { distance, type Picture, type Point } from '../../../../picture/picture.ts'
import { mapQuad, type Quad } from '../../../../picture/quad.ts'
import { LEAST_CONTRAST, LEAST_LINE_HEIGHT } from '../limits.ts'

/** A line of text as it lies in the photo, in the photo's own pixels or in squares of them. */
export interface Strip extends Box {
  lineHeight: number
  /** Whether the line runs across the photo rather than down. */
  runsAcross: boolean
  /** Four times the brightness. */
  grey: Int32Array
  /** 1 where there is ink of the line. */
  ink: Uint8Array
  /** 1 on the line where there is no ink. */
  ground: Uint8Array
  /** How a background pixel differs from the background around it; 0 elsewhere. */
  detail: Float32Array
}

/** Pixels around the line that are needed to judge those on it. */
const MARGIN = 6
/** A pixel belongs to the ink or its soft edge from this share of the way from background to ink. */
const EDGE = 0.3
/** This number of pixels next to ink is left out: lens, sharpening and compression leave halos that letters share. */
const HALO = 2
/** A background pixel is measured against the background within this number of pixels. */
const RADIUS = 6

/** Undefined if the line is too small, or too pale to separate ink from background. `factor`: pixels along a square. */
export function cutStrip(photo: Picture, place: Quad, factor: number): Strip | undefined {
  const quad = mapQuad(place, ({ x, y }) => ({ x: x / factor, y: y / factor }))
  const [a, b, c, d] = quad
  const lineHeight = (distance(a, d) + distance(b, c)) / 2
  if (lineHeight < LEAST_LINE_HEIGHT || distance(a, b) + distance(d, c) < 2 * lineHeight) return undefined
  const bounds = boundsOf(quad)
  const x = Math.max(0, Math.floor(bounds.x) - MARGIN)
  const y = Math.max(0, Math.floor(bounds.y) - MARGIN)
  const width = Math.min(Math.floor(photo.width / factor), Math.ceil(bounds.x + bounds.width) + MARGIN) - x
  const height = Math.min(Math.floor(photo.height / factor), Math.ceil(bounds.y + bounds.height) + MARGIN) - y
  if (width <= 4 * MARGIN || height <= 2 * MARGIN) return undefined
  const box = { x, y, width, height }
  const grey = greyOf(photo, box, factor)
  const rows = rowsOf(quad, box)
  const soft = softened(grey, box)
  const parted = partInk(soft, rows, width)
  if (!parted || parted.ground - parted.ink < LEAST_CONTRAST) return undefined
  const { ink, ground } = maskInk(soft, rows, box, parted)
  return {
    ...box,
    lineHeight,
    runsAcross: Math.abs(b.x - a.x) >= Math.abs(b.y - a.y),
    grey,
    ink,
    ground,
    detail: detailOf(grey, ground, box),
  }
}

function greyOf({ data, width: wide }: Picture, { x, y, width, height }: Box, factor: number): Int32Array {
  const grey = new Int32Array(width * height)
  for (let row = 0; row < factor * height; row++) {
    let from = 3 * ((factor * y + row) * wide + factor * x)
    let to = width * Math.floor(row / factor)
    for (const end = to + width; to < end; to++) {
      let sum = 0
      for (let k = 0; k < factor; k++, from += 3) {
        sum += (data[from] as number) + 2 * (data[from + 1] as number) + (data[from + 2] as number)
      }
      grey[to] = (grey[to] as number) + sum
    }
  }
  return factor > 1 ? grey.map((sum) => sum / (factor * factor)) : grey
}

/** Where the line begins and ends in each row of the strip. */
function rowsOf(quad: Quad, { x, y, width, height }: Box): [number, number][] {
  return Array.from({ length: height }, (_, row) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    quad.forEach((from, i) => {
      const to = quad[(i + 1) % 4] as Point
      const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
      if (y + row < top - 1 || y + row > bottom + 1) return
      const share = bottom - top < 1 ? [0, 1] : [Math.max(0, Math.min(1, (y + row - from.y) / (to.y - from.y)))]
      for (const each of share) {
        low = Math.min(low, from.x + each * (to.x - from.x))
        high = Math.max(high, from.x + each * (to.x - from.x))
      }
    })
    return low <= high ? [Math.max(0, Math.floor(low - x)), Math.min(width, Math.ceil(high - x) + 1)] : [0, 0]
  })
}

/** The sum of each pixel and its neighbours to the right, below, and diagonally below to the right. */
function softened(grey: Int32Array, { width, height }: Box): Int32Array {
  const soft = new Int32Array(grey.length)
  const last = width * (height - 1) - 1
  for (let i = 0; i < last; i++) {
    soft[i] =
      (grey[i] as number) + (grey[i + 1] as number) + (grey[i + width] as number) + (grey[i + width + 1] as number)
  }
  return soft
}

/** The number of brightness levels in the histogram: 0 to 4,080 in steps of 16. */
const STEPS = 256

/** The threshold between ink and background where both differ most (Otsu's method), and the means of both, times 4. */
function partInk(soft: Int32Array, rows: readonly [number, number][], width: number) {
  const counts = new Int32Array(STEPS)
  let [total, all] = [0, 0]
  rows.forEach(([from, to], row) => {
    for (let i = row * width + from, end = row * width + to; i < end; i++) {
      const step = (soft[i] as number) >> 4
      counts[step] = (counts[step] as number) + 1
      total++
      all += step
    }
  })
  let best = { spread: 0, limit: 0, ink: 0, ground: 0 }
  let [below, sum] = [0, 0]
  for (let step = 0; step < STEPS; step++) {
    below += counts[step] as number
    sum += step * (counts[step] as number)
    if (below === 0 || below === total) continue
    const [ink, ground] = [sum / below, (all - sum) / (total - below)]
    const spread = below * (total - below) * (ground - ink) ** 2
    if (spread > best.spread) best = { spread, limit: 16 * (step + 1), ink: 4 * ink, ground: 4 * ground }
  }
  return best.spread > 0 ? best : undefined
}

function maskInk(
  soft: Int32Array,
  rows: readonly [number, number][],
  { width, height }: Box,
  parted: { limit: number; ink: number; ground: number },
): Pick<Strip, 'ink' | 'ground'> {
  const ink = new Uint8Array(soft.length)
  const ground = new Uint8Array(soft.length)
  const near = 4 * (parted.ground - EDGE * (parted.ground - parted.ink))
  // The last row in which each column was near ink, including neighbours to the left and right.
  const touched = new Int32Array(width + 2 * HALO).fill(-width)
  for (let row = 0; row < height + HALO; row++) {
    const at = row - HALO
    if (row < height) {
      const [from, to] = rows[row] as [number, number]
      for (let column = 0; column < width; column++) {
        const value = soft[row * width + column] as number
        if (value >= near) continue
        if (value < parted.limit && column >= from && column < to) ink[row * width + column] = 1
        for (let k = 0; k <= 2 * HALO; k++) touched[column + k] = row
      }
    }
    if (at < 0) continue
    const [from, to] = rows[at] as [number, number]
    for (let column = from; column < to; column++) {
      if ((touched[column + HALO] as number) < at - HALO) ground[at * width + column] = 1
    }
  }
  return { ink, ground }
}

function detailOf(grey: Int32Array, ground: Uint8Array, size: Box): Float32Array {
  const { width, height } = size
  const lightIn = sumsOf(
    grey.map((value, i) => (ground[i] ? value : 0)),
    size,
  )
  const pixelsIn = sumsOf(ground, size)
  const detail = new Float32Array(grey.length)
  for (let y = 0, i = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - RADIUS), Math.min(height, y + RADIUS + 1)]
    for (let x = 0; x < width; x++, i++) {
      if (!ground[i]) continue
      const [left, right] = [Math.max(0, x - RADIUS), Math.min(width, x + RADIUS + 1)]
      const usual = lightIn(left, top, right, bottom) / pixelsIn(left, top, right, bottom)
      detail[i] = ((grey[i] as number) - usual) / 4
    }
  }
  return detail
}

/** A letter or digit, found as connected ink in a strip. */
export interface Glyph extends Box {
  /** The index of its strip. */
  strip: number
  /** Its brightness on a coarse grid, normalised to mean 0 and length 1. */
  look: Float32Array
}

const COLUMNS = 6
const ROWS = 8
const LEAST_HEIGHT = 7

/** The letters of a line; components much smaller or larger than its letters are left out. */
export function glyphsOf(strip: Strip, number: number): Glyph[] {
  const { lineHeight } = strip
  return findComponents(strip.ink, strip, 'corners')
    .map(({ box }) => box)
    .filter(
      ({ width, height }) =>
        height >= Math.max(LEAST_HEIGHT, 0.35 * lineHeight) &&
        height <= 1.3 * lineHeight &&
        width >= 2 &&
        width <= 2.5 * lineHeight,
    )
    .map((box) => ({ ...box, strip: number, look: lookOf(strip, box) }))
}

function lookOf({ grey, width }: Strip, box: Box): Float32Array {
  const look = new Float32Array(COLUMNS * ROWS)
  let mean = 0
  for (let row = 0; row < ROWS; row++) {
    const [top, bottom] = cellOf(box.y, box.height, row, ROWS)
    for (let column = 0; column < COLUMNS; column++) {
      const [left, right] = cellOf(box.x, box.width, column, COLUMNS)
      let sum = 0
      for (let y = top; y < bottom; y++) {
        for (let i = y * width + left, end = y * width + right; i < end; i++) sum += grey[i] as number
      }
      look[row * COLUMNS + column] = sum / ((bottom - top) * (right - left))
      mean += (look[row * COLUMNS + column] as number) / look.length
    }
  }
  const length = Math.sqrt(look.reduce((sum, value) => sum + (value - mean) ** 2, 1))
  return look.map((value) => (value - mean) / length)
}

function cellOf(from: number, length: number, cell: number, cells: number): [number, number] {
  const start = from + Math.floor((cell * length) / cells)
  return [start, Math.max(start + 1, from + Math.floor(((cell + 1) * length) / cells))]
}
