import { CELLS, type FaceNet, NET_SIDE } from './face-net.ts'
import type { Plane } from './layers.ts'

export interface Point {
  x: number
  y: number
}

/** In the net's order; left and right are those of the picture. */
const POINTS = ['leftEye', 'rightEye', 'nose', 'mouth', 'leftEar', 'rightEar'] as const
type PointName = (typeof POINTS)[number]

export const eachPoint = (of: (name: PointName, at: number) => Point): Record<PointName, Point> =>
  Object.fromEntries(POINTS.map((name, at) => [name, of(name, at)])) as Record<PointName, Point>

/** A face, in pixels of the picture. */
export interface Face extends Record<PointName, Point> {
  score: number
  /** The box from the brows to the chin. */
  x: number
  y: number
  width: number
  height: number
}

export interface Pixels {
  width: number
  height: number
  /** Four bytes per pixel: red, green, blue, unused. */
  data: Uint8ClampedArray
}

/** Below this, false detections begin in frames without a face; see docs/accuracy-page.md. */
const MIN_SCORE = 0.55
/** Boxes that overlap more than this belong to one face. */
const SAME_FACE = 0.3
/** The net halves its picture four times. */
const MULTIPLE = 16
/** A fraction of the possible size; below it small faces are missed. */
const LEAST = 0.93

/** Finds the faces in a picture, the largest first. */
export function findFaces(net: FaceNet, picture: Pixels, minScore = MIN_SCORE): Face[] {
  const place = placeOf(picture)
  const { scores, boxes } = net(fitted(picture, place))
  const found: Face[] = []
  for (let anchor = 0; anchor < scores.length; anchor += 1) {
    const score = 1 / (1 + Math.exp(-(scores[anchor] as number)))
    if (score >= minScore) found.push(faceAt(boxes, anchor, score, place))
  }
  return merge(found).sort((one, other) => other.width - one.width)
}

/** The position of a picture in the net's input: in the middle, with black around it. */
interface FacePlace {
  scale: number
  width: number
  height: number
  left: number
  top: number
  across: number
  down: number
}

function placeOf({ width, height }: Pixels): FacePlace {
  const scale = scaleFor(width, height)
  const [across, down] = [Math.round(width * scale), Math.round(height * scale)]
  const [netWidth, netHeight] = [upTo(across), upTo(down)]
  return {
    scale,
    width: netWidth,
    height: netHeight,
    left: (netWidth - across) >> 1,
    top: (netHeight - down) >> 1,
    across,
    down,
  }
}

/** Slightly smaller if that saves 16 pixels of input: an upright phone's 85 pixels become 80, not 96. */
function scaleFor(width: number, height: number): number {
  const scale = NET_SIDE / Math.max(width, height)
  const shorter = Math.min(width, height) * scale
  const whole = Math.floor(shorter / MULTIPLE) * MULTIPLE
  return whole >= LEAST * shorter ? (scale * whole) / shorter : scale
}

const upTo = (pixels: number) => Math.ceil(pixels / MULTIPLE) * MULTIPLE

/** As −1 … 1, each pixel the mean of those it covers. */
function fitted({ width, height, data }: Pixels, place: FacePlace): Plane {
  const fit = new Float64Array(place.width * place.height * 3).fill(-1)
  for (let y = 0; y < place.down; y += 1) {
    const [fromY, toY] = span(y, height, place.down)
    for (let x = 0; x < place.across; x += 1) {
      const [fromX, toX] = span(x, width, place.across)
      let red = 0
      let green = 0
      let blue = 0
      for (let row = fromY; row < toY; row += 1)
        for (let at = (row * width + fromX) * 4; at < (row * width + toX) * 4; at += 4) {
          red += data[at] as number
          green += data[at + 1] as number
          blue += data[at + 2] as number
        }
      const share = 127.5 * (toX - fromX) * (toY - fromY)
      const to = ((y + place.top) * place.width + x + place.left) * 3
      fit[to] = red / share - 1
      fit[to + 1] = green / share - 1
      fit[to + 2] = blue / share - 1
    }
  }
  return { width: place.width, height: place.height, channels: 3, data: fit }
}

/** The pixels that one of `parts` covers, at least one. */
function span(part: number, pixels: number, parts: number): [from: number, to: number] {
  const from = Math.floor((part * pixels) / parts)
  return [from, Math.max(from + 1, Math.floor(((part + 1) * pixels) / parts))]
}

/** Anchors are in the middle of their cells; the numbers are the box's center and size and six points, in pixels. */
function faceAt(boxes: Float64Array, anchor: number, score: number, place: FacePlace): Face {
  const { scale, left, top } = place
  const middle = middleOf(anchor, place)
  const number = (index: number) => boxes[anchor * 16 + index] as number
  const point = (index: number): Point => ({
    x: (number(index) + middle.x - left) / scale,
    y: (number(index + 1) + middle.y - top) / scale,
  })
  const centre = point(0)
  const size = { width: number(2) / scale, height: number(3) / scale }
  return {
    score,
    x: centre.x - size.width / 2,
    y: centre.y - size.height / 2,
    ...size,
    ...eachPoint((_, at) => point(4 + 2 * at)),
  }
}

function middleOf(anchor: number, { width, height }: FacePlace): Point {
  const { fine, coarse } = CELLS
  const fineAnchors = (width / fine.pixels) * (height / fine.pixels) * fine.anchors
  const [grid, index] = anchor < fineAnchors ? [fine, anchor] : [coarse, anchor - fineAnchors]
  const cell = Math.floor(index / grid.anchors)
  const across = width / grid.pixels
  return { x: ((cell % across) + 0.5) * grid.pixels, y: (Math.floor(cell / across) + 0.5) * grid.pixels }
}

/** Merges overlapping boxes into one face: their mean, weighted by the scores. */
function merge(found: Face[]): Face[] {
  const left = found.sort((one, other) => other.score - one.score)
  const faces: Face[] = []
  while (left.length > 0) {
    const best = left[0] as Face
    const same = left.filter((each) => overlap(each, best) > SAME_FACE)
    for (const each of same) left.splice(left.indexOf(each), 1)
    faces.push(meanOf(same, best.score))
  }
  return faces
}

function meanOf(faces: Face[], score: number): Face {
  const total = faces.reduce((sum, face) => sum + face.score, 0)
  const mean = (value: (face: Face) => number) => faces.reduce((sum, face) => sum + value(face) * face.score, 0) / total
  return {
    score,
    x: mean(({ x }) => x),
    y: mean(({ y }) => y),
    width: mean(({ width }) => width),
    height: mean(({ height }) => height),
    ...eachPoint((name) => ({ x: mean((face) => face[name].x), y: mean((face) => face[name].y) })),
  }
}

/** Intersection over union of two boxes. */
function overlap(one: Face, other: Face): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  const both = Math.max(0, across) * Math.max(0, down)
  return both / (one.width * one.height + other.width * other.height - both)
}
