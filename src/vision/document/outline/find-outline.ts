import type { Corners } from '../../engine.ts'
import type { Nets } from '../../nets/runtime.ts'
import { type Box, crop } from '../../picture/box.ts'
import { distance, type Picture, type Size } from '../../picture/picture.ts'
import { areaOf, longSideFirst, longSideOf, mapQuad, type Quad, quadOf, quadOfPicture } from '../../picture/quad.ts'
import { warpQuad } from '../../picture/warp.ts'
import type { ReadContext } from '../../read-engine.ts'
import { type FoundDocument, lookForDocument } from './find-document.ts'

export interface Outline {
  /** The document's corners in the photo; the photo's own if no document was found. */
  quad: Quad
  isFound: boolean
  /** Roughly where a document is that is only partly in the photo; undefined when all of it is, or none was found. */
  cutOff: Quad | undefined
  /** The document cut out and straightened, its long side horizontal. It may still be upside down. */
  document: Picture
  /** The scale factor compared with the photo. */
  enlarged: number
  /** The probability of each number of quarter turns that brings it upright; undefined if no document was found. */
  turns: number[] | undefined
}

/** The net's even odds. Of 105 phone frames with the whole document none is below it, of 30 drawn partial ones 28. */
const WHOLE = 0.5

/** A scan cut along the document's edges is complete. */
const fills = (quad: Quad, photo: Picture): boolean => areaOf(quad) >= 0.999 * photo.width * photo.height

interface Seen {
  /** The document's corners; the photo's own if none was found. */
  quad: Quad
  isFound: boolean
  found: FoundDocument | undefined
  /** The output of the first look, if no document was found. */
  glanced: FoundDocument | undefined
}

/** Corners set by a person are used without checking. */
export async function findQuad(nets: Nets, photo: Picture, corners?: Corners): Promise<Seen> {
  if (corners) return { quad: inPixels(corners as Quad, photo), isFound: true, found: undefined, glanced: undefined }
  const { found, glanced } = await lookForDocument(nets, photo)
  return { quad: found?.quad ?? quadOfPicture(photo), isFound: found !== undefined, found, glanced }
}

/** The document within a part of the photo; the part itself if none is found there. */
async function findQuadIn(nets: Nets, photo: Picture, part: Box): Promise<Seen> {
  const { found } = await lookForDocument(nets, crop(photo, part))
  const quad = found
    ? mapQuad(found.quad, ({ x, y }) => ({ x: x + part.x, y: y + part.y }))
    : quadOf({ ...part, x: part.x - 0.5, y: part.y - 0.5 })
  return { quad, isFound: true, found: found && { ...found, quad }, glanced: undefined }
}

/** From shares of the photo. */
const inPixels = (corners: Quad, { width, height }: Picture): Quad =>
  mapQuad(corners, ({ x, y }) => ({ x: x * width - 0.5, y: y * height - 0.5 }))

/** Finds the document in the photo, or in a part of it, and cuts it out. */
export async function findOutline(
  { nets, time }: ReadContext,
  photo: Picture,
  corners?: Corners,
  part?: Box,
): Promise<Outline> {
  const { quad, isFound, found, glanced } = await time('find-document', () =>
    part ? findQuadIn(nets, photo, part) : findQuad(nets, photo, corners),
  )
  const seen = found ?? glanced
  const document = await time('rectify', () => rectify(photo, quad))
  return {
    quad,
    isFound,
    cutOff: seen && seen.whole < WHOLE && !fills(seen.quad, photo) ? seen.quad : undefined,
    document,
    enlarged: Math.max(document.width, document.height) / longSideOf(quad),
    turns: found && turnsOf(found.turn, quad),
  }
}

/** A picture of this shape may show an open booklet, or a page above or next to another one. */
const TWO_PAGES = { high: 1.15, wide: 1.75 }
/** More than half, because one of them is often a little larger. */
const PAGE_SHARE = 0.6

/** Whether the picture has the shape of two pages, above or next to one another. */
export const hasTwoPages = ({ width, height }: Size): boolean =>
  height > TWO_PAGES.high * width || width > TWO_PAGES.wide * height

/**
 * Parts of the photo in which to look again when no document could be read at the outline found: the halves of an open
 * booklet or of two pages.
 */
export function otherParts(photo: Size): Box[] {
  if (!hasTwoPages(photo)) return []
  const { width, height } = photo
  const whole = { x: 0, y: 0, width, height }
  const share = { high: Math.floor(PAGE_SHARE * height), wide: Math.floor(PAGE_SHARE * width) }
  return height > width
    ? [
        { ...whole, y: height - share.high, height: share.high },
        { ...whole, height: share.high },
      ]
    : [
        { ...whole, width: share.wide },
        { ...whole, x: width - share.wide, width: share.wide },
      ]
}

/** ISO/IEC 7810: ID-1 is 85.6 × 53.98 mm, ID-2 105 × 74, ID-3 125 × 88. */
const RATIOS = [85.6 / 53.98, 125 / 88] as const
/** A document whose ratio is this far from every format is shown unchanged: a scan with a margin, an open booklet. */
const RATIO_TOLERANCE = 0.09
/** No document is longer, but corners set by a person may be. */
const MOST_LONG = 4
/** At this size the smallest print of a card (1.4 mm) is 16 px high, the height that the readers need. */
const LONG_SIDE = 1200

/** The document as if scanned: straight, its long side horizontal. It may still be upside down. */
export function rectify(picture: Picture, quad: Quad): Picture {
  const level = longSideFirst(quad)
  return warpQuad(picture, level, sizeOf(level, picture))
}

/** Quarter turns clockwise that bring the rectified document upright, each with the corner net's probability. */
function turnsOf(turn: readonly number[], quad: Quad): number[] {
  // Position i of `turn` is the probability that corner i is the document's own top left; rectifying may start one
  // corner later.
  const shift = longSideFirst(quad) === quad ? 0 : 1
  return [0, 1, 2, 3].map((turns) => turn[(4 - turns + shift) % 4] ?? 0)
}

function sizeOf(quad: Quad, { width, height }: Size): Size {
  const ratio = ratioOf(quad, { width, height })
  const known = RATIOS.find((candidate) => Math.abs(ratio / candidate - 1) < RATIO_TOLERANCE)
  return { width: LONG_SIDE, height: Math.round(LONG_SIDE / (known ?? Math.min(MOST_LONG, Math.max(1, ratio)))) }
}

/**
 * The aspect ratio of the rectangle that a camera sees as this quadrilateral, with the optical axis in the middle of
 * the picture (Zhang and He, Whiteboard scanning and image enhancement, 2007). The ratio of the sides in degenerate
 * cases.
 */
function ratioOf([a, b, c, d]: Quad, { width, height }: Size): number {
  const plain = (distance(a, b) + distance(d, c)) / Math.max(1, distance(b, c) + distance(a, d))
  const [m1, m2, m4, m3] = [a, b, c, d].map(({ x, y }) => [x - width / 2, y - height / 2, 1] as Vector) as [
    Vector,
    Vector,
    Vector,
    Vector,
  ]
  const k2 = dot(cross(m1, m4), m3) / dot(cross(m2, m4), m3)
  const k3 = dot(cross(m1, m4), m2) / dot(cross(m3, m4), m2)
  const n2 = m2.map((v, i) => k2 * v - (m1[i] as number)) as Vector
  const n3 = m3.map((v, i) => k3 * v - (m1[i] as number)) as Vector
  // Without a vanishing point the focal length cannot be determined, and is not needed.
  if (Math.abs(n2[2]) < 0.02 || Math.abs(n3[2]) < 0.02) return plain
  const focal2 = -(n2[0] * n3[0] + n2[1] * n3[1]) / (n2[2] * n3[2])
  if (!(focal2 > 0)) return plain
  const square = (n: Vector) => (n[0] ** 2 + n[1] ** 2) / focal2 + n[2] ** 2
  const ratio = Math.sqrt(square(n2) / square(n3))
  return Math.abs(ratio / plain - 1) < 0.35 ? ratio : plain
}

type Vector = [number, number, number]

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
