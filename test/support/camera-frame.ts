import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { BACKGROUNDS, type Background, paintBackground } from '../../packages/specimen/src/photograph/backgrounds.ts'
import { project } from '../../packages/specimen/src/photograph/camera.ts'
import { castShadow, cutOut } from '../../packages/specimen/src/photograph/lay.ts'
import { inside, paintGlare, paintLight } from '../../packages/specimen/src/photograph/light.ts'
import { addNoise, blur } from '../../packages/specimen/src/photograph/sensor.ts'
import { drawInPerspective } from '../../packages/specimen/src/photograph/warp.ts'
import { type Random, random } from '../../packages/specimen/src/random.ts'
import type { Quad } from '../../src/vision/picture/quad.ts'

export const FRAME_DEFECTS = ['blurred', 'glare', 'dark', 'cut-off'] as const
export type FrameDefect = (typeof FRAME_DEFECTS)[number]

export interface FrameOptions {
  seed: number | string
  /** Pixels of the camera's picture. */
  width: number
  height: number
  /** Width of the document as a share of the frame's. */
  fill: number
  background?: Background
  defect?: FrameDefect
  /** Degrees by which the document is turned, and shares of the free space by which it lies next to the middle; a few by themselves. */
  roll?: number
  shift?: { x: number; y: number }
}

/** What a camera sees of a document that somebody holds it over, more or less within the guide window. */
export const cameraFrame = async (picture: Uint8Array, options: FrameOptions): Promise<Canvas> =>
  (await cameraScene(picture, options)).canvas

/** The same, with the document's corners in the frame's pixels. */
export async function cameraScene(picture: Uint8Array, options: FrameOptions): Promise<{ canvas: Canvas; quad: Quad }> {
  const { width, height, defect } = options
  const source = random(`camera-frame/${options.seed}`)
  const document = await cutOut(picture)
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const pose = {
    tiltX: source.between(-9, 9),
    tiltY: source.between(-9, 9),
    roll: source.between(-4, 4) + (options.roll ?? 0),
    fill: options.fill,
    shiftX: source.between(-0.4, 0.4) + (options.shift?.x ?? 0),
    shiftY: source.between(-0.06, 0.06) + (options.shift?.y ?? 0),
  }
  const quad = project(document, canvas, pose)
  if (defect === 'cut-off') pushOut(quad, canvas, source)
  paintBackground(context, options.background ?? source.pick(BACKGROUNDS), source.fork('background'))
  castShadow(canvas, quad, source)
  drawInPerspective(context, document, quad)

  const light = source.fork('light')
  paintLight(
    context,
    light.between(0.75, 1),
    defect === 'dark' ? light.between(0.08, 0.2) : light.between(0.8, 1),
    light,
  )
  if (defect === 'glare') {
    const at = inside(quad, light.between(0.2, 0.8), light.between(0.2, 0.8))
    for (let spot = 0; spot < 2; spot += 1) paintGlare(context, quad, 1, at, light)
  }
  // Pixels at a width of 1,600: an unsharp picture is one whose print runs together, a sharp one has the softness of a lens.
  const unsharp = defect === 'blurred' ? source.between(4.5, 8) : source.between(0.2, 0.9)
  const taken = blur(canvas, (unsharp * Math.max(width, height)) / 1600)
  addNoise(taken, source.between(1, 5) * (defect === 'dark' ? 1.5 : 1), source)
  return { canvas: taken, quad }
}

/** Moves the document until a good part of it is out of the frame. */
function pushOut(quad: Quad, { width, height }: Canvas, source: Random): void {
  const shift = source.between(0.2, 0.38) * (source.next() < 0.5 ? -1 : 1)
  for (const corner of quad) {
    corner.x += width * shift
    corner.y += height * source.between(-0.01, 0.01)
  }
}
