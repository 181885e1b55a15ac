import { convexHull } from '../../../src/vision/picture/min-area-rect.ts'
import type { Point } from '../../../src/vision/picture/picture.ts'
import { areaOf } from '../../../src/vision/picture/quad.ts'

/** Intersection over union of two quadrilaterals, for any first corner and orientation. */
export function overlap(a: readonly Point[], b: readonly Point[]): number {
  const [p, q] = [convexHull(a), convexHull(b)]
  const shared = areaOf(clip(p, q))
  const union = areaOf(p) + areaOf(q) - shared
  return union > 0 ? shared / union : 0
}

/** Sutherland–Hodgman: the part of the subject inside the convex clip polygon. */
function clip(subject: readonly Point[], by: readonly Point[]): Point[] {
  let inside = [...subject]
  for (const [i, a] of by.entries()) {
    const b = by[(i + 1) % by.length] as Point
    const side = (p: Point) => (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
    const input = inside
    inside = []
    for (const [j, p] of input.entries()) {
      const q = input[(j + 1) % input.length] as Point
      const [sp, sq] = [side(p), side(q)]
      if (sp >= 0) inside.push(p)
      if (sp >= 0 !== sq >= 0) {
        const t = sp / (sp - sq)
        inside.push({ x: p.x + t * (q.x - p.x), y: p.y + t * (q.y - p.y) })
      }
    }
  }
  return inside
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

export function percentile(values: readonly number[], share: number): number {
  if (!values.length) return Number.NaN
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number
}
