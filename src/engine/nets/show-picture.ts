import type { Picture } from '../picture/picture.ts'
import { inputOf } from './net-list.ts'
import type { Net } from './runtime.ts'
import { type Tensor, toTensor } from './tensor.ts'

/** The output of our nets that classify: the name is part of the model files. */
export const PREDICTION = 'told'

/** What a net makes of one picture, which has the size of its input. The net must not keep what it is fed. */
export async function showPicture(net: Net, picture: Picture): Promise<Record<string, Tensor>> {
  const input = inputOf(net.entry)
  const length = picture.width * picture.height * (input.order === 'GREY' ? 1 : 3)
  const room = takeRoom(length)
  try {
    return await net.run({ [input.name]: toTensor(picture, input, room.subarray(0, length)) })
  } finally {
    spare = room
  }
}

/**
 * Used again by the next net: fresh memory takes as long to come as the numbers to be written, and is one more thing to
 * collect. Undefined while it is in use; who comes meanwhile has his own.
 */
let spare: Float32Array | undefined

function takeRoom(length: number): Float32Array {
  const room = spare && spare.length >= length ? spare : new Float32Array(length)
  spare = undefined
  return room
}
