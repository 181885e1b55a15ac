import { type Canvas, createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { drawSpecimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import type { Kind } from '../../../../packages/specimen/src/issue/truth.ts'
import { BACKGROUNDS } from '../../../../packages/specimen/src/photograph/backgrounds.ts'
import { type Hand, someHand } from '../../../../packages/specimen/src/photograph/fingers.ts'
import { inside } from '../../../../packages/specimen/src/photograph/light.ts'
import { blur, shake } from '../../../../packages/specimen/src/photograph/sensor.ts'
import { type Random, random } from '../../../../packages/specimen/src/random.ts'
import type { Quad } from '../../../../src/vision/picture/quad.ts'
import { cameraScene } from '../../../../test/support/camera-frame.ts'
import type { Motion, Shown } from './scenes.ts'

export const FRAME = { width: 1080, height: 1440 }
const KINDS: Kind[] = ['td1', 'us-licence', 'eu-licence']
/** Chromium plays thirty a second; half of them differ. */
const A_SECOND = 15
/** Margin around the frame for a hand's movements. */
const MARGIN = 90

/** A camera's film: a sequence of JPEG frames. */
type Film = Uint8Array[]

interface FilmPart extends Shown {
  seconds: number
}

/** What a hand-held camera sees during a sequence of parts; the scenes of one seed have the same table. */
export async function shootFilm(seed: number, parts: FilmPart[]): Promise<Film> {
  const frames: Film = []
  for (const [at, part] of parts.entries()) frames.push(...(await shootPart(seed, part, random(`film/${seed}/${at}`))))
  return frames.flatMap((frame) => [frame, frame])
}

async function shootPart(seed: number, part: FilmPart, source: Random): Promise<Film> {
  const { canvas, quad } = await sceneOf(seed, part)
  const moving = part.motion ? moveBefore(part.motion, canvas, quad, source) : []
  // A second of trembling that ends where it begins, repeated as often as needed.
  const phases = [source.between(0, 6), source.between(0, 6), source.between(0, 6), source.between(0, 6)] as const
  const still = Array.from({ length: A_SECOND }, (_, frame) => {
    const turn = (2 * Math.PI * frame) / A_SECOND
    const x = 3 * Math.sin(turn + phases[0]) + 1.5 * Math.sin(3 * turn + phases[1])
    const y = 3 * Math.sin(turn + phases[2]) + 1.5 * Math.sin(2 * turn + phases[3])
    return framed(canvas, x, y)
  })
  const count = Math.round(part.seconds * A_SECOND)
  return [...moving, ...Array.from({ length: count }, (_, at) => still[at % A_SECOND] as Uint8Array)]
}

const SHAKEN_S = 1.4

/** About a second before the document is still: the hand comes down, the lens focuses, or fingers are in the way. */
function moveBefore(motion: Motion, canvas: Canvas, quad: Quad, source: Random): Film {
  const count = Math.round(SHAKEN_S * A_SECOND)
  const along = Array.from({ length: count }, (_, at) => at / count)
  if (motion === 'focusing') {
    const steps = [7, 4.5, 2.5, 1].map((deviation) => framed(blur(canvas, deviation), 0, 0))
    return along.map((share) => steps[Math.floor(share * steps.length)] as Uint8Array)
  }
  if (motion === 'hand') {
    const covered = createCanvas(canvas.width, canvas.height)
    const pen = covered.getContext('2d')
    pen.drawImage(canvas, 0, 0)
    paintPalm(pen, quad, someHand(source))
    const seen = [0, 1, 2].map((at) => framed(covered, at, -at))
    return along.map((_, at) => seen[at % seen.length] as Uint8Array)
  }
  const dragged = shake(canvas, 24, source.between(0, 180))
  return along.map((share, at) => {
    const reach = 70 * (1 - share)
    return framed(share < 0.8 ? dragged : canvas, reach * Math.sin(at * 1.1), reach * Math.cos(at * 0.9))
  })
}

/** A hand that still covers a third of the document. */
function paintPalm(pen: SKRSContext2D, quad: Quad, { left, hue, light }: Hand): void {
  const [at, away] = [inside(quad, left ? 0.1 : 0.9, 0.6), inside(quad, left ? -1 : 2, 1.6)]
  const thick = Math.hypot(quad[3].x - quad[0].x, quad[3].y - quad[0].y) * 0.8
  pen.lineCap = 'round'
  pen.lineWidth = thick
  pen.strokeStyle = `hsl(${hue} 42% ${light}%)`
  pen.beginPath()
  pen.moveTo(at.x, at.y)
  pen.lineTo(away.x, away.y)
  pen.stroke()
}

async function sceneOf(seed: number, { shows, defect }: Shown) {
  const kind = KINDS[seed % KINDS.length] as Kind
  // The back of another card of the same kind would be accepted: whether both belong to one person is up to the
  // decision.
  const other = { kind: KINDS[(seed + 1) % KINDS.length] as Kind, seed: seed + 7_000 }
  const { front, back = front } = await drawSpecimen(shows === 'back of another' ? other : { kind, seed })
  const upright = shows === 'front' || shows === 'front turned' ? front : back
  return cameraScene(shows === 'front turned' ? await turned(upright) : upright, {
    width: FRAME.width + 2 * MARGIN,
    height: FRAME.height + 2 * MARGIN,
    fill: 0.62,
    seed,
    background: BACKGROUNDS[Math.floor(seed / KINDS.length) % BACKGROUNDS.length] ?? 'wood',
    ...(defect && { defect }),
  })
}

function framed(large: Canvas, x: number, y: number): Uint8Array {
  const canvas = createCanvas(FRAME.width, FRAME.height)
  canvas.getContext('2d').drawImage(large, x - MARGIN, y - MARGIN)
  return canvas.toBuffer('image/jpeg', 88)
}

async function turned(picture: Uint8Array): Promise<Uint8Array> {
  const image = await loadImage(Buffer.from(picture))
  const canvas = createCanvas(image.width, image.height)
  const pen = canvas.getContext('2d')
  pen.translate(image.width, image.height)
  pen.rotate(Math.PI)
  pen.drawImage(image, 0, 0)
  return canvas.toBuffer('image/png')
}
