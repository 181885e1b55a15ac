import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCanvas, type Image, loadImage } from '@napi-rs/canvas'

/**
 * A1 and A2 show one person (cosine 0.69 by the recogniser in use), every other letter somebody else (below 0.43).
 * A2, B, C and E have room around the head and pass for live; A1 has a neighbour close by and serves as a document's portrait.
 */
export const FACES = ['A1', 'A2', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const
export type FaceName = (typeof FACES)[number]

export interface FacePicture {
  jpeg: Uint8Array
  width: number
  height: number
  /** The face in the pixels of the picture: a square from the brows to the chin and somewhat more. */
  face: { x: number; y: number; width: number; height: number }
}

export interface FacePictureOptions {
  /** Width of the picture as a multiple of the face's; 2.7 is what the liveness model looks at. */
  context?: number
  /** Width by height of the picture. */
  ratio?: number
  /** Width of the picture in pixels. */
  width?: number
  quality?: number
}

/** A head with what is around it, upright, without a second face where the picture allows. */
export async function facePicture(name: FaceName, options: FacePictureOptions = {}): Promise<FacePicture> {
  const { context = 2.7, ratio = 0.75, width = 720, quality = 92 } = options
  const { file, box, roll = 0, clear } = sources[name]
  const [left, top, side] = box
  const image = await load(file)
  const limits = clear ?? [0, image.width]
  // A neighbour is left out: the picture gets narrower on both sides, so that the face stays in the middle.
  const centre = left + side / 2
  const free = 2 * Math.min(centre - limits[0], limits[1] - centre)
  const shown = Math.min(side * context, roll ? Number.POSITIVE_INFINITY : free)
  const scale = width / shown
  const height = Math.round(width / ratio)
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  // The head stands a little above the middle.
  pen.translate(width / 2, height * 0.46)
  pen.rotate((-roll * Math.PI) / 180)
  pen.scale(scale, scale)
  pen.translate(-centre, -(top + side / 2))
  paintMirrored(pen, image)
  const face = {
    x: width / 2 - (side * scale) / 2,
    y: height * 0.46 - (side * scale) / 2,
    width: side * scale,
    height: side * scale,
  }
  return { jpeg: canvas.toBuffer('image/jpeg', quality), width, height, face }
}

/** A head and shoulders in the shape of a document's portrait (35 by 45 mm), the face as large as ICAO 9303 part 3 asks. */
export async function documentPortrait(name: FaceName): Promise<FacePicture> {
  return facePicture(name, { context: 1.55, ratio: 35 / 45, width: 420 })
}

/** A picture with two people close to the camera. */
export async function twoFaces(): Promise<Uint8Array> {
  const image = await load('sample3.jpg')
  const canvas = createCanvas(900, 900)
  canvas.getContext('2d').drawImage(image, 980, 120, 900, 900, 0, 0, 900, 900)
  return canvas.toBuffer('image/jpeg', 92)
}

interface Source {
  file: string
  /** Left, top and side of the detector's square in the file's pixels. */
  box: readonly [number, number, number]
  /** Degrees by which the head leans clockwise. */
  roll?: number
  /** Columns of the file between which there is no other face. */
  clear?: readonly [number, number]
}

const sources: Record<FaceName, Source> = {
  A1: { file: 'sample3.jpg', box: [1045, 212, 289], clear: [850, 1450] },
  A2: { file: 'sample1.jpg', box: [1470, 216, 226], roll: 35 },
  B: { file: 'sample3.jpg', box: [545, 316, 290], clear: [0, 1080] },
  C: { file: 'sample1.jpg', box: [392, 359, 229], clear: [0, 830] },
  D: { file: 'sample6.jpg', box: [1444, 267, 291], clear: [1365, 1920] },
  E: { file: 'sample6.jpg', box: [228, 484, 272], clear: [0, 640] },
  F: { file: 'sample5.jpg', box: [1363, 383, 277], clear: [1290, 1920] },
  G: { file: 'sample3.jpg', box: [1466, 304, 262], clear: [1330, 1920] },
  H: { file: 'sample6.jpg', box: [607, 320, 309], clear: [490, 1150] },
}

const folder = fileURLToPath(new URL('../../.cache/fixtures', import.meta.url))
const loaded = new Map<string, Promise<Image>>()

function load(file: string): Promise<Image> {
  const known = loaded.get(file)
  if (known) return known
  const image = readFile(path.join(folder, file)).then(loadImage, (cause) => {
    throw new Error(`the test pictures are missing: run "node tools/fixtures.mjs"`, { cause })
  })
  loaded.set(file, image)
  return image
}

/** The picture with mirrored copies around it, so that a turned or wide crop has no empty corner. */
function paintMirrored(pen: ReturnType<ReturnType<typeof createCanvas>['getContext']>, image: Image): void {
  for (const column of [-1, 0, 1]) {
    for (const row of [-1, 0, 1]) {
      pen.save()
      pen.translate(column === 0 ? 0 : column < 0 ? 0 : 2 * image.width, row === 0 ? 0 : row < 0 ? 0 : 2 * image.height)
      pen.scale(column === 0 ? 1 : -1, row === 0 ? 1 : -1)
      pen.drawImage(image, 0, 0)
      pen.restore()
    }
  }
}
