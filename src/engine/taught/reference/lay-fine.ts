import { applyHomography, type Homography, joinHomographies } from '../../picture/matrix.ts'
import type { Picture, Size } from '../../picture/picture.ts'
import { mapQuad, quadOfPicture } from '../../picture/quad.ts'
import { warpQuad } from '../../picture/warp.ts'

/** The photo that a page was cut from. */
export interface PageSource {
  photo: Picture
  /** Pixels of the page → pixels of the photo. */
  map: Homography
  /** Pixels of the photo along the document's long side. */
  across: number
  /** How much of the finest forms compression has taken away, 0…1; 0 where it is not known. */
  loss?: number
}

/** A map of pixels of one size as a map of pixels of another. Whole numbers are the middles of pixels. */
export const scaling = (from: Size, to: Size): Homography => {
  const [across, down] = [to.width / from.width, to.height / from.height]
  return [across, 0, (across - 1) / 2, 0, down, (down - 1) / 2, 0, 0, 1]
}

/** The page laid over a reference, taken from the photo itself. `map`: pixels of the print → pixels of the page. */
export function layFine(size: Size, print: Size, map: Homography, { photo, map: toPhoto }: PageSource): Picture {
  const whole = joinHomographies(toPhoto, joinHomographies(map, scaling(size, print)))
  return warpQuad(
    photo,
    mapQuad(quadOfPicture(size), (corner) => applyHomography(whole, corner)),
    size,
    'repeat',
  )
}
