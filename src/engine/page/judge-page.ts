import type { Hint } from '../../domain/vocabulary.ts'
import type { Box } from '../picture/box.ts'
import type { Picture, Size } from '../picture/picture.ts'
import { longSideOf, type Quad } from '../picture/quad.ts'

// Measured on 12 photographed specimens of each kind and on 21 labelled phone photos of documents.
/** Phone photos lie at 3.3 and more (one of 21 under 4), careful and hard photographs at 4.5 and more; blurred ones at 2.9 in the median, at most 6.8. */
const MIN_SHARPNESS = 4
/** Phone photos at 128 and more, hard photographs at 73 and more, dark ones at most 35. */
const DARK = 55
/** No good picture of either kind is over 222. */
const BRIGHT = 235
/** Photographs without a reflection show none of it, those with one 0.006 and more; 2 of 21 phone photos are over it. */
const GLARE_SHARE = 0.004
/** The document's long side in the photo: phone photos 569 and more, photographs taken from too far at most 341. */
const MIN_WIDTH = 480

/** What a person could do better: hints about the photo, whether or not it could be read. */
export function judgePage(document: Picture, photo: Size, quad: Quad, mrz?: Box): Hint[] {
  const { mean, sharpness, glare } = measureQuality(document, { x: 0, y: 0, ...sizeOf(document) })
  const hints: Hint[] = []
  if (sharpness < MIN_SHARPNESS) hints.push('BLURRED')
  if (glare > GLARE_SHARE && mean < BRIGHT) hints.push('GLARE')
  if (mrz && measureQuality(document, mrz).glare > GLARE_SHARE) hints.push('GLARE_ON_MRZ')
  if (quad.some(({ x, y }) => x < -2 || y < -2 || x > photo.width + 1 || y > photo.height + 1)) hints.push('CUT_OFF')
  if (longSideOf(quad) < MIN_WIDTH) hints.push('TOO_SMALL')
  if (mean < DARK) hints.push('TOO_DARK')
  if (mean >= BRIGHT) hints.push('TOO_BRIGHT')
  return hints
}

const sizeOf = ({ width, height }: Picture) => ({ width, height })

export interface Quality {
  /** Mean luminance, 0..255. */
  mean: number
  /** Mean of the strongest tenth of the local contrasts: letters have edges, blurred ones do not. */
  sharpness: number
  /** Share of the area burnt out in patches; paper that is white all over has texture. */
  glare: number
}

const TILE = 16
/** Every second row says as much as all of them. */
const ROWS = 2
const PIXELS = (TILE * TILE) / ROWS

export function measureQuality({ data, width, height }: Picture, box: Box): Quality {
  const left = Math.max(1, Math.floor(box.x))
  const top = Math.max(1, Math.floor(box.y))
  const right = Math.min(width - 1, Math.ceil(box.x + box.width))
  const bottom = Math.min(height - 1, Math.ceil(box.y + box.height))
  let sum = 0
  let count = 0
  let tiles = 0
  let burnt = 0
  const contrasts: number[] = []
  const stride = width * 3
  for (let ty = top; ty + TILE <= bottom; ty += TILE) {
    for (let tx = left; tx + TILE <= right; tx += TILE) {
      let white = 0
      let contrast = 0
      for (let y = ty; y < ty + TILE; y += ROWS) {
        for (let x = 0, at = (y * width + tx) * 3; x < TILE; x++, at += 3) {
          const green = data[at + 1] as number
          sum += green
          if (green > 250 && (data[at] as number) > 250 && (data[at + 2] as number) > 250) white++
          const next = (data[at + 4] as number) + (data[at - 2] as number)
          const rows = (data[at + 1 + stride] as number) + (data[at + 1 - stride] as number)
          contrast += Math.abs(4 * green - next - rows)
        }
      }
      count += PIXELS
      tiles++
      if (white > 0.9 * PIXELS) burnt++
      contrasts.push(contrast / PIXELS)
    }
  }
  contrasts.sort((a, b) => b - a)
  const sharpest = contrasts.slice(0, Math.max(1, Math.round(contrasts.length / 10)))
  return {
    mean: count ? sum / count : 0,
    sharpness: sharpest.reduce((a, b) => a + b, 0) / Math.max(1, sharpest.length),
    glare: tiles ? burnt / tiles : 0,
  }
}
