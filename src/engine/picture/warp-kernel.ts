import { readFileSync } from 'node:fs'
import { type WasmMemory, wasm } from '../../domain/picture/web-assembly.ts'
import { resource } from '../../resources.ts'

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
export function openWarpKernel(): WarpKernel | undefined {
  const code = readFileSync(resource('src/engine/picture/warp-kernel.wasm'))
  if (!wasm.validate(code)) return undefined
  const memory = new wasm.Memory({ initial: 1, maximum: 1024 })
  const { exports } = new wasm.Instance(new wasm.Module(code), { env: { memory } })
  return { ...(exports as Omit<WarpKernel, 'memory'>), memory }
}

/** Makes the memory large enough; what was looked at through earlier views of it is gone. */
export function reserve({ memory }: WarpKernel, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
}
