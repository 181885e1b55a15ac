import { inputOf, thresholdOf } from '../../nets/net-list.ts'
import type { Net, Nets } from '../../nets/runtime.ts'
import { showPicture } from '../../nets/show-picture.ts'
import { applyHomography, growQuad, invertHomography, quadToRect } from '../../picture/matrix.ts'
import type { Picture } from '../../picture/picture.ts'
import type { Point } from '../../picture/point.ts'
import { mapQuad, type Quad, quadOfPicture } from '../../picture/quad.ts'
import { fromShrunk, shrinkWithin } from '../../picture/shrink.ts'
import { warpQuad } from '../../picture/warp.ts'
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

/** The four corners of the document. Undefined when the net sees none, at the first look or the closer second one. */
export async function findDocument(nets: Nets, picture: Picture): Promise<FoundDocument | undefined> {
  return (await lookForDocument(nets, picture)).found
}

/** The document, and what the net says at the first look; that is undefined where it sees no document at all. */
export async function lookForDocument(
  nets: Nets,
  picture: Picture,
): Promise<{ found?: FoundDocument; glanced?: FoundDocument }> {
  const net = await nets.get('corners')
  const { picture: small, scale } = await shrinkWithin(picture, WORKING_SIDE)
  const first = await lookAtAll(net, small)
  const least = thresholdOf(net.entry, 'present')
  if (first.present < least) return {}
  const inPicture = (quad: Quad) => mapQuad(quad, (corner) => fromShrunk(corner, scale))
  const glanced = { ...first, quad: inPicture(first.quad) }
  if (!isConvex(first.quad)) return { glanced }
  const { quad, sharpness, present } = await lookAt(net, small, growQuad(first.quad, MARGIN))
  if (present < least || sharpness < thresholdOf(net.entry, 'sharpness') || !isConvex(quad)) return { glanced }
  const seen = inPicture(quad)
  const cut = fillsPicture({ quad: seen, whole: first.whole, sharpness }, picture)
  const found = {
    ...first,
    present: Math.min(first.present, present),
    sharpness,
    quad: cut ? quadOfPicture(picture) : seen,
  }
  return { found, glanced }
}

const lookAtAll = (net: Net, picture: Picture) => lookAt(net, picture, quadOfPicture(picture))

/** What the net says of the part of the picture within the quadrilateral. */
async function lookAt(net: Net, picture: Picture, part: Quad): Promise<FoundDocument> {
  const input = inputOf(net.entry)
  const canvas = warpQuad(picture, part, input, 'repeat')
  const { corners, sharpness, judgement, turn } = await showPicture(net, canvas)
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

function isConvex(quad: Quad): boolean {
  return quad.every((a, i) => {
    const b = quad[(i + 1) % 4] as Point
    const c = quad[(i + 2) % 4] as Point
    return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0
  })
}
