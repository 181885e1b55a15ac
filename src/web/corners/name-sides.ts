import type { Point, Quad, Sides } from '../guidance/find-sides.ts'
import type { CornerAnswer } from './corner-net.ts'

/** The limits of the server's own look (src/engine/nets/models.json) and of its word for a cut document. */
export const CORNER_LIMITS = { present: 0.1, sharpness: 0.4, whole: 0.5 }

/** What the net says of a frame of so many pixels, in the words of the finder that works without it. */
export function nameSides(
  { corners, sharpness, present, whole }: CornerAnswer,
  { width, height }: { width: number; height: number },
): Sides {
  if (present < CORNER_LIMITS.present) return { found: 0, cutOff: false }
  if (whole < CORNER_LIMITS.whole) return { found: 0, cutOff: true }
  const quad = corners.map(([x, y]): Point => [x * width, y * height]) as Quad
  if (Math.min(...sharpness) < CORNER_LIMITS.sharpness || !isConvex(quad)) return { found: 0, cutOff: false }
  return { found: 4, quad, cutOff: quad.some(([x, y]) => x < 0 || y < 0 || x > width || y > height) }
}

function isConvex(quad: Quad): boolean {
  return quad.every(([ax, ay], at) => {
    const [bx, by] = quad[(at + 1) % 4] as Point
    const [cx, cy] = quad[(at + 2) % 4] as Point
    return (bx - ax) * (cy - by) - (by - ay) * (cx - bx) > 0
  })
}
