import type { Point, Quad } from './find-sides.ts'

interface Pixels {
  width: number
  height: number
  data: Uint8ClampedArray
}

/**
 * The document straightened, as if photographed from directly above, so that the person can check it. Corners are in
 * the picture's pixels.
 */
export function rectify(picture: Pixels, quad: Quad, width: number): Pixels {
  const height = Math.round(width / ratioOf(quad))
  const at = fromUnitSquare(quad)
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [fromX, fromY] = at((x + 0.5) / width, (y + 0.5) / height)
      blend(picture, fromX - 0.5, fromY - 0.5, data, (y * width + x) * 4)
    }
  }
  return { width, height, data }
}

/** The ratio of width to height, from the mean lengths of opposite sides. */
function ratioOf([a, b, c, d]: Quad): number {
  const length = ([x1, y1]: Point, [x2, y2]: Point) => Math.hypot(x2 - x1, y2 - y1)
  return (length(a, b) + length(d, c)) / Math.max(1, length(a, d) + length(b, c))
}

/** Heckbert's mapping of the unit square onto a quadrilateral. */
export function fromUnitSquare([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]: Quad): (u: number, v: number) => Point {
  const [sumX, sumY] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3]
  const [dx1, dy1, dx2, dy2] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2]
  const divisor = dx1 * dy2 - dx2 * dy1 || 1
  const g = (sumX * dy2 - dx2 * sumY) / divisor
  const h = (dx1 * sumY - sumX * dy1) / divisor
  return (u, v) => {
    const w = g * u + h * v + 1
    return [
      ((x1 - x0 + g * x1) * u + (x3 - x0 + h * x3) * v + x0) / w,
      ((y1 - y0 + g * y1) * u + (y3 - y0 + h * y3) * v + y0) / w,
    ]
  }
}

function blend({ width, height, data }: Pixels, x: number, y: number, into: Uint8ClampedArray, at: number): void {
  const left = Math.min(Math.max(Math.floor(x), 0), width - 2)
  const top = Math.min(Math.max(Math.floor(y), 0), height - 2)
  const [across, down] = [Math.min(Math.max(x - left, 0), 1), Math.min(Math.max(y - top, 0), 1)]
  for (let channel = 0; channel < 4; channel += 1) {
    const read = (column: number, row: number) => data[(row * width + column) * 4 + channel] ?? 0
    const upper = read(left, top) * (1 - across) + read(left + 1, top) * across
    const lower = read(left, top + 1) * (1 - across) + read(left + 1, top + 1) * across
    into[at + channel] = upper * (1 - down) + lower * down
  }
}
