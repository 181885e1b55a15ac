import type { ChallengeMove } from '../../contract/enrolment/challenge.ts'

/** Where the head is, by the page's own net: it moves the guide on, and nothing it says is believed. */
export interface HeadPose {
  /** How far the nose lies from the middle between the ears, in their distance: positive to the person's own left. */
  turn: number
  /** Width of the face as a share of the frame's. */
  size: number
}

/** What the person is asked for now. */
export type Cue = 'MIDDLE' | ChallengeMove | 'RETURN' | 'STILL' | 'DONE'

export interface Guide {
  cue: Cue
  /** Of the moves, the one that is asked for or led back from. */
  move: number
  /** When this cue began, and since when it is fulfilled; in milliseconds. */
  since: number
  held?: number | undefined
  /** Frames of the film that show it fulfilled. */
  filmed: number
  /** How often the page has looked at the head since then. */
  looks: number
  /** Where the head was before the first move. */
  base?: HeadPose | undefined
}

/** 0.3 is about 20 degrees: somewhat more than the service wants. Sizes likewise. */
const REACHED = { turn: 0.3, nearer: 1.3, back: 0.76 }
const MIDDLE = { turn: 0.12, size: 0.1 }

/** How long a cue is held before the next one; so long it takes to be seen in two frames. */
const HOLD_MS: Record<'MIDDLE' | 'MOVE' | 'RETURN' | 'STILL', number> = {
  MIDDLE: 900,
  MOVE: 350,
  RETURN: 350,
  STILL: 700,
}

/** So many frames must show it by then: on a slow phone the film lags behind the person. Two in the middle are what moves are recognised by. */
const FILMED: Record<keyof typeof HOLD_MS, number> = { MIDDLE: 2, MOVE: 1, RETURN: 1, STILL: 1 }

/** Where the page sees no face of its own: the time that a person takes. */
const BLIND_MS = { MIDDLE: 1_600, MOVE: 1_700, RETURN: 1_300, STILL: 900 }

/** Then the guide goes on all the same: whether the move was made is for the service to say. */
const PATIENCE_MS = 9_000

/** But not before it has looked so often: on a slow phone nine seconds are few frames, and the person follows what it shows. */
const PATIENCE_LOOKS = 20

export const startGuide = (now: number): Guide => ({ cue: 'MIDDLE', move: 0, since: now, filmed: 0, looks: 0 })

/** The guide a moment later. `look` is undefined when no face is seen, `blind` when none can be. */
export function stepGuide(
  guide: Guide,
  moves: readonly ChallengeMove[],
  look: HeadPose | undefined,
  now: number,
  blind = false,
): Guide {
  if (guide.cue === 'DONE') return guide
  const kind = kindOf(guide.cue)
  const elapsed = now - guide.since
  const isFilmed = guide.filmed >= FILMED[kind]
  if (blind) return isFilmed && elapsed >= BLIND_MS[kind] ? next(guide, moves, look, now) : guide
  const fulfilled = look !== undefined && isFulfilled(guide, look)
  const held = fulfilled ? (guide.held ?? now) : undefined
  // Without a face in sight nobody has begun yet.
  const looks = guide.looks + 1
  const impatient = guide.cue !== 'MIDDLE' && elapsed >= PATIENCE_MS && looks >= PATIENCE_LOOKS
  const isHeld = held !== undefined && now - held >= HOLD_MS[kind]
  if (impatient || (isHeld && isFilmed)) return next(guide, moves, look, now)
  return { ...guide, held, looks, filmed: held === undefined ? 0 : guide.filmed }
}

/** The guide after a frame was taken. */
export function countFrame(guide: Guide, blind: boolean): Guide {
  return blind || guide.held !== undefined ? { ...guide, filmed: guide.filmed + 1 } : guide
}

/** 0..1: how far the ring is closed. */
export function progressOf({ cue, move }: Guide, moves: readonly ChallengeMove[]): number {
  if (cue === 'MIDDLE') return 0
  if (cue === 'STILL' || cue === 'DONE') return 1
  return (2 * move + (cue === 'RETURN' ? 1 : 0)) / (2 * moves.length)
}

function next(guide: Guide, moves: readonly ChallengeMove[], look: HeadPose | undefined, now: number): Guide {
  const cue = (to: Cue, move = guide.move): Guide => ({
    cue: to,
    move,
    since: now,
    filmed: 0,
    looks: 0,
    base: guide.base,
  })
  switch (guide.cue) {
    case 'MIDDLE':
      return { ...cue(moves[0] ?? 'STILL'), base: look }
    case 'RETURN': {
      const after = moves[guide.move + 1]
      return after ? cue(after, guide.move + 1) : cue('STILL')
    }
    case 'STILL':
      return cue('DONE')
    case 'DONE':
      return guide
    default:
      return cue('RETURN')
  }
}

function isFulfilled({ cue, base }: Guide, look: HeadPose): boolean {
  if (!base) return Math.abs(look.turn) < MIDDLE.turn
  const turn = look.turn - base.turn
  const size = look.size / base.size
  switch (cue) {
    case 'LEFT':
      return turn >= REACHED.turn
    case 'RIGHT':
      return turn <= -REACHED.turn
    case 'NEARER':
      return size >= REACHED.nearer
    case 'BACK':
      return size <= REACHED.back
    default:
      return Math.abs(turn) < MIDDLE.turn && Math.abs(size - 1) < MIDDLE.size
  }
}

const kindOf = (cue: Cue): keyof typeof HOLD_MS =>
  cue === 'MIDDLE' || cue === 'RETURN' || cue === 'STILL' ? cue : 'MOVE'
