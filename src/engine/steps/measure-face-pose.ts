import { crop, resize } from '../geometry.ts'
import { inputOf } from '../model-list.ts'
import type { Box, Picture } from '../picture.ts'
import type { Model } from '../runtime.ts'
import { softmax, type Tensor, toTensor } from '../tensor.ts'

/** In degrees: yaw to the side, pitch up or down, roll towards a shoulder. Zero looks straight into the camera. */
export interface Pose {
  yaw: number
  pitch: number
  roll: number
}

/** The model was trained on heads with a quarter of the box around them. */
const MARGIN = 0.25

/** Each angle is the mean of 66 bins of three degrees. */
export async function measureFacePose(model: Model, picture: Picture, box: Box): Promise<Pose> {
  const input = inputOf(model.entry)
  const head = crop(picture, {
    x: box.x - box.width * MARGIN,
    y: box.y - box.height * MARGIN,
    width: box.width * (1 + 2 * MARGIN),
    height: box.height * (1 + 2 * MARGIN),
  })
  const outputs = await model.run({ [input.name]: toTensor(resize(head, input), input) })
  const [yaw, pitch, roll] = Object.values(outputs).map(degrees)
  if (yaw === undefined || pitch === undefined || roll === undefined) throw new Error('the pose model lacks an angle')
  return { yaw, pitch, roll }
}

const degrees = ({ data }: Tensor): number => 3 * softmax(data).reduce((sum, p, bin) => sum + p * bin, 0) - 99
