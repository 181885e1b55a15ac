import { judgeFacePicture } from '../../face/judge-look.ts'
import type { Portrait } from '../../face/take-portrait.ts'

/** Of genuine LFW pairs shrunk to 33 pixels a tenth is lost, at 27 pixels more than a third. */
const MIN_PIXELS = 27

/** Of genuine pairs blurred to this sharpness a third is lost, and nearly all at 0.06. */
const MIN_SHARPNESS = 0.07

/**
 * Whether a document's portrait is good enough to be compared; otherwise the page is refused as FACE_QUALITY_LOW.
 * `enlarged` says by how much the picture was scaled up from the photograph it comes from.
 */
export function isComparable({ face, aligned }: Pick<Portrait, 'face' | 'aligned'>, enlarged = 1): boolean {
  return face.width / Math.max(1, enlarged) >= MIN_PIXELS && judgeFacePicture(aligned).sharpness >= MIN_SHARPNESS
}
