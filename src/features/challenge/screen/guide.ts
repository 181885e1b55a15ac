import type { ChallengeMove } from '../contract/challenge.ts'

/** The head's pose from the page's own net: it advances the guide, but the service does not trust it. */
export interface HeadPose {
  /**
   * The distance of the nose from the middle between the ears, relative to the distance of the ears: positive to the
   * person's own left.
   */
  turn: number
  /** Width of the face as a fraction of the frame's width. */
  size: number
}

/** What the person is asked for now. */
export type Cue = 'MIDDLE' | ChallengeMove | 'RETURN' | 'STILL' | 'DONE'

export interface Guide {
  cue: Cue
  /** The index of the move that is asked for or returned from. */
  move: number
  /** When this cue began, and since when it has been fulfilled; in milliseconds. */
  since: number
  held?: number | undefined
  /** Frames of the film that show it fulfilled. */
  filmed: number
  /** How many times the page has looked at the head since then. */
  looks: number
  /** The head's pose before the first move. */
  base?: HeadPose | undefined
  /** 0..1: how much of the current cue is done. */
  reached?: number
  /** Moves that the page did not see although it waited. */
  missed?: readonly ChallengeMove[]
}

/** 0.3 is about 20 degrees: slightly more than the service requires. The sizes likewise. */
const REACHED = { turn: 0.3, nearer: 1.3, back: 0.76 }
const MIDDLE = { turn: 0.12, size: 0.1 }

/** How long a cue is held before the next one; this is how long it takes to appear in two frames. */
const HOLD_MS: Record<'MIDDLE' | 'MOVE' | 'RETURN' | 'STILL', number> = {
  MIDDLE: 900,
  MOVE: 350,
  RETURN: 350,
  STILL: 700,
}

/**
 * This many frames must show it by then: on a slow phone the film lags behind the person. Moves are recognized by two
 * frames in the middle.
 */
const FILMED: Record<keyof typeof HOLD_MS, number> = { MIDDLE: 2, MOVE: 1, RETURN: 1, STILL: 1 }

/** If the page detects no faces itself: the time that a person usually takes. */
const BLIND_MS = { MIDDLE: 1_600, MOVE: 1_700, RETURN: 1_300, STILL: 900 }

/** After this the guide continues anyway: the service decides whether the move was made. */
const PATIENCE_MS = 9_000

/**
 * But only after this many looks: on a slow phone nine seconds are few frames, and the person follows what it shows.
 */
const PATIENCE_LOOKS = 20

export const startGuide = (now: number): Guide => ({ cue: 'MIDDLE', move: 0, since: now, filmed: 0, looks: 0 })

/** The next state of the guide. `look` is undefined when no face is visible, `blind` when none can be detected. */
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
  // Nobody has begun while no face is visible.
  const looks = guide.looks + 1
  const impatient = guide.cue !== 'MIDDLE' && elapsed >= PATIENCE_MS && looks >= PATIENCE_LOOKS
  const isHeld = held !== undefined && now - held >= HOLD_MS[kind]
  if (isHeld && isFilmed) return afterSeen(guide, moves, look, now)
  if (impatient)
    return next(
      isMove(guide.cue) ? { ...guide, missed: [...(guide.missed ?? []), guide.cue] } : guide,
      moves,
      look,
      now,
    )
  return { ...guide, held, looks, filmed: held === undefined ? 0 : guide.filmed, reached: reachedOf(guide, look) }
}

/** After the last move, coming back to the middle is the selfie's own pose: nobody is asked for it twice. */
function afterSeen(guide: Guide, moves: readonly ChallengeMove[], look: HeadPose | undefined, now: number): Guide {
  const after = next(guide, moves, look, now)
  const isLast = after.cue === 'RETURN' && guide.move === moves.length - 1
  return isLast ? { ...after, cue: 'STILL' } : after
}

const isMove = (cue: Cue): cue is ChallengeMove => kindOf(cue) === 'MOVE'

/** How far the head has come towards what it is asked for. */
function reachedOf({ cue, base }: Guide, look: HeadPose | undefined): number {
  if (!look || !base) return 0
  const turn = look.turn - base.turn
  const size = look.size / base.size
  const share =
    cue === 'LEFT'
      ? turn / REACHED.turn
      : cue === 'RIGHT'
        ? -turn / REACHED.turn
        : cue === 'NEARER'
          ? (size - 1) / (REACHED.nearer - 1)
          : cue === 'BACK'
            ? (1 - size) / (1 - REACHED.back)
            : 0
  return Math.min(1, Math.max(0, share))
}

/** The guide after a frame was taken. */
export function countFrame(guide: Guide, blind: boolean): Guide {
  return blind || guide.held !== undefined ? { ...guide, filmed: guide.filmed + 1 } : guide
}

/** 0..1: how far the ring has closed. */
export function progressOf({ cue, move, reached = 0 }: Guide, moves: readonly ChallengeMove[]): number {
  if (cue === 'MIDDLE') return 0
  if (cue === 'STILL' || cue === 'DONE') return 1
  return (2 * move + (cue === 'RETURN' ? 1 : reached)) / (2 * moves.length)
}

function next(guide: Guide, moves: readonly ChallengeMove[], look: HeadPose | undefined, now: number): Guide {
  const cue = (to: Cue, move = guide.move): Guide => ({
    cue: to,
    move,
    since: now,
    filmed: 0,
    looks: 0,
    base: guide.base,
    ...(guide.missed && { missed: guide.missed }),
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
