import { type WasmMemory, wasm } from '../../../vision/picture/web-assembly.ts'

/** The functions of kernels.c. Numbers in the memory are 32-bit floats; every address is in bytes. */
interface Kernels {
  /**
   * Multiplies each of `pixels` (at least 4) rows of `inputs` (a multiple of 4) by the weights and adds the bias; the
   * result is at least `floor`. The weights are in blocks of 8 outputs, the last one possibly of 4: in each block, the
   * outputs for each input.
   */
  mix(call: MixCall): void
  /** One row of a depthwise 3 × 3 or 5 × 5 convolution: `rows` is where the addresses of its input rows are. */
  spread3(...row: SpreadRow): void
  spread5(...row: SpreadRow): void
  /** `to` += `from`, for `count` numbers (a multiple of 4). */
  plus(to: number, from: number, count: number): void
}

interface MixCall {
  input: number
  pixels: number
  inputs: number
  weights: number
  bias: number
  outputs: number
  output: number
  floor: number
}

type SpreadRow = [
  rows: number,
  step: number,
  width: number,
  channels: number,
  weights: number,
  bias: number,
  output: number,
]

/** As the module exports them: WebAssembly takes only numbers, in this order. */
interface Exports extends Omit<Kernels, 'mix'> {
  mix(...numbers: number[]): void
}

/** Compiled with and without the fused multiply-add of relaxed SIMD. */
interface KernelCode {
  fused: ArrayBuffer
  plain: ArrayBuffer
}

/** Opens the kernels over a memory, with fused multiply-add if the browser has it. Throws without SIMD. */
export function openKernels({ fused, plain }: KernelCode, memory: WasmMemory): Kernels {
  const module = new wasm.Module(wasm.validate(fused) ? fused : plain)
  const { mix, ...others } = new wasm.Instance(module, { env: { memory } }).exports as unknown as Exports
  return {
    ...others,
    mix: ({ input, pixels, inputs, weights, bias, outputs, output, floor }) =>
      mix(input, pixels, inputs, weights, bias, outputs, output, floor),
  }
}

/** A part of the memory: its address, and its numbers to read and write. */
export interface Piece {
  at: number
  data: Float32Array
}

/** A layer's values in the memory, row by row, the channels of a pixel next to each other. */
export interface Plane extends Piece {
  width: number
  height: number
  channels: number
}

/** The memory of the kernels, allocated piece by piece and never freed. */
export interface Arena {
  kernels: Kernels
  piece(count: number): Piece
  /** Allocates a piece that contains these numbers. */
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
