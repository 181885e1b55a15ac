/** The hosted page says with each picture of its camera how that camera behaved, as JSON. The service judges it; a report that does not fit counts as none. */
export const CAMERA_HEADER = 'x-limen-camera'
export const CAMERA_REPORT_LIMITS = { characters: 2_000, intervals: 24 } as const
export type { CameraReport, CameraRequest } from '../../domain/camera/camera-report.ts'
