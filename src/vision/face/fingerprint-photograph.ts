import { greysOf } from '../picture/greys.ts'
import { evenOut } from '../picture/hash-picture.ts'
import { type Affine, invertAffine } from '../picture/matrix.ts'
import type { Picture } from '../picture/picture.ts'
import type { Plane } from '../picture/plane.ts'
import { warpAffine } from '../picture/warp.ts'
import { alignmentOf } from './embed-face.ts'
import type { PhotographFingerprint } from './face-template.ts'
import type { FacePoints } from './find-points.ts'

/** Change this whenever anything below changes the values. */
const KIND = 'face-80'
/** The eyes are 22 pixels apart: about the detail of the portrait in a phone's picture of a document. */
const SIDE = 80
/** In the 112 × 112 alignment: from the hair to below the mouth, ear to ear, and a little of the surroundings. */
const FRAME = { x: -8, y: -28, side: 128 }

/** The face as in the photograph, with light and contrast normalised, so that copies of the photograph can be found. */
export function fingerprintPhotograph(picture: Picture, points: FacePoints): PhotographFingerprint {
  const bytes = evenOut(greyFrame(picture, frameOf(points)))
  return { kind: KIND, values: Buffer.from(bytes.buffer).toString('base64') }
}

/** Maps the picture's pixels to the fingerprint's. */
function frameOf(points: FacePoints): Affine {
  const scale = SIDE / FRAME.side
  const [a, b, c, d, e, f] = alignmentOf(points)
  const [across, down] = [(c - FRAME.x + 0.5) * scale - 0.5, (f - FRAME.y + 0.5) * scale - 0.5]
  return [a * scale, b * scale, across, d * scale, e * scale, down]
}

function greyFrame(picture: Picture, frame: Affine): Plane {
  const values = greysOf(warpAffine(picture, frame, { width: SIDE, height: SIDE })).values
  const known = new Float32Array(SIDE * SIDE)
  const [a, b, c, d, e, f] = invertAffine(frame)
  // At the picture's edge, pixels are half black: it must extend a pixel further on every side.
  const margin = Math.max(Math.abs(a), Math.abs(b), Math.abs(d), Math.abs(e))
  const [right, bottom] = [picture.width - 1 - margin, picture.height - 1 - margin]
  for (let y = 0, at = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++, at++) {
      const px = a * x + b * y + c
      const py = d * x + e * y + f
      if (px >= margin && py >= margin && px <= right && py <= bottom) known[at] = 1
      else values[at] = 0
    }
  }
  return { side: SIDE, values, known }
}
