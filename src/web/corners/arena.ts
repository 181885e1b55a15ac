import { wasm } from '../../domain/picture/web-assembly.ts'
import { type KernelCode, type Kernels, openKernels } from './kernels.ts'

/** A piece of the memory: its address, and its numbers to read and write. */
export interface Piece {
  at: number
  data: Float32Array
}

/** A layer's values in the memory, row by row, the channels of a pixel side by side. */
export interface Plane extends Piece {
  width: number
  height: number
  channels: number
}

/** The memory that the kernels work in, given out piece by piece and never taken back. */
export interface Arena {
  kernels: Kernels
  piece(count: number): Piece
  /** A piece with these numbers in it. */
  keep(values: ArrayLike<number>): Piece
  plane(width: number, height: number, channels: number): Plane
}

const PAGE = 65_536

export function openArena(code: KernelCode, bytes: number): Arena {
  const pages = Math.ceil(bytes / PAGE)
  const memory = new wasm.Memory({ initial: pages, maximum: pages })
  let next = 16
  const piece = (count: number): Piece => {
    const at = next
    next += Math.ceil(count / 4) * 16
    return { at, data: new Float32Array(memory.buffer, at, count) }
  }
  return {
    kernels: openKernels(code, memory),
    piece,
    keep(values) {
      const kept = piece(values.length)
      kept.data.set(values)
      return kept
    },
    plane: (width, height, channels) => ({ ...piece(width * height * channels), width, height, channels }),
  }
}
