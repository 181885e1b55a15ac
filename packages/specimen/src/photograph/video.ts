import { createCanvas, loadImage } from '@napi-rs/canvas'
import { random } from '../random.ts'
import { addNoise } from './sensor.ts'

/** The rate at which Chromium plays a file given with --use-file-for-fake-video-capture. */
const FRAMES_A_SECOND = 30

export interface Shot {
  picture: Uint8Array
  seconds: number
  /** Pixels by which a hand trembles; 0 is perfectly still. */
  tremble?: number
  /** The picture fills the frame, or is shown completely with bars. */
  fit?: 'cover' | 'contain'
}

interface VideoOptions {
  width?: number
  height?: number
  seed?: number | string
}

/** A motion JPEG that a browser uses as its camera: frames of one size, shot after shot, in a loop. */
export async function motionJpeg(shots: Shot[], options: VideoOptions = {}): Promise<Uint8Array> {
  const frames: Uint8Array[] = []
  for (const [index, shot] of shots.entries()) frames.push(...(await framesOf(shot, index, options)))
  if (frames.length === 0) throw new Error('a video needs a frame')
  return Buffer.concat(frames)
}

async function framesOf(shot: Shot, index: number, options: VideoOptions): Promise<Uint8Array[]> {
  const { width = 1280, height = 720 } = options
  const { tremble = 0, fit = 'cover' } = shot
  const source = random(`video/${options.seed ?? 1}/${index}`)
  const image = await loadImage(Buffer.from(shot.picture))
  const ratios = [(width + 2 * tremble) / image.width, (height + 2 * tremble) / image.height] as const
  const scale = fit === 'cover' ? Math.max(...ratios) : Math.min(width / image.width, height / image.height)
  const [w, h] = [image.width * scale, image.height * scale]
  const count = Math.max(1, Math.round(shot.seconds * FRAMES_A_SECOND))
  // A few different frames in turn are enough to look live, and quick to make.
  const different = Math.min(count, 6)
  const drawn = Array.from({ length: different }, () => {
    const canvas = createCanvas(width, height)
    const context = canvas.getContext('2d')
    context.fillStyle = '#101010'
    context.fillRect(0, 0, width, height)
    context.imageSmoothingQuality = 'high'
    const [dx, dy] = [source.between(-tremble, tremble), source.between(-tremble, tremble)]
    context.drawImage(image, (width - w) / 2 + dx, (height - h) / 2 + dy, w, h)
    addNoise(canvas, 1.2, source)
    return canvas.toBuffer('image/jpeg', 88)
  })
  return Array.from({ length: count }, (_, frame) => drawn[frame % different] as Uint8Array)
}
