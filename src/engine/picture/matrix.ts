import type { Size } from './picture.ts'
import { meanOf, type Point } from './point.ts'
import { type Quad, quadOfPicture } from './quad.ts'

/** x' = a·x + b·y + c, y' = d·x + e·y + f. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** Three by three, row by row. */
export type Homography = readonly [number, number, number, number, number, number, number, number, number]

export function applyAffine([a, b, c, d, e, f]: Affine, { x, y }: Point): Point {
  return { x: a * x + b * y + c, y: d * x + e * y + f }
}

export function applyHomography(m: Homography, { x, y }: Point): Point {
  const d = m[6] * x + m[7] * y + m[8]
  return { x: (m[0] * x + m[1] * y + m[2]) / d, y: (m[3] * x + m[4] * y + m[5]) / d }
}

export function invertAffine([a, b, c, d, e, f]: Affine): Affine {
  const det = a * e - b * d
  if (det === 0) throw new RangeError('the map is not invertible')
  return [e / det, -b / det, (b * f - c * e) / det, -d / det, a / det, (c * d - a * f) / det]
}

/** Rotation, uniform scale and shift that bring `from` closest to `to` in the least-squares sense (Umeyama 1991). */
export function similarity(from: readonly Point[], to: readonly Point[]): Affine {
  const mf = meanOf(from)
  const mt = meanOf(to)
  let dot = 0
  let cross = 0
  let spread = 0
  for (const [i, p] of from.entries()) {
    const q = to[i] as Point
    const fx = p.x - mf.x
    const fy = p.y - mf.y
    dot += fx * (q.x - mt.x) + fy * (q.y - mt.y)
    cross += fx * (q.y - mt.y) - fy * (q.x - mt.x)
    spread += fx * fx + fy * fy
  }
  const a = dot / spread
  const d = cross / spread
  return [a, -d, mt.x - a * mf.x + d * mf.y, d, a, mt.y - d * mf.x - a * mf.y]
}

/** The perspective that takes a quadrilateral (clockwise from top left) onto a whole picture of the given size. */
export function quadToRect(quad: Quad, size: Size): Homography {
  const corners = quadOfPicture(size)
  const rows: number[][] = []
  for (const [i, p] of quad.entries()) {
    const q = corners[i] as Point
    rows.push([p.x, p.y, 1, 0, 0, 0, -q.x * p.x, -q.x * p.y, q.x])
    rows.push([0, 0, 0, p.x, p.y, 1, -q.y * p.x, -q.y * p.y, q.y])
  }
  const h = solve(rows)
  return [...h, 1] as unknown as Homography
}

export function invertHomography(m: Homography): Homography {
  const [a, b, c, d, e, f, g, h, i] = m
  const det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  if (det === 0) throw new RangeError('the corners do not span a quadrilateral')
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ].map((value) => value / det) as unknown as Homography
}

/** The quadrilateral with a margin (a share of its size) around it, in its own perspective. */
export function growQuad(quad: Quad, margin: number): Quad {
  const back = invertHomography(quadToRect(quad, { width: 1, height: 1 }))
  const [low, high] = [-0.5 - margin, 0.5 + margin]
  const corner = (x: number, y: number) => applyHomography(back, { x, y })
  return [corner(low, low), corner(high, low), corner(high, high), corner(low, high)]
}

/** Gaussian elimination with row exchange; each row ends with its right-hand side. */
function solve(rows: number[][]): number[] {
  const n = rows.length
  const at = (r: number, c: number) => (rows[r] as number[])[c] as number
  for (let column = 0; column < n; column++) {
    let pivot = column
    for (let r = column + 1; r < n; r++) if (Math.abs(at(r, column)) > Math.abs(at(pivot, column))) pivot = r
    if (Math.abs(at(pivot, column)) < 1e-12) throw new RangeError('the corners do not span a quadrilateral')
    ;[rows[column], rows[pivot]] = [rows[pivot] as number[], rows[column] as number[]]
    for (let r = 0; r < n; r++) {
      if (r === column) continue
      const factor = at(r, column) / at(column, column)
      for (let c = column; c <= n; c++) (rows[r] as number[])[c] = at(r, c) - factor * at(column, c)
    }
  }
  return rows.map((_, i) => at(i, n) / at(i, i))
}
