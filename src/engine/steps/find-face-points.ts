import { crop, resize } from '../geometry.ts'
import { inputOf } from '../model-list.ts'
import type { Box, Picture, Point } from '../picture.ts'
import type { Model } from '../runtime.ts'
import { toTensor } from '../tensor.ts'

/** 68 points in the order of the iBUG 300-W scheme: jaw 0–16, brows 17–26, nose 27–35, eyes 36–47, mouth 48–67. */
export type FacePoints = Point[]

/** Finds the points of the face in a detector's box; a box that reaches over the edge is filled with black. */
export async function findFacePoints(model: Model, picture: Picture, box: Box): Promise<FacePoints> {
  const input = inputOf(model.entry)
  const face = resize(crop(picture, box), input)
  const { output } = await model.run({ [input.name]: toTensor(face, input) })
  if (output?.data.length !== 136) throw new Error('the landmark model does not give 68 points')
  return Array.from({ length: 68 }, (_, i) => ({
    x: (output.data[2 * i] as number) * box.width + box.x,
    y: (output.data[2 * i + 1] as number) * box.height + box.y,
  }))
}

/** The middle of some of the points, `from` to `to` inclusive. */
export function middle(points: FacePoints, from: number, to: number): Point {
  const some = points.slice(from, to + 1)
  return {
    x: some.reduce((sum, { x }) => sum + x, 0) / some.length,
    y: some.reduce((sum, { y }) => sum + y, 0) / some.length,
  }
}
