import { isWell } from './hold.ts'
import type { Verdict } from './judge-frame.ts'

/** So long all must be well before the picture is taken by itself. */
const STEADY_MS = 700
/** What a bad frame takes back of it, in its own time. */
const SETBACK = 2
/** A frame that was long in coming counts no more than this. */
const LONGEST_MS = 200

/**
 * Where the device is slow or the hand trembles, so long a stillness never comes: frames that lie far apart always
 * differ. Nothing but movement in the way for this long, and one good frame is enough; for longer, the best there is.
 */
const ONE_GOOD_MS = 3_000
const ANY_MS = 6_000
/** Even a very slow frame counts no more than this as waiting. */
const LONGEST_WAIT_MS = 1_500

interface Ripeness {
  /** 0..1: how far the ring is filled. */
  ready: number
  /** Time for the picture. */
  isTime: boolean
}

/** Says frame by frame, by its verdict and its time in milliseconds, when the picture is to be taken by itself. */
export function openRipening(): (verdict: Verdict, passedMs: number) => Ripeness {
  let steadyMs = 0
  let waitedMs = 0
  return (verdict, passedMs) => {
    const passed = Math.min(LONGEST_MS, passedMs)
    const waited = Math.min(LONGEST_WAIT_MS, passedMs)
    const isGood = verdict === 'ready'
    steadyMs = isGood ? steadyMs + passed : Math.max(0, steadyMs - SETBACK * passed)
    waitedMs = isWell(verdict) ? waitedMs + waited : Math.max(0, waitedMs - SETBACK * waited)
    const isTime =
      steadyMs >= STEADY_MS || (isGood && waitedMs >= ONE_GOOD_MS) || (isWell(verdict) && waitedMs >= ANY_MS)
    const ready = isTime ? 1 : Math.min(1, steadyMs / STEADY_MS)
    if (isTime) steadyMs = waitedMs = 0
    return { ready, isTime }
  }
}
