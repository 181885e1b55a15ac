import { convexHull, minAreaRect, type Quad } from '../min-area-rect.ts'
import type { Picture, Point } from '../picture.ts'
import { shrinkWithin } from '../shrink.ts'

/** At this size the modules of a licence's barcode are still one to two pixels wide, and text is no wider. */
const WORKING_SIDE = 1000
/** The grid on which edges are counted: three rows of a barcode. */
const CELL = 8
/** Share of edge pixels around a cell: barcodes of photographed specimens show 0.55 to 0.9, lines of text 0.1 to 0.35. */
const MIN_DENSITY = 0.42
/** Share of the picture's range of brightness that makes an edge. */
const MIN_STEP = 0.16
// Measured on 54 photographs of licences' backs and 72 pictures of documents without a PDF417, of which two pass.
/** Share of the picture: licences held at half an arm's length take up 0.038 and more, an MRZ or a patch of print 0.02. */
const MIN_AREA = 0.025
/** Share of its own rectangle that the patch fills: barcodes 0.7 and more, print mostly under 0.6. */
const MIN_FILL = 0.65
/** Long side over short side: AAMVA card design standard, D.3: 75 × 38 mm at most; photographed ones lie at 3.3 to 4.7, an MRZ at 8. */
const RATIO = { least: 1.8, most: 7 }

/** The corners of the largest patch that is as dense with edges as a PDF417, its long side first. */
export async function findStackedBarcode(photo: Picture): Promise<Quad | undefined> {
  const { picture, scale } = await shrinkWithin(photo, WORKING_SIDE)
  const cells = denseCells(picture)
  const patch = largestPatch(cells)
  if (patch.length * CELL * CELL < MIN_AREA * picture.width * picture.height) return undefined
  const corners = patch.flatMap(({ x, y }) => cornersOf(x * CELL, y * CELL, CELL))
  const { width, height } = minAreaRect(corners)
  if (patch.length * CELL * CELL < MIN_FILL * width * height) return undefined
  const ratio = Math.max(width, height) / Math.max(1, Math.min(width, height))
  if (ratio < RATIO.least || ratio > RATIO.most) return undefined
  const quad = longSideFirst(largestQuad(convexHull(corners)))
  return quad.map(({ x, y }) => ({ x: (x + 0.5) / scale - 0.5, y: (y + 0.5) / scale - 0.5 })) as unknown as Quad
}

interface Grid {
  columns: number
  rows: number
  dense: boolean[]
}

function denseCells({ width, height, data }: Picture): Grid {
  const columns = Math.floor(width / CELL)
  const rows = Math.floor(height / CELL)
  const step = MIN_STEP * rangeOf(data)
  const counts = new Float64Array(columns * rows)
  for (let y = 1; y < rows * CELL && y < height - 1; y++) {
    for (let x = 1; x < columns * CELL && x < width - 1; x++) {
      const at = (y * width + x) * 3 + 1
      const across = Math.abs((data[at + 3] as number) - (data[at - 3] as number))
      const down = Math.abs((data[at + 3 * width] as number) - (data[at - 3 * width] as number))
      if (Math.max(across, down) > step) {
        const cell = Math.floor(y / CELL) * columns + Math.floor(x / CELL)
        counts[cell] = (counts[cell] as number) + 1
      }
    }
  }
  const dense = Array.from(counts, (_, cell) => {
    const column = cell % columns
    const row = Math.floor(cell / columns)
    let sum = 0
    let seen = 0
    for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
      for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) {
        sum += counts[r * columns + c] as number
        seen++
      }
    }
    return (counts[cell] as number) > 0 && sum / (seen * CELL * CELL) >= MIN_DENSITY
  })
  return { columns, rows, dense }
}

/** Between the darkest and the brightest twentieth of the pixels. */
function rangeOf(data: Uint8Array): number {
  const histogram = new Uint32Array(256)
  let count = 0
  for (let at = 1; at < data.length; at += 12) {
    const value = data[at] as number
    histogram[value] = (histogram[value] as number) + 1
    count++
  }
  const at = (share: number) => {
    let seen = 0
    return histogram.findIndex((n) => {
      seen += n
      return seen >= share * count
    })
  }
  return Math.max(1, at(0.95) - at(0.05))
}

/** The cells of the largest patch that hangs together by its sides. */
function largestPatch({ columns, rows, dense }: Grid): Point[] {
  const seen = new Uint8Array(dense.length)
  let largest: Point[] = []
  for (let start = 0; start < dense.length; start++) {
    if (!dense[start] || seen[start]) continue
    const patch: Point[] = []
    const waiting = [start]
    seen[start] = 1
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      const x = cell % columns
      const y = Math.floor(cell / columns)
      patch.push({ x, y })
      for (const [nx, ny] of [
        [x - 1, y],
        [x + 1, y],
        [x, y - 1],
        [x, y + 1],
      ] as const) {
        const next = ny * columns + nx
        if (nx < 0 || ny < 0 || nx >= columns || ny >= rows || !dense[next] || seen[next]) continue
        seen[next] = 1
        waiting.push(next)
      }
    }
    if (patch.length > largest.length) largest = patch
  }
  return largest
}

const cornersOf = (x: number, y: number, side: number): Point[] => [
  { x, y },
  { x: x + side, y },
  { x: x + side, y: y + side },
  { x, y: y + side },
]

/** The four points of the outline that enclose the most: a perspective rectangle's corners. */
function largestQuad(hull: readonly Point[]): Quad {
  let best: Quad | undefined
  let most = -1
  for (let a = 0; a < hull.length; a++) {
    for (let c = a + 1; c < hull.length; c++) {
      const [from, to] = [hull[a] as Point, hull[c] as Point]
      const left = farthest(hull.slice(a + 1, c), from, to)
      const right = farthest([...hull.slice(c + 1), ...hull.slice(0, a)], from, to)
      if (!left || !right || left.distance + right.distance <= most) continue
      most = left.distance + right.distance
      best = [from, left.point, to, right.point]
    }
  }
  return best ?? minAreaRect(hull).quad
}

/** The point farthest from the line through two others; the distance is twice the triangle's area. */
function farthest(points: readonly Point[], a: Point, b: Point): { point: Point; distance: number } | undefined {
  let best: { point: Point; distance: number } | undefined
  for (const point of points) {
    const distance = Math.abs((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x))
    if (!best || distance > best.distance) best = { point, distance }
  }
  return best
}

function longSideFirst(quad: Quad): Quad {
  const [a, b, c, d] = quad
  const length = (p: Point, q: Point) => Math.hypot(q.x - p.x, q.y - p.y)
  return length(a, b) + length(c, d) >= length(b, c) + length(d, a) ? quad : [b, c, d, a]
}
