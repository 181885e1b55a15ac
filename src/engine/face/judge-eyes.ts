import type { Eyes } from '../../domain/document/place.ts'
import { inputOf, thresholdOf } from '../nets/net-list.ts'
import type { Net } from '../nets/runtime.ts'
import { showPicture } from '../nets/show-picture.ts'
import { softmax } from '../nets/tensor.ts'
import { type Box, boundsOf } from '../picture/box.ts'
import { crop } from '../picture/crop.ts'
import type { Picture } from '../picture/picture.ts'
import { distance } from '../picture/point.ts'
import { resize } from '../picture/resize.ts'
import { pointIn } from '../picture/share.ts'
import { fivePointsOf } from './embed-face.ts'
import type { FacePoints } from './find-points.ts'

/** The net sees a square 1.6 times as wide as the eye. */
const PADDING = 1.6

/**
 * Whether an eye is shut: by the net, and by the lids' own points, because the net alone mistakes a tenth of small
 * open eyes for shut ones.
 */
export async function areEyesClosed(net: Net, picture: Picture, points: FacePoints): Promise<boolean> {
  for (const lid of [points.slice(36, 42), points.slice(42, 48)]) {
    const narrow = opennessOf(lid) < thresholdOf(net.entry, 'eyesOpen')
    if (narrow && (await judgeEye(net, picture, lid)) > thresholdOf(net.entry, 'closed')) return true
  }
  return false
}

/** Height over width of an eye: six points, the corners first and fourth. */
function opennessOf([outer, upperOuter, upperInner, inner, lowerInner, lowerOuter]: FacePoints): number {
  if (!outer || !upperOuter || !upperInner || !inner || !lowerInner || !lowerOuter) return 1
  const height = distance(upperOuter, lowerOuter) + distance(upperInner, lowerInner)
  return height / (2 * distance(outer, inner))
}

async function judgeEye(net: Net, picture: Picture, lid: FacePoints): Promise<number> {
  const input = inputOf(net.entry)
  const eye = boundsOf(lid)
  const side = eye.width * PADDING
  const square = {
    x: eye.x + eye.width / 2 - side / 2,
    y: eye.y + eye.height / 2 - side / 2,
    width: side,
    height: side,
  }
  const { output } = await showPicture(net, resize(crop(picture, square), input))
  if (output?.data.length !== 2) throw new Error('the eye net does not give two kinds')
  return softmax(output.data)[0] as number
}

/** The eyes of a face in shares of a box around it. */
export function eyesIn(points: FacePoints, box: Box): Eyes {
  const [left = ORIGIN, right = ORIGIN] = fivePointsOf(points)
  return { left: pointIn(left, box), right: pointIn(right, box) }
}

const ORIGIN = { x: 0, y: 0 }
