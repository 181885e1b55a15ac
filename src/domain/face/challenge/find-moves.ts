import type { ChallengeMove } from '../../vocabulary.ts'
import { middleOf } from './relief.ts'
import type { SeenFace, SeenFrame } from './seen.ts'

/** Where the head was in one frame, against where it was at the start. */
type HeadPlace = ChallengeMove | 'MIDDLE' | 'BETWEEN' | 'LOST'

/** One frame as a head: how far it is turned (degrees) and how large it is (1 as at the start). */
export interface Attitude {
  turn: number
  size: number
  place: HeadPlace
}

export const MOVE_LIMITS = {
  /** In degrees; a head that looks about while reading stays below. */
  turn: 15,
  nearer: 1.18,
  back: 0.86,
  /** Back in the middle: below this share of what makes a move. */
  middle: 0.6,
}

/** How the head stood in each frame. The first frames with a face are where it starts from. */
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

/** The moves that were made, in order: each once, however many frames show it. */
export function findMoves(attitudes: readonly Attitude[]): ChallengeMove[] {
  const moves: ChallengeMove[] = []
  for (const { place } of attitudes) {
    if (place === 'MIDDLE' || place === 'BETWEEN' || place === 'LOST') continue
    if (moves.at(-1) !== place) moves.push(place)
  }
  return moves
}

/** From the brows' and eyes' middle to the mouth's: a turn to the side leaves it as it is. */
function sizeOf({ points }: Pick<SeenFace, 'points'>): number {
  const eyes = middleOf(points.slice(36, 48))
  const mouth = middleOf(points.slice(48, 60))
  return Math.hypot(mouth.x - eyes.x, mouth.y - eyes.y)
}

/** A picture is not mirrored: the person's left is on its right, which the pose net counts as negative. */
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
