import type { Eyes } from '../../domain/document/place.ts'
import type { Box } from '../picture/box.ts'
import { pointIn } from '../picture/share.ts'
import { fivePointsOf } from './align-face.ts'
import type { FacePoints } from './find-points.ts'

/** The eyes of a face in shares of a box around it. */
export function eyesIn(points: FacePoints, box: Box): Eyes {
  const [left = ORIGIN, right = ORIGIN] = fivePointsOf(points)
  return { left: pointIn(left, box), right: pointIn(right, box) }
}

const ORIGIN = { x: 0, y: 0 }
