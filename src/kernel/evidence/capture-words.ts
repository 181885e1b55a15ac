/** The source of a picture: the camera of the hosted page, a file chosen there, or the API. */
export type CaptureSource = 'camera' | 'file' | 'api'

/**
 * What may count against the camera of the hosted page: a track that comes from no device, frames that only the browser
 * made smaller, a clock that differs from the page's, and frames that repeat.
 */
export const CAMERA_SIGNALS = ['device', 'request', 'clock', 'repeats'] as const
export type CameraSignal = (typeof CAMERA_SIGNALS)[number]
