import type { ModelUse } from '../../../vision/document/page-reading.ts'
import {
  type ChallengeCheck,
  type ChallengeDraw,
  type ChallengeFinding,
  type ChallengeOutcome,
  type ChallengeSeen,
  isOver,
  isTurn,
  notOpen,
  type SeenFace,
  type SeenFrame,
} from '../../../vision/face/challenge/challenge.ts'
import { type Attitude, findAttitudes, findMoves, noseShift } from '../../../vision/face/challenge/find-moves.ts'
import type { ChallengeMove } from '../../../vision/face/challenge/moves.ts'
import type { FaceTemplate } from '../../../vision/face/face-template.ts'
import { matchTemplates } from '../../../vision/face/match-templates.ts'
import { changeAround, type View, viewOf } from './change-around.ts'

export interface ChallengeAnswer {
  draw: ChallengeDraw
  draws: number
  /** Milliseconds since the draw by the sender's clock, one per frame. */
  times: readonly number[]
  receivedAt: Date
  seen: ChallengeSeen
  models: ModelUse[]
  /** The template of the selfie that came with it. */
  still: FaceTemplate
}

export const CHALLENGE_LIMITS = {
  /** The largest share of frames without a face: wide turns lose it for a moment. */
  lost: 0.25,
  /** The largest share with a second face: somebody passes behind, or a pattern is mistaken for a face once. */
  several: 0.1,
  /**
   * Score of the match between a frame and the selfie: one false match in a hundred, because turned faces match less
   * well.
   */
  match: 30,
  /**
   * The same for a frame that looks into the camera like the selfie: one in 10,000. Of 20 drawn heads none is below 96,
   * of 20 strangers none above 32; of real pairs taken on different days 97 % are above.
   */
  straightMatch: 50,
  /** In degrees: a face that is turned further matches less well. */
  straight: 12,
  /**
   * See noseShift; the smallest of the turns. Of 362 real pairs turned by 15 degrees or more, 0.5 and 1.2 % are below,
   * in two halves.
   */
  nose: 0.12,
  /** The same per unit of the sine of the turn, so that a wider turn must show more. */
  nosePerTurn: 0.3,
  /**
   * See NoseTrack; the mean of the turned frames. Of 25 drawn heads the lowest has 0.032, of 25 bent pictures the
   * highest has 0.009.
   */
  tracked: 0.02,
  /** Patches less similar than this were not found again, and are not counted. */
  trackedLikeness: 0.6,
  /** The worst of the frames. Of 101 live pictures at this size 3 are below, of 108 attacks 103. */
  liveness: 10,
}

/** Judges the frames against the requested moves. Each check is one finding, passed or not. */
export function judgeChallenge({
  draw,
  draws,
  times,
  receivedAt,
  seen: { frames },
  models,
  still,
}: ChallengeAnswer): ChallengeOutcome {
  if (isOver(draw, receivedAt)) return notOpen(draw.moves, draws, frames.length)
  const attitudes = findAttitudes(frames)
  const findings = [
    judgeTime(draw, times, receivedAt, attitudes),
    judgeMoves(draw.moves, attitudes),
    judgeFaces(frames, still),
    judgeRelief(draw.moves, frames, attitudes),
    judgeFilm(frames, times),
    judgeLivenessOf(frames),
  ]
  const passed = findings.every((finding) => finding.passed)
  return { asked: draw.moves, passed, findings, draws, frames: frames.length, models }
}

function judgeMoves(asked: readonly ChallengeMove[], attitudes: readonly Attitude[]): ChallengeFinding {
  const made = findMoves(attitudes)
  const used = { asked: asked.join(' '), seen: made.join(' ') }
  if (made.join() !== asked.join()) {
    const seen = made.length ? made.join(', ') : 'none'
    return finding('MOVES', false, `Asked for ${asked.join(', ')}; seen: ${seen}.`, used)
  }
  // The last two: one frame may be off because of a sway or the net's own error.
  const end = attitudes.filter(({ place }) => place !== 'LOST').slice(-2)
  if (!end.some(({ place }) => place === 'MIDDLE'))
    return finding('MOVES', false, 'The head did not come back to the middle.', used)
  return finding('MOVES', true, `The moves were made as asked: ${asked.join(', ')}.`, used)
}

function judgeFaces(frames: readonly SeenFrame[], still: FaceTemplate): ChallengeFinding {
  const lost = frames.filter(({ face }) => !face).length
  const several = frames.filter(({ others }) => others > 0).length
  const compared = frames.flatMap(({ face }) =>
    face?.template ? [{ yaw: face.pose.yaw, score: matchTemplates(face.template, still)?.score ?? 0 }] : [],
  )
  const straight = compared.filter(({ yaw }) => Math.abs(yaw) < CHALLENGE_LIMITS.straight)
  const worst = leastOf(compared)
  const used = {
    frames: frames.length,
    withoutFace: lost,
    withSeveral: several,
    worstMatch: round(worst),
    ...(straight.length && { worstStraightMatch: round(leastOf(straight)) }),
  }
  if (several > CHALLENGE_LIMITS.several * frames.length)
    return finding('ONE_FACE', false, 'There is a second face in the frames.', used)
  if (lost > CHALLENGE_LIMITS.lost * frames.length)
    return finding('ONE_FACE', false, 'Too many of the frames show no face.', used)
  if (worst < CHALLENGE_LIMITS.match || (straight.length && leastOf(straight) < CHALLENGE_LIMITS.straightMatch))
    return finding('ONE_FACE', false, 'The face in the frames is not always the one in the selfie.', used)
  return finding('ONE_FACE', true, 'The frames show one face throughout, the one in the selfie.', used)
}

const leastOf = (compared: readonly { score: number }[]): number =>
  compared.length ? Math.min(...compared.map(({ score }) => score)) : 0

function judgeRelief(
  asked: readonly ChallengeMove[],
  frames: readonly SeenFrame[],
  attitudes: readonly Attitude[],
): ChallengeFinding {
  const middle = frames.flatMap(({ face }, at) => (face && attitudes[at]?.place === 'MIDDLE' ? [face] : []))
  const turns = [...new Set(asked.filter(isTurn))].map((move) => turnOf(move, middle, frames, attitudes))
  const least = Math.min(...turns.map(({ shift }) => shift))
  const perTurn = Math.min(...turns.map(({ shift, degrees }) => shift / Math.sin((degrees * Math.PI) / 180)))
  const tracked = trackedShift(frames)
  const used = {
    noseShift: round(least, 3),
    noseShiftPerTurn: round(perTurn, 3),
    ...(tracked !== undefined && { noseTracked: round(tracked, 3) }),
  }
  if (!(least > CHALLENGE_LIMITS.nose && perTurn > CHALLENGE_LIMITS.nosePerTurn))
    return finding('HEAD', false, 'The nose does not stand out from the face when it turns, as on a picture.', used)
  if (tracked !== undefined && tracked < CHALLENGE_LIMITS.tracked)
    return finding('HEAD', false, 'The nose moves together with its root and the lips, as on a bent picture.', used)
  return finding('HEAD', true, 'The nose moves against eyes and mouth as on a real head.', used)
}

/**
 * How much further the pixels of the nose moved than those above and below it; undefined if they were not found again.
 */
function trackedShift(frames: readonly SeenFrame[]): number | undefined {
  const shifts = frames.flatMap(({ face }) =>
    face?.nose && face.nose.likeness > CHALLENGE_LIMITS.trackedLikeness ? [face.nose.shift] : [],
  )
  return shifts.length ? shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length : undefined
}

/** The frame in which a turn goes furthest, and what the nose did; empty if the turn was not made. */
function turnOf(
  move: ChallengeMove,
  middle: readonly SeenFace[],
  frames: readonly SeenFrame[],
  attitudes: readonly Attitude[],
): { shift: number; degrees: number } {
  const made = frames
    .flatMap(({ face }, at) => (face && attitudes[at]?.place === move ? [{ face, turn: attitudes[at].turn }] : []))
    .toSorted((a, b) => Math.abs(b.turn) - Math.abs(a.turn))[0]
  if (!made || !middle.length) return { shift: 0, degrees: 90 }
  const shifts = middle.map((face) => -Math.sign(made.turn) * noseShift(face, made.face)).toSorted((a, b) => a - b)
  return { shift: shifts[shifts.length >> 1] ?? 0, degrees: Math.min(90, Math.abs(made.turn)) }
}

function judgeFilm(frames: readonly SeenFrame[], times: readonly number[]): ChallengeFinding {
  const { leastChange, around, light, order } = measureFilm(frames, times)
  const used = {
    leastChange: round(leastChange, 2),
    around: round(around, 3),
    light: round(light),
    ...(order !== undefined && { order: round(order, 2) }),
  }
  if (leastChange < FILM_LIMITS.same) return finding('FILM', false, 'A frame was sent twice.', used)
  if (around > FILM_LIMITS.around)
    return finding('FILM', false, 'What is around the head changes abruptly, as at a cut.', used)
  if (light > FILM_LIMITS.light)
    return finding('FILM', false, 'The light on the face changes abruptly, as at a cut.', used)
  if (order !== undefined && order > FILM_LIMITS.order)
    return finding('FILM', false, 'The frames do not follow each other: they come in another order, or again.', used)
  return finding('FILM', true, 'The frames follow each other without a cut.', used)
}

function judgeLivenessOf(frames: readonly SeenFrame[]): ChallengeFinding {
  const scores = frames.flatMap(({ face }) => (face?.liveness === undefined ? [] : [face.liveness]))
  const worst = scores.length ? Math.min(...scores) : 0
  const used = { frames: scores.length, worst: round(worst) }
  if (worst <= CHALLENGE_LIMITS.liveness) return finding('LIVENESS', false, 'A frame does not look live.', used)
  return finding('LIVENESS', true, 'The worst of the frames looks live.', used)
}

const finding = (
  check: ChallengeCheck,
  passed: boolean,
  reason: string,
  used: ChallengeFinding['used'],
): ChallengeFinding => ({ check, passed, reason, used })

const round = (value: number, digits = 1): number => Math.round(value * 10 ** digits) / 10 ** digits

export const FILM_LIMITS = {
  /**
   * Mean difference of single pixels, of 255. Two frames of a camera differ by more through noise alone: drawn films by
   * 2.3 or more.
   */
  same: 0.3,
  /**
   * See changeAround. Thirty films of heads before cameras with automatic exposure reach 0.06, thirty with a cut to
   * another room start at 0.34; of others, held out, 0.04 and 0.21.
   */
  around: 0.14,
  /**
   * The brightness of the face between two such frames with equal turns. Of 140 films of heads one reaches 12.5; see
   * changeAround for the cuts.
   */
  light: 18,
  /**
   * See FilmMeasures. Of 32 drawn films of heads the highest has 0.86, and 29 of 32 shuffled ones have more than 0.9;
   * of 30 others, held out, the highest has 0.82.
   */
  order: 0.9,
  /** The median time between two frames, in milliseconds: with longer ones a head may have moved out and back. */
  orderGap: 700,
  /** Of 255, between any two frames: if nothing moves, the order cannot be seen. */
  orderChange: 1,
}

interface FilmMeasures {
  /** The smallest difference between any two frames. */
  leastChange: number
  /** The largest change of the surroundings between two consecutive frames. */
  around: number
  light: number
  /**
   * The mean change between consecutive frames, relative to that between any two. Absent if it cannot be determined.
   */
  order?: number
}

/** Measures whether the frames belong together as one film. */
export function measureFilm(frames: readonly SeenFrame[], times: readonly number[] = []): FilmMeasures {
  let leastChange = Number.POSITIVE_INFINITY
  for (const [i, frame] of frames.entries()) {
    for (const other of frames.slice(i + 1)) leastChange = Math.min(leastChange, differenceOf(frame.grain, other.grain))
  }
  const views = frames.map(viewOf)
  const order = orderOf(frames, times)
  const steps = frames.slice(1).map((frame, i) => [frames[i] as SeenFrame, frame] as const)
  return {
    leastChange: Number.isFinite(leastChange) ? leastChange : 0,
    around: Math.max(0, ...views.slice(1).map((view, i) => changeAround(views[i] as View, view))),
    light: Math.max(0, ...steps.map(([{ face: a }, { face: b }]) => changeOfLight(a, b))),
    ...(order !== undefined && { order }),
  }
}

function orderOf(frames: readonly SeenFrame[], times: readonly number[]): number | undefined {
  const gaps = times.slice(1).map((time, at) => time - (times[at] as number))
  const gap = gaps.toSorted((a, b) => a - b)[gaps.length >> 1]
  if (gap === undefined || gap > FILM_LIMITS.orderGap) return undefined
  const changes = frames.flatMap(({ broad }, at) =>
    frames.slice(at + 1).map((other, after) => ({ isNext: after === 0, change: differenceOf(broad, other.broad) })),
  )
  const mean = (of: typeof changes) => of.reduce((sum, { change }) => sum + change, 0) / Math.max(1, of.length)
  const all = mean(changes)
  return all < FILM_LIMITS.orderChange ? undefined : mean(changes.filter(({ isNext }) => isNext)) / all
}

/**
 * A face that turns is lit from another side, and one that comes nearer changes the exposure: only similar frames are
 * compared.
 */
const ALIKE = { degrees: 8, size: 1.12 }

function changeOfLight(a: SeenFace | undefined, b: SeenFace | undefined): number {
  if (!a || !b) return 0
  const size = Math.max(a.box.width / b.box.width, b.box.width / a.box.width)
  const alike = Math.abs(a.pose.yaw - b.pose.yaw) < ALIKE.degrees && size < ALIKE.size
  return alike ? Math.abs(a.light - b.light) : 0
}

/** Uses indices for speed: this runs over every pair of frames. */
function differenceOf(a: Uint8Array, b: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += Math.abs((a[at] as number) - (b[at] as number))
  return a.length ? sum / a.length : 0
}

const TIME_LIMITS = {
  /** Three moves out and back; even the fastest people need more. In milliseconds. */
  shortest: 2_000,
  longest: 60_000,
  /**
   * Between two frames: a slow person takes forty seconds, which sixteen frames cover at this interval; a longer gap
   * can hide a cut.
   */
  gap: 3_000,
  /** The clocks of a browser and of the service run at nearly, but not exactly, the same speed. */
  slack: 500,
  /** Degrees per second; nobody follows a guide faster. */
  turn: 300,
}

/**
 * Whether it was done in human time. The times of the frames are the sender's claim; the service itself knows that all
 * of them must lie between the draw and their arrival.
 */
function judgeTime(
  draw: ChallengeDraw,
  times: readonly number[],
  receivedAt: Date,
  attitudes: readonly Attitude[],
): ChallengeFinding {
  const passedMs = receivedAt.getTime() - Date.parse(draw.drawnAt)
  const gaps = times.slice(1).map((time, at) => time - (times[at] as number))
  const took = (times.at(-1) ?? 0) - (times[0] ?? 0)
  const speed = Math.max(0, ...gaps.map((gap, at) => speedOf(attitudes[at], attitudes[at + 1], gap)))
  const used = {
    tookMs: Math.round(took),
    betweenDrawAndArrivalMs: Math.round(passedMs),
    longestGapMs: Math.round(Math.max(0, ...gaps)),
    degreesPerSecond: Math.round(speed),
  }
  const say = (passed: boolean, reason: string): ChallengeFinding => ({ check: 'TIME', passed, reason, used })
  if (gaps.some((gap) => gap <= 0)) return say(false, 'The times of the frames do not increase.')
  if ((times[0] ?? -1) < 0 || (times.at(-1) ?? 0) > passedMs + TIME_LIMITS.slack)
    return say(false, 'The frames were not taken between the draw and their arrival.')
  if (took < TIME_LIMITS.shortest) return say(false, 'The moves were faster than a person can make them.')
  if (took > TIME_LIMITS.longest || gaps.some((gap) => gap > TIME_LIMITS.gap))
    return say(false, 'The frames are too far apart in time to be one film.')
  if (speed > TIME_LIMITS.turn) return say(false, 'The head turns faster than a person can turn it.')
  return say(true, 'The moves took as long as a person needs.')
}

function speedOf(before: Attitude | undefined, after: Attitude | undefined, ms: number): number {
  if (!before || !after || before.place === 'LOST' || after.place === 'LOST' || ms <= 0) return 0
  return (Math.abs(after.turn - before.turn) * 1000) / ms
}
