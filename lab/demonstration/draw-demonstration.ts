import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import sharp from 'sharp'
import { drawSpecimen } from '../../packages/specimen/src/draw/draw-specimen.ts'
import type { Fault, Kind } from '../../packages/specimen/src/issue/truth.ts'
import { type Attack, attack } from '../../packages/specimen/src/photograph/attacks.ts'
import { paintBackground } from '../../packages/specimen/src/photograph/backgrounds.ts'
import { type PhotographOptions, photograph } from '../../packages/specimen/src/photograph/photograph.ts'
import { random } from '../../packages/specimen/src/random.ts'
import { DEMONSTRATION_PICTURES, type DemonstrationPicture } from '../../src/apps/demo/server/demo.ts'
import { cutHead, cutTwoHeads } from './heads.ts'

/** The folder where the service finds them. */
const FOLDER = path.join(import.meta.dirname, '../../src/apps/demo/server/pictures')

/** The same pictures at every call. With this seed and day, the documents are valid until 2034 at least. */
const SEED = 338
const TODAY = '2026-06-15'
/** The area that a liveness net looks at, with a margin. */
const SELFIE = { context: 2.7 }

/**
 * Pictures to try the service with, by name. The documents are drawn and were issued by nobody. Their portrait is a
 * real face, since a drawn one is rightly refused, and the selfie is another photograph of the same person. All other
 * pictures have a deliberate fault.
 */
const PICTURES: Record<DemonstrationPicture, () => Promise<Uint8Array>> = {
  passport: () => page({ kind: 'td3' }),
  'card-front': () => page({ kind: 'td1' }),
  'card-back': () => page({ kind: 'td1', side: 'back' }),
  'passport-expired': () => page({ kind: 'td3', fault: 'expired' }),
  'passport-changed-digit': () => page({ kind: 'td3', fault: 'visual-digit' }),
  'passport-wrong-check-digit': () => page({ kind: 'td3', fault: 'wrong-check-digit' }),
  'passport-without-mrz': () => page({ kind: 'td3', fault: 'no-mrz' }),
  'passport-on-screen': () => page({ kind: 'td3', attack: 'screen' }),
  'passport-grey-copy': () => page({ kind: 'td3', attack: 'grey-copy' }),
  'passport-blurred-portrait': () => page({ kind: 'td3', portrait: 'blurred' }),
  'licence-front': () => page({ kind: 'us-licence', fault: 'other-barcode' }),
  'licence-back': () => page({ kind: 'us-licence', fault: 'other-barcode', side: 'back' }),
  table: async () => emptyTable(),
  selfie: () => cutHead('selfie', SELFIE),
  'selfie-of-another': () => cutHead('other', SELFIE),
  'selfie-from-the-document': () => cutHead('portrait', SELFIE),
  'selfie-turned': () => cutHead('selfie', { ...SELFIE, turn: 60 }),
  'selfie-at-the-border': () => cutHead('selfie', { ...SELFIE, at: { x: 0.16, y: 0.46 } }),
  'selfie-cropped': () => cutHead('selfie', { ...SELFIE, at: { x: 0.02, y: 0.46 } }),
  'selfie-covered': () => cutHead('selfie', { ...SELFIE, over: paintMask }),
  'selfie-too-close': () => cutHead('selfie', { context: 0.8 }),
  'selfie-too-small': async () => hangOnWall(await cutHead('selfie', SELFIE)),
  'selfie-of-two': () => cutTwoHeads(),
}

/** Draws the named demo pictures, or all, into the folder from which the service serves them. */
export async function run(names: string[]): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  for (const name of DEMONSTRATION_PICTURES.filter((each) => !names.length || names.includes(each))) {
    // They are part of the repository and of every package: half the bytes, with the same readings.
    const jpeg = await sharp(await PICTURES[name]())
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer()
    await writeFile(path.join(FOLDER, `${name}.jpg`), jpeg)
    console.log(`${name}.jpg: ${jpeg.length} bytes`)
  }
}

interface Page {
  kind: Kind
  side?: 'front' | 'back'
  fault?: Fault
  /** A reproduction instead of the document. */
  attack?: Attack
  portrait?: 'blurred'
}

/** A side of a document, photographed on a table. */
async function page({ kind, side = 'front', fault, attack: reproduction, portrait }: Page): Promise<Uint8Array> {
  const head = await cutHead('portrait', { context: 1.55, ratio: 35 / 45, width: 420 })
  const drawn = await drawSpecimen({
    kind,
    seed: SEED,
    today: TODAY,
    sex: 'F',
    faults: fault ? [fault] : [],
    portrait: { picture: portrait === 'blurred' ? await blur(head) : head },
  })
  const picture = drawn[side]
  if (!picture) throw new Error(`a ${kind} has no ${side}`)
  const options: PhotographOptions = { seed: SEED, level: 'easy', background: 'wood', size: 1600 }
  return (await (reproduction ? attack(reproduction, picture, options) : photograph(picture, options))).jpeg
}

function emptyTable(): Uint8Array {
  const canvas = createCanvas(1200, 900)
  paintBackground(canvas.getContext('2d'), 'wood', random(SEED))
  return canvas.toBuffer('image/jpeg', 90)
}

/** The picture as a small one on the wall of a room. */
async function hangOnWall(jpeg: Uint8Array): Promise<Uint8Array> {
  const image = await loadImage(Buffer.from(jpeg))
  const canvas = createCanvas(900, 1200)
  const pen = canvas.getContext('2d')
  paintBackground(pen, 'hand', random(SEED))
  pen.drawImage(image, 360, 400, 180, 240)
  return canvas.toBuffer('image/jpeg', 92)
}

/** A scarf over mouth and nose. */
function paintMask(pen: SKRSContext2D): void {
  pen.fillStyle = '#41618f'
  pen.beginPath()
  pen.moveTo(-0.52, 0.02)
  pen.quadraticCurveTo(0, -0.1, 0.52, 0.02)
  pen.lineTo(0.45, 0.62)
  pen.quadraticCurveTo(0, 0.85, -0.45, 0.62)
  pen.fill()
}

/** So blurred that nobody could be recognised. */
async function blur(jpeg: Uint8Array): Promise<Uint8Array> {
  const image = await loadImage(Buffer.from(jpeg))
  const small = createCanvas(9, Math.round((9 * image.height) / image.width))
  small.getContext('2d').drawImage(image, 0, 0, small.width, small.height)
  const canvas = createCanvas(image.width, image.height)
  const pen = canvas.getContext('2d')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(small, 0, 0, image.width, image.height)
  return canvas.toBuffer('image/jpeg', 92)
}
