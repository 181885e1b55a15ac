import { type Affine, similarity } from '../picture/matrix.ts'
import type { Picture } from '../picture/picture.ts'
import type { Point } from '../picture/point.ts'
import { warpAffine } from '../picture/warp.ts'
import { type FacePoints, middleOf } from './find-points.ts'

const SIDE = 112

/** Where eyes, nose tip and mouth corners lie in the 112 × 112 crop that face recognisers are trained on. */
const REFERENCE: readonly Point[] = [
  { x: 38.2946, y: 51.6963 },
  { x: 73.5318, y: 51.5014 },
  { x: 56.0252, y: 71.7366 },
  { x: 41.5493, y: 92.3655 },
  { x: 70.7299, y: 92.2041 },
]

/** Turns, scales and shifts the face so that its features lie where the recogniser expects them. */
export function alignFace(picture: Picture, points: FacePoints): Picture {
  return warpAffine(picture, alignmentOf(points), { width: SIDE, height: SIDE })
}

/** From the picture's pixels to those of the alignment. */
export function alignmentOf(points: FacePoints): Affine {
  return similarity(fivePointsOf(points), REFERENCE)
}

/** Both eyes, the nose tip, both corners of the mouth, the picture's left first. */
export function fivePointsOf(points: FacePoints): Point[] {
  return [
    middleOf(points, 36, 41),
    middleOf(points, 42, 47),
    middleOf(points, 30, 30),
    middleOf(points, 48, 48),
    middleOf(points, 54, 54),
  ]
}
