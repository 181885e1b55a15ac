import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createCanvas, type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { FETCHED_NETS } from '../../src/platform/resources.ts'
import { readSamples } from '../../src/vision/nets/net-list.ts'

/**
 * Heads in the two sample pictures that come with the models (MIT): the position of the face, and its clockwise tilt.
 */
const HEADS = {
  /** A woman in two photographs; the tilt of the head is removed in the second. */
  portrait: { sample: 'group', x: 1045, y: 212, side: 289, leans: 0 },
  selfie: { sample: 'crowd', x: 1470, y: 216, side: 226, leans: 35 },
  /** A man. */
  other: { sample: 'group', x: 545, y: 316, side: 290, leans: 0 },
} as const
type HeadName = keyof typeof HEADS

interface Crop {
  /** Width of the crop as a multiple of the face's. */
  context: number
  /** Width by height. */
  ratio?: number
  /** Width in pixels. */
  width?: number
  /** The position of the middle of the face, as fractions of the crop: centred, a little above the middle. */
  at?: { x: number; y: number }
  /** Degrees by which the head is turned clockwise. */
  turn?: number
  /** Draws over the head; the face is a square of side 1 around the origin. */
  over?: (pen: SKRSContext2D) => void
}

/** A head with its surroundings; beyond the edge of its photograph it is mirrored. */
export async function cutHead(name: HeadName, crop: Crop): Promise<Uint8Array> {
  const { sample, x, y, side, leans } = HEADS[name]
  const { context, ratio = 3 / 4, width = 720, at = { x: 0.5, y: 0.46 }, turn = 0, over } = crop
  const image = await loadSample(sample)
  const height = Math.round(width / ratio)
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  const scale = width / (side * context)
  pen.imageSmoothingQuality = 'high'
  pen.translate(width * at.x, height * at.y)
  pen.rotate((turn * Math.PI) / 180)
  pen.save()
  pen.rotate((-leans * Math.PI) / 180)
  pen.scale(scale, scale)
  pen.translate(-x - side / 2, -y - side / 2)
  for (const column of [0, 1]) for (const row of [0, 1]) paintMirrored(pen, image, column, row)
  pen.drawImage(image, 0, 0)
  pen.restore()
  pen.scale(side * scale, side * scale)
  over?.(pen)
  return canvas.toBuffer('image/jpeg', 92)
}

/** A part of the group's photograph in which two people stand close to the camera. */
export async function cutTwoHeads(): Promise<Uint8Array> {
  const canvas = createCanvas(900, 900)
  canvas.getContext('2d').drawImage(await loadSample('group'), 980, 120, 900, 900, 0, 0, 900, 900)
  return canvas.toBuffer('image/jpeg', 92)
}

async function loadSample(name: 'crowd' | 'group'): Promise<Image> {
  return loadImage(await readFile(path.join(FETCHED_NETS, readSamples()[name].path)))
}

/** Copies on all sides: mirrored at the left or right edge, the top or bottom edge, or both. */
function paintMirrored(pen: SKRSContext2D, image: Image, column: number, row: number): void {
  for (const [across, down] of [
    [-1, 1],
    [1, -1],
    [-1, -1],
  ] as const) {
    pen.save()
    pen.translate(across < 0 ? 2 * column * image.width : 0, down < 0 ? 2 * row * image.height : 0)
    pen.scale(across, down)
    pen.drawImage(image, 0, 0)
    pen.restore()
  }
}
