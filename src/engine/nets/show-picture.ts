import type { Picture } from '../picture/picture.ts'
import { MOST_BYTES, openPixelKernel, reserve } from '../picture/pixel-kernel.ts'
import { inputOf } from './net-list.ts'
import type { Net } from './runtime.ts'
import { channelOf, type Normalisation, type Tensor, toTensor } from './tensor.ts'

/** The output of our nets that classify: the name is part of the model files. */
export const PREDICTION = 'told'

/** What a net makes of one picture, which has the size of its input. The net must not keep what it is fed. */
export async function showPicture(net: Net, picture: Picture): Promise<Record<string, Tensor>> {
  const input = inputOf(net.entry)
  if (isTaken || input.order === 'GREY' || input.layout !== 'NCHW') {
    return net.run({ [input.name]: toTensor(picture, input) })
  }
  isTaken = true
  try {
    return await net.run({ [input.name]: toPlanes(picture, input) })
  } finally {
    isTaken = false
  }
}

/**
 * The memory of the kernel is used again by the next net: fresh memory takes as long to come as the numbers to be written, and
 * is one more thing to collect. Who comes while a net looks at it has his own.
 */
const kernel = openPixelKernel()
let isTaken = false

/** As toTensor, in the memory of the kernel. */
export function toPlanes(picture: Picture, { order, layout, scale, mean, std }: Normalisation): Tensor {
  const { width, height, data: pixels } = picture
  const count = width * height
  const to = Math.ceil((pixels.length + 16) / 16) * 16
  if (to + 12 * count > MOST_BYTES) return toTensor(picture, { order, layout, scale, mean, std })
  reserve(kernel, to + 12 * count + 16)
  new Uint8Array(kernel.memory.buffer).set(pixels)
  const planes = new Float32Array(kernel.memory.buffer, to, 3 * count)
  const fours = Math.floor(count / 4)
  // Bytes are red, green and blue: where blue comes first, the planes are written from the last to the first.
  const isReversed = order === 'BGR'
  const values = [0, 1, 2].flatMap((byte) => {
    const channel = isReversed ? 2 - byte : byte
    const deviation = channelOf(std, channel)
    return [scale / deviation, channelOf(mean, channel) / deviation]
  }) as [number, number, number, number, number, number]
  if (fours) kernel.spread(0, fours, isReversed ? to + 8 * count : to, isReversed ? -4 * count : 4 * count, ...values)
  for (let i = 4 * fours; i < count; i++) {
    for (const byte of [0, 1, 2]) {
      const plane = isReversed ? 2 - byte : byte
      planes[plane * count + i] =
        (pixels[3 * i + byte] as number) * (values[2 * byte] as number) - (values[2 * byte + 1] as number)
    }
  }
  return { data: planes, dims: [1, 3, height, width] }
}
