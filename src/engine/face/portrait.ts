import type { FaceTemplate } from '../../domain/document/document.ts'
import type { Box } from '../picture/box.ts'
import type { Picture } from '../picture/picture.ts'
import type { Workbench } from '../workbench.ts'
import { alignFace } from './align-face.ts'
import { detectFaces, type FaceBox } from './detect-faces.ts'
import { embedFace } from './embed-face.ts'
import { type FacePoints, findFacePoints } from './find-face-points.ts'
import { pickFace } from './pick-face.ts'

/** A face found in a picture, ready for comparison. */
export interface Portrait {
  face: FaceBox
  points: FacePoints
  /** See findFacePoints. */
  unrest: number
  /** 112 × 112, eyes level. */
  aligned: Picture
  template: FaceTemplate
}

/** Every face in the picture, largest first. */
export async function findFaces({ models, time }: Workbench, picture: Picture): Promise<FaceBox[]> {
  const detector = await models.get('face-detect')
  return time('detect-faces', () => detectFaces(detector, picture))
}

/** The face the picture is about, as a template. Undefined when there is none. A known box saves the search. */
export async function portraitTemplate(bench: Workbench, picture: Picture, box?: Box): Promise<Portrait | undefined> {
  const face = box ? { ...box, confidence: 1 } : pickFace(await findFaces(bench, picture), picture)
  return face && templateOf(bench, picture, face)
}

export async function templateOf({ models, time }: Workbench, picture: Picture, face: FaceBox): Promise<Portrait> {
  const landmarks = await models.get('face-landmark')
  const recogniser = await models.get('face-embed')
  const { points, unrest } = await time('find-face-points', () => findFacePoints(landmarks, picture, face))
  const aligned = await time('align-face', () => alignFace(picture, points))
  const template = await time('embed-face', () => embedFace(recogniser, aligned))
  return { face, points, unrest, aligned, template }
}
