import type { Grey } from '../../../vision/picture/quality/measures.ts'
import type { Point, Quad } from './find-sides.ts'

/**
 * How a side is looked for along the line between two corners, in the overview's pixels. Chosen on drawn scenes from
 * seed 900,000 on (`npm run bench -- outline`): correct outlines have three or four such sides, outlines next to the
 * document mostly two or fewer.
 */
const LOOK = {
  /** Points along the middle of the side: corners are round, and thumbs cover them. */
  points: 24,
  from: 0.15,
  to: 0.85,
  /** How far from the line the side may be, and the width of the bands on both sides of it. */
  off: 3,
  band: 4,
  /**
   * The minimum mean difference of grey values between the bands, and the fraction of points that must change in the
   * same direction.
   */
  step: 5,
  agreement: 0.85,
  /** A single strong edge, such as a letter, counts no more than this. */
  most: 40,
}

/** How many of the four sides have an edge where the outline says that the document ends. */
export function agreeingSides(overview: Grey, quad: Quad): number {
  return quad.filter((corner, at) => stepAlong(overview, corner, quad[(at + 1) % 4] as Point) >= LOOK.step).length
}

/**
 * How print is looked for beyond a side: the distance from the side in pixels, the width of the strip as a fraction of
 * the document, and the minimum difference of grey values between neighboring pixels along it. An empty table is below
 * it. `npm run bench -- outline` counts how often it is right.
 */
const BEYOND = { from: 3, share: 0.08, contrast: 2.5 }

/** Whether the outline cuts through the document: one of its sides has no edge, and there is print beyond it. */
export function leavesPrint(overview: Grey, quad: Quad): boolean {
  return quad.some((corner, at) => {
    const next = quad[(at + 1) % 4] as Point
    return stepAlong(overview, corner, next) < LOOK.step && contrastBeyond(overview, quad, at) >= BEYOND.contrast
  })
}

function contrastBeyond({ width, height, data }: Grey, quad: Quad, at: number): number {
  const [a, b, c, d] = [0, 1, 2, 3].map((next) => quad[(at + next) % 4]) as Quad
  const [along, across] = [Math.hypot(b[0] - a[0], b[1] - a[1]), Math.hypot(a[0] - d[0], a[1] - d[1])]
  const greyAt = (u: number, v: number) => {
    const [ax, ay] = [a[0] + (a[0] - d[0]) * v, a[1] + (a[1] - d[1]) * v]
    const [bx, by] = [b[0] + (b[0] - c[0]) * v, b[1] + (b[1] - c[1]) * v]
    const [x, y] = [Math.round(ax + (bx - ax) * u), Math.round(ay + (by - ay) * u)]
    return x < 0 || y < 0 || x >= width || y >= height ? undefined : data[y * width + x]
  }
  let [sum, count] = [0, 0]
  for (let v = BEYOND.from / across; v <= BEYOND.from / across + BEYOND.share; v += 1 / across) {
    let before: number | undefined
    for (let u = 0.06; u <= 0.94; u += 1 / along) {
      const grey = greyAt(u, v)
      if (grey !== undefined && before !== undefined) {
        sum += Math.abs(grey - before)
        count += 1
      }
      before = grey
    }
  }
  return sum / Math.max(1, count)
}

/** The strongest edge across a line near the side; infinite if hardly any of it is in the picture. */
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

/** How much lighter the band outside a point is than the one inside; undefined at the picture's edge. */
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
