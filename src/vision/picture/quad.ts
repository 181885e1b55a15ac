import type { Box } from './box.ts'
import { distance, type Point, type Size } from './picture.ts'

/** Four corners, clockwise. */
export type Quad = readonly [topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point]

export const mapQuad = ([a, b, c, d]: Quad, move: (corner: Point) => Point): Quad => [
  move(a),
  move(b),
  move(c),
  move(d),
]

export const quadOf = ({ x, y, width, height }: Box): Quad => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
]

/** The corners of a whole picture, half a pixel outside the centres of its outermost pixels. */
export const quadOfPicture = ({ width, height }: Size): Quad => quadOf({ x: -0.5, y: -0.5, width, height })

/** Lengths of the upper and the left side. */
export function sizeOfQuad([topLeft, topRight, , bottomLeft]: Quad): Size {
  return { width: distance(topLeft, topRight), height: distance(topLeft, bottomLeft) }
}

export const longSideOf = ([a, b, c, d]: Quad): number =>
  Math.max(distance(a, b), distance(b, c), distance(c, d), distance(d, a))

/** Rotates the order of the corners if needed, so that the first side is a long one. */
export function longSideFirst(quad: Quad): Quad {
  const [a, b, c, d] = quad
  return distance(a, b) + distance(d, c) >= distance(b, c) + distance(a, d) ? quad : [b, c, d, a]
}

/** The area of a polygon. */
export function areaOf(corners: readonly Point[]): number {
  const twice = corners.reduce((sum, a, i) => {
    const b = corners[(i + 1) % corners.length] as Point
    return sum + (a.x * b.y - b.x * a.y)
  }, 0)
  return Math.abs(twice) / 2
}
