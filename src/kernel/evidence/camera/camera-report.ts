/**
 * The sizes that a page can be asked to switch its camera to: small ones, at which no camera continues to film at its
 * largest size.
 */
export const CAMERA_REQUESTS = ['640x480', '640x360', '480x360', '352x288', '320x240'] as const
export type CameraRequest = (typeof CAMERA_REQUESTS)[number]

/** Controls that a camera may have; a camera without them is not worse. */
export const CAMERA_CONTROLS = ['torch', 'zoom', 'exposureMode', 'focusMode'] as const
export const FACING_MODES = ['user', 'environment', 'left', 'right'] as const

/** How the hosted page's camera behaved while a picture was taken, as the page reports it. It names no device. */
export interface CameraReport {
  width: number
  height: number
  frameRate?: number
  facingMode?: (typeof FACING_MODES)[number]
  controls: (typeof CAMERA_CONTROLS)[number][]
  /** Whether the track says that it comes from a device; absent if this browser's tracks do not say. */
  device?: boolean
  /** Whether the browser's own function opened it. */
  native: boolean
  frames?: FrameTiming
  asked?: AskedSwitch
}

/** From the first frame to the last, by the page's clock and by the timestamps of the frames. All in milliseconds. */
export interface FrameTiming {
  clockMs: number
  mediaMs: number
  /** Between the last few frames. */
  intervals: number[]
  /** Frames that were presented but not seen by the page. */
  dropped: number
}

/** The result of the service's request. Sizes are width and height. */
export interface AskedSwitch {
  request: CameraRequest
  before: number[]
  /** The size that the track reports now. */
  claimed: number[]
  /** The size of its frames. */
  after: number[]
  /** The time until it took effect. */
  ms: number
}

/** The request of a session: as random as its identifier, and the same every time. */
export function cameraRequestOf(sessionId: string): CameraRequest {
  const sum = [...sessionId].reduce((total, each) => total + each.charCodeAt(0), 0)
  return CAMERA_REQUESTS[sum % CAMERA_REQUESTS.length] as CameraRequest
}
