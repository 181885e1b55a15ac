import { type Canvas, createCanvas, type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { BACKGROUNDS, paintBackground } from '../../../packages/specimen/src/photograph/backgrounds.ts'
import { addNoise, blur } from '../../../packages/specimen/src/photograph/sensor.ts'
import { type Random, random } from '../../../packages/specimen/src/random.ts'
import { cutFrame } from '../../../src/apps/hosted-page/guidance/cut-frame.ts'
import type { Area } from '../../../src/vision/picture/quality/measures.ts'
import { VIEWS } from './guidance-frames.ts'
import type { Person } from './people.ts'

export const FACE_LABELS = ['good', 'far', 'near', 'aside', 'none', 'two', 'tilted', 'turned'] as const
export type FaceLabel = (typeof FACE_LABELS)[number]

interface LabelledFaceFrame {
  label: FaceLabel
  pixels: { width: number; height: number; data: Uint8ClampedArray }
  window: Area
}

/** The position of a face: its square as the service sees it, in widths and heights of the oval. */
interface Placement {
  size: number
  across: number
  down: number
  tilt: number
}

/** Heads whose nose is further to the side than this look away; between it and `STRAIGHT` people would disagree. */
const TURNED = 0.35
const STRAIGHT = 0.15

/**
 * One frame of each label for each person, as far as the person's head allows. The same people give the same frames.
 */
export async function* faceFrames(people: readonly Person[]): AsyncGenerator<LabelledFaceFrame> {
  const straight = people.filter(({ turn }) => Math.abs(turn) <= STRAIGHT)
  for (const [at, person] of people.entries()) {
    const source = random(`face-frames/${at}`)
    const label: FaceLabel | undefined =
      Math.abs(person.turn) >= TURNED
        ? 'turned'
        : Math.abs(person.turn) <= STRAIGHT
          ? labelOf(straight, person)
          : undefined
    if (!label) continue
    const { video, element } = source.pick(VIEWS)
    const { overview, window } = cutFrame(video, element, 'face')
    const canvas = createCanvas(overview.width, overview.height)
    const other = straight[(straight.indexOf(person) + 1) % straight.length] ?? person
    await paint(canvas, label, window, person, other, source)
    const taken = blur(canvas, source.between(0, 0.8))
    addNoise(taken, source.between(1, 5), source)
    const { width, height, data } = taken.getContext('2d').getImageData(0, 0, taken.width, taken.height)
    yield { label, pixels: { width, height, data }, window }
  }
}

const IN_TURN = ['good', 'far', 'near', 'aside', 'good', 'none', 'two', 'tilted'] as const

const labelOf = (straight: readonly Person[], person: Person): FaceLabel =>
  IN_TURN[straight.indexOf(person) % IN_TURN.length] as FaceLabel

async function paint(
  canvas: Canvas,
  label: FaceLabel,
  window: Area,
  person: Person,
  other: Person,
  source: Random,
): Promise<void> {
  const context = canvas.getContext('2d')
  const image = await loadImage(person.jpeg)
  if (label === 'none') return paintEmpty(context, image, person, source)
  if (label !== 'two') return paintPerson(context, image, person, window, placementOf(label, source))
  const size = source.between(0.62, 0.8)
  const gap = source.between(0.38, 0.46)
  const between = canvas.width / 2
  paintPerson(context, image, person, window, { size, across: -gap, down: 0.02, tilt: 0 }, [0, between])
  const neighbour = { size: size * source.between(0.8, 1.1), across: gap, down: 0.05, tilt: 0 }
  paintPerson(context, await loadImage(other.jpeg), other, window, neighbour, [between, canvas.width])
}

function placementOf(label: FaceLabel, source: Random): Placement {
  const size = source.between(0.74, 1.06)
  const across = source.between(-0.13, 0.13)
  const down = source.between(-0.08, 0.1)
  const tilt = source.between(-6, 6)
  const side = source.next() < 0.5 ? -1 : 1
  switch (label) {
    case 'far':
      return { size: source.between(0.25, 0.48), across, down, tilt }
    case 'near':
      return { size: source.between(1.45, 1.9), across, down, tilt }
    case 'aside':
      return source.next() < 0.6
        ? { size, across: side * source.between(0.42, 0.7), down, tilt }
        : { size, across, down: side * source.between(0.4, 0.55), tilt }
    case 'tilted':
      return { size, across, down, tilt: side * source.between(32, 45) }
    default:
      return { size, across, down, tilt }
  }
}

/** The picture with its face at the position; uncovered areas are filled with a blur of the picture. */
function paintPerson(
  context: SKRSContext2D,
  image: Image,
  { face }: Person,
  window: Area,
  { size, across, down, tilt }: Placement,
  [left, right]: [number, number] = [0, context.canvas.width],
): void {
  const { width, height } = context.canvas
  const scale = (size * window.width) / face.width
  context.save()
  context.beginPath()
  context.rect(left, 0, right - left, height)
  context.clip()
  context.filter = `blur(${width / 3}px)`
  context.drawImage(image, -width / 2, -height / 2, width * 2, height * 2)
  context.filter = 'none'
  context.translate(window.x + (0.5 + across) * window.width, window.y + 0.5 * window.height + down * window.height)
  context.rotate((tilt * Math.PI) / 180)
  context.scale(scale, scale)
  context.translate(-face.x - face.width / 2, -face.y - face.height / 2)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0)
  context.restore()
}

/** A table or a room, or the largest part of the picture outside the head. */
function paintEmpty(context: SKRSContext2D, image: Image, { face }: Person, source: Random): void {
  const { width, height } = context.canvas
  if (source.next() < 0.4) {
    paintBackground(context, source.pick(BACKGROUNDS), source)
    return
  }
  const [left, right] = [face.x - 0.6 * face.width, face.x + 1.6 * face.width]
  const [top, bottom] = [face.y - 0.8 * face.height, face.y + 1.5 * face.height]
  const parts = [
    { x: 0, y: 0, width: left, height: image.height },
    { x: right, y: 0, width: image.width - right, height: image.height },
    { x: 0, y: 0, width: image.width, height: top },
    { x: 0, y: bottom, width: image.width, height: image.height - bottom },
  ].sort((one, two) => two.width * two.height - one.width * one.height)
  const part = parts[0]
  if (!part || Math.min(part.width, part.height) < 20) {
    paintBackground(context, 'hand', source)
    return
  }
  const scale = Math.max(width / part.width, height / part.height)
  const [wide, high] = [width / scale, height / scale]
  context.drawImage(
    image,
    part.x + (part.width - wide) / 2,
    part.y + (part.height - high) / 2,
    wide,
    high,
    0,
    0,
    width,
    height,
  )
}
