import { Malformed } from '../../formats/asn1/element.ts'
import { BadPicture, type StoredPortrait } from '../engine.ts'
import { decode, toJpeg } from '../picture/decode.ts'
import { decodeJpeg2000 } from '../picture/jpeg2000.ts'
import type { Picture } from '../picture/picture.ts'
import { readPictureHeader } from '../picture/signed-picture-header.ts'
import type { ReadContext } from '../read-engine.ts'
import { type FaceBox, findFaces, pickFace } from './detect-faces.ts'
import { alignFace, embedFace } from './embed-face.ts'
import type { FaceTemplate } from './face-template.ts'
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

/** The face that the picture is about. Undefined when there is none. */
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

/** The largest picture of a face that a document or a credential stores; a larger one would only cost time. */
const MOST_MEGAPIXELS = 12

/** A stored portrait as it is, and its template if a face is found in it. */
export async function readStoredPortrait(context: ReadContext, bytes: Uint8Array): Promise<StoredPortrait> {
  const { format, width, height } = headerOf(bytes)
  if (width * height > MOST_MEGAPIXELS * 1_000_000)
    throw new BadPicture('too-many-pixels', `the stored portrait has ${width} × ${height} pixels`)
  const picture = await context.decoding(bytes, () =>
    format === 'JPEG' ? decode(bytes, MOST_MEGAPIXELS) : decodeJpeg2000(bytes),
  )
  const portrait = await findPortrait(context, picture)
  const image = await context.time('encode', () => toJpeg(picture))
  return { image, ...(portrait && { template: portrait.template }) }
}

function headerOf(bytes: Uint8Array) {
  try {
    return readPictureHeader(bytes)
  } catch (error) {
    if (error instanceof Malformed) throw new BadPicture('not-an-image', error.message)
    throw error
  }
}
