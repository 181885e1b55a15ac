import type { FilmReading } from '../document/document.ts'
import { CAMERA_SIGNALS, type CameraSignal } from '../vocabulary.ts'
import type { AskedSwitch, CameraReport, CameraRequest, FrameTiming } from './camera-report.ts'

/** Present: it speaks against the camera. Unknown: it could not be seen, which is held against nobody. */
type SignalState = 'present' | 'absent' | 'unknown'

export type CameraSignals = Partial<Record<CameraSignal, SignalState>>

/** See docs/hosted-page.md for the data. */
export const CAMERA_LIMITS = {
  /** Less says nothing of a clock. */
  clockMs: 1_000,
  intervals: 10,
  /** How far the time of the frames may be from the page's clock, as a share. */
  clock: 0.2,
  /** And besides, in milliseconds: on a busy machine frames are shown later than they were taken, by up to 113 here. */
  lag: 300,
  /** Pixels of a frame after a switch: from here on only the browser made it smaller. Twice 640 × 480, which every camera has. */
  scaled: 614_400,
  /**
   * Of 255, between two frames of a film. Frames of a picture that is shown as a film differ by 0; those of 14 drawn films by
   * 9.9 and more, and of 30 clips of real phones by 3.5 and more.
   */
  leastChange: 0.5,
} as const

/** What a page's report says for and against a camera. A report that did not come says nothing. */
export function judgeReport(report: CameraReport | undefined, request: CameraRequest): CameraSignals | undefined {
  if (!report) return undefined
  return { device: judgeDevice(report), request: judgeSwitch(report.asked, request), clock: judgeClock(report.frames) }
}

function judgeDevice({ native, device }: CameraReport): SignalState {
  if (!native || device === false) return 'present'
  return device ? 'absent' : 'unknown'
}

function judgeSwitch(asked: AskedSwitch | undefined, request: CameraRequest): SignalState {
  if (!asked) return 'unknown'
  // An answer that another session was asked for.
  if (asked.request !== request) return 'present'
  const wanted = pixelsOf(request.split('x').map(Number))
  if (pixelsOf(asked.before) <= CAMERA_LIMITS.scaled || pixelsOf(asked.claimed) !== wanted) return 'unknown'
  return pixelsOf(asked.after) > CAMERA_LIMITS.scaled ? 'present' : 'absent'
}

const pixelsOf = ([width = 0, height = 0]: readonly number[]): number => width * height

function judgeClock(frames: FrameTiming | undefined): SignalState {
  if (!frames || frames.clockMs < CAMERA_LIMITS.clockMs || frames.intervals.length < CAMERA_LIMITS.intervals)
    return 'unknown'
  const apart = Math.abs(frames.mediaMs - frames.clockMs)
  return apart > CAMERA_LIMITS.clock * frames.clockMs + CAMERA_LIMITS.lag ? 'present' : 'absent'
}

/** What the frames that came with the picture of a page say. That they show this page at all is the rule documentFilmed. */
export function judgeFilmOf(film: FilmReading | undefined): CameraSignals {
  if (film?.leastChange === undefined) return {}
  return { repeats: film.leastChange < CAMERA_LIMITS.leastChange ? 'present' : 'absent' }
}

const WORDS: Record<CameraSignal, string> = {
  device: 'it was not opened as a device of the browser',
  request: 'its frames did not become smaller when the service asked for it',
  clock: 'its frames are not in time with the page',
  repeats: 'its frames repeat down to the last grain',
}

/** What speaks against a camera, in words for a reviewer. */
export const doubtsOf = (signals: CameraSignals): string[] =>
  CAMERA_SIGNALS.filter((signal) => signals[signal] === 'present').map((signal) => WORDS[signal])
