import type { FilmReading } from '../../../vision/document/page-reading.ts'
import { CAMERA_SIGNALS, type CameraSignal } from '../capture-words.ts'
import type { AskedSwitch, CameraReport, CameraRequest, FrameTiming } from './camera-report.ts'

/** Present: it counts against the camera. Unknown: it could not be observed, which counts against nobody. */
type SignalState = 'present' | 'absent' | 'unknown'

export type CameraSignals = Partial<Record<CameraSignal, SignalState>>

/** See docs/hosted-page.md for the data. */
export const CAMERA_LIMITS = {
  /** A shorter time says nothing about a clock. */
  clockMs: 1_000,
  intervals: 10,
  /** How far the time of the frames may deviate from the page's clock, as a share. */
  clock: 0.2,
  /**
   * The same in addition, in milliseconds: on a busy machine frames are shown later than they were taken, by up to 113
   * here.
   */
  lag: 300,
  /**
   * Pixels of a frame after a switch: above this number only the browser made it smaller. Twice 640 × 480, which
   * every camera has.
   */
  scaled: 614_400,
  /**
   * Of 255, between two frames of a film. Frames of a still picture shown as a film differ by 0; those of 14 drawn
   * films by 9.9 or more, and of 30 clips of real phones by 3.5 or more.
   */
  leastChange: 0.5,
} as const

/** What a page's report says for and against a camera. A missing report says nothing. */
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
  // The answer to another session's request.
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

/** What the frames sent with a page's picture show. The rule documentFilmed checks that they show this page at all. */
export function judgeFilmOf(film: FilmReading | undefined): CameraSignals {
  if (film?.leastChange === undefined) return {}
  return { repeats: film.leastChange < CAMERA_LIMITS.leastChange ? 'present' : 'absent' }
}

const WORDS: Record<CameraSignal, string> = {
  device: 'it was not opened as a device of the browser',
  request: 'its frames did not become smaller when the service asked for it',
  clock: 'the timing of its frames does not match the page',
  repeats: 'its frames repeat exactly, including the noise',
}

/** What counts against a camera, in words for a reviewer. */
export const doubtsOf = (signals: CameraSignals): string[] =>
  CAMERA_SIGNALS.filter((signal) => signals[signal] === 'present').map((signal) => WORDS[signal])
