import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createCanvas, type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { readSamples } from '../../src/engine/nets/net-list.ts'
import { MODELS_FOLDER } from '../../src/engine/nets/runtime.ts'
import { drawSpecimen } from './draw/draw-specimen.ts'
import { photograph } from './photograph/photograph.ts'

/** Where the service finds them. */
const FOLDER = path.join(import.meta.dirname, '../../src/http/demo/pictures')

/** Where one woman's face is in the two sample pictures that come with the models (MIT), and how far she leans in one. */
const GROUP = { x: 1045, y: 212, width: 289, height: 289 }
const CROWD = { x: 1470, y: 216, width: 226, height: 226, leans: 35 }
const SEED = 7

/** Draws the demo's pictures again, into the folder that the service serves them from. */
export async function run(): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  for (const [name, jpeg] of Object.entries(await drawDemonstration())) {
    await writeFile(path.join(FOLDER, `${name}.jpg`), jpeg)
    console.log(`${name}.jpg: ${jpeg.length} bytes`)
  }
}

/**
 * A passport and a card that nobody issued, photographed on a table, with the portrait of a real face, since a drawn
 * one is rightly refused; and another picture of the same face as the selfie.
 */
async function drawDemonstration(): Promise<Record<string, Uint8Array>> {
  const { crowd, group } = readSamples()
  const portrait = {
    picture: headIn(await load(group.path), { face: GROUP, context: 1.55, ratio: 35 / 45, width: 420 }),
  }
  const passport = await drawSpecimen({ kind: 'td3', seed: SEED, sex: 'F', portrait })
  const card = await drawSpecimen({ kind: 'td1', seed: SEED, sex: 'F', portrait })
  const shot = async (side: Uint8Array | undefined) => {
    if (!side) throw new Error('the specimen lacks a side')
    return (await photograph(side, { seed: SEED, level: 'easy', background: 'wood', size: 1600 })).jpeg
  }
  return {
    passport: await shot(passport.front),
    'card-front': await shot(card.front),
    'card-back': await shot(card.back),
    selfie: headIn(await load(crowd.path), {
      face: CROWD,
      leans: CROWD.leans,
      context: 2.7,
      ratio: 3 / 4,
      width: 900,
    }),
  }
}

const load = async (file: string) => loadImage(await readFile(path.join(MODELS_FOLDER, file)))

interface Crop {
  face: { x: number; y: number; width: number; height: number }
  /** Degrees clockwise. */
  leans?: number
  /** Width of the crop as a multiple of the face's. */
  context: number
  ratio: number
  width: number
}

/** A head, upright, a little above the middle; beyond the picture's edge it is mirrored. */
function headIn(image: Image, { face, leans = 0, context, ratio, width }: Crop): Uint8Array {
  const height = Math.round(width / ratio)
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  const scale = width / (face.width * context)
  pen.imageSmoothingQuality = 'high'
  pen.translate(width / 2, height * 0.46)
  pen.rotate((-leans * Math.PI) / 180)
  pen.scale(scale, scale)
  pen.translate(-face.x - face.width / 2, -face.y - face.height / 2)
  for (const column of [0, 1]) for (const row of [0, 1]) paintMirrored(pen, image, column, row)
  pen.drawImage(image, 0, 0)
  return canvas.toBuffer('image/jpeg', 92)
}

/** Copies on both sides: mirrored about the left or right edge, the upper or lower one, or both. */
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
