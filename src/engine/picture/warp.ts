import type { Box } from './box.ts'
import { crop } from './crop.ts'
import { type Affine, applyHomography, type Homography, invertAffine, invertHomography, quadToRect } from './matrix.ts'
import type { Picture, Size } from './picture.ts'
import { distance } from './point.ts'
import { type Quad, quadOf } from './quad.ts'
import { averageBlocks } from './resize.ts'

/** What is seen beyond the picture's edge: black, or its last pixels again. */
export type Edge = 'black' | 'repeat'

/** Straightens a quadrilateral (top left, top right, bottom right, bottom left) into an upright picture. */
export function warpQuad(picture: Picture, quad: Quad, size: Size, edge: Edge = 'black'): Picture {
  return warp(picture, invertHomography(quadToRect(quad, size)), size, edge)
}

/** Maps the picture by `forward` (source → target pixels) into a picture of the given size. */
export function warpAffine(picture: Picture, forward: Affine, size: Size): Picture {
  return warp(picture, [...invertAffine(forward), 0, 0, 1], size, 'black')
}

/** Each pixel of the target as `inverse` (target → source) finds it; averaged where the source is finer. */
function warp(picture: Picture, inverse: Homography, size: Size, edge: Edge): Picture {
  const pitch = pitchOf(inverse, size)
  const factor = Math.floor(pitch / 2)
  if (factor <= 1) return sample(picture, inverse, size, edge, pitch > 1.5)
  const part = reachOf(picture, inverse, size, factor)
  const small = averageBlocks(crop(picture, part), factor)
  return sample(small, shrinkMap(inverse, factor, part), size, edge, pitch / factor > 1.5)
}

/** The part of the picture that the target shows, with a margin: shrinking a whole photograph for one face is expensive. */
function reachOf(picture: Picture, inverse: Homography, { width, height }: Size, margin: number): Box {
  const corners = quadOf({ x: 0, y: 0, width, height }).map((corner) => applyHomography(inverse, corner))
  const xs = corners.map((corner) => corner.x)
  const ys = corners.map((corner) => corner.y)
  const x = clamp(Math.floor(Math.min(...xs)) - margin, 0, picture.width - 1)
  const y = clamp(Math.floor(Math.min(...ys)) - margin, 0, picture.height - 1)
  return {
    x,
    y,
    width: Math.max(margin, clamp(Math.ceil(Math.max(...xs)) + margin, x + 1, picture.width) - x),
    height: Math.max(margin, clamp(Math.ceil(Math.max(...ys)) + margin, y + 1, picture.height) - y),
  }
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** Source pixels per target pixel, in the middle of the target. */
function pitchOf(m: Homography, { width, height }: Size): number {
  const [x, y] = [width / 2, height / 2]
  const middle = applyHomography(m, { x, y })
  const right = applyHomography(m, { x: x + 1, y })
  const below = applyHomography(m, { x, y: y + 1 })
  return Math.min(distance(middle, right), distance(middle, below))
}

/** The same map into a part of the picture shrunk by a whole factor, whose first pixel is the mean of the first `factor`. */
function shrinkMap(m: Homography, factor: number, part: Box): Homography {
  const offset = (factor - 1) / 2
  const row = (i: 0 | 3, shift: number) =>
    [0, 1, 2].map((j) => ((m[i + j] as number) - shift * (m[6 + j] as number)) / factor)
  return [...row(0, part.x + offset), ...row(3, part.y + offset), m[6], m[7], m[8]] as unknown as Homography
}

/** Two by two samples a pixel when the source is finer by half, so that a strong reduction does not alias. */
function sample(picture: Picture, m: Homography, { width, height }: Size, edge: Edge, fourfold: boolean): Picture {
  const data = new Uint8Array(width * height * 3)
  const row = new Int32Array(width)
  for (let y = 0; y < height; y++) {
    row.fill(fourfold ? HALVES : 0)
    for (const dy of fourfold ? [-0.25, 0.25] : [0]) {
      for (const dx of fourfold ? [-0.25, 0.25] : [0]) addRow(row, picture, m, dx, y + dy, edge === 'repeat')
    }
    unpack(row, data, y * width * 3, fourfold ? 2 : 0)
  }
  return { width, height, data }
}

// A pixel as one number: ten bits a channel, so that four pixels can be added up.
const pack = (r: number, g: number, b: number): number => (r << 20) | (g << 10) | b
const HALVES = pack(2, 2, 2)

function unpack(row: Int32Array, data: Uint8Array, start: number, shift: number): void {
  for (let i = 0, to = start; i < row.length; i++, to += 3) {
    const pixel = row[i] as number
    data[to] = pixel >> (20 + shift)
    data[to + 1] = ((pixel >> 10) & 1023) >> shift
    data[to + 2] = (pixel & 1023) >> shift
  }
}

/** Bits of a fraction: 8 bits under two such weights fit into 31, and integers are faster. */
const FRACTION = 11
const ONE = 1 << FRACTION

/** One interpolated sample for each pixel of a row of the target, from (u, v) on. */
function addRow(row: Int32Array, picture: Picture, m: Homography, u: number, v: number, repeat: boolean): void {
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = m
  const { width, height, data } = picture
  // The last place that still has a neighbour to the right and below.
  const mostX = Math.max(0, width - 1 - 1 / ONE)
  const mostY = Math.max(0, height - 1 - 1 / ONE)
  let nx = m0 * u + m1 * v + m2
  let ny = m3 * u + m4 * v + m5
  let d = m6 * u + m7 * v + m8
  for (let i = 0; i < row.length; i++, nx += m0, ny += m3, d += m6) {
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

/** The value of a place between four pixels. */
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

/** A place whose neighbours lie partly beyond the edge, where it is black. */
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
