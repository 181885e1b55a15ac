import type { Grey } from '../../domain/picture/quality/measures.ts'
import type { Point, Quad } from './find-sides.ts'

/**
 * How a side is looked for along the line between two corners, in the overview's pixels. Chosen on drawn scenes from seed 900,000 on
 * (`npm run bench -- outline`): right outlines have three or four sides there, outlines that lie next to the document mostly two or fewer.
 */
const LOOK = {
  /** Points along the middle of the side: corners are round and thumbs lie on them. */
  points: 24,
  from: 0.15,
  to: 0.85,
  /** So far from the line the side may lie, and so wide are the bands on both sides of it. */
  off: 3,
  band: 4,
  /** Grey values by which the bands differ on average, at the least, and the share of points that must step the same way. */
  step: 5,
  agreement: 0.85,
  /** A single strong step, such as a letter, counts no more than this. */
  most: 40,
}

/** On how many of its four sides the picture changes where the outline says that the document ends. */
export function agreeingSides(overview: Grey, quad: Quad): number {
  return quad.filter((corner, at) => stepAlong(overview, corner, quad[(at + 1) % 4] as Point) >= LOOK.step).length
}

/** The strongest step across a line that lies along the side; infinite where hardly any of it is in the picture. */
function stepAlong(overview: Grey, [ax, ay]: Point, [bx, by]: Point): number {
  const length = Math.hypot(bx - ax, by - ay)
  if (length < LOOK.points) return 0
  const [outX, outY] = [(by - ay) / length, (ax - bx) / length]
  let strongest = 0
  let seen = 0
  for (let off = -LOOK.off; off <= LOOK.off; off += 1) {
    let sum = 0
    let count = 0
    let [up, down] = [0, 0]
    for (let point = 0; point < LOOK.points; point += 1) {
      const share = LOOK.from + ((LOOK.to - LOOK.from) * (point + 0.5)) / LOOK.points
      const [x, y] = [ax + (bx - ax) * share + off * outX, ay + (by - ay) * share + off * outY]
      const step = stepAt(overview, x, y, outX, outY)
      if (step === undefined) continue
      sum += Math.max(-LOOK.most, Math.min(LOOK.most, step))
      count += 1
      if (step > 0) up += 1
      if (step < 0) down += 1
    }
    seen = Math.max(seen, count)
    const agreeing = Math.max(up, down) / Math.max(1, count)
    if (count * 2 >= LOOK.points && agreeing >= LOOK.agreement) strongest = Math.max(strongest, Math.abs(sum / count))
  }
  return seen * 2 < LOOK.points ? Number.POSITIVE_INFINITY : strongest
}

/** By how much the band outside a point is lighter than the one inside; undefined at the picture's edge. */
function stepAt({ width, height, data }: Grey, x: number, y: number, outX: number, outY: number): number | undefined {
  let step = 0
  for (let away = 1; away <= LOOK.band; away += 1) {
    const [outside, inside] = [
      [Math.round(x + away * outX), Math.round(y + away * outY)],
      [Math.round(x - away * outX), Math.round(y - away * outY)],
    ] as [Point, Point]
    for (const [column, row] of [outside, inside])
      if (column < 0 || row < 0 || column >= width || row >= height) return undefined
    step += (data[outside[1] * width + outside[0]] ?? 0) - (data[inside[1] * width + inside[0]] ?? 0)
  }
  return step / LOOK.band
}
