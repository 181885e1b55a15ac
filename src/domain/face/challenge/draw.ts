import { CHALLENGE_MOVES, type ChallengeMove } from '../../vocabulary.ts'

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
