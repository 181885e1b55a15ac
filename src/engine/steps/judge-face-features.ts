import { around, crop, rotate90 } from '../geometry.ts'
import { thresholdOf } from '../model-list.ts'
import type { Box, Picture } from '../picture.ts'
import type { Model } from '../runtime.ts'
import { detectFaces } from './detect-faces.ts'
import { findFacePoints } from './find-face-points.ts'
import { pickFace } from './pick-face.ts'

/** How much around the face is turned with it, so that the detector has something to look at. */
const SURROUNDINGS = 2

/** Of 70 masked faces one comes to rest below this share of the limit when turned, and three below the limit itself. */
const CALM = 0.6

/**
 * Are eyes, nose and mouth where they were found? Points on an upright, uncovered face stay put when looked at
 * again. Where they wander, the face is turned to three other sides: if they stay put there, it lies or stands on
 * its head; if nowhere, something covers it.
 */
export async function judgeFaceFeatures(
  { detector, landmarks }: { detector: Model; landmarks: Model },
  picture: Picture,
  face: Box,
  unrest: number,
): Promise<'found' | 'turned' | 'covered'> {
  const most = thresholdOf(landmarks.entry, 'unrest')
  if (unrest <= most) return 'found'
  const part = crop(picture, around(face, SURROUNDINGS))
  for (const turns of [2, 1, 3] as const) {
    const turned = rotate90(part, turns)
    const again = pickFace(await detectFaces(detector, turned), turned)
    if (again && (await findFacePoints(landmarks, turned, again)).unrest <= most * CALM) return 'turned'
  }
  return 'covered'
}
