import type { PageSide } from '../../formats/document-words.ts'
import type { Hint } from '../../formats/hints.ts'
import type { DocumentRefusal, FaceRefusal } from '../../vision/refusals.ts'
import type { EvidenceImages } from '../feature-types.ts'
import type { Part } from '../session/session-words.ts'
import type { CameraSignals } from './camera/judge-camera.ts'
import type { CaptureSource } from './capture-words.ts'
import type { ImageName } from './evidence-names.ts'

/** How a picture came. */
export interface Capture {
  /** As the sender states it: recorded, never used as proof. */
  source: CaptureSource
  /** It came with a token of the hosted page, but not from the page: the page's requirements apply to it too. */
  besidePage?: true
  /** When it was taken according to the camera: ISO 8601 without an offset. */
  takenAt?: string
  /** The signals from the page's report about its camera; absent if none came. */
  camera?: CameraSignals
}

/**
 * The place of each stored picture, by the part it came with: image name → object name. A part sent again replaces its
 * own.
 */
export type StoredImages = Partial<Record<PageSide | 'FACE' | keyof EvidenceImages, Partial<Record<ImageName, string>>>>

/** Every object in which these pictures are stored. */
export function storedObjects(images: StoredImages): string[] {
  return Object.values(images).flatMap((part) => Object.values(part))
}

/** A picture that was refused repeatedly, and that the person sent to a reviewer unchanged. */
export interface RefusedPicture {
  part: Part
  /** How often a picture of the part was refused, including this one. */
  times: number
  /** Why it was refused the last time, with details. */
  error: DocumentRefusal | FaceRefusal
  hints?: Hint[]
}
