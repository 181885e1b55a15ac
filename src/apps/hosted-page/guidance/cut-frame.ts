import { DETAIL_SCALE, DETAIL_SIDE, OVERVIEW_WIDTH } from '../../../vision/picture/quality/judge-quality.ts'
import type { Area } from '../../../vision/picture/quality/measures.ts'
import type { Point, Quad } from './find-sides.ts'

interface Size {
  width: number
  height: number
}

/**
 * The parts of a camera's picture that are analyzed: the visible part, scaled down, and a piece of its middle at full
 * resolution.
 */
export interface Cut {
  /** The visible part of the picture, in its pixels. */
  seen: Area
  /** The size to which that part is scaled. */
  overview: Size
  /** The piece for sharpness, in the picture's pixels, and the size to which it is scaled. */
  detail: Area
  detailSide: number
  /** The whole picture in the overview's pixels; it extends beyond the overview where the screen cuts it off. */
  picture: Area
  /** The guide window in the overview's pixels. */
  window: Area
}

export type WindowKind = keyof typeof shapes

/**
 * `quad` is where the document was in the previous frame, in the overview's pixels: sharpness is judged in its middle.
 */
export function cutFrame(picture: Size, element: Size, kind: WindowKind = 'document', quad?: Quad): Cut {
  const seen = visiblePart(picture, element)
  const overview = { width: OVERVIEW_WIDTH, height: Math.round((OVERVIEW_WIDTH * seen.height) / seen.width) }
  const share = windowIn(kind, element)
  const scale = seen.width / overview.width
  const longSide = quad ? longSideOf(quad) * scale : share.width * seen.width
  const finer = Math.max(1, longSide / DETAIL_SCALE)
  const side = Math.floor(Math.min(DETAIL_SIDE * finer, seen.width, seen.height))
  const at = (from: number, length: number, middle: number) =>
    from + Math.min(Math.max(middle - side / 2, 0), length - side)
  const [middleX, middleY] = quad ? meanOf(quad).map((value) => value * scale) : [seen.width / 2, seen.height / 2]
  return {
    seen,
    overview,
    detailSide: Math.round(side / finer),
    detail: {
      x: at(seen.x, seen.width, middleX ?? 0),
      y: at(seen.y, seen.height, middleY ?? 0),
      width: side,
      height: side,
    },
    picture: {
      x: -seen.x / scale,
      y: -seen.y / scale,
      width: picture.width / scale,
      height: picture.height / scale,
    },
    window: {
      x: share.x * overview.width,
      y: share.y * overview.height,
      width: share.width * overview.width,
      height: share.height * overview.height,
    },
  }
}

/** The highest requirement: the document fills this fraction of the window. */
const FILLED = 0.95

/** Whether the document has fewer pixels than the service will require, although the camera could provide more. */
export function isTooCoarse(quad: Quad, { seen, overview, window }: Cut, leastPixels: number): boolean {
  const scale = seen.width / overview.width
  return longSideOf(quad) * scale < Math.min(leastPixels, FILLED * Math.max(window.width, window.height) * scale)
}

/** The part of a picture that `object-fit: cover` shows. */
function visiblePart(picture: Size, element: Size): Area {
  const scale = Math.max(element.width / picture.width, element.height / picture.height)
  const seen = { width: element.width / scale, height: element.height / scale }
  return { x: (picture.width - seen.width) / 2, y: (picture.height - seen.height) / 2, ...seen }
}

const longSideOf = (quad: Quad): number =>
  Math.max(
    ...quad.map(([x, y], at) => Math.hypot(x - (quad[(at + 1) % 4] as Point)[0], y - (quad[(at + 1) % 4] as Point)[1])),
  )

const meanOf = (quad: Quad): Point => [
  quad.reduce((sum, [x]) => sum + x, 0) / 4,
  quad.reduce((sum, [, y]) => sum + y, 0) / 4,
]

/** A card-shaped window for documents, an oval with room around the head for faces; as fractions of the picture. */
export function windowIn(kind: WindowKind, { width, height }: { width: number; height: number }): Area {
  const { ratio, widest, tallest } = shapes[kind]
  const scale = Math.min((width * widest) / ratio, height * tallest)
  const share = { width: (scale * ratio) / width, height: scale / height }
  return { x: (1 - share.width) / 2, y: (1 - share.height) / 2, ...share }
}

/** The document's window has a ratio between a card (ID-1, 1.59) and a passport page (ID-3, 1.42). */
const shapes = {
  document: { ratio: 1.5, widest: 0.88, tallest: 0.7 },
  /** After a picture that was too small: as large as still shows all four corners. */
  nearDocument: { ratio: 1.5, widest: 0.97, tallest: 0.88 },
  face: { ratio: 3 / 4, widest: 0.62, tallest: 0.66 },
}

/** The side of the net's square input in pixels; see models/corners.md. */
export const NET_SIDE = 320
