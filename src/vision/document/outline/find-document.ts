import { inputOf, thresholdOf } from '../../nets/net-list.ts'
import { type Net, type Nets, showPicture } from '../../nets/runtime.ts'
import { applyHomography, growQuad, invertHomography, quadToRect } from '../../picture/matrix.ts'
import { distance, type Picture, type Point, type Size } from '../../picture/picture.ts'
import { areaOf, mapQuad, type Quad, quadOfPicture } from '../../picture/quad.ts'
import { fromShrunk, shrinkWithin } from '../../picture/resize.ts'
import { warpQuad } from '../../picture/warp.ts'

export interface FoundDocument {
  /** Clockwise from the corner nearest the picture's top left. */
  quad: Quad
  /** 0..1: whether there is a document in the picture. */
  present: number
  /** 0..1: whether all of it is in the picture. */
  whole: number
  /** 0..1: the confidence of the least clear corner. */
  sharpness: number
  /** The net's probability for each corner that it is the document's own top left. */
  turn: number[]
}

/** The second look shows the document with a margin of a fifth of its size, as in the net's training. */
const MARGIN = 0.2

/** The net's input is 320 pixels; the document may be a quarter of the picture. */
const WORKING_SIDE = 1280

/** The four corners of the document. Undefined when the net finds none, at the first or the second, closer look. */
export async function findDocument(nets: Nets, picture: Picture): Promise<FoundDocument | undefined> {
  return (await lookForDocument(nets, picture)).found
}

/** The document, and the net's output at the first look; undefined if it finds no document at all. */
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

/** The net's output for the part of the picture within the quadrilateral. */
async function lookAt(net: Net, picture: Picture, part: Quad): Promise<FoundDocument> {
  const input = inputOf(net.entry)
  const canvas = warpQuad(picture, part, input, 'repeat')
  const { corners, sharpness, judgement, turn } = await showPicture(net, canvas)
  if (!corners || !sharpness || !judgement || !turn) throw new Error('the corner net is missing an output')
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

/** The corner net's output for the quadrilateral. */
interface Seen {
  quad: Quad
  whole: number
  sharpness: number
}

/**
 * Whether the document is the whole picture. A scan cut along the document's edges shows no edge to find: the net then
 * finds an edge of the print with low confidence, and misses corners.
 */
export function fillsPicture(seen: Seen, picture: Size): boolean {
  const share = areaOf(seen.quad) / (picture.width * picture.height)
  if (seen.whole < SEEN_WHOLE && share > MOSTLY) return true
  const unsure = seen.sharpness < SHARP && (seen.whole < SEEN_WHOLE || lopsidednessOf(seen.quad) > LOPSIDED)
  return unsure && share > HALF && hasDocumentShape(picture)
}

/** The net's even odds. */
const SEEN_WHOLE = 0.5
const MOSTLY = 0.8
const HALF = 0.5

/**
 * Seven of 214 labelled phone photographs and scans are classified as cut, and they are; of 42 drawn pages cut to their
 * edges three are missed, all with edges placed almost correctly.
 */
const SHARP = 0.95
const LOPSIDED = 1.12

/** Aspect ratios of ISO/IEC 7810: ID-1, and ID-2 and ID-3, which are nearly equal. Phones take 1.33, 1.5 and 1.78. */
const SHAPES = [85.6 / 53.98, 125 / 88]
const SHAPE_TOLERANCE = 0.03

function hasDocumentShape({ width, height }: Size): boolean {
  const shape = Math.max(width, height) / Math.min(width, height)
  return SHAPES.some((format) => Math.abs(shape / format - 1) < SHAPE_TOLERANCE)
}

/** How much longer one side is than the opposite one. */
function lopsidednessOf([a, b, c, d]: Quad): number {
  const ratio = (one: number, other: number) => Math.max(one, other) / Math.max(1, Math.min(one, other))
  return Math.max(ratio(distance(a, b), distance(d, c)), ratio(distance(a, d), distance(b, c)))
}
