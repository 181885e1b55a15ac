/** The hosted page reports with each picture how it was taken. It is recorded, and proves nothing. */
export const CAPTURE_HEADER = 'x-limen-capture'
export const PAGE_SOURCES = ['camera', 'file'] as const
/**
 * The effort so far: pictures sent for the step, and seconds since the one before. Counted, never stored with a
 * session.
 */
export const TRIES_HEADER = 'x-limen-tries'
export const SECONDS_HEADER = 'x-limen-seconds'
/** The document's corners as the person set them in the preview: x and y of each in shares of the picture, clockwise from its top left. */
export const CORNERS_HEADER = 'x-limen-corners'
export type PageSource = (typeof PAGE_SOURCES)[number]

/**
 * How the hosted page sends a picture of a document with the frames that its camera saw in the second before: the
 * picture, then each frame, each preceded by its length in bytes as four bytes, big-endian. Only the page uses it:
 * clients that send pictures over the API have no frames, which does not count against them.
 */
export const FILM_MEDIA_TYPE = 'application/vnd.limen.film'

/** Limits of the frames. The page sends three of 640 × 448. */
export const FILM_LIMITS = { frames: 4, bytes: 200_000, pixels: 300_000 } as const

/**
 * The hosted page reports with each picture of its camera how that camera behaved, as JSON. The service judges it; a
 * malformed report counts as none.
 */
export const CAMERA_HEADER = 'x-limen-camera'
export const CAMERA_REPORT_LIMITS = { characters: 2_000, intervals: 24 } as const
export type { CameraReport, CameraRequest } from '../camera/camera-report.ts'
