import type { Box } from './box.ts'
import { applyHomography, type Homography } from './matrix.ts'
import type { Picture, Size } from './picture.ts'
import { quadOf } from './quad.ts'

/** What is shown beyond the picture's edge: black, or its edge pixels repeated. */
export type Edge = 'black' | 'repeat'

/** A row of the target; only the pixels that are set in `only`, if it is given. */
export function sampleRow(
  picture: Picture,
  m: Homography,
  { width, data }: Picture,
  y: number,
  edge: Edge,
  fourfold: boolean,
  only?: Uint8Array,
): void {
  const row = new Int32Array(width)
  row.fill(fourfold ? HALVES : 0)
  for (const dy of fourfold ? [-0.25, 0.25] : [0]) {
    for (const dx of fourfold ? [-0.25, 0.25] : [0]) addRow(row, picture, m, dx, y + dy, edge === 'repeat', only)
  }
  unpack(row, data, y * width * 3, fourfold ? 2 : 0, only)
}

// Packs a pixel into one number: ten bits per channel, so that four pixels can be added up.
const pack = (r: number, g: number, b: number): number => (r << 20) | (g << 10) | b
const HALVES = pack(2, 2, 2)

function unpack(row: Int32Array, data: Uint8Array, start: number, shift: number, only?: Uint8Array): void {
  for (let i = 0, to = start; i < row.length; i++, to += 3) {
    if (only && !only[i]) continue
    const pixel = row[i] as number
    data[to] = pixel >> (20 + shift)
    data[to + 1] = ((pixel >> 10) & 1023) >> shift
    data[to + 2] = (pixel & 1023) >> shift
  }
}

/** Bits of a fraction: 8 bits times two such weights fit into 31, and integers are faster. */
const FRACTION = 11
const ONE = 1 << FRACTION

/** The last place that still has a neighbour to the right and below. */
export const lastPlaceOf = ({ width, height }: Size): { mostX: number; mostY: number } => ({
  mostX: Math.max(0, width - 1 - 1 / ONE),
  mostY: Math.max(0, height - 1 - 1 / ONE),
})

/** One interpolated sample for each pixel of a row of the target, from (u, v) on. */
function addRow(
  row: Int32Array,
  picture: Picture,
  m: Homography,
  u: number,
  v: number,
  repeat: boolean,
  only: Uint8Array | undefined,
): void {
  const [m0, , , m3, , , m6] = m
  const { width, data } = picture
  const { mostX, mostY } = lastPlaceOf(picture)
  let [nx, ny, d] = startOf(m, u, v)
  for (let i = 0; i < row.length; i++, nx += m0, ny += m3, d += m6) {
    if (only && !only[i]) continue
    const inverse = 1 / d
    let x = nx * inverse
    let y = ny * inverse
    if (!(x >= 0 && y >= 0 && x <= mostX && y <= mostY)) {
      if (!repeat) {
        row[i] = (row[i] as number) + fade(picture, x, y)
        continue
      }
      x = x > 0 ? Math.min(x, mostX) : 0
      y = y > 0 ? Math.min(y, mostY) : 0
    }
    row[i] = ((row[i] as number) + interpolate(data, width, (x * ONE) | 0, (y * ONE) | 0)) | 0
  }
}

/** The interpolated value of a place between four pixels. */
function interpolate(data: Uint8Array, width: number, x: number, y: number): number {
  const wx = x & (ONE - 1)
  const wy = y & (ONE - 1)
  const w11 = Math.imul(wx, wy)
  const w10 = ((wy << FRACTION) - w11) | 0
  const w01 = ((wx << FRACTION) - w11) | 0
  const w00 = (ONE * ONE - w11 - w10 - w01) | 0
  const a = Math.imul(Math.imul(y >> FRACTION, width) + (x >> FRACTION), 3)
  const b = (a + Math.imul(width, 3)) | 0
  const r = blend(w00, data[a], w01, data[a + 3], w10, data[b], w11, data[b + 3])
  const g = blend(w00, data[a + 1], w01, data[a + 4], w10, data[b + 1], w11, data[b + 4])
  return pack(r, g, blend(w00, data[a + 2], w01, data[a + 5], w10, data[b + 2], w11, data[b + 5]))
}

type Value = number | undefined

const blend = (wa: number, a: Value, wb: number, b: Value, wc: number, c: Value, wd: number, d: Value): number =>
  (Math.imul(wa, a as number) +
    Math.imul(wb, b as number) +
    Math.imul(wc, c as number) +
    Math.imul(wd, d as number) +
    (1 << (2 * FRACTION - 1))) >>
  (2 * FRACTION)

/** The value of a place whose neighbours are partly beyond the edge, where the picture is black. */
function fade({ width, height, data }: Picture, x: number, y: number): number {
  if (!(x > -1 && y > -1 && x < width && y < height)) return 0
  const [x0, y0] = [Math.floor(x), Math.floor(y)]
  const sums: [number, number, number] = [0, 0, 0]
  for (let row = Math.max(0, y0); row <= Math.min(height - 1, y0 + 1); row++) {
    for (let column = Math.max(0, x0); column <= Math.min(width - 1, x0 + 1); column++) {
      const weight = (1 - Math.abs(x - column)) * (1 - Math.abs(y - row))
      const at = (row * width + column) * 3
      for (const c of [0, 1, 2] as const) sums[c] += weight * (data[at + c] as number)
    }
  }
  return pack(Math.round(sums[0]), Math.round(sums[1]), Math.round(sums[2]))
}

/** Where a row of the target begins in the source, in homogeneous coordinates. */
export const startOf = (m: Homography, u: number, v: number): [x: number, y: number, d: number] => [
  m[0] * u + m[1] * v + m[2],
  m[3] * u + m[4] * v + m[5],
  m[6] * u + m[7] * v + m[8],
]

/**
 * The part of the picture that is visible in a part of the target, with a margin: processing a whole photograph for one
 * face is expensive. If it is beyond the picture's far edges, `least` pixels at the edge.
 */
export function reachOf(picture: Size, inverse: Homography, target: Box, margin: number, least = 1): Box {
  const corners = quadOf(target).map((corner) => applyHomography(inverse, corner))
  const xs = corners.map((corner) => corner.x)
  const ys = corners.map((corner) => corner.y)
  const x = clamp(Math.floor(Math.min(...xs)) - margin, 0, Math.max(0, picture.width - least))
  const y = clamp(Math.floor(Math.min(...ys)) - margin, 0, Math.max(0, picture.height - least))
  return {
    x,
    y,
    width: Math.max(margin, clamp(Math.ceil(Math.max(...xs)) + margin, x + 1, picture.width) - x),
    height: Math.max(margin, clamp(Math.ceil(Math.max(...ys)) + margin, y + 1, picture.height) - y),
  }
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)
