import type { Verdict } from './judge-frame.ts'
import { hasChanged, isSameSide, likenessOf, type SceneFingerprint } from './scene-fingerprint.ts'

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
