import type { Verdict } from './judge-frame.ts'
import { hasChanged, isSameSide, likenessOf, type SceneFingerprint } from './scene-fingerprint.ts'

/** How long everything must be good before the picture is taken automatically. */
const STEADY_MS = 700
/** A bad frame sets the time back by this multiple of its own duration. */
const SETBACK = 2
/** A slow frame counts no more than this: two good ones in a row are needed, however slow the device. */
const LONGEST_MS = 350

/**
 * If the device is slow or the hand trembles, the scene is never still for that long: frames that are far apart always
 * differ. If only movement was in the way for this long, one good frame is enough; for longer, the best one available.
 */
const ONE_GOOD_MS = 2_000
const ANY_MS = 4_000
/** Even a very slow frame adds no more than this to the waiting time. */
const LONGEST_WAIT_MS = 1_500

/**
 * After this many frames in a row that took this long, the device is too slow to follow a hand: the person presses the
 * shutter.
 */
const SLOW_MS = 3_000
const SLOW_FRAMES = 3

interface Ripeness {
  /** 0..1: how far the ring is filled. */
  ready: number
  /** The picture should be taken now. */
  isTime: boolean
  /** Nothing is taken automatically: frames arrive too slowly. */
  isSlow: boolean
}

/**
 * Decides frame by frame, from its verdict and its duration in milliseconds, when to take the picture automatically. A
 * frame that something is wrong with is never taken: the person can press the shutter.
 */
export function openRipening(): (verdict: Verdict, passedMs: number) => Ripeness {
  let steadyMs = 0
  let waitedMs = 0
  let slowFrames = 0
  return (verdict, passedMs) => {
    const passed = Math.min(LONGEST_MS, passedMs)
    const waited = Math.min(LONGEST_WAIT_MS, passedMs)
    slowFrames = passedMs >= SLOW_MS ? slowFrames + 1 : 0
    if (slowFrames >= SLOW_FRAMES) return { ready: 0, isTime: false, isSlow: true }

    const isGood = verdict === 'ready'
    steadyMs = isGood ? steadyMs + passed : Math.max(0, steadyMs - SETBACK * passed)
    waitedMs = isWell(verdict) ? waitedMs + waited : Math.max(0, waitedMs - SETBACK * waited)
    const isTime =
      steadyMs >= STEADY_MS || (isGood && waitedMs >= ONE_GOOD_MS) || (isWell(verdict) && waitedMs >= ANY_MS)

    const ready = isTime ? 1 : Math.min(1, steadyMs / STEADY_MS)
    if (isTime) steadyMs = waitedMs = 0
    return { ready, isTime, isSlow: false }
  }
}

/** What the page saw in a frame. */
export interface Seen {
  verdict: Verdict
  fingerprint: SceneFingerprint
}

/** How long it must look different, in frames that could be taken: a single frame may be wrong. */
const LASTING_MS = 500
/**
 * The minimum similarity of a document from frame to frame: 0.73 and more with a trembling hand, less when its outline
 * jumps.
 */
const STEADY = 0.6

/**
 * `same`: the refused scene is certainly still visible. `unsure`: it may be; nothing is taken, and no line is shown
 * about it.
 */
type Holding = 'same' | 'unsure' | 'changed'

/**
 * After a refusal: decides for each frame whether the camera still sees what was refused; then nothing is taken
 * automatically. For a wrong side the side is compared, in any orientation; for anything else the page's verdict and
 * the scene.
 */
export function holdUntilChanged(before: Seen, aboutSide: boolean): (now: Seen, at: number) => Holding {
  let holding: Holding = aboutSide ? 'unsure' : 'same'
  let since: { at: number; isSame: boolean } | undefined
  let last: Seen | undefined
  return (now, at) => {
    if (holding === 'changed' || !isWell(now.verdict)) return holding
    const isClear = !last || !jumps(now, last)
    last = now
    const isSame = isAsBefore(now, before, aboutSide)
    if (!since || !isClear || since.isSame !== isSame) since = { at, isSame }
    if (at - since.at >= LASTING_MS)
      holding = isSame && isCertain(now, before, aboutSide) ? 'same' : isSame ? holding : 'changed'
    else if (aboutSide) holding = 'unsure'
    return holding
  }
}

/**
 * A side is only comparable if both were found and straightened: a card that is being turned looks like neither side.
 */
const isCertain = (now: Seen, before: Seen, aboutSide: boolean): boolean =>
  !aboutSide || (now.fingerprint.page !== undefined && before.fingerprint.page !== undefined)

/** A trembling hand does not interrupt a countdown. */
export const isWell = (verdict: Verdict): boolean => verdict === 'ready' || verdict === 'steady'

function jumps({ fingerprint: { page } }: Seen, last: Seen): boolean {
  const before = last.fingerprint.page
  return page !== undefined && before !== undefined && likenessOf(page.side, before.side) < STEADY
}

function isAsBefore(now: Seen, before: Seen, aboutSide: boolean): boolean {
  const [page, pageBefore] = [now.fingerprint.page, before.fingerprint.page]
  if (aboutSide && page && pageBefore) return isSameSide(page.side, pageBefore.side)
  // The document was found then: until it is found again, nothing can be said.
  if (pageBefore && !page) return true
  const isMended = !isWell(before.verdict) && now.verdict === 'ready'
  return !(isMended && !aboutSide) && !hasChanged(now.fingerprint, before.fingerprint)
}
