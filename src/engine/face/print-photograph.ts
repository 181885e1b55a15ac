import type { PhotographPrint } from '../../domain/document/document.ts'
import { NOTHING } from '../../domain/face/same-photograph.ts'
import { blur, type Plane } from '../../domain/picture/plane.ts'
import { type Affine, invertAffine } from '../picture/matrix.ts'
import type { Picture } from '../picture/picture.ts'
import { warpAffine } from '../picture/warp.ts'
import { alignmentOf } from './align-face.ts'
import type { FacePoints } from './find-points.ts'

/** Changes with everything below that changes the numbers. */
const KIND = 'face-80'
/** Eyes 22 pixels apart: as fine as the portrait in a phone's picture of a document is sharp. */
const SIDE = 80
/** Of the 112 × 112 alignment: from the hair to under the mouth, ear to ear and a little of what is beside. */
const FRAME = { x: -8, y: -28, side: 128 }

/** Differences of light below this, in grey levels, are grain and not face. */
const GRAIN = 4
/** Standard deviations of the neighbourhood to whole numbers: 2.5 of them are 127. */
const STEPS = 50

/** The face as the photograph shows it, evened out, so that copies of the photograph can be found. */
export function printPhotograph(picture: Picture, points: FacePoints): PhotographPrint {
  const grey = greyFrame(picture, frameOf(points))
  // What is wider than the pupil of an eye is light, what is narrower than two pixels is grain.
  const [fine, wide] = [blur(grey, 1, 1), blur(grey, 2, 3)]
  const band = { ...grey, values: fine.values.map((value, at) => value - (wide.values[at] as number)) }
  const power = blur({ ...band, values: band.values.map((value) => value * value) }, 8, 2)
  const bytes = Int8Array.from(band.values, (value, at) => {
    if (!grey.known[at]) return NOTHING
    const even = (STEPS * value) / (Math.sqrt(power.values[at] as number) + GRAIN)
    return Math.max(-127, Math.min(127, Math.round(even)))
  })
  return { kind: KIND, values: Buffer.from(bytes.buffer).toString('base64') }
}

/** From the picture's pixels to the print's. */
function frameOf(points: FacePoints): Affine {
  const scale = SIDE / FRAME.side
  const [a, b, c, d, e, f] = alignmentOf(points)
  const [across, down] = [(c - FRAME.x + 0.5) * scale - 0.5, (f - FRAME.y + 0.5) * scale - 0.5]
  return [a * scale, b * scale, across, d * scale, e * scale, down]
}

function greyFrame(picture: Picture, frame: Affine): Plane {
  const { data } = warpAffine(picture, frame, { width: SIDE, height: SIDE })
  const plane: Plane = { side: SIDE, values: new Float32Array(SIDE * SIDE), known: new Float32Array(SIDE * SIDE) }
  const [a, b, c, d, e, f] = invertAffine(frame)
  // At the picture's edge pixels are half black: it must reach a pixel further on every side.
  const margin = Math.max(Math.abs(a), Math.abs(b), Math.abs(d), Math.abs(e))
  for (let y = 0, at = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++, at++) {
      const px = a * x + b * y + c
      const py = d * x + e * y + f
      if (!(px >= margin && py >= margin)) continue
      if (!(px <= picture.width - 1 - margin && py <= picture.height - 1 - margin)) continue
      plane.known[at] = 1
      // ITU-R BT.601 luma.
      plane.values[at] =
        0.299 * (data[at * 3] as number) + 0.587 * (data[at * 3 + 1] as number) + 0.114 * (data[at * 3 + 2] as number)
    }
  }
  return plane
}
