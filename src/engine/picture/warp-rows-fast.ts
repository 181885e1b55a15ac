import { readFileSync } from 'node:fs'
import { type WasmMemory, wasm } from '../../domain/picture/web-assembly.ts'
import { resource } from '../../resources.ts'
import type { Homography } from './matrix.ts'
import type { Picture } from './picture.ts'
import { type Edge, lastPlaceOf, reachOf, sampleRow, startOf } from './warp-row.ts'

interface Rows {
  from: number
  to: number
}

/** That part at most, in bytes: a page from 12 megapixels takes 4 MB. Beyond, it is made without a copy. */
const MOST_BYTES = 16_000_000
/** Pixels around it: a sample has neighbours. */
const AROUND = 2

const kernel = openWarpKernel()

/**
 * Rows of the target by the kernel, from a copy of the part of the source that they show. False where that cannot be done, and
 * nothing was.
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
  // One pixel more all around: samples lie up to a quarter of one outside.
  const shown = { x: -1, y: rows.from - 1, width: target.width + 1, height: rows.to - rows.from + 1 }
  const part = reachOf(picture, m, shown, AROUND, 2)
  const stride = 3 * part.width
  // Behind the last row another one is looked at, with no weight.
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

/** Whether the rows show nothing beyond the horizon: then they lie between what their corners show. */
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
 * Rows of a warped picture in WebAssembly (warp-kernel.c), twice as fast as the same whole numbers in JavaScript and equal to
 * them bit by bit. Where a row begins in the source is given in homogeneous coordinates (x, y, d), the step from pixel to pixel too.
 */
interface WarpKernel {
  memory: WasmMemory
  /** One sample a pixel. Addresses are in bytes; each pixel is four bytes of `to`, of which the next one covers the last. */
  plain(...row: [...Start, ...Row]): void
  /** The mean of four, two by two. */
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
  /** Where the source's first pixel lies, or would lie: only a part of it is there. */
  from: number,
  stride: number,
  to: number,
  pixels: number,
  /** A byte a pixel: 1 where the source has no such place, and its edge was taken. The count of them stands before it. */
  outside: number,
]

/** 64 kB each. */
const PAGE = 65_536

/** Undefined where there is no such instruction set. */
function openWarpKernel(): WarpKernel | undefined {
  const code = readFileSync(resource('src/engine/picture/warp-kernel.wasm'))
  if (!wasm.validate(code)) return undefined
  const memory = new wasm.Memory({ initial: 1, maximum: 1024 })
  const { exports } = new wasm.Instance(new wasm.Module(code), { env: { memory } })
  return { ...(exports as Omit<WarpKernel, 'memory'>), memory }
}

/** Makes the memory large enough; what was looked at through earlier views of it is gone. */
function reserve({ memory }: WarpKernel, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
}
