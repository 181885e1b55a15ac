import type { Place } from '../../formats/place.ts'
import type { Picture, Point, Size } from './picture.ts'

/** In pixels; may extend beyond the picture's edge. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The smallest box around some points. */
export function boundsOf(points: readonly Point[]): Box {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** The smallest box around some boxes. */
export function joinBoxes(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** A box grown or shrunk around its middle; the middle may be moved down by a share of the height. */
export function scaleBox({ x, y, width, height }: Box, scale: number, down = 0): Box {
  return {
    x: x - ((scale - 1) / 2) * width,
    y: y - ((scale - 1) / 2) * height + down * height,
    width: width * scale,
    height: height * scale,
  }
}

/** A box with the same margin on all four sides. */
export function padBox({ x, y, width, height }: Box, margin: number): Box {
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin }
}

/** The part of a box that is inside the picture. */
export function clipBox({ x, y, width, height }: Box, picture: Size): Box {
  const left = Math.max(0, x)
  const top = Math.max(0, y)
  return {
    x: left,
    y: top,
    width: Math.min(picture.width, x + width) - left,
    height: Math.min(picture.height, y + height) - top,
  }
}

/** The intersection over the smaller of two boxes: 1 when one is inside the other. */
export function overlapOf(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  if (width <= 0 || height <= 0) return 0
  return (width * height) / Math.min(a.width * a.height, b.width * b.height)
}

/** Cuts out a box; the part of it that is outside the picture gets this grey level. */
export function crop(picture: Picture, box: Box, fill = 0): Picture {
  const x0 = Math.round(box.x)
  const y0 = Math.round(box.y)
  const width = Math.max(1, Math.round(box.width))
  const height = Math.max(1, Math.round(box.height))
  const data = new Uint8Array(width * height * 3)
  if (fill) data.fill(fill)

  const left = Math.max(0, x0)
  const right = Math.min(picture.width, x0 + width)
  if (right <= left) return { width, height, data }
  for (let y = Math.max(0, y0); y < Math.min(picture.height, y0 + height); y++) {
    const row = picture.data.subarray((y * picture.width + left) * 3, (y * picture.width + right) * 3)
    data.set(row, ((y - y0) * width + left - x0) * 3)
  }
  return { width, height, data }
}

/** A box in shares of the picture, clipped to the picture. */
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
