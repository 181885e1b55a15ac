import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { applyHomography, invertHomography, quadToRect } from '../../../../src/vision/picture/matrix.ts'
import type { Point } from '../../../../src/vision/picture/picture.ts'
import { mapQuad, type Quad, quadOf } from '../../../../src/vision/picture/quad.ts'
import { type Random, random } from '../random.ts'
import { BACKGROUNDS, type Background, paintBackground } from './backgrounds.ts'
import { type Pose, type PoseRange, poseWithin, project } from './camera.ts'
import { paintFingersBehind, paintThumb, someHand } from './fingers.ts'
import { castShadow, cutOut } from './lay.ts'
import { inside, paintGlare, paintLight, paintShadow } from './light.ts'
import { addNoise, blur, shake } from './sensor.ts'
import { drawInPerspective } from './warp.ts'

export const LEVELS = ['easy', 'medium', 'hard'] as const
type PhotographLevel = (typeof LEVELS)[number]

export const DEFECTS = ['blurred', 'glare', 'dark', 'cut-off', 'small'] as const
/** Defects that make a photograph unreadable. */
type Defect = (typeof DEFECTS)[number]

export interface PhotographOptions {
  seed?: number | string
  level?: PhotographLevel
  /** Quarter turns of the document, in degrees clockwise; `any` chooses by the seed. Upright unless the level is hard. */
  turn?: 0 | 90 | 180 | 270 | 'any'
  background?: Background
  defect?: Defect
  /** Longer side of the photograph in pixels. */
  size?: number
  /** Fraction of the frame that the document fills, instead of the level's. */
  fill?: number
  /** Position of the glare, as fractions of the document's width and height, if the defect is glare. */
  glareAt?: { across: number; down: number }
  /** Movement of the camera since the first frame of a film; everything else stays the same. */
  moved?: Movement
}

/** A hand that holds a phone still during a film. */
export interface Movement {
  /** Number of the frame: each has its own noise. */
  frame: number
  /** Fractions of the frame's width. */
  x: number
  y: number
  /** Degrees. */
  roll: number
  tiltX: number
  tiltY: number
  /** A factor. */
  zoom: number
}

export interface Photograph {
  jpeg: Uint8Array
  width: number
  height: number
  /** Corners of the document, clockwise from its own top left. */
  quad: Quad
}

/** A phone's picture of a flat document: perspective, light, background, focus, noise, compression. */
export async function photograph(picture: Uint8Array, options: PhotographOptions = {}): Promise<Photograph> {
  return shoot({ canvas: await cutOut(picture) }, options)
}

/** A flat object in front of the camera. */
export interface Subject {
  canvas: Canvas
  aliased?: boolean
  /** The part of it that is the document, in its pixels; the whole if absent. */
  part?: { x: number; y: number; width: number; height: number }
}

/** Photographs something already drawn: a document, a sheet of paper with its copy, a screen that shows it. */
export function shoot(subject: Subject, options: PhotographOptions): Photograph {
  const source = random(`photograph/${options.seed ?? 1}`)
  const scene = compose(subject, options, source)
  const taken = finish(scene, options, source)
  return subject.part ? { ...taken, quad: within(subject.canvas, subject.part, scene.quad) } : taken
}

interface Range extends PoseRange {
  darkest: readonly [number, number]
  exposure: readonly [number, number]
  shadow: { chance: number; depth: number }
  glare: { chance: number; strength: number }
  blur: readonly [number, number]
  shake: number
  noise: readonly [number, number]
  quality: readonly [number, number]
}

const ranges: Record<PhotographLevel, Range> = {
  easy: {
    tilt: 7,
    roll: 3,
    fill: [0.78, 0.92],
    darkest: [0.85, 1],
    exposure: [0.92, 1],
    shadow: { chance: 0.1, depth: 0.15 },
    glare: { chance: 0, strength: 0 },
    blur: [0, 0.4],
    shake: 0,
    noise: [1, 3],
    quality: [86, 95],
  },
  medium: {
    tilt: 17,
    roll: 10,
    fill: [0.64, 0.86],
    darkest: [0.65, 1],
    exposure: [0.88, 1],
    shadow: { chance: 0.5, depth: 0.35 },
    glare: { chance: 0.3, strength: 0.45 },
    blur: [0.2, 0.8],
    shake: 1.2,
    noise: [2, 6],
    quality: [72, 90],
  },
  hard: {
    tilt: 28,
    roll: 25,
    fill: [0.5, 0.78],
    darkest: [0.4, 0.9],
    exposure: [0.62, 1],
    shadow: { chance: 0.8, depth: 0.55 },
    glare: { chance: 0.6, strength: 0.75 },
    blur: [0.5, 1.3],
    shake: 2.5,
    noise: [4, 10],
    quality: [48, 76],
  },
}

/** At the usual distance a card's width is about 18 degrees: tilting by one moves a reflection by two. */
const GLARE_A_DEGREE = 2 / 18

interface Scene {
  canvas: Canvas
  quad: Quad
}

function compose({ canvas: document, aliased = false }: Subject, options: PhotographOptions, source: Random): Scene {
  const { level = 'medium', size = 1600, defect } = options
  const range = ranges[level]
  const turn = turnOf(options, source)
  const upright = (turn / 90) % 2 === 0
  const [width, height] = upright ? [size, Math.round(size * 0.75)] : [Math.round(size * 0.75), size]
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const background = options.background ?? source.pick(BACKGROUNDS)
  const pose = poseWithin(range, turn, source.fork('pose'))
  if (options.fill !== undefined) pose.fill = options.fill
  if (defect === 'small') pose.fill = source.between(0.14, 0.22)
  if (defect === 'cut-off') Object.assign(pose, { fill: source.between(0.85, 1), shiftX: 0, shiftY: 0 })
  const quad = moveCamera(document, canvas, pose, options.moved)
  if (defect === 'cut-off') pushOut(quad, canvas, source)

  paintBackground(context, background, source.fork('background'))
  const hand = background === 'hand' ? someHand(source.fork('hand')) : undefined
  if (hand) paintFingersBehind(context, quad, hand, source.fork('fingers'))
  castShadow(canvas, quad, source)
  drawInPerspective(context, document, quad, aliased)
  if (hand) paintThumb(context, quad, hand, source.fork('thumb'))
  return { canvas, quad }
}

function moveCamera(document: Canvas, canvas: Canvas, pose: Pose, moved: Movement | undefined): Quad {
  if (!moved) return project(document, canvas, pose)
  const { x, y, roll, tiltX, tiltY, zoom } = moved
  const turned = {
    tiltX: pose.tiltX + tiltX,
    tiltY: pose.tiltY + tiltY,
    roll: pose.roll + roll,
    fill: pose.fill * zoom,
  }
  const by = (corner: Point): Point => ({ x: corner.x + x * canvas.width, y: corner.y + y * canvas.width })
  return mapQuad(project(document, canvas, { ...pose, ...turned }), by)
}

function finish({ canvas, quad }: Scene, options: PhotographOptions, source: Random): Photograph {
  const { level = 'medium', defect } = options
  const range = ranges[level]
  const context = canvas.getContext('2d')
  const light = source.fork('light')
  const exposure = defect === 'dark' ? light.between(0.08, 0.17) : light.between(...range.exposure)
  if (light.next() < range.shadow.chance) paintShadow(context, quad, range.shadow.depth * light.between(0.5, 1), light)
  paintLight(context, light.between(...range.darkest), exposure, light)
  if (defect === 'glare') {
    const { across, down } = options.glareAt ?? { across: light.between(0.3, 0.7), down: light.between(0.3, 0.8) }
    const at = inside(quad, across, down)
    for (let spot = 0; spot < 2; spot++) paintGlare(context, quad, 1, at, light)
  } else if (light.next() < range.glare.chance && defect !== 'dark') {
    // The reflection stays where the lamp is, so it moves on the page if the page is tilted.
    const { tiltX = 0, tiltY = 0 } = options.moved ?? {}
    const at = inside(quad, light.between(0, 1) + GLARE_A_DEGREE * tiltY, light.between(0, 1) + GLARE_A_DEGREE * tiltX)
    paintGlare(context, quad, range.glare.strength * light.between(0.4, 1), at, light)
  }

  const focus = source.fork('focus')
  const unsharp = defect === 'blurred' ? focus.between(4.5, 8) : focus.between(...range.blur)
  const moved = shake(canvas, focus.between(0, range.shake), focus.between(0, Math.PI))
  const taken = blur(moved, (unsharp * Math.max(canvas.width, canvas.height)) / 1600)
  const grain = focus.between(...range.noise) * (defect === 'dark' ? 1.6 : 1)
  addNoise(taken, grain, options.moved ? focus.fork(`frame ${options.moved.frame}`) : focus)
  const jpeg = taken.toBuffer('image/jpeg', Math.round(focus.between(...range.quality)))
  return { jpeg, width: canvas.width, height: canvas.height, quad }
}

function turnOf({ turn, level = 'medium' }: PhotographOptions, source: Random): number {
  const chosen = source.pick([0, 90, 180, 270])
  if (turn === 'any' || (turn === undefined && level === 'hard')) return chosen
  return turn ?? 0
}

/** Corners of a part of the subject, in the photograph. */
function within({ width, height }: Canvas, part: NonNullable<Subject['part']>, quad: Quad): Quad {
  const outwards = invertHomography(quadToRect(quad, { width, height }))
  return mapQuad(quadOf(part), ({ x, y }) => applyHomography(outwards, { x: x - 0.5, y: y - 0.5 }))
}

/** Moves the document until a large part of it is out of the frame. */
function pushOut(quad: Quad, { width, height }: Canvas, source: Random): void {
  const across = source.next() < 0.5
  const shift = source.between(0.22, 0.38) * (source.next() < 0.5 ? -1 : 1)
  for (const corner of quad) {
    if (across) corner.x += width * shift
    else corner.y += height * shift
  }
}
