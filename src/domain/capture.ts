import type { CaptureSource } from './vocabulary.ts'

/** How a picture came. */
export interface Capture {
  /** As the sender says it: recorded, never taken for proof. */
  source: CaptureSource
  /** It came with a token of the hosted page, though not from the page: what the page asks for is asked of it too. */
  besidePage?: true
  /** When the camera says it took the picture: ISO 8601 without an offset. */
  takenAt?: string
}
