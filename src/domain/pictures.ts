import type { CameraSignals } from './camera/judge-camera.ts'
import type { CaptureSource, DocumentRefusal, FaceRefusal, Hint, ImageName, PageSide, Part } from './vocabulary.ts'

/** How a picture came. */
export interface Capture {
  /** As the sender says it: recorded, never taken for proof. */
  source: CaptureSource
  /** It came with a token of the hosted page, though not from the page: what the page asks for is asked of it too. */
  besidePage?: true
  /** When the camera says it took the picture: ISO 8601 without an offset. */
  takenAt?: string
  /** What the page's report of its camera says; absent where none came. */
  camera?: CameraSignals
}

/** Where each stored picture lies, by the part it came with: image name → object name. A part sent again replaces its own. */
export type StoredImages = Partial<
  Record<PageSide | 'FACE' | 'CHIP' | 'CREDENTIAL', Partial<Record<ImageName, string>>>
>

/** Every object that some pictures lie in. */
export function storedObjects(images: StoredImages): string[] {
  return Object.values(images).flatMap((part) => Object.values(part))
}

/** A picture that was refused over and over, and that the person sent to a reviewer as it is. */
export interface RefusedPicture {
  part: Part
  /** How often a picture of the part was refused, this one included. */
  times: number
  /** Why it was refused the last time, with the finer words. */
  error: DocumentRefusal | FaceRefusal
  hints?: Hint[]
}
