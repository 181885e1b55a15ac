import type { Point } from './picture.ts'
import type { Quad } from './quad.ts'

export interface Rect {
  quad: Quad
  width: number
  height: number
}

/** The smallest rotated rectangle around points, its long side within 45° of horizontal, clockwise from top left. */
export function minAreaRect(points: readonly Point[]): Rect {
  const hull = convexHull(points)
  let best: { area: number; angle: number } | undefined
  for (let i = 0; i < hull.length; i++) {
    const a = hull[i] as Point
    const b = hull[(i + 1) % hull.length] as Point
    const angle = Math.atan2(b.y - a.y, b.x - a.x)
    const { width, height } = extentOf(hull, angle)
    if (!best || width * height < best.area) best = { area: width * height, angle }
  }
  const angle = levelAngle(best?.angle ?? 0)
  const { left, top, width, height } = extentOf(hull, angle)
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const back = (u: number, v: number): Point => ({ x: u * cos - v * sin, y: u * sin + v * cos })
  const right = left + width
  const bottom = top + height
  return { quad: [back(left, top), back(right, top), back(right, bottom), back(left, bottom)], width, height }
}

/** The rectangle with one margin at its left and right and another one above and below. */
export function growRect({ quad, width, height }: Rect, sideways: number, over = sideways): Quad {
  const [tl, tr, br, bl] = quad
  const along = { x: ((tr.x - tl.x) / width) * sideways, y: ((tr.y - tl.y) / width) * sideways }
  const down = { x: ((bl.x - tl.x) / height) * over, y: ((bl.y - tl.y) / height) * over }
  const move = ({ x, y }: Point, u: 1 | -1, v: 1 | -1): Point => ({
    x: x + u * along.x + v * down.x,
    y: y + u * along.y + v * down.y,
  })
  return [move(tl, -1, -1), move(tr, 1, -1), move(br, 1, 1), move(bl, -1, 1)]
}

/** The convex hull, by Andrew's monotone chain. */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y)
  if (sorted.length < 3) return sorted
  const half = (from: readonly Point[]) => {
    const chain: Point[] = []
    for (const p of from) {
      while (chain.length > 1 && turnOf(chain.at(-2) as Point, chain.at(-1) as Point, p) <= 0) chain.pop()
      chain.push(p)
    }
    chain.pop()
    return chain
  }
  return [...half(sorted), ...half(sorted.reverse())]
}

const turnOf = (o: Point, a: Point, b: Point) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)

function extentOf(points: readonly Point[], angle: number) {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  let left = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  let top = Number.POSITIVE_INFINITY
  let bottom = Number.NEGATIVE_INFINITY
  for (const { x, y } of points) {
    const u = x * cos + y * sin
    const v = y * cos - x * sin
    left = Math.min(left, u)
    right = Math.max(right, u)
    top = Math.min(top, v)
    bottom = Math.max(bottom, v)
  }
  return { left, top, width: right - left, height: bottom - top }
}

/** The angle of the same rectangle, turned by quarter turns into −45°…45°. */
function levelAngle(angle: number): number {
  const quarter = Math.PI / 2
  return angle - Math.round(angle / quarter) * quarter
}
