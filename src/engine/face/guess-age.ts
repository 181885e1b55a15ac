import { inputOf, thresholdOf } from '../nets/net-list.ts'
import type { Net } from '../nets/runtime.ts'
import { showPicture } from '../nets/show-picture.ts'
import { softmax } from '../nets/tensor.ts'
import { type Box, scaleBox } from '../picture/box.ts'
import { crop } from '../picture/crop.ts'
import type { Picture } from '../picture/picture.ts'
import { resize } from '../picture/resize.ts'

interface AgeAndGender {
  /** In years. */
  age: number
  /** −10,000 (male) … 10,000 (female), 0 undecided. */
  gender: number
}

/** Apparent age and sex. The crop takes in hair and chin, as in the pictures the net was trained on. */
export async function guessFaceAge(net: Net, picture: Picture, face: Box): Promise<AgeAndGender> {
  const input = inputOf(net.entry)
  const head = scaleBox(face, thresholdOf(net.entry, 'crop'), thresholdOf(net.entry, 'cropShift'))
  const { age, gender } = await showPicture(net, resize(crop(picture, head), input))
  if (!age || !gender) throw new Error('the age net gives no age and gender')
  const [male = 0, female = 0] = softmax(gender.data)
  return { age: Math.max(0, Math.round(age.data[0] as number)), gender: Math.round(10_000 * (female - male)) }
}
