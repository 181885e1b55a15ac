import type { FaceTemplate } from '../../domain/document/document.ts'
import { curveOf, inputOf } from '../nets/model-list.ts'
import type { Model } from '../nets/runtime.ts'
import { toTensor } from '../nets/tensor.ts'
import type { Picture } from '../picture/picture.ts'

/** An aligned face → a template of unit length that compares by cosine. */
export async function embedFace(model: Model, aligned: Picture): Promise<FaceTemplate> {
  const input = inputOf(model.entry)
  const { output } = await model.run({ [input.name]: toTensor(aligned, input) })
  if (!output) throw new Error('the recogniser gives no output')
  const length = Math.hypot(...output.data)
  return {
    model: model.sha256,
    values: Array.from(output.data, (value) => value / length),
    curve: curveOf(model.entry, 'score'),
  }
}
