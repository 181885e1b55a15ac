import type { ChallengeDraw } from '../../../capabilities/challenge/domain/draw.ts'
import type { Attitude } from './find-moves.ts'
import type { ChallengeFinding } from './outcome.ts'

const TIME_LIMITS = {
  /** Three moves out and back; the quickest of people need more. In milliseconds. */
  shortest: 2_000,
  longest: 60_000,
  /** Between two frames: whoever is slow takes forty seconds, which sixteen frames cover so; a longer gap can hide a cut. */
  gap: 3_000,
  /** Clocks of a browser and of the service tick alike, but not quite. */
  slack: 500,
  /** Degrees a second; nobody follows a guide faster. */
  turn: 300,
}

/**
 * Whether it was done in human time. When a frame was taken is the sender's word; that all of them fit between the draw
 * and their arrival is the service's own.
 */
export function judgeTime(
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
  if (gaps.some((gap) => gap <= 0)) return say(false, 'The times of the frames do not rise.')
  if ((times[0] ?? -1) < 0 || (times.at(-1) ?? 0) > passedMs + TIME_LIMITS.slack)
    return say(false, 'The frames were not taken between the draw and their arrival.')
  if (took < TIME_LIMITS.shortest) return say(false, 'The moves were faster than a person makes them.')
  if (took > TIME_LIMITS.longest || gaps.some((gap) => gap > TIME_LIMITS.gap))
    return say(false, 'The frames lie too far apart to be one film.')
  if (speed > TIME_LIMITS.turn) return say(false, 'The head turns faster than a person turns it.')
  return say(true, 'Done in the time a person takes.')
}

function speedOf(before: Attitude | undefined, after: Attitude | undefined, ms: number): number {
  if (!before || !after || before.place === 'LOST' || after.place === 'LOST' || ms <= 0) return 0
  return (Math.abs(after.turn - before.turn) * 1000) / ms
}
