import type { Arena, Plane } from './kernels.ts'
import { type Mixing, mix, packBlocks, readMixing } from './layers.ts'
import type { WeightsFile } from './weights-file.ts'

const HEADS = 4
const EPSILON = 1e-5

/** Self-attention over every position of a small plane. */
export function readAttention(
  arena: Arena,
  file: WeightsFile,
  side: number,
  channels: number,
): (input: Plane) => Plane {
  const places = side * side
  const size = channels / HEADS
  // The file stores it channel by channel.
  const place = file.halves(channels * places)
  const norm = { scale: file.floats(channels), shift: file.floats(channels) }
  const asking = readMixing(arena, file, channels, 3 * channels)
  const answering = readMixing(arena, file, channels, channels)
  const norm2 = { scale: file.floats(channels), shift: file.floats(channels) }
  const widening = readMixing(arena, file, channels, 2 * channels)
  const narrowing = readMixing(arena, file, 2 * channels, channels)

  const output = arena.plane(side, side, channels)
  const normed = arena.piece(places * channels)
  const asked = arena.piece(places * 3 * channels)
  const question = arena.piece(places * size)
  const weights = arena.piece(places * places)
  const answer = arena.piece(places * size)
  const answers = arena.piece(places * channels)
  const wide = arena.piece(places * 2 * channels)
  const nothing = arena.piece(Math.max(places, size))
  const keys: Mixing = { inputs: size, outputs: places, weights: arena.piece(size * places), bias: nothing }
  const values: Mixing = { inputs: places, outputs: size, weights: arena.piece(size * places), bias: nothing }

  return (input) => {
    for (let at = 0; at < places; at += 1)
      for (let channel = 0; channel < channels; channel += 1)
        output.data[at * channels + channel] =
          (input.data[at * channels + channel] as number) + (place[channel * places + at] as number)
    normalise(output.data, norm, channels, normed.data)
    mix(arena, normed.at, places, asking, asked.at, false)
    const part = (of: 0 | 1 | 2, head: number, at: number) => at * 3 * channels + of * channels + head * size
    for (let head = 0; head < HEADS; head += 1) {
      for (let at = 0; at < places; at += 1) {
        const from = part(0, head, at)
        question.data.set(asked.data.subarray(from, from + size), at * size)
      }
      packBlocks(keys.weights.data, size, places, (to, at) => asked.data[part(1, head, to) + at] as number)
      mix(arena, question.at, places, keys, weights.at, false)
      soften(weights.data, places, size ** -0.5)
      packBlocks(values.weights.data, places, size, (at, from) => asked.data[part(2, head, from) + at] as number)
      mix(arena, weights.at, places, values, answer.at, false)
      for (let at = 0; at < places; at += 1)
        answers.data.set(answer.data.subarray(at * size, (at + 1) * size), at * channels + head * size)
    }
    mix(arena, answers.at, places, answering, normed.at, false)
    arena.kernels.plus(output.at, normed.at, places * channels)
    normalise(output.data, norm2, channels, normed.data)
    mix(arena, normed.at, places, widening, wide.at, true)
    mix(arena, wide.at, places, narrowing, normed.at, false)
    arena.kernels.plus(output.at, normed.at, places * channels)
    return output
  }
}

/** Layer normalization: each pixel's channels to mean 0 and variance 1, then scaled and shifted. */
function normalise(
  from: Float32Array,
  { scale, shift }: { scale: Float32Array; shift: Float32Array },
  channels: number,
  to: Float32Array,
): void {
  for (let start = 0; start < from.length; start += channels) {
    const pixel = from.subarray(start, start + channels)
    const mean = pixel.reduce((sum, value) => sum + value, 0) / channels
    const variance = pixel.reduce((sum, value) => sum + (value - mean) ** 2, 0) / channels
    const share = 1 / Math.sqrt(variance + EPSILON)
    for (let at = 0; at < channels; at += 1)
      to[start + at] = ((pixel[at] as number) - mean) * share * (scale[at] as number) + (shift[at] as number)
  }
}

/** Softmax: each row of `length` numbers to fractions that sum to 1. */
function soften(values: Float32Array, length: number, scale: number): void {
  for (let start = 0; start < values.length; start += length) {
    let highest = Number.NEGATIVE_INFINITY
    for (let at = start; at < start + length; at += 1) highest = Math.max(highest, values[at] as number)
    let sum = 0
    for (let at = start; at < start + length; at += 1) {
      values[at] = Math.exp(((values[at] as number) - highest) * scale)
      sum += values[at] as number
    }
    for (let at = start; at < start + length; at += 1) values[at] = (values[at] as number) / sum
  }
}
