import { judgeFacePicture } from '../../face/judge-look.ts'
import type { Portrait } from '../../face/take-portrait.ts'

/** A tenth of the genuine LFW pairs is lost when shrunk to 33 pixels, more than a third at 27. */
const MIN_PIXELS = 27

/** A third of the genuine pairs is lost when blurred to this sharpness, nearly all at 0.06. */
const MIN_SHARPNESS = 0.07

/**
 * Whether a document's portrait is good enough to be compared; otherwise the page is refused as FACE_QUALITY_LOW.
 * `enlarged` says by how much the picture was scaled up from the photograph it comes from.
 */
export function isComparable({ face, aligned }: Pick<Portrait, 'face' | 'aligned'>, enlarged = 1): boolean {
  return face.width / Math.max(1, enlarged) >= MIN_PIXELS && judgeFacePicture(aligned).sharpness >= MIN_SHARPNESS
}
