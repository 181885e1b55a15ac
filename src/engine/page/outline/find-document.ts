import { inputOf, thresholdOf } from '../../nets/model-list.ts'
import type { Model, Models } from '../../nets/runtime.ts'
import { toTensor } from '../../nets/tensor.ts'
import { warpQuad } from '../../picture/geometry.ts'
import { applyHomography, invertHomography, quadToRect } from '../../picture/matrix.ts'
import type { Quad } from '../../picture/min-area-rect.ts'
import type { Picture, Point, Size } from '../../picture/picture.ts'
import { shrinkWithin } from '../../picture/shrink.ts'
import { fillsPicture } from './fills-picture.ts'

export interface FoundDocument {
  /** Clockwise from the corner nearest the picture's top left. */
  quad: Quad
  /** 0..1: there is a document in the picture. */
  present: number
  /** 0..1: all of it is in the picture. */
  whole: number
  /** 0..1: how clearly the least clear corner was seen. */
  sharpness: number
  /** Which of the corners is the document's own top left, with the net's probability for each. */
  turn: number[]
}

/** The second look shows the document with a fifth of its size around it, as the net was trained. */
const MARGIN = 0.2

/** The net sees 320 pixels; a quarter of the picture may be the document. */
const WORKING_SIDE = 1280

/** The four corners of the document. Undefined when the net sees none, from afar or from near. */
export async function findDocument(models: Models, picture: Picture): Promise<FoundDocument | undefined> {
  const model = await models.get('corners')
  const { picture: small, scale } = await shrinkWithin(picture, WORKING_SIDE)
  const first = await look(model, small, wholePicture(small))
  const least = thresholdOf(model.entry, 'present')
  if (first.present < least || !isConvex(first.quad)) return undefined
  const { quad, sharpness, present } = await look(model, small, grown(first.quad, MARGIN))
  if (present < least || sharpness < thresholdOf(model.entry, 'sharpness') || !isConvex(quad)) return undefined
  const full = quad.map(({ x, y }) => ({ x: (x + 0.5) / scale - 0.5, y: (y + 0.5) / scale - 0.5 }))
  const seen = full as unknown as Quad
  const cut = fillsPicture({ quad: seen, whole: first.whole, sharpness }, picture)
  return { ...first, present: Math.min(first.present, present), sharpness, quad: cut ? wholePicture(picture) : seen }
}

/** The whole picture as a document: a scan cut to its edges. */
export function wholePicture({ width, height }: Size): Quad {
  return [
    { x: -0.5, y: -0.5 },
    { x: width - 0.5, y: -0.5 },
    { x: width - 0.5, y: height - 0.5 },
    { x: -0.5, y: height - 0.5 },
  ]
}

/** What the net says of the part of the picture within the quadrilateral. */
async function look(model: Model, picture: Picture, part: Quad): Promise<FoundDocument> {
  const input = inputOf(model.entry)
  const canvas = warpQuad(picture, part, input, 'repeat')
  const { corners, sharpness, judgement, turn } = await model.run({ [input.name]: toTensor(canvas, input) })
  if (!corners || !sharpness || !judgement || !turn) throw new Error('the corner net lacks an output')
  const back = invertHomography(quadToRect(part, input))
  const at = (i: number): Point =>
    applyHomography(back, {
      x: (corners.data[2 * i] as number) * input.width - 0.5,
      y: (corners.data[2 * i + 1] as number) * input.height - 0.5,
    })
  const [present = 0, whole = 0] = judgement.data
  return {
    quad: [at(0), at(1), at(2), at(3)],
    present,
    whole,
    sharpness: Math.min(...sharpness.data),
    turn: Array.from(turn.data),
  }
}

/** The quadrilateral with a margin (a share of its size) around it, in its own perspective. */
export function grown(quad: Quad, margin: number): Quad {
  const unit = { width: 1, height: 1 }
  const back = invertHomography(quadToRect(quad, unit))
  const [low, high] = [-0.5 - margin, 0.5 + margin]
  const corner = (x: number, y: number) => applyHomography(back, { x, y })
  return [corner(low, low), corner(high, low), corner(high, high), corner(low, high)]
}

function isConvex(quad: Quad): boolean {
  return quad.every((a, i) => {
    const b = quad[(i + 1) % 4] as Point
    const c = quad[(i + 2) % 4] as Point
    return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0
  })
}
