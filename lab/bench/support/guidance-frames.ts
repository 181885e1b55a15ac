import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { random } from '../../../packages/specimen/src/random.ts'
import { cutFrame, NET_SIDE, windowIn } from '../../../src/apps/hosted-page/guidance/cut-frame.ts'
import type { Frame } from '../../../src/apps/hosted-page/guidance/judge-frame.ts'
import { type Area, toGrey } from '../../../src/vision/picture/quality/measures.ts'
import { cameraFrame, FRAME_DEFECTS, type FrameDefect } from '../../../test/support/camera-frame.ts'

export type Label = 'sharp' | FrameDefect
export const LABELS: Label[] = ['sharp', ...FRAME_DEFECTS]

interface LabelledFrame {
  label: Label
  seed: number
  frame: Frame
  /** The camera's picture as passed to the corner net, and its position in the overview. */
  shown: () => { pixels: Uint8ClampedArray; picture: Area }
}

const KINDS = ['td1', 'td3', 'us-licence', 'eu-licence', 'td2'] as const

/** Typical viewfinders, a phone held upright and a laptop's column, with the pictures of their cameras. */
export const VIEWS = [
  { video: { width: 1080, height: 1440 }, element: { width: 390, height: 590 } },
  { video: { width: 1280, height: 960 }, element: { width: 376, height: 320 } },
]

/** `count` frames starting at `first`, each label in turn. The same seed gives the same frame. */
export async function* guidanceFrames(first: number, count: number): AsyncGenerator<LabelledFrame> {
  const documents = new Map<string, Uint8Array>()
  for (let seed = first; seed < first + count; seed += 1) {
    const source = random(`guidance/${seed}`)
    const kind = source.pick(KINDS)
    const issue = first * 10 + source.whole(0, 3)
    const key = `${kind}/${issue}`
    const document = documents.get(key) ?? (await drawSpecimen({ kind, seed: issue })).front
    documents.set(key, document)

    const label = LABELS[seed % LABELS.length] as Label
    const { video, element } = source.pick(VIEWS)
    const window = windowIn('document', element)
    const { width: visible } = cutFrame({ ...video }, element).seen
    const canvas = await cameraFrame(document, {
      ...video,
      seed,
      fill: (source.between(0.84, 1) * window.width * visible) / video.width,
      ...(label !== 'sharp' && { defect: label }),
    })
    yield { label, seed, frame: frameOf(canvas, element), shown: () => shownOf(canvas, element) }
  }
}

function shownOf(canvas: Canvas, element: { width: number; height: number }) {
  const target = createCanvas(NET_SIDE, NET_SIDE)
  target.getContext('2d').drawImage(canvas, 0, 0, NET_SIDE, NET_SIDE)
  const { data } = target.getContext('2d').getImageData(0, 0, NET_SIDE, NET_SIDE)
  return { pixels: data, picture: cutFrame(canvas, element).picture }
}

/** The two parts of the picture that the page analyses. */
function frameOf(canvas: Canvas, element: { width: number; height: number }): Frame {
  const { seen, overview, detail, detailSide, window } = cutFrame(canvas, element)
  const piece = (area: { x: number; y: number; width: number; height: number }, width: number, height: number) => {
    const target = createCanvas(width, height)
    const context = target.getContext('2d')
    context.drawImage(canvas, area.x, area.y, area.width, area.height, 0, 0, width, height)
    return toGrey(context.getImageData(0, 0, width, height))
  }
  return {
    overview: piece(seen, overview.width, overview.height),
    detail: piece(detail, detailSide, detailSide),
    window: window,
  }
}
