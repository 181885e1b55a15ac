import { onCurve } from '../../domain/face-match.ts'
import { crop, resize } from '../geometry.ts'
import { curveOf, inputOf } from '../model-list.ts'
import type { Box, Picture } from '../picture.ts'
import type { Model } from '../runtime.ts'
import { softmax, toTensor } from '../tensor.ts'

/** How much of the surroundings the model was trained to see, as a multiple of the face's box. */
const CONTEXT = 2.7

export interface Liveness {
  /** 0..100, over 50 means a live person. */
  score: number
  kinds: { live: number; print: number; replay: number }
}

/** Live person, print or screen? The surroundings count: bezels, edges of paper, the hand that holds it. */
export async function judgeLiveness(model: Model, picture: Picture, box: Box): Promise<Liveness> {
  const input = inputOf(model.entry)
  const view = resize(crop(picture, surroundings(picture, box)), input)
  const { output } = await model.run({ [input.name]: toTensor(view, input) })
  if (output?.data.length !== 3) throw new Error('the liveness model does not give three kinds')
  const [live, print, replay] = softmax(output.data) as [number, number, number]
  return { score: onCurve(curveOf(model.entry, 'score'), live), kinds: { live, print, replay } }
}

/** The box grown by the context, as far as the picture reaches, moved inwards where it would leave it. */
export function surroundings(picture: Picture, box: Box): Box {
  const scale = Math.min((picture.height - 1) / box.height, (picture.width - 1) / box.width, CONTEXT)
  const width = box.width * scale
  const height = box.height * scale
  const x = box.x + box.width / 2 - width / 2
  const y = box.y + box.height / 2 - height / 2
  return {
    x: Math.min(Math.max(0, x), picture.width - width),
    y: Math.min(Math.max(0, y), picture.height - height),
    width,
    height,
  }
}
