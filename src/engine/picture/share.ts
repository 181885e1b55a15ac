import type { Place } from '../../domain/document/place.ts'
import { type Box, clipBox } from './box.ts'
import type { Size } from './picture.ts'
import type { Point } from './point.ts'

/** A box of a picture in shares of it, as far as it lies on the picture. */
export function shareOf(box: Box, size: Size): Place {
  const { x, y, width, height } = clipBox(box, size)
  return {
    x: cut(x / size.width),
    y: cut(y / size.height),
    width: cut(Math.max(0, width) / size.width),
    height: cut(Math.max(0, height) / size.height),
  }
}

/** A point in shares of a box. */
export const pointIn = ({ x, y }: Point, box: Box): Point => ({
  x: cut((x - box.x) / box.width),
  y: cut((y - box.y) / box.height),
})

/** A ten-thousandth of a page is less than a pixel. */
const cut = (share: number): number => Math.round(share * 10_000) / 10_000
