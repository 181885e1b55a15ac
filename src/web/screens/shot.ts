import type { PageSource } from '../../contract/enrolment/page-capture.ts'
import type { Texts } from '../../ui/texts.ts'
import type { Quad } from '../guidance/find-sides.ts'
import type { Seen } from '../guidance/hold.ts'

/** A picture as it is sent, and as it is shown for checking where that differs. */
export interface Shot {
  source: PageSource
  picture: Blob
  shown?: Blob
  /** The document's corners that the page found, in shares of the picture. */
  outline?: Quad
  /** That outline seems to leave print outside. */
  leavesPrint?: true
  /** The corners as the person has set them: the service goes by them. */
  marked?: Quad
  /** What travels in its place: the picture with the frames of a challenge, or of the film before it. */
  sent?: Blob
  /** How the camera behaved, as headers that are sent with the picture. */
  camera?: Record<string, string>
  /** What was before the camera, and what the page said of it. */
  seen?: Seen
}

/** What was refused, or taken as the other side: nothing is taken by itself until it looks otherwise before the camera. */
export interface Held {
  reason: keyof Texts
  seen: Seen | undefined
  /** Whether it came before: then the shutter is the person's. */
  forGood: boolean
}
