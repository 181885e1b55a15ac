import { findFaces } from '../../../../src/vision/face/detect-faces.ts'
import { type FacePoints, findFacePoints, measureFacePose } from '../../../../src/vision/face/find-points.ts'
import type { Box } from '../../../../src/vision/picture/box.ts'
import type { Picture } from '../../../../src/vision/picture/picture.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'

export interface GoodSelfie {
  picture: Picture
  face: Box
  points: FacePoints
}

/** Well within every limit of the engine. */
const MOST = { yaw: 30, pitch: 20, roll: 20 }
const SHARE = { least: 0.15, most: 0.9 }

/**
 * One frontal face whose square is completely inside the picture, neither small nor filling it. Occlusion and the
 * engine's result do not matter.
 */
export async function goodSelfie(engine: ReadEngine, picture: Picture): Promise<GoodSelfie | undefined> {
  const faces = await findFaces(engine.nets, picture)
  const [face] = faces
  if (!face || faces.length > 1) return undefined
  const inside =
    Math.min(face.x, face.y, picture.width - face.x - face.width, picture.height - face.y - face.height) >= 0
  const share = face.width / Math.min(picture.width, picture.height)
  if (!inside || share < SHARE.least || share > SHARE.most) return undefined

  const { points } = await findFacePoints(await engine.nets.get('face-landmark'), picture, face)
  const pose = await measureFacePose(await engine.nets.get('face-pose'), picture, face, points)
  const straight = (['yaw', 'pitch', 'roll'] as const).every((angle) => Math.abs(pose[angle]) <= MOST[angle])
  return straight ? { picture, face, points } : undefined
}
