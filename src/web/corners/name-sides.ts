import type { Area } from '../../domain/picture/quality/measures.ts'
import { isConvex, type Point, type Quad, type Sides } from '../guidance/find-sides.ts'
import type { CornerAnswer } from './corner-net.ts'

/** The limits of the server's own look (src/engine/nets/models.json) and of its word for a cut document. */
export const CORNER_LIMITS = { present: 0.1, sharpness: 0.4, whole: 0.5 }

/**
 * What the net says of a camera's picture, in the words of the finder that works without it. `picture`: where that lies
 * in what is looked at: the screen may show less of it, and what the screen cuts off is in the picture all the same.
 */
export function nameSides({ corners, sharpness, present, whole }: CornerAnswer, picture: Area): Sides {
  if (present < CORNER_LIMITS.present) return { found: 0, cutOff: false }
  if (whole < CORNER_LIMITS.whole) return { found: 0, cutOff: true }
  const { x: left, y: top, width, height } = picture
  const quad = corners.map(([x, y]): Point => [left + x * width, top + y * height]) as Quad
  if (Math.min(...sharpness) < CORNER_LIMITS.sharpness || !isConvex(quad)) return { found: 0, cutOff: false }
  return { found: 4, quad, cutOff: corners.some(([x, y]) => x < 0 || y < 0 || x > 1 || y > 1) }
}
