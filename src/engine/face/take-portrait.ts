import type { FaceTemplate } from '../../domain/document/document.ts'
import type { Picture } from '../picture/picture.ts'
import type { ReadContext } from '../read-engine.ts'
import { type FaceBox, findFaces, pickFace } from './detect-faces.ts'
import { alignFace, embedFace } from './embed-face.ts'
import { type FacePoints, findFacePoints } from './find-points.ts'

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

/** The face the picture is about. Undefined when there is none. */
export async function findPortrait(context: ReadContext, picture: Picture): Promise<Portrait | undefined> {
  const faces = await context.time('detect-faces', () => findFaces(context.nets, picture))
  const face = pickFace(faces, picture)
  return face && takePortrait(context, picture, face)
}

export async function takePortrait({ nets, time }: ReadContext, picture: Picture, face: FaceBox): Promise<Portrait> {
  const landmarks = await nets.get('face-landmark')
  const { points, unrest } = await time('find-face-points', () => findFacePoints(landmarks, picture, face))
  const aligned = await time('align-face', () => alignFace(picture, points))
  const template = await time('embed-face', () => embedFace(nets, aligned))
  return { face, points, unrest, aligned, template }
}
