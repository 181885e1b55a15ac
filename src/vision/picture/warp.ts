import { readFileSync } from 'node:fs'
import { resource } from '../../platform/resources.ts'
import { type Box, crop } from './box.ts'
import { type Affine, applyHomography, type Homography, invertAffine, invertHomography, quadToRect } from './matrix.ts'
import { distance, type Picture, type Size } from './picture.ts'
import type { Quad } from './quad.ts'
import { averageBlocks } from './resize.ts'
import { type Edge, lastPlaceOf, reachOf, sampleRow, startOf } from './warp-row.ts'
import { type WasmMemory, wasm } from './web-assembly.ts'

export type { Edge }

/** Number of rows that are computed at once. */
const BAND = 64

/** Straightens a quadrilateral (top left, top right, bottom right, bottom left) into an upright picture. */
export function warpQuad(picture: Picture, quad: Quad, size: Size, edge: Edge = 'black'): Picture {
  return warp(picture, invertHomography(quadToRect(quad, size)), size, edge)
}

/** Maps the picture by `forward` (source → target pixels) into a picture of the given size. */
export function warpAffine(picture: Picture, forward: Affine, size: Size): Picture {
  return warp(picture, [...invertAffine(forward), 0, 0, 1], size, 'black')
}

/** Computes each pixel of the target through `inverse` (target → source); averages if the source is finer. */
function warp(picture: Picture, inverse: Homography, size: Size, edge: Edge): Picture {
  const pitch = pitchOf(inverse, size)
  const factor = Math.floor(pitch / 2)
  if (factor <= 1) return sample(picture, inverse, size, edge, pitch > 1.5)
  const part = reachOf(picture, inverse, { x: 0, y: 0, ...size }, factor)
  const small = averageBlocks(crop(picture, part), factor)
  return sample(small, shrinkMap(inverse, factor, part), size, edge, pitch / factor > 1.5)
}

/** Source pixels per target pixel, in the middle of the target. */
function pitchOf(m: Homography, { width, height }: Size): number {
  const [x, y] = [width / 2, height / 2]
  const middle = applyHomography(m, { x, y })
  const right = applyHomography(m, { x: x + 1, y })
  const below = applyHomography(m, { x, y: y + 1 })
  return Math.min(distance(middle, right), distance(middle, below))
}

/** The same map for a part of the picture shrunk by an integer; its first pixel is the mean of the first `factor`. */
function shrinkMap(m: Homography, factor: number, part: Box): Homography {
  const offset = (factor - 1) / 2
  const row = (i: 0 | 3, shift: number) =>
    [0, 1, 2].map((j) => ((m[i + j] as number) - shift * (m[6 + j] as number)) / factor)
  return [...row(0, part.x + offset), ...row(3, part.y + offset), m[6], m[7], m[8]] as unknown as Homography
}

/** Takes two by two samples per pixel if the source is finer by half, so that a strong reduction does not alias. */
function sample(picture: Picture, m: Homography, size: Size, edge: Edge, fourfold: boolean): Picture {
  const { width, height } = size
  const target = { width, height, data: new Uint8Array(width * height * 3) }
  for (let y = 0; y < height; y += BAND) {
    const rows = { from: y, to: Math.min(height, y + BAND) }
    if (!sampleFast(picture, m, target, rows, edge, fourfold)) {
      for (let row = rows.from; row < rows.to; row++) sampleRow(picture, m, target, row, edge, fourfold)
    }
  }
  return target
}

interface Rows {
  from: number
  to: number
}

/** The maximum size of that part in bytes: a page from 12 megapixels takes 4 MB. A larger part is not copied. */
const MOST_BYTES = 16_000_000
/** The margin in pixels: a sample needs its neighbours. */
const AROUND = 2

const kernel = openWarpKernel()

/**
 * Computes rows of the target with the kernel, from a copy of the part of the source that they show. Returns false,
 * without having done anything, if that is not possible.
 */
export function sampleFast(
  picture: Picture,
  m: Homography,
  target: Picture,
  rows: Rows,
  edge: Edge,
  fourfold: boolean,
): boolean {
  if (!kernel || !isInFront(m, target.width, rows)) return false
  // One pixel more on every side: samples are up to a quarter of a pixel outside.
  const shown = { x: -1, y: rows.from - 1, width: target.width + 1, height: rows.to - rows.from + 1 }
  const part = reachOf(picture, m, shown, AROUND, 2)
  const stride = 3 * part.width
  // One more row is read after the last one, with weight 0.
  const [source, out] = [stride * (part.height + 1) + 16, 3 * target.width * (rows.to - rows.from) + 4]
  if (source > MOST_BYTES) return false
  const mask = Math.ceil((source + out) / 4) * 4 + 4
  reserve(kernel, mask + target.width)
  const bytes = new Uint8Array(kernel.memory.buffer)
  for (let y = 0; y < part.height; y++) {
    const at = ((part.y + y) * picture.width + part.x) * 3
    bytes.set(picture.data.subarray(at, at + stride), y * stride)
  }
  const outside = bytes.subarray(mask, mask + target.width)
  const count = new Int32Array(kernel.memory.buffer, mask - 4, 1)
  const first = -(part.y * stride + 3 * part.x)
  const { mostX, mostY } = lastPlaceOf(picture)
  const missing: { y: number; outside: Uint8Array }[] = []
  for (let y = rows.from; y < rows.to; y++) {
    const to = source + (y - rows.from) * 3 * target.width
    const row = [m[0], m[3], m[6], mostX, mostY, first, stride, to, target.width, mask] as const
    if (fourfold) {
      const [low, high] = [y - 0.25, y + 0.25]
      kernel.fourfold(
        ...startOf(m, -0.25, low),
        ...startOf(m, 0.25, low),
        ...startOf(m, -0.25, high),
        ...startOf(m, 0.25, high),
        ...row,
      )
    } else kernel.plain(...startOf(m, 0, y), ...row)
    if (edge === 'black' && count[0]) missing.push({ y, outside: outside.slice() })
  }
  target.data.set(bytes.subarray(source, source + out - 4), 3 * target.width * rows.from)
  for (const row of missing) sampleRow(picture, m, target, row.y, edge, fourfold, row.outside)
  return true
}

/** Whether no part of the rows is beyond the horizon: then everything is between their corners. */
function isInFront(m: Homography, width: number, { from, to }: Rows): boolean {
  const depths = [
    [-1, from - 1],
    [width, from - 1],
    [-1, to],
    [width, to],
  ].map(([u = 0, v = 0]) => m[6] * u + m[7] * v + m[8])
  return depths.every((d) => d > 0) || depths.every((d) => d < 0)
}

/**
 * Rows of a warped picture in WebAssembly (warp-kernel.c), twice as fast as the same integer arithmetic in JavaScript
 * and bit-identical. The start of a row in the source and the step from pixel to pixel are in homogeneous coordinates
 * (x, y, d).
 */
interface WarpKernel {
  memory: WasmMemory
  /**
   * One sample per pixel. Addresses are in bytes; a pixel is four bytes of `to`, the last overwritten by the next
   * pixel.
   */
  plain(...row: [...Start, ...Row]): void
  /** The mean of four samples, two by two. */
  fourfold(...row: [...Start, ...Start, ...Start, ...Start, ...Row]): void
}

type Start = [x: number, y: number, d: number]
type Row = [
  stepX: number,
  stepY: number,
  stepD: number,
  /** The last place that still has a neighbour to the right and below. */
  mostX: number,
  mostY: number,
  /** Where the source's first pixel is, or would be: only a part of the source is there. */
  from: number,
  stride: number,
  to: number,
  pixels: number,
  /** A byte per pixel: 1 where the source has no such place and its edge was used. Their count is stored before it. */
  outside: number,
]

/** 64 kB each. */
const PAGE = 65_536

/** Undefined if the instruction set is not supported. */
function openWarpKernel(): WarpKernel | undefined {
  const code = readFileSync(resource('src/vision/picture/warp-kernel.wasm'))
  if (!wasm.validate(code)) return undefined
  const memory = new wasm.Memory({ initial: 1, maximum: 1024 })
  const { exports } = new wasm.Instance(new wasm.Module(code), { env: { memory } })
  return { ...(exports as Omit<WarpKernel, 'memory'>), memory }
}

/** Makes the memory large enough; earlier views of it become invalid. */
function reserve({ memory }: WarpKernel, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
}
