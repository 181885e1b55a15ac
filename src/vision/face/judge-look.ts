import type { Hint } from '../../formats/hints.ts'
import { lumaAt } from '../picture/greys.ts'
import type { Picture } from '../picture/picture.ts'

/** What the aligned face looks like as a picture. */
interface FaceLook {
  /** Mean luma of the middle of the face, 0..255. */
  light: number
  /** Standard deviation of the luma there. */
  contrast: number
  /** Mean absolute Laplacian over the contrast: fine detail, whatever the light. */
  sharpness: number
}

/** A picture outside these limits gets a hint. */
export interface FaceLookLimits {
  dark: number
  bright: number
  blurred: number
}

export const DEFAULT_FACE_LOOK: FaceLookLimits = {
  // 5 % of LFW faces are below 92 or above 164; pictures at 70 % or 130 % of the light still match.
  dark: 50,
  bright: 215,
  // 5 % of LFW faces are below 0.15; at 0.08 a third of the genuine pairs is lost.
  blurred: 0.1,
}

/** The inner face, from the brows to the chin, without hair and background: part of the 112 × 112 alignment. */
const INNER = { x: 26, y: 34, width: 60, height: 68 }

export function judgeFacePicture(aligned: Picture): FaceLook {
  const luma = innerLumaOf(aligned)
  const { width, height } = INNER
  const light = luma.reduce((sum, value) => sum + value, 0) / luma.length
  const contrast = Math.sqrt(luma.reduce((sum, value) => sum + (value - light) ** 2, 0) / luma.length)
  let detail = 0
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const around =
        (luma[at - 1] as number) +
        (luma[at + 1] as number) +
        (luma[at - width] as number) +
        (luma[at + width] as number)
      detail += Math.abs(4 * (luma[at] as number) - around)
    }
  }
  const sharpness = contrast > 0 ? detail / ((width - 2) * (height - 2)) / contrast : 0
  return { light, contrast, sharpness }
}

/** Hints for a person whose picture is accepted but could be better. */
export function hintsForLook({ light, sharpness }: FaceLook, limits: FaceLookLimits): Hint[] {
  const hints: Hint[] = []
  if (light < limits.dark) hints.push('TOO_DARK')
  if (light > limits.bright) hints.push('TOO_BRIGHT')
  if (sharpness < limits.blurred) hints.push('BLURRED')
  return hints
}

function innerLumaOf({ width, data }: Picture): Float32Array {
  const luma = new Float32Array(INNER.width * INNER.height)
  for (let y = 0; y < INNER.height; y++) {
    for (let x = 0; x < INNER.width; x++) {
      luma[y * INNER.width + x] = lumaAt(data, 3 * ((y + INNER.y) * width + x + INNER.x))
    }
  }
  return luma
}
