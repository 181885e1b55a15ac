import { BadPicture, type ChipPortrait } from '../../actions/ports/engine.ts'
import { Malformed } from '../../asn1/element.ts'
import type { FaceTemplate } from '../../domain/document/document.ts'
import { readPictureHeader } from '../../domain/picture/signed-picture-header.ts'
import { decode, toJpeg } from '../picture/decode.ts'
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

/** The largest picture of a face that a chip can hold; a larger one would only cost time. */
const MOST_MEGAPIXELS = 12

/** The portrait of a chip as it is stored, and its template if a face is found in it. */
export async function readChipPortrait(context: ReadContext, bytes: Uint8Array): Promise<ChipPortrait> {
  const { format, width, height } = headerOf(bytes)
  if (width * height > MOST_MEGAPIXELS * 1_000_000)
    throw new BadPicture('too-many-pixels', `the portrait of the chip has ${width} × ${height} pixels`)
  const picture = await context.time('decode', () => (format === 'JPEG' ? decode(bytes) : decodeJpeg2000(bytes)))
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

/** A chip's JPEG 2000 as RGB. Portraits have one or three components of eight bits; others are not accepted. */
export async function decodeJpeg2000(bytes: Uint8Array): Promise<Picture> {
  const damaged = new BadPicture('damaged', 'the JPEG 2000 picture cannot be decoded')
  const { default: open } = await import('@cornerstonejs/codec-openjpeg/decodewasmjs')
  // A fresh instance each time: damage to its memory by a hostile picture ends with it.
  const codec = await open({ print: () => {}, printErr: () => {} })
  const decoder = new codec.J2KDecoder()
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes)
    decoder.decode()
  } catch {
    throw damaged
  }
  const { width, height, bitsPerSample, componentCount, isSigned } = decoder.getFrameInfo()
  const pixels = decoder.getDecodedBuffer()
  const isUsual = bitsPerSample === 8 && !isSigned && (componentCount === 1 || componentCount === 3)
  if (!isUsual || width < 1 || pixels.length !== width * height * componentCount) throw damaged
  return { width, height, data: componentCount === 3 ? Uint8Array.from(pixels) : greyToRgb(pixels) }
}

function greyToRgb(grey: Uint8Array): Uint8Array {
  const rgb = new Uint8Array(grey.length * 3)
  for (let at = 0; at < grey.length; at++) rgb.fill(grey[at] ?? 0, at * 3, at * 3 + 3)
  return rgb
}
