import type { Picture } from '../picture/picture.ts'
import { inputOf } from './net-list.ts'
import type { Net } from './runtime.ts'
import { type Tensor, toTensor } from './tensor.ts'

/** The output of our nets that classify: the name is part of the model files. */
export const PREDICTION = 'told'

/** What a net makes of one picture, which has the size of its input. */
export function showPicture(net: Net, picture: Picture): Promise<Record<string, Tensor>> {
  const input = inputOf(net.entry)
  return net.run({ [input.name]: toTensor(picture, input) })
}
