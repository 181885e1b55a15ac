import { applyHomography, invertHomography, quadToRect } from '../picture/matrix.ts'
import type { Point, Size } from '../picture/picture.ts'
import { longSideFirst, type Quad } from '../picture/quad.ts'
import type { Turns } from './turn-upright.ts'

export interface PagePlace {
  /** Maps a point of the photo to shares of the straightened, upright page: 0 to 1 on the page. */
  onPage(place: Point): Point
  /** The inverse, to pixels of the photo. */
  inPhoto(share: Point): Point
}

/** How the page lies in the photo: `quad` are its corners there, `turns` the quarter turns that brought it upright. */
export function pagePlace(quad: Quad, turns: Turns): PagePlace {
  // Maps onto a picture of one pixel, whose middle is the origin.
  const flat = quadToRect(longSideFirst(quad), { width: 1, height: 1 })
  const back = invertHomography(flat)
  return {
    onPage(place) {
      const { x, y } = applyHomography(flat, place)
      return turned({ x: x + 0.5, y: y + 0.5 }, turns)
    },
    inPhoto(share) {
      const { x, y } = turned(share, ((4 - turns) % 4) as Turns)
      return applyHomography(back, { x: x - 0.5, y: y - 0.5 })
    },
  }
}

/** The page's corners in shares of the photo, clockwise from its top left. */
export function cornersOf({ inPhoto }: PagePlace, { width, height }: Size): Point[] {
  const corners = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ]
  // Pixel coordinates count from the middle of the first pixel.
  return corners.map(inPhoto).map(({ x, y }) => ({ x: (x + 0.5) / width, y: (y + 0.5) / height }))
}

/** Where a share is after the page is turned clockwise. */
function turned({ x, y }: Point, turns: Turns): Point {
  if (turns === 1) return { x: 1 - y, y: x }
  if (turns === 2) return { x: 1 - x, y: 1 - y }
  return turns === 3 ? { x: y, y: 1 - x } : { x, y }
}
