import type { FaceTemplate, ModelUse } from '../../document/document.ts'
import { CHALLENGE_MOVES, type ChallengeMove } from '../../vocabulary.ts'
import type { Rectangle } from '../face-rules.ts'

/** What the service asked one session for, once. */
export interface ChallengeDraw {
  id: string
  moves: ChallengeMove[]
  /** ISO 8601, the service's clock. */
  drawnAt: string
}

/** Three moves take about six seconds, and a recording of another draw fits one time in thirty-four. */
const MOVES_IN_A_DRAW = 3

/** Reading the words, six seconds of moves, the selfie and a slow line, with room; a film made to measure takes longer. */
export const DRAW_SECONDS = 120

/** Somebody who cannot follow the guide is helped by a person, not by a seventh try; and each draw is a guess for a thief. */
export const MOST_DRAWS = 6

/**
 * Every sequence a draw may be: no move twice in a row, which could not be distinguished from one long one, and at least one turn,
 * without which a head cannot be distinguished from a picture of it.
 */
export const SEQUENCES: readonly (readonly ChallengeMove[])[] = sequencesOf(MOVES_IN_A_DRAW).filter((moves) =>
  moves.some(isTurn),
)

/** One of the sequences, each as likely as another. `random` is a whole number of at least 32 random bits. */
export function drawMoves(random: number): ChallengeMove[] {
  const moves = SEQUENCES[random % SEQUENCES.length]
  if (!moves) throw new Error(`${random} is no whole number from 0 on`)
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
  /** The one that can still be answered; gone once it was. */
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
  /** Absent when no face was found, as at the end of a wide turn. */
  face?: SeenFace
  /** Further faces that are large enough to be a person next to the first. */
  others: number
  /** The frame shrunk to BROAD, three bytes a place: what it shows, without its grain. */
  broad: Uint8Array
  /** Single pixels from all over the frame, grey: its grain, which no two frames of a camera share. */
  grain: Uint8Array
}

export interface SeenFace {
  /** In the frame's pixels. */
  box: Rectangle
  /** 68 points in the order of the iBUG 300-W scheme. */
  points: { x: number; y: number }[]
  /** In degrees; yaw grows as the nose moves to the picture's left, the person's own right. */
  pose: { yaw: number; pitch: number; roll: number }
  /** Mean light of the inner face, 0..255. */
  light: number
  /** Of the frames that were chosen for it: the ends of the moves, the first and the last. */
  template?: FaceTemplate
  /** 0..100, of some of the frames that look into the camera. */
  liveness?: number
  /** Of the frames that show a turn. */
  nose?: NoseTrack
}

/** Where the pixels of the nose went between a frame that looks into the camera and one that is turned. */
export interface NoseTrack {
  /** How far its tip moved beyond its root and the upper lip, to the side of the turn, in heights from eyes to mouth. */
  shift: number
  /** Of the patches that were found again, the least: −1 to 1. */
  likeness: number
}

export const BROAD = { width: 32, height: 32 }

export type ChallengeCheck = 'DRAW' | 'TIME' | 'MOVES' | 'ONE_FACE' | 'HEAD' | 'FILM' | 'LIVENESS'

/** One thing that was looked at, with the very numbers. */
export interface ChallengeFinding {
  check: ChallengeCheck
  passed: boolean
  /** In words, for a reviewer. */
  reason: string
  used: Record<string, number | string>
}

/** What became of a challenge: kept with the selfie that it came with. */
export interface ChallengeOutcome {
  asked: ChallengeMove[]
  passed: boolean
  findings: ChallengeFinding[]
  /** How many challenges were drawn for the session up to this one. */
  draws: number
  frames: number
  models: ModelUse[]
  /** What the selfie and its frames are known by when they are sent again, because the answer to them got lost. */
  sent?: string
}

/** The frames belong to no challenge of this session that is open: an old one, one already used, or none of its own. */
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
