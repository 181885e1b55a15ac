import type { SeenFace, SeenFrame } from './challenge.ts'
import type { ChallengeMove } from './moves.ts'

/** The position of the head in one frame, relative to the start. */
type HeadPlace = ChallengeMove | 'MIDDLE' | 'BETWEEN' | 'LOST'

/** One frame as a head position: how far it is turned (degrees) and how large it is (1 as at the start). */
export interface Attitude {
  turn: number
  size: number
  place: HeadPlace
}

export const MOVE_LIMITS = {
  /** In degrees; a head that looks around while reading stays below. */
  turn: 15,
  nearer: 1.18,
  back: 0.86,
  /** Back in the middle: below this share of what counts as a move. */
  middle: 0.6,
}

/** The position of the head in each frame, relative to the first frames with a face. */
export function findAttitudes(frames: readonly SeenFrame[]): Attitude[] {
  const faces = frames.flatMap(({ face }) => (face ? [face] : []))
  const start = faces.slice(0, 2)
  const yaw = meanOf(start.map(({ pose }) => pose.yaw))
  const size = meanOf(start.map(sizeOf))
  return frames.map(({ face }) => {
    if (!face) return { turn: 0, size: 1, place: 'LOST' }
    const attitude = { turn: face.pose.yaw - yaw, size: sizeOf(face) / size }
    return { ...attitude, place: placeOf(attitude) }
  })
}

/** Whether a frame shows a turn to one side. */
export const isTurned = ({ place }: Attitude): boolean => place === 'LEFT' || place === 'RIGHT'

/** The moves that were made, in order: each one once, however many frames show it. */
export function findMoves(attitudes: readonly Attitude[]): ChallengeMove[] {
  const moves: ChallengeMove[] = []
  for (const { place } of attitudes) {
    if (place === 'MIDDLE' || place === 'BETWEEN' || place === 'LOST') continue
    if (moves.at(-1) !== place) moves.push(place)
  }
  return moves
}

/** From the centre of brows and eyes to the mouth's: a turn to the side does not change it. */
function sizeOf({ points }: Pick<SeenFace, 'points'>): number {
  const eyes = middleOf(points.slice(36, 48))
  const mouth = middleOf(points.slice(48, 60))
  return Math.hypot(mouth.x - eyes.x, mouth.y - eyes.y)
}

/** The picture is not mirrored: the person's left is on its right, which the pose net counts as negative. */
function placeOf({ turn, size }: Pick<Attitude, 'turn' | 'size'>): HeadPlace {
  const { turn: most, nearer, back, middle } = MOVE_LIMITS
  if (turn <= -most) return 'LEFT'
  if (turn >= most) return 'RIGHT'
  if (size >= nearer) return 'NEARER'
  if (size <= back) return 'BACK'
  const near = Math.abs(turn) < middle * most && size < 1 + middle * (nearer - 1) && size > 1 - middle * (1 - back)
  return near ? 'MIDDLE' : 'BETWEEN'
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

interface Point {
  x: number
  y: number
}

/** Corners of eyes and mouth: nearly in one plane, and sharp. */
export const BASE = [36, 39, 42, 45, 48, 54]
const NOSE_TIP = 30

/**
 * How far the tip of the nose has moved relative to the plane of eyes and mouth between two views of a face, along the
 * line of the eyes, as a multiple of the height from the eyes to the mouth. On a picture, however it is held, the tip
 * stays in that plane; a real nose stands out of it and moves to the side that the head turns to. Positive towards the
 * right of the picture.
 */
export function noseShift(from: Pick<SeenFace, 'points'>, to: Pick<SeenFace, 'points'>): number {
  const map = affineBetween(pick(from.points, BASE), pick(to.points, BASE))
  const tip = from.points[NOSE_TIP] as Point
  const seen = to.points[NOSE_TIP] as Point
  const [left, right] = [middleOf(to.points.slice(36, 42)), middleOf(to.points.slice(42, 48))]
  const eyes = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 }
  const mouth = middleOf(pick(to.points, [48, 54]))
  const line = Math.hypot(right.x - left.x, right.y - left.y)
  const height = Math.hypot(mouth.x - eyes.x, mouth.y - eyes.y)
  if (line === 0 || height === 0) return 0
  const expected = { x: map[0] * tip.x + map[1] * tip.y + map[2], y: map[3] * tip.x + map[4] * tip.y + map[5] }
  const along = ((seen.x - expected.x) * (right.x - left.x) + (seen.y - expected.y) * (right.y - left.y)) / line
  return along / height
}

type Affine = [number, number, number, number, number, number]

/** The affine transformation from `from` to `to`, by least squares. */
export function affineBetween(from: readonly Point[], to: readonly Point[]): Affine {
  const [mf, mt] = [middleOf(from), middleOf(to)]
  let [xx, xy, yy, xu, yu, xv, yv] = [0, 0, 0, 0, 0, 0, 0]
  for (const [i, p] of from.entries()) {
    const q = to[i] as Point
    const [x, y, u, v] = [p.x - mf.x, p.y - mf.y, q.x - mt.x, q.y - mt.y]
    xx += x * x
    xy += x * y
    yy += y * y
    xu += x * u
    yu += y * u
    xv += x * v
    yv += y * v
  }
  const det = xx * yy - xy * xy
  if (det === 0) return [1, 0, mt.x - mf.x, 0, 1, mt.y - mf.y]
  const [a, b] = [(xu * yy - yu * xy) / det, (yu * xx - xu * xy) / det]
  const [c, d] = [(xv * yy - yv * xy) / det, (yv * xx - xv * xy) / det]
  return [a, b, mt.x - a * mf.x - b * mf.y, c, d, mt.y - c * mf.x - d * mf.y]
}

const pick = (points: readonly Point[], which: readonly number[]): Point[] => which.map((at) => points[at] as Point)

const middleOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})
