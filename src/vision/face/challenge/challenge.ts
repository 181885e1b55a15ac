import type { ModelUse } from '../../document/page-reading.ts'
import type { Rectangle } from '../face-rules.ts'
import type { FaceTemplate } from '../face-template.ts'
import { CHALLENGE_MOVES, type ChallengeMove } from './moves.ts'

/** One challenge that the service drew for one session. */
export interface ChallengeDraw {
  id: string
  moves: ChallengeMove[]
  /** ISO 8601, the service's clock. */
  drawnAt: string
}

/** Three moves take about six seconds, and a recording of another draw fits one time in thirty-four. */
const MOVES_IN_A_DRAW = 3

/**
 * Reading the words, six seconds of moves, the selfie and a slow connection, with a margin; making a film to order
 * takes longer.
 */
export const DRAW_SECONDS = 120

/**
 * A person, not a seventh try, helps somebody who cannot follow the guide; and each draw is a guess for an attacker.
 */
export const MOST_DRAWS = 6

/**
 * Every sequence that can be drawn: no move twice in a row, which would look like one long move, and at least one turn,
 * without which a head cannot be distinguished from a picture of it.
 */
export const SEQUENCES: readonly (readonly ChallengeMove[])[] = sequencesOf(MOVES_IN_A_DRAW).filter((moves) =>
  moves.some(isTurn),
)

/** One of the sequences, all with equal probability. `random` is a whole number of at least 32 random bits. */
export function drawMoves(random: number): ChallengeMove[] {
  const moves = SEQUENCES[random % SEQUENCES.length]
  if (!moves) throw new Error(`${random} is not a whole number of 0 or more`)
  return [...moves]
}

export function isTurn(move: ChallengeMove): boolean {
  return move === 'LEFT' || move === 'RIGHT'
}

export function isOver({ drawnAt }: ChallengeDraw, now: Date): boolean {
  return now.getTime() > Date.parse(drawnAt) + DRAW_SECONDS * 1000
}

function sequencesOf(length: number): ChallengeMove[][] {
  if (length === 0) return [[]]
  return sequencesOf(length - 1).flatMap((before) =>
    CHALLENGE_MOVES.filter((move) => move !== before.at(-1)).map((move) => [...before, move]),
  )
}

export interface SessionChallenge {
  /** How many were drawn. */
  draws: number
  /** The one that can still be answered; removed once it was. */
  open?: ChallengeDraw
  /** The person asked for another way. */
  declined?: true
}

/** What was seen in the frames of a challenge, in the order in which they came. */
export interface ChallengeSeen {
  frames: SeenFrame[]
}

export interface SeenFrame {
  width: number
  height: number
  /** Absent if no face was found, as at the end of a wide turn. */
  face?: SeenFace
  /** Other faces that are large enough to be a second person. */
  others: number
  /** The frame reduced to BROAD, three bytes per place: its contents without the noise. */
  broad: Uint8Array
  /** Single pixels from all over the frame, grey: its noise, which no two frames of a camera share. */
  grain: Uint8Array
}

export interface SeenFace {
  /** In the frame's pixels. */
  box: Rectangle
  /** 68 points in the order of the iBUG 300-W scheme. */
  points: { x: number; y: number }[]
  /** In degrees; yaw increases as the nose moves to the left of the picture, the person's own right. */
  pose: { yaw: number; pitch: number; roll: number }
  /** Mean brightness of the inner face, 0..255. */
  light: number
  /** Only for the frames that were selected for it: the ends of the moves, the first and the last. */
  template?: FaceTemplate
  /** 0..100, for some of the frames that look into the camera. */
  liveness?: number
  /** For the frames that show a turn. */
  nose?: NoseTrack
}

/** How the pixels of the nose moved between a frame that looks into the camera and a turned one. */
export interface NoseTrack {
  /**
   * How much further its tip moved than its root and the upper lip, towards the side of the turn, as a multiple of the
   * height from eyes to mouth.
   */
  shift: number
  /** The lowest likeness of the patches that were found again: −1 to 1. */
  likeness: number
}

export const BROAD = { width: 32, height: 32 }

export type ChallengeCheck = 'DRAW' | 'TIME' | 'MOVES' | 'ONE_FACE' | 'HEAD' | 'FILM' | 'LIVENESS'

/** One check of a challenge, with the exact numbers. */
export interface ChallengeFinding {
  check: ChallengeCheck
  passed: boolean
  /** In words, for a reviewer. */
  reason: string
  used: Record<string, number | string>
}

/** The result of a challenge, kept with the selfie that it came with. */
export interface ChallengeOutcome {
  asked: ChallengeMove[]
  passed: boolean
  findings: ChallengeFinding[]
  /** How many challenges were drawn for the session up to this one. */
  draws: number
  frames: number
  models: ModelUse[]
  /** Identifies the selfie and its frames if they are sent again because the answer to them was lost. */
  sent?: string
}

/** The frames belong to no open challenge of this session: to an old one, a used one, or none of its own. */
export function notOpen(asked: ChallengeMove[], draws: number, frames: number): ChallengeOutcome {
  const reason = 'The frames do not belong to a challenge that was open for this session.'
  return {
    asked,
    passed: false,
    findings: [{ check: 'DRAW', passed: false, reason, used: {} }],
    draws,
    frames,
    models: [],
  }
}
