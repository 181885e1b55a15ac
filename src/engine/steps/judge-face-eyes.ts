import { crop, resize } from '../geometry.ts'
import { inputOf } from '../model-list.ts'
import type { Picture } from '../picture.ts'
import type { Model } from '../runtime.ts'
import { softmax, toTensor } from '../tensor.ts'
import { bounds, type FacePoints } from './find-face-points.ts'

/** The model sees a square 1.6 times as wide as the eye. */
const PADDING = 1.6

/** Probability that an eye is closed, the more closed of the two. */
export async function judgeFaceEyes(model: Model, picture: Picture, points: FacePoints): Promise<number> {
  const left = await closed(model, picture, points.slice(36, 42))
  const right = await closed(model, picture, points.slice(42, 48))
  return Math.max(left, right)
}

async function closed(model: Model, picture: Picture, lid: FacePoints): Promise<number> {
  const input = inputOf(model.entry)
  const eye = bounds(lid)
  const side = eye.width * PADDING
  const square = {
    x: eye.x + eye.width / 2 - side / 2,
    y: eye.y + eye.height / 2 - side / 2,
    width: side,
    height: side,
  }
  const { output } = await model.run({ [input.name]: toTensor(resize(crop(picture, square), input), input) })
  if (output?.data.length !== 2) throw new Error('the eye model does not give two kinds')
  return softmax(output.data)[0] as number
}
