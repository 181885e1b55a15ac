import type { Portrait } from '../portrait.ts'
import { judgeFacePicture } from './judge-face-picture.ts'

/**
 * Whether a document's portrait is good enough to be compared: otherwise the page is refused as FACE_QUALITY_LOW.
 */
export function portraitWillDo({ face, aligned }: Portrait): boolean {
  const { contrast } = judgeFacePicture(aligned)
  return face.width >= MIN_PIXELS && contrast >= MIN_CONTRAST
}

const MIN_PIXELS = 40
const MIN_CONTRAST = 8
