import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import type { Box } from '../draw/sheet.ts'
import { random } from '../random.ts'
import { paintBackground } from './backgrounds.ts'
import { addNoise } from './sensor.ts'

interface SelfieOptions {
  /** The face in the pixels of the picture given. */
  face: Box
  seed?: number | string
  width?: number
  height?: number
  /** Width of the face as a fraction of the frame's; 0.36 leaves the margin that a liveness model looks at. */
  share?: number
  /** Position of the middle of the face, as fractions of the frame. */
  at?: { x: number; y: number }
  /** Degrees by which the picture is turned clockwise. */
  roll?: number
  /** 1 leaves the light unchanged. */
  brightness?: number
  quality?: number
}

interface Selfie {
  jpeg: Uint8Array
  width: number
  height: number
  /** The face in the pixels of the selfie, before any turn. */
  face: Box
}

/** A frame of a phone's front camera: the person of the given picture, with a blurred room around the head. */
export async function selfie(picture: Uint8Array, options: SelfieOptions): Promise<Selfie> {
  const { face, width = 720, height = 960, share = 0.36, at = { x: 0.5, y: 0.46 }, roll = 0 } = options
  const source = random(`selfie/${options.seed ?? 1}`)
  const image = await loadImage(Buffer.from(picture))
  const scale = (width * share) / face.width
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  paintBackground(context, 'hand', source.fork('room'))
  context.save()
  context.translate(width * at.x, height * at.y)
  context.rotate((roll * Math.PI) / 180)
  context.drawImage(cutOut(image, face, scale, height), (-image.width * scale) / 2, -middle(face) * scale)
  context.restore()
  light(canvas, options.brightness ?? 1)
  addNoise(canvas, source.between(1, 3), source)
  const [w, h] = [face.width * scale, face.height * scale]
  return {
    jpeg: canvas.toBuffer('image/jpeg', options.quality ?? 90),
    width,
    height,
    face: { x: width * at.x - w / 2, y: height * at.y - h / 2, width: w, height: h },
  }
}

/** Height of the middle of the face in its picture. */
function middle(face: Box): number {
  return face.y + face.height / 2
}

/** Head and shoulders without their background; the body continues below the picture's edge. The face is centred. */
function cutOut(image: Image, face: Box, scale: number, reach: number): Canvas {
  const [w, h] = [image.width * scale, image.height * scale]
  const canvas = createCanvas(Math.ceil(w), Math.ceil(middle(face) * scale + reach))
  const context = canvas.getContext('2d')
  const shift = (image.width / 2 - (face.x + face.width / 2)) * scale
  context.imageSmoothingQuality = 'high'
  context.drawImage(cloth(image), shift, h * 0.84, w, canvas.height - h * 0.84)
  context.drawImage(fading(image), shift, 0, w, h)
  context.globalCompositeOperation = 'destination-in'
  context.drawImage(silhouette(canvas, face.width * scale, middle(face) * scale), 0, 0)
  return canvas
}

/** The colours at the bottom of the picture, without detail. */
function cloth(image: Image): Canvas {
  const canvas = createCanvas(5, 2)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, image.height * 0.85, image.width, image.height * 0.15, 0, 0, 5, 2)
  return canvas
}

/** The picture, fading out towards its lower edge. */
function fading(image: Image): Canvas {
  const canvas = createCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const fade = context.createLinearGradient(0, image.height * 0.86, 0, image.height)
  fade.addColorStop(0, '#000')
  fade.addColorStop(1, 'rgba(0,0,0,0)')
  context.globalCompositeOperation = 'destination-in'
  context.fillStyle = fade
  context.fillRect(0, 0, image.width, image.height)
  return canvas
}

/** The shape of a head with hair on shoulders, with a soft edge; sizes are relative to the width of the face. */
function silhouette({ width, height }: Canvas, face: number, y: number): Canvas {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const x = width / 2
  context.filter = `blur(${face * 0.045}px)`
  context.beginPath()
  context.ellipse(x, y - face * 0.06, face * 0.66, face * 0.82, 0, 0, Math.PI * 2)
  context.fill()
  context.beginPath()
  context.moveTo(x - face * 0.5, y + face * 0.3)
  context.bezierCurveTo(x - face * 0.6, y + face * 0.85, x - face * 1.1, y + face * 0.8, x - face * 1.15, height + face)
  context.lineTo(x + face * 1.15, height + face)
  context.bezierCurveTo(x + face * 1.1, y + face * 0.8, x + face * 0.6, y + face * 0.85, x + face * 0.5, y + face * 0.3)
  context.fill()
  return canvas
}

function light(canvas: Canvas, brightness: number): void {
  if (brightness === 1) return
  const context = canvas.getContext('2d')
  context.globalCompositeOperation = brightness < 1 ? 'multiply' : 'color-dodge'
  const level = Math.round(255 * (brightness < 1 ? brightness : 1 - 1 / brightness))
  context.fillStyle = `rgb(${level} ${level} ${level})`
  context.fillRect(0, 0, canvas.width, canvas.height)
}
