import { applyHomography, type Homography, invertHomography, quadToRect } from './matrix.ts'
import type { Picture, Size } from './picture.ts'
import { longSideFirst, longSideOf, mapQuad, type Quad } from './quad.ts'

/** A document cut out and straightened, with the photo it was cut from if the photo shows more of the small print. */
export interface Sheet extends Picture {
  finer?: {
    photo: Picture
    /** Where a part of the document is in the photo. */
    inPhoto(place: Quad): Quad
  }
}

/** A smaller gain is lost again by the warp. */
const MIN_GAIN = 1.15

/** `quad`: where the document is in the photo; `turns`: quarter turns clockwise that brought it upright. */
export function sheetOf(document: Picture, photo: Picture, quad: Quad, turns: number): Sheet {
  if (longSideOf(quad) < MIN_GAIN * Math.max(document.width, document.height)) return document
  const toPhoto = photoMap(document, quad, turns)
  return {
    ...document,
    finer: { photo, inPhoto: (place) => mapQuad(place, (corner) => applyHomography(toPhoto, corner)) },
  }
}

/** Pixels of a straightened document → pixels of the photo it was cut from. */
export function photoMap(document: Size, quad: Quad, turns: number): Homography {
  const [a, b, c, d] = longSideFirst(quad)
  // Each turn moves the previous corner to the top left.
  const corners = (
    [
      [a, b, c, d],
      [d, a, b, c],
      [c, d, a, b],
      [b, c, d, a],
    ] as const
  )[turns] ?? [a, b, c, d]
  return invertHomography(quadToRect(corners, document))
}
