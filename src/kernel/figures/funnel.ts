import type { Session } from '../session/session.ts'
import { type CaptureStep, SECONDS_EDGES } from './counted-words.ts'

/** What is counted about a step: nothing in it identifies a person. */
export interface CaptureCount {
  step: CaptureStep | 'document'
  /**
   * That it was reached; why a picture was refused; how many pictures it took to reach it; how many seconds it took.
   */
  about: 'reached' | 'refused' | 'tries' | 'seconds'
  /** The reason, or the number; empty for `reached`. */
  value: string
}

/** As many pictures or more: anyone who needs five has met the same obstacle repeatedly. */
export const MOST_TRIES = 5

/** What is counted when a step is reached; effort that nobody reported is left out. */
export function countReached(step: CaptureStep, { tries, seconds }: Effort = {}): CaptureCount[] {
  return [
    { step, about: 'reached', value: '' },
    ...(tries === undefined ? [] : [{ step, about: 'tries' as const, value: String(Math.min(tries, MOST_TRIES)) }]),
    ...(seconds === undefined ? [] : [{ step, about: 'seconds' as const, value: spanOf(seconds) }]),
  ]
}

/** The effort for a step, as the page reports it. */
export interface Effort {
  /** Pictures sent for it, the last one included. */
  tries?: number
  /** Seconds since the previous step. */
  seconds?: number
}

/** The first edge above this number of seconds; those above the last are `more`. */
const spanOf = (seconds: number): string => String(SECONDS_EDGES.find((edge) => seconds < edge) ?? 'more')

/** The last step that a session has reached; undefined until somebody has opened it. */
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
