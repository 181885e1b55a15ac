import { lumaAt } from '../picture/greys.ts'
import type { Picture } from '../picture/picture.ts'

/** Numbers with a shape: the input and output of nets. */
export interface Tensor {
  data: Float32Array
  dims: number[]
}

/** value = (pixel · scale − mean) / std, per channel in the order given. */
export interface Normalisation {
  order: 'RGB' | 'BGR' | 'GREY'
  layout: 'NCHW' | 'NHWC'
  scale: number
  mean: number | readonly [number, number, number]
  std: number | readonly [number, number, number]
}

/** One picture as a batch of one. */
export function toTensor(picture: Picture, { order, layout, scale, mean, std }: Normalisation): Tensor {
  const pixels = picture.width * picture.height
  const data = new Float32Array(pixels * (order === 'GREY' ? 1 : 3))
  const { data: from } = picture
  if (order === 'GREY') {
    const [m, s] = [channelOf(mean, 0), channelOf(std, 0)]
    // The same luma as in the nets' own preprocessing.
    for (let i = 0; i < pixels; i++) data[i] = (lumaAt(from, 3 * i) * scale - m) / s
    return {
      data,
      dims: layout === 'NCHW' ? [1, 1, picture.height, picture.width] : [1, picture.height, picture.width, 1],
    }
  }

  // A pixel has 256 values: each is computed once per channel in a lookup table.
  const tables = [0, 1, 2].map((channel) => valuesOf(scale, channelOf(mean, channel), channelOf(std, channel)))
  const [first, second, third] = tables as [Float32Array, Float32Array, Float32Array]
  const [red, blue] = order === 'RGB' ? [0, 2] : [2, 0]
  const [step, stride] = layout === 'NCHW' ? [pixels, 1] : [1, 3]
  for (let i = 0, at = 0, to = 0; i < pixels; i++, at += 3, to += stride) {
    data[to] = first[from[at + red] as number] as number
    data[to + step] = second[from[at + 1] as number] as number
    data[to + 2 * step] = third[from[at + blue] as number] as number
  }
  return {
    data,
    dims: layout === 'NCHW' ? [1, 3, picture.height, picture.width] : [1, picture.height, picture.width, 3],
  }
}

/** The normalised value for each value of a pixel. */
const valuesOf = (scale: number, mean: number, std: number): Float32Array =>
  Float32Array.from({ length: 256 }, (_, value) => value * (scale / std) - mean / std)

const channelOf = (value: number | readonly [number, number, number], channel: number): number =>
  typeof value === 'number' ? value : (value[channel] as number)

/** Scores → probabilities. */
export function softmax(values: ArrayLike<number>): number[] {
  const top = Math.max(...Array.from(values))
  const powers = Array.from(values, (value) => Math.exp(value - top))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}
