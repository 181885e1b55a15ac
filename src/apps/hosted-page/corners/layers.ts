import type { Arena, Piece, Plane } from './kernels.ts'
import type { WeightsFile } from './weights-file.ts'

/** A 1 × 1 convolution: the inputs of every pixel to its outputs. */
export interface Mixing {
  inputs: number
  outputs: number
  weights: Piece
  bias: Piece
}

const LINEAR = Number.NEGATIVE_INFINITY
const RECTIFIED = 0

/**
 * Arranges the weights of a 1 × 1 convolution as the kernel expects them; inputs are padded with zeros to a multiple of
 * four.
 */
export function takeMixing(
  arena: Arena,
  inputs: number,
  outputs: number,
  weights: Float32Array,
  bias: Float32Array,
): Mixing {
  const padded = Math.ceil(inputs / 4) * 4
  const kept = arena.piece(padded * outputs)
  packBlocks(kept.data, padded, outputs, (output, input) =>
    input < inputs ? (weights[output * inputs + input] as number) : 0,
  )
  return { inputs: padded, outputs, weights: kept, bias: arena.keep(bias) }
}

/** In blocks of eight outputs, the last one possibly of four: in each block, the outputs for each input. */
export function packBlocks(
  into: Float32Array,
  inputs: number,
  outputs: number,
  weight: (output: number, input: number) => number,
): void {
  let to = 0
  for (let output = 0; output < outputs; ) {
    const size = outputs - output >= 8 ? 8 : 4
    for (let input = 0; input < inputs; input += 1)
      for (let each = 0; each < size; each += 1) into[to++] = weight(output + each, input)
    output += size
  }
}

export const readMixing = (arena: Arena, file: WeightsFile, inputs: number, outputs: number): Mixing =>
  takeMixing(arena, inputs, outputs, file.bytes(outputs, inputs), file.floats(outputs))

/** Applies a 1 × 1 convolution to every pixel from `input` on. */
export function mix(
  { kernels }: Arena,
  input: number,
  pixels: number,
  by: Mixing,
  output: number,
  rectified: boolean,
): void {
  const { inputs, outputs, weights, bias } = by
  const floor = rectified ? RECTIFIED : LINEAR
  kernels.mix({ input, pixels, inputs, weights: weights.at, bias: bias.at, outputs, output, floor })
}

/**
 * An inverted residual block: it widens, filters each channel separately and narrows; with a shortcut if the shape does
 * not change.
 */
type Block = (input: Plane) => Plane

interface BlockShape {
  inside: number
  outside: number
  step?: 1 | 2
  widen?: number
  side?: 3 | 5
}

/**
 * Reads a block for planes of this size. It works row by row: a whole widened plane would not fit into the processor's
 * cache.
 */
export function readBlock(arena: Arena, file: WeightsFile, width: number, height: number, shape: BlockShape): Block {
  const { inside, outside, step = 1, widen = 4, side = 3 } = shape
  const wide = inside * widen
  const widening = readMixing(arena, file, inside, wide)
  const taps = takeTaps(arena, wide, side, file.halves(wide * side * side), file.floats(wide))
  const narrowing = readMixing(arena, file, wide, outside)
  const edge = (side - 1) / 2
  // As many widened rows as the filter needs at once, with the edges on both sides; and one row of zeros.
  const length = (width + 2 * edge) * wide
  const ring = Array.from({ length: side }, () => arena.piece(length))
  const nothing = arena.piece(length)
  const rows = arena.piece(side)
  const addresses = new Uint32Array(rows.data.buffer, rows.at, side)
  const filtered = arena.piece((width / step) * wide)
  const output = arena.plane(width / step, height / step, outside)
  const spread = side === 3 ? arena.kernels.spread3 : arena.kernels.spread5

  return (input) => {
    let widened = 0
    const widenTo = (row: number) => {
      for (; widened <= Math.min(row, height - 1); widened += 1) {
        const from = input.at + 4 * widened * width * inside
        mix(arena, from, width, widening, (ring[widened % side] as Piece).at + 4 * edge * wide, true)
      }
    }
    for (let y = 0; y < output.height; y += 1) {
      const top = y * step - edge
      widenTo(top + side - 1)
      for (let row = 0; row < side; row += 1) {
        const isOutside = top + row < 0 || top + row >= height
        addresses[row] = (isOutside ? nothing : (ring[(top + row) % side] as Piece)).at
      }
      spread(rows.at, step, output.width, wide, taps.weights.at, taps.bias.at, filtered.at)
      mix(arena, filtered.at, output.width, narrowing, output.at + 4 * y * output.width * outside, false)
    }
    if (step === 1 && inside === outside) arena.kernels.plus(output.at, input.at, output.data.length)
    return output
  }
}

/** In blocks of four channels, in each the taps row by row. */
function takeTaps(arena: Arena, channels: number, side: number, weights: Float32Array, bias: Float32Array) {
  const taps = side * side
  const kept = arena.piece(channels * taps)
  for (let channel = 0; channel < channels; channel += 1)
    for (let tap = 0; tap < taps; tap += 1)
      kept.data[(channel - (channel % 4)) * taps + tap * 4 + (channel % 4)] = weights[channel * taps + tap] as number
  return { weights: kept, bias: arena.keep(bias) }
}

/**
 * Concatenates each pixel of the larger plane with that of the smaller one, which has half the size, and mixes both.
 */
export function readJoin(
  arena: Arena,
  file: WeightsFile,
  width: number,
  height: number,
  small: number,
  large: number,
  outputs: number,
) {
  const by = readMixing(arena, file, small + large, outputs)
  const row = arena.piece(width * (small + large))
  const output = arena.plane(width, height, outputs)
  return (smaller: Plane, larger: Plane, doubled: boolean): Plane => {
    const shift = doubled ? 1 : 0
    for (let y = 0; y < height; y += 1) {
      for (let x = 0, to = 0; x < width; x += 1) {
        const one = ((y >> shift) * smaller.width + (x >> shift)) * small
        row.data.set(smaller.data.subarray(one, one + small), to)
        const other = (y * width + x) * large
        row.data.set(larger.data.subarray(other, other + large), to + small)
        to += small + large
      }
      mix(arena, row.at, width, by, output.at + 4 * y * width * outputs, true)
    }
    return output
  }
}

/** A layer with few numbers. */
export function readDense(file: WeightsFile, inputs: number, outputs: number) {
  const weights = file.bytes(outputs, inputs)
  const bias = file.floats(outputs)
  return (input: ArrayLike<number>, rectified: boolean): Float32Array =>
    bias.map((start, output) => {
      let sum = start
      for (let at = 0; at < inputs; at += 1) sum += (input[at] as number) * (weights[output * inputs + at] as number)
      return rectified ? Math.max(0, sum) : sum
    })
}
