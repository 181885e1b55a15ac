import type { PageSource } from '../contract/enrolment/page-capture.ts'
import type { Texts } from '../ui/languages.ts'
import type { FlowPart, StopReason } from './flow.ts'
import type { Quad } from './guidance/find-sides.ts'
import type { Seen } from './guidance/ripen.ts'
import type { Refusal } from './sentences.ts'

/** What the page shows: one thing at a time. */
export type Screen =
  | { name: 'loading' }
  | { name: 'welcome' }
  | { name: 'consent' }
  | { name: 'choose' }
  | { name: 'wallet'; isChosen?: boolean }
  | { name: 'handover' }
  | { name: 'taken'; away: boolean }
  | { name: 'capture'; part: FlowPart; held?: Held }
  /** `wanted`: the person has said before that this picture is to be used. */
  | { name: 'check'; part: FlowPart; shot: Shot; wanted?: true }
  /** `refusal`: of this picture, which brought the person here. */
  | { name: 'corners'; part: FlowPart; shot: Shot; refusal?: Refusal }
  | { name: 'refused'; part: FlowPart; refusal: Refusal; shot?: Shot }
  | { name: 'reviewer'; part: FlowPart; refusal: Refusal; shot: Shot }
  | { name: 'later' }
  | { name: 'phoneOnly' }
  | { name: 'chip' }
  | { name: 'stepUp' }
  | { name: 'working' }
  | { name: 'done'; returnUrl: string | undefined }
  | { name: 'stopped'; reason: StopReason }

export const captureOf = (part: FlowPart): Screen => ({ name: 'capture', part })

/** The step after a picture that was taken: the back is not taken by itself while the front still lies before the camera. */
export function captureAfter(part: FlowPart, front: Shot['seen']): Screen {
  if (part !== 'BACK' || !front) return captureOf(part)
  return { name: 'capture', part, held: { reason: 'SAME_SIDE', seen: front, forGood: false } }
}

/** The same picture's step again, after a refusal: nothing is taken by itself until the scene has changed, and after the second for one reason not at all. */
export function captureAgain(
  { part, refusal, shot }: { part: FlowPart; refusal: Refusal; shot?: Shot },
  times: number,
): Screen {
  return { name: 'capture', part, held: { reason: refusal.reason, seen: shot?.seen, forGood: times > 1 } }
}

/** A picture as it is sent, and as it is shown for checking where that differs. */
export interface Shot {
  source: PageSource
  picture: Blob
  shown?: Blob
  /** The document's corners that the page found, in shares of the picture. */
  outline?: Quad
  /** That outline seems to leave print outside. */
  leavesPrint?: true
  /** The corners as the person has set them: the service goes by them. */
  marked?: Quad
  /** What travels in its place: the picture with the frames of a challenge, or of the film before it. */
  sent?: Blob
  /** How the camera behaved, as headers that are sent with the picture. */
  camera?: Record<string, string>
  /** What was before the camera, and what the page said of it. */
  seen?: Seen
}

/** What was refused, or taken as the other side: nothing is taken by itself until it looks otherwise before the camera. */
export interface Held {
  reason: keyof Texts
  seen: Seen | undefined
  /** Whether it came before: then the shutter is the person's. */
  forGood: boolean
}
