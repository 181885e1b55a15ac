import { type ChallengeDraw, isOver, isTurn } from '../../../capabilities/challenge/domain/draw.ts'
import type { FaceTemplate, ModelUse } from '../../document/document.ts'
import type { ChallengeMove } from '../../vocabulary.ts'
import { matchTemplates } from '../face-match.ts'
import { type Attitude, findAttitudes, findMoves } from './find-moves.ts'
import { FILM_LIMITS, measureFilm } from './judge-film.ts'
import { judgeTime } from './judge-time.ts'
import { type ChallengeCheck, type ChallengeFinding, type ChallengeOutcome, notOpen } from './outcome.ts'
import { noseShift } from './relief.ts'
import type { ChallengeSeen, SeenFace, SeenFrame } from './seen.ts'

export interface ChallengeAnswer {
  draw: ChallengeDraw
  draws: number
  /** Milliseconds since the draw, as the sender counts them, one a frame. */
  times: readonly number[]
  receivedAt: Date
  seen: ChallengeSeen
  models: ModelUse[]
  /** Of the selfie that came with it. */
  still: FaceTemplate
}

export const CHALLENGE_LIMITS = {
  /** Of the frames, those without a face: wide turns lose it for a moment. */
  lost: 0.25,
  /** Those with a second face: somebody passes behind, or a pattern is taken for a face once. */
  several: 0.1,
  /** Score of the match between a frame and the selfie: one false match in a hundred, because turned faces match less well. */
  match: 30,
  /**
   * The same of a frame that looks into the camera as the selfie does: one in 10,000. Of 20 drawn heads none lies below 96,
   * of 20 strangers none above 32; of real pairs taken on different days 97 % lie above.
   */
  straightMatch: 50,
  /** In degrees: further round than this a face matches less well. */
  straight: 12,
  /** See noseShift; the least of the turns. Of 362 real pairs turned by 15 degrees or more 0.5 and 1.2 % lie below, in two halves. */
  nose: 0.12,
  /** The same for each unit of the sine of the turn, so that a wider turn must show more. */
  nosePerTurn: 0.3,
  /**
   * See NoseTrack; the mean of the turned frames. Of 25 drawn heads the least has 0.032, of 25 bent pictures the most has
   * 0.009.
   */
  tracked: 0.02,
  /** Patches less alike than this were not found again, and are not counted. */
  trackedLikeness: 0.6,
  /** The worst of the frames. Of 101 live pictures at this size 3 lie below, of 108 attacks 103. */
  liveness: 10,
}

/** Judges what was seen against what was asked. Each check is one finding, passed or not. */
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
    judgeFilm(frames),
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
  // Of the last two: one frame may be off by a sway or by the net's own error.
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
    return finding('ONE_FACE', false, 'A second face is in the frames.', used)
  if (lost > CHALLENGE_LIMITS.lost * frames.length)
    return finding('ONE_FACE', false, 'Too many of the frames show no face.', used)
  if (worst < CHALLENGE_LIMITS.match || (straight.length && leastOf(straight) < CHALLENGE_LIMITS.straightMatch))
    return finding('ONE_FACE', false, 'The face in the frames is not the one of the selfie throughout.', used)
  return finding('ONE_FACE', true, 'One face throughout, that of the selfie.', used)
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
    return finding('HEAD', false, 'The nose moves as one with its root and the lips, as on a bent picture.', used)
  return finding('HEAD', true, 'The nose moves against eyes and mouth as on a real head.', used)
}

/** How far the pixels of the nose moved beyond those above and below it; undefined where they were not found again. */
function trackedShift(frames: readonly SeenFrame[]): number | undefined {
  const shifts = frames.flatMap(({ face }) =>
    face?.nose && face.nose.likeness > CHALLENGE_LIMITS.trackedLikeness ? [face.nose.shift] : [],
  )
  return shifts.length ? shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length : undefined
}

/** The frame in which a turn goes furthest, and what the nose did; nothing where the turn was not made. */
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

function judgeFilm(frames: readonly SeenFrame[]): ChallengeFinding {
  const { leastChange, around, light } = measureFilm(frames)
  const used = { leastChange: round(leastChange, 2), around: round(around, 3), light: round(light) }
  if (leastChange < FILM_LIMITS.same) return finding('FILM', false, 'A frame was sent twice.', used)
  if (around > FILM_LIMITS.around) return finding('FILM', false, 'What is around the head changes as by a cut.', used)
  if (light > FILM_LIMITS.light) return finding('FILM', false, 'The light on the face changes as by a cut.', used)
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
