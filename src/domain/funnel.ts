import type { Session } from './session.ts'
import { type CaptureStep, SECONDS_EDGES } from './vocabulary.ts'

/** What is counted of a step: nothing in it says whose it was. */
export interface CaptureCount {
  step: CaptureStep | 'document'
  /** That it was reached; why a picture was refused; with how many pictures it was reached; in how many seconds. */
  about: 'reached' | 'refused' | 'tries' | 'seconds'
  /** The reason, or the number; empty for `reached`. */
  value: string
}

/** As many pictures or more: who needs five has met the same obstacle over and over. */
export const MOST_TRIES = 5

/** What is counted when a step is reached; what took how long and how often is left out where nobody said. */
export function countReached(step: CaptureStep, { tries, seconds }: Effort = {}): CaptureCount[] {
  return [
    { step, about: 'reached', value: '' },
    ...(tries === undefined ? [] : [{ step, about: 'tries' as const, value: String(Math.min(tries, MOST_TRIES)) }]),
    ...(seconds === undefined ? [] : [{ step, about: 'seconds' as const, value: spanOf(seconds) }]),
  ]
}

/** What a step took, as the page says. */
export interface Effort {
  /** Pictures sent for it, the last one included. */
  tries?: number
  /** Since the step before. */
  seconds?: number
}

/** The edge that so many seconds stay under; those over the last are `more`. */
const spanOf = (seconds: number): string => String(SECONDS_EDGES.find((edge) => seconds < edge) ?? 'more')

/** The last step that a session has reached; undefined while nobody has opened it. */
export function furthestStep(
  session: Pick<Session, 'completedAt' | 'images' | 'consent' | 'device'>,
): CaptureStep | undefined {
  const { completedAt, images, consent, device } = session
  if (completedAt) return 'completed'
  if (images.FACE) return 'selfie'
  if (images.BACK) return 'back'
  if (images.FRONT) return 'front'
  if (consent?.by === 'page') return 'consented'
  return device && 'started'
}
