import type { Picture } from '../picture/picture.ts'

/** Numbers with a shape, as nets take and give them. */
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
  const { data: from } = picture
  if (order === 'GREY') {
    const data = new Float32Array(pixels)
    const [m, s] = [channelOf(mean, 0), channelOf(std, 0)]
    // ITU-R BT.601 luma, as the nets' own preprocessing has it.
    for (let i = 0, at = 0; i < pixels; i++, at += 3) {
      const grey = 0.299 * (from[at] as number) + 0.587 * (from[at + 1] as number) + 0.114 * (from[at + 2] as number)
      data[i] = (grey * scale - m) / s
    }
    return {
      data,
      dims: layout === 'NCHW' ? [1, 1, picture.height, picture.width] : [1, picture.height, picture.width, 1],
    }
  }

  const data = new Float32Array(pixels * 3)
  for (let channel = 0; channel < 3; channel++) {
    const source = order === 'RGB' ? channel : 2 - channel
    const factor = scale / channelOf(std, channel)
    const shift = channelOf(mean, channel) / channelOf(std, channel)
    const [start, stride] = layout === 'NCHW' ? [channel * pixels, 1] : [channel, 3]
    for (let i = 0, to = start, at = source; i < pixels; i++, to += stride, at += 3) {
      data[to] = (from[at] as number) * factor - shift
    }
  }
  return {
    data,
    dims: layout === 'NCHW' ? [1, 3, picture.height, picture.width] : [1, picture.height, picture.width, 3],
  }
}

const channelOf = (value: number | readonly [number, number, number], channel: number): number =>
  typeof value === 'number' ? value : (value[channel] as number)

/** Scores → probabilities. */
export function softmax(values: ArrayLike<number>): number[] {
  const top = Math.max(...Array.from(values))
  const powers = Array.from(values, (value) => Math.exp(value - top))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}
