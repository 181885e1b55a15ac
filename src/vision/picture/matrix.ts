import { meanOf, type Point, type Size } from './picture.ts'
import { type Quad, quadOfPicture } from './quad.ts'

/** x' = a·x + b·y + c, y' = d·x + e·y + f. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** A three-by-three matrix, row by row. */
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

/** The rotation, uniform scale and shift that bring `from` closest to `to`, by least squares (Umeyama 1991). */
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

/** The perspective map from a quadrilateral (clockwise from top left) to a whole picture of the given size. */
export function quadToRect(quad: Quad, size: Size): Homography {
  const corners = quadOfPicture(size)
  // Centred on its middle: the horizon runs through no point inside it, but may run through the corner of the picture.
  const middle = meanOf(quad)
  const rows = quad.flatMap((corner, i) => {
    const [x, y] = [corner.x - middle.x, corner.y - middle.y]
    const q = corners[i] as Point
    return [
      [x, y, 1, 0, 0, 0, -q.x * x, -q.x * y, q.x],
      [0, 0, 0, x, y, 1, -q.y * x, -q.y * y, q.y],
    ]
  })
  return joinHomographies([...solve(rows), 1] as unknown as Homography, [1, 0, -middle.x, 0, 1, -middle.y, 0, 0, 1])
}

/** The perspective map that brings points closest to others by least squares; undefined if they determine none. */
export function fitHomography(from: readonly Point[], to: readonly Point[]): Homography | undefined {
  // Centred and scaled to unit size; otherwise the sums below would lose precision.
  const [a, b] = [unitOf(from), unitOf(to)]
  const sums = Array.from({ length: 8 }, () => new Array<number>(9).fill(0))
  const add = (row: readonly number[]) => {
    for (let i = 0; i < 8; i++) {
      const sum = sums[i] as number[]
      for (let j = 0; j < 9; j++) sum[j] = (sum[j] as number) + (row[i] as number) * (row[j] as number)
    }
  }
  for (const [i, point] of from.entries()) {
    const [x, y] = [(point.x - a.x) / a.size, (point.y - a.y) / a.size]
    const other = to[i] as Point
    const [u, v] = [(other.x - b.x) / b.size, (other.y - b.y) / b.size]
    add([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
    add([0, 0, 0, x, y, 1, -v * x, -v * y, v])
  }
  try {
    const h = [...solve(sums), 1] as unknown as Homography
    const back: Homography = [b.size, 0, b.x, 0, b.size, b.y, 0, 0, 1]
    const into: Homography = [1 / a.size, 0, -a.x / a.size, 0, 1 / a.size, -a.y / a.size, 0, 0, 1]
    return joinHomographies(joinHomographies(back, h), into)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function unitOf(points: readonly Point[]): Point & { size: number } {
  const middle = meanOf(points)
  const size = points.reduce((sum, { x, y }) => sum + Math.hypot(x - middle.x, y - middle.y), 0) / points.length
  return { ...middle, size: Math.max(size, 1e-6) }
}

/** The combined map: first the second, then the first. */
export function joinHomographies(first: Homography, second: Homography): Homography {
  const cell = (row: number, column: number) =>
    [0, 1, 2].reduce((sum, k) => sum + (first[3 * row + k] as number) * (second[3 * k + column] as number), 0)
  return [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => cell(row, column))) as unknown as Homography
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

/** The quadrilateral with a margin (a share of its size) around it, in the same perspective. */
export function growQuad(quad: Quad, margin: number): Quad {
  const back = invertHomography(quadToRect(quad, { width: 1, height: 1 }))
  const [low, high] = [-0.5 - margin, 0.5 + margin]
  const corner = (x: number, y: number) => applyHomography(back, { x, y })
  return [corner(low, low), corner(high, low), corner(high, high), corner(low, high)]
}

/** Gaussian elimination with row exchange; each row ends with its right-hand side. */
export function solve(rows: number[][]): number[] {
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
