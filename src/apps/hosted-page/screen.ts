import type { PageSource } from '../../kernel/evidence/contract/page-capture.ts'
import type { Texts } from '../../kernel/texts/languages.ts'
import type { FlowPart } from './flow-part.ts'
import type { Quad } from './guidance/find-sides.ts'
import type { Seen } from './guidance/ripen.ts'
import type { StopReason } from './page-options.ts'
import type { Refusal } from './sentences.ts'

/** The screen that the page shows; there is only one at a time. */
export type Screen =
  | { name: 'loading' }
  | { name: 'welcome' }
  | { name: 'consent' }
  /** The person does not agree: asked once, then over, unless they change their mind before they leave the page. */
  | { name: 'decline' }
  | { name: 'declined' }
  | FeatureScreen
  | { name: 'handover' }
  | { name: 'taken'; away: boolean }
  | { name: 'capture'; part: FlowPart; held?: Held }
  /** `wanted`: the person has already decided to use this picture. */
  | { name: 'check'; part: FlowPart; shot: Shot; wanted?: true }
  /** `refusal`: the refusal of this picture that led here. */
  | { name: 'corners'; part: FlowPart; shot: Shot; refusal?: Refusal }
  | { name: 'refused'; part: FlowPart; refusal: Refusal; shot?: Shot }
  | { name: 'reviewer'; part: FlowPart; refusal: Refusal; shot: Shot }
  | { name: 'later' }
  | { name: 'phoneOnly' }
  | { name: 'stepUp' }
  | { name: 'working' }
  | { name: 'done'; returnUrl: string | undefined }
  | { name: 'stopped'; reason: StopReason }

/** A screen of a feature. */
export interface FeatureScreen {
  name: 'feature'
  /** The screen's own name. */
  of: string
  /** The person has just chosen it: no further press is needed. */
  isChosen?: true
}

export const captureOf = (part: FlowPart): Screen => ({ name: 'capture', part })

/**
 * The step after an accepted picture: the back is not taken automatically while the front is still in front of the
 * camera.
 */
export function captureAfter(part: FlowPart, front: Shot['seen']): Screen {
  if (part !== 'BACK' || !front) return captureOf(part)
  return { name: 'capture', part, held: { reason: 'SAME_SIDE', seen: front, forGood: false } }
}

/**
 * The same step again after a refusal: nothing is taken automatically until the scene has changed; after the second
 * refusal for one reason, not at all.
 */
export function captureAgain(
  { part, refusal, shot }: { part: FlowPart; refusal: Refusal; shot?: Shot },
  times: number,
): Screen {
  return { name: 'capture', part, held: { reason: refusal.reason, seen: shot?.seen, forGood: times > 1 } }
}

/** A picture as it is sent, and as it is shown for checking if that differs. */
export interface Shot {
  source: PageSource
  picture: Blob
  shown?: Blob
  /** The document's corners that the page found, as fractions of the picture. */
  outline?: Quad
  /** That outline seems to leave print outside. */
  leavesPrint?: true
  /** The corners as the person has set them: the service uses them. */
  marked?: Quad
  /** Sent instead of the picture: the picture with the frames of what was asked, or of the film before it. */
  sent?: Blob
  /** What was asked along with the selfie and the page did not see, as it was asked for. */
  unseen?: readonly (keyof Texts)[]
  /** How the camera behaved, as headers that are sent with the picture. */
  camera?: Record<string, string>
  /** The scene in front of the camera, and the page's verdict on it. */
  seen?: Seen
}

/** What was refused, or accepted as the other side: nothing is taken automatically until the scene looks different. */
export interface Held {
  reason: keyof Texts
  seen: Seen | undefined
  /** Whether it was refused for this reason before: then only the person presses the shutter. */
  forGood: boolean
}
