/** What a page may be asked to switch its camera to: small sizes, for which no camera goes on filming in its largest one. */
export const CAMERA_REQUESTS = ['640x480', '640x360', '480x360', '352x288', '320x240'] as const
export type CameraRequest = (typeof CAMERA_REQUESTS)[number]

/** What a camera may have besides a picture; a camera without them is not worse for it. */
export const CAMERA_CONTROLS = ['torch', 'zoom', 'exposureMode', 'focusMode'] as const
export const FACING_MODES = ['user', 'environment', 'left', 'right'] as const

/** How the hosted page's camera behaved while a picture was taken, as the page says it. It names no device. */
export interface CameraReport {
  width: number
  height: number
  frameRate?: number
  facingMode?: (typeof FACING_MODES)[number]
  controls: (typeof CAMERA_CONTROLS)[number][]
  /** Whether the track says that it comes from a device; absent where this browser's tracks do not say it. */
  device?: boolean
  /** Whether the browser's own function opened it. */
  native: boolean
  frames?: FrameTiming
  asked?: AskedSwitch
}

/** From the first frame to the last, by the page's clock and by the time that the frames carry. All in milliseconds. */
export interface FrameTiming {
  clockMs: number
  mediaMs: number
  /** Between the last few. */
  intervals: number[]
  /** Frames that were presented and not seen by the page. */
  dropped: number
}

/** What became of the service's request. Sizes are width and height. */
export interface AskedSwitch {
  request: CameraRequest
  before: number[]
  /** What the track says it is now. */
  claimed: number[]
  /** What its frames are. */
  after: number[]
  /** Until it took effect. */
  ms: number
}

/** The request of a session: as random as its identifier, and the same whenever its state is read. */
export function cameraRequestOf(sessionId: string): CameraRequest {
  const sum = [...sessionId].reduce((total, each) => total + each.charCodeAt(0), 0)
  return CAMERA_REQUESTS[sum % CAMERA_REQUESTS.length] as CameraRequest
}
