import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expectedIn } from '../../../../src/vision/document/film/lay-frame.ts'
import { random } from '../random.ts'
import { type Attack, reproduce } from './attacks.ts'
import { cutOut } from './lay.ts'
import { type Movement, type Photograph, type PhotographOptions, type Subject, shoot } from './photograph.ts'

/** The subject in front of the camera. */
export type Filmed = 'original' | Attack

export interface Film {
  /** The picture taken at the end. */
  still: Photograph
  /** Frames from before the still, as the hosted page keeps them. */
  frames: Uint8Array[]
}

interface FilmOptions extends PhotographOptions {
  /** The fraction of the contrast of a display's pixels that reaches the camera. */
  grid?: number
}

/** The same as in the hosted page: see apps/hosted-page/camera/film.ts. */
const FRAME = { width: 640, height: 448, quality: 85, count: 3 }

/** The second before the camera takes its picture: a hand that holds still, but not perfectly. */
export async function film(shown: Filmed | Subject, picture: Uint8Array, options: FilmOptions = {}): Promise<Film> {
  const { seed = 1, grid } = options
  const subject = await subjectOf(shown, picture, seed, grid)
  const source = random(`film/${seed}`)
  const shots = Array.from({ length: FRAME.count + 1 }, (_, frame) => {
    const moved: Movement = {
      frame,
      x: source.between(-0.008, 0.008),
      y: source.between(-0.008, 0.008),
      roll: source.between(-0.4, 0.4),
      tiltX: source.between(-1.2, 1.2),
      tiltY: source.between(-1.2, 1.2),
      zoom: source.between(0.985, 1.015),
    }
    return shoot(subject, { ...options, moved })
  })
  const frames = await Promise.all(shots.slice(0, -1).map((shot) => frameOf(shot)))
  return { still: shots.at(-1) as Photograph, frames }
}

async function subjectOf(shown: Filmed | Subject, picture: Uint8Array, seed: number | string, grid?: number) {
  if (typeof shown === 'object') return shown
  return shown === 'original' ? { canvas: await cutOut(picture) } : reproduce(shown, picture, seed, grid)
}

/** The middle of the document, pixel for pixel. */
async function frameOf({ jpeg, quad }: Photograph): Promise<Uint8Array> {
  const image = await loadImage(Buffer.from(jpeg))
  const part = expectedIn(image, quad, FRAME)
  if (!part) throw new Error('the photograph is too small for a film')
  const canvas = createCanvas(part.width, part.height)
  canvas.getContext('2d').drawImage(image, -part.x, -part.y)
  return canvas.toBuffer('image/jpeg', FRAME.quality)
}
