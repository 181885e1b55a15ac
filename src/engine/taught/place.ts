import type { Place } from '../../domain/document/place.ts'
import { type Box, boundsOf } from '../picture/box.ts'
import { applyHomography, type Homography } from '../picture/matrix.ts'
import type { Size } from '../picture/picture.ts'
import { quadOf } from '../picture/quad.ts'

/** A box on a page in shares of it, no part of it beyond the page. */
export function placeOf(box: Box, { width, height }: Size): Place {
  const [left, right] = [within(box.x / width), within((box.x + box.width) / width)]
  const [top, bottom] = [within(box.y / height), within((box.y + box.height) / height)]
  return { x: left, y: top, width: rounded(right - left), height: rounded(bottom - top) }
}

/** A place as a box on a page of this size. */
export const boxOf = ({ x, y, width, height }: Place, page: Size): Box => ({
  x: x * page.width,
  y: y * page.height,
  width: width * page.width,
  height: height * page.height,
})

/** The smallest box around what a map makes of one. */
export const mapBox = (map: Homography, box: Box): Box =>
  boundsOf(quadOf(box).map((corner) => applyHomography(map, corner)))

const within = (share: number): number => rounded(Math.max(0, Math.min(1, share)))
const rounded = (share: number): number => Math.round(10_000 * share) / 10_000
