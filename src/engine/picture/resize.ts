import type { Picture, Size } from './picture.ts'
import { boxShrink, resample } from './resample.ts'

/** Scales to exactly this size. Shrinking averages, so fine print and moiré do not alias. */
export function resize(picture: Picture, size: Size): Picture {
  if (picture.width === size.width && picture.height === size.height) return picture
  const factor = Math.floor(Math.min(picture.width / size.width, picture.height / size.height) / 2)
  return resample(factor > 1 ? boxShrink(picture, factor) : picture, size)
}

/** Shrinks so that the longer side is at most `side`; smaller pictures pass as they are. */
export function fitWithin(picture: Picture, side: number): { picture: Picture; scale: number } {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  if (scale === 1) return { picture, scale }
  const size = { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) }
  return { picture: resize(picture, size), scale }
}
