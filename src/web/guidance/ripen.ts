import type { Verdict } from './judge-frame.ts'
import { hasChanged, isSameSide, likenessOf, type SceneFingerprint } from './scene-fingerprint.ts'

/** So long all must be well before the picture is taken by itself. */
const STEADY_MS = 700
/** What a bad frame takes back of it, in its own time. */
const SETBACK = 2
/** A frame that was long in coming counts no more than this: two good ones in a row are needed, however slow the device. */
const LONGEST_MS = 350

/**
 * Where the device is slow or the hand trembles, so long a stillness never comes: frames that lie far apart always
 * differ. Nothing but movement in the way for this long, and one good frame is enough; for longer, the best there is.
 */
const ONE_GOOD_MS = 2_000
const ANY_MS = 4_000
/** Even a very slow frame counts no more than this as waiting. */
const LONGEST_WAIT_MS = 1_500

/** Whatever is in the way: after this time the best frame is taken, and the service says what it thinks of it. */
const PATIENCE_MS = 20_000
/** So long one as good as the best so far is waited for. */
const BEST_MS = 2_000

/** What a frame is worth when there is no better one. What is not in the list shows nothing to take. */
const WORTH: Partial<Record<Verdict, number>> = {
  ready: 5,
  steady: 4,
  glare: 3,
  blurred: 3,
  bright: 2,
  dark: 2,
  aside: 2,
  closer: 1,
  back: 1,
  turned: 1,
  cutOff: 1,
}

/** So many frames in a row that took so long: this device cannot follow a hand, and the shutter is the person's. */
const SLOW_MS = 3_000
const SLOW_FRAMES = 3

interface Ripeness {
  /** 0..1: how far the ring is filled. */
  ready: number
  /** Time for the picture. */
  isTime: boolean
  /** Something was in the way all the time: the picture is taken all the same. */
  isBest: boolean
  /** Nothing is taken by itself: frames come too slowly. */
  isSlow: boolean
}

/** Says frame by frame, by its verdict and its time in milliseconds, when the picture is to be taken by itself. */
export function openRipening(): (verdict: Verdict, passedMs: number) => Ripeness {
  let steadyMs = 0
  let waitedMs = 0
  let shownMs = 0
  let best = 0
  let slowFrames = 0
  return (verdict, passedMs) => {
    const passed = Math.min(LONGEST_MS, passedMs)
    const waited = Math.min(LONGEST_WAIT_MS, passedMs)
    slowFrames = passedMs >= SLOW_MS ? slowFrames + 1 : 0
    if (slowFrames >= SLOW_FRAMES) return { ready: 0, isTime: false, isBest: false, isSlow: true }

    const isGood = verdict === 'ready'
    steadyMs = isGood ? steadyMs + passed : Math.max(0, steadyMs - SETBACK * passed)
    waitedMs = isWell(verdict) ? waitedMs + waited : Math.max(0, waitedMs - SETBACK * waited)
    const isRipe =
      steadyMs >= STEADY_MS || (isGood && waitedMs >= ONE_GOOD_MS) || (isWell(verdict) && waitedMs >= ANY_MS)

    const worth = WORTH[verdict] ?? 0
    shownMs = worth ? shownMs + waited : Math.max(0, shownMs - SETBACK * waited)
    best = shownMs ? Math.max(best, worth) : 0
    const isBest = worth > 0 && shownMs >= PATIENCE_MS && (worth >= best || shownMs >= PATIENCE_MS + BEST_MS)

    const isTime = isRipe || isBest
    const ready = isTime ? 1 : Math.min(1, steadyMs / STEADY_MS)
    if (isTime) steadyMs = waitedMs = shownMs = best = 0
    return { ready, isTime, isBest: isBest && !isRipe, isSlow: false }
  }
}

/** What the page saw in a frame. */
export interface Seen {
  verdict: Verdict
  fingerprint: SceneFingerprint
}

/** So long it must look otherwise, in frames that could be taken: one frame may err. */
const LASTING_MS = 500
/** How alike a document is from frame to frame: under a trembling hand 0.73 and more, where its outline jumps less. */
const STEADY = 0.6

/** `same`: what was refused is seen for certain. `unsure`: it may be; nothing is taken, and nothing said of it. */
type Holding = 'same' | 'unsure' | 'changed'

/**
 * After a refusal: says of each frame whether the camera still sees what was refused, and then nothing is taken by itself.
 * Of a wrong side the side counts, however it lies; of anything else what the page saw wrong, and the scene.
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

/** Of a side only where both were found and straightened: a card that is being turned looks like nothing. */
const isCertain = (now: Seen, before: Seen, aboutSide: boolean): boolean =>
  !aboutSide || (now.fingerprint.page !== undefined && before.fingerprint.page !== undefined)

/** A hand that trembles does not stop what was begun. */
export const isWell = (verdict: Verdict): boolean => verdict === 'ready' || verdict === 'steady'

function jumps({ fingerprint: { page } }: Seen, last: Seen): boolean {
  const before = last.fingerprint.page
  return page !== undefined && before !== undefined && likenessOf(page.side, before.side) < STEADY
}

function isAsBefore(now: Seen, before: Seen, aboutSide: boolean): boolean {
  const [page, pageBefore] = [now.fingerprint.page, before.fingerprint.page]
  if (aboutSide && page && pageBefore) return isSameSide(page.side, pageBefore.side)
  // The document was found then: until it is again, nothing can be said.
  if (pageBefore && !page) return true
  const isMended = !isWell(before.verdict) && now.verdict === 'ready'
  return !(isMended && !aboutSide) && !hasChanged(now.fingerprint, before.fingerprint)
}
