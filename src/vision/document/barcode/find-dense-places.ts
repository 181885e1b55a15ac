import { type Box, padBox } from '../../picture/box.ts'
import { findComponents } from '../../picture/components.ts'
import { convexHull, minAreaRect } from '../../picture/min-area-rect.ts'
import type { Picture, Point, Size } from '../../picture/picture.ts'
import { longSideFirst, mapQuad, type Quad, quadOf } from '../../picture/quad.ts'
import { fromShrunk, shrinkWithin } from '../../picture/resize.ts'

/** At this size the modules of a licence's barcode are still one to two pixels wide, and text is no wider. */
const WORKING_SIDE = 1000
// Measured on 54 photographs of licences' backs and 72 pictures of documents without a PDF417, of which two pass.
/** Share of the picture: licences held at half an arm's length take up 0.038 or more, an MRZ or patch of print 0.02. */
const MIN_AREA = 0.025
/** Share of its bounding rectangle that the patch fills: barcodes fill 0.7 or more, print mostly under 0.6. */
const MIN_FILL = 0.65
/**
 * Long side over short side. AAMVA card design standard, D.3: 75 × 38 mm at most. In photographs the ratio is 3.3 to
 * 4.7, for an MRZ 8.
 */
const RATIO = { least: 1.8, most: 7 }

/** Cells on each side of the centre of a block that any kind of barcode fills; lines of text fill no such block. */
const BLOCK = 2
const MIN_BLOCK_FILL = 0.9
/**
 * Number of such blocks: 32 photographed specimens with a QR code, Code 128, DataMatrix or Aztec show 7 or more, 21
 * phone photos of documents without one at most 17.
 */
const MIN_BLOCKS = 7

/** Places in a photo that are as dense with edges as barcodes are. */
interface DensePlaces {
  /** The corners of the largest patch, starting with its long side, when it can be a PDF417. */
  stacked?: Quad
  /** Parts that may be barcodes of any kind. */
  parts: Quad[]
}

export async function findDensePlaces(photo: Picture): Promise<DensePlaces> {
  const { picture, scale } = await shrinkWithin(photo, WORKING_SIDE)
  const cells = findDenseCells(picture)
  const quad = findStacked(cells, picture)
  const inPhoto = (place: Quad) => mapQuad(place, (corner) => fromShrunk(corner, scale))
  return {
    parts: findBlocks(cells).map((part) => inPhoto(quadOf(part))),
    ...(quad ? { stacked: inPhoto(quad) } : {}),
  }
}

/** At this size lines of text are less dense than codes of 20 mm, even when those are blurred. */
const PAGE_SIDE = 768

/** Long side over short side of a matrix code with a small margin. */
const MOST_LONG = 2
/** Share of its bounding box that is dense: 16 codes of 20 mm, easy to hard, show 0.97 or more. */
const MIN_MATRIX_FILL = 0.8
/** Share of the page's longer side: those codes show 0.15 or more, emblems 0.07. */
const MIN_MATRIX_SIDE = 0.1

/** Parts of a straightened page that may be matrix codes, in pixels of the page, largest first. */
export async function findMatrixParts(page: Picture): Promise<Quad[]> {
  const { picture, scale } = await shrinkWithin(page, PAGE_SIDE)
  const grid = findDenseCells(picture)
  const least = MIN_MATRIX_SIDE * Math.max(picture.width, picture.height)
  const boxes = findBlocks(grid).filter(
    (box) => Math.min(box.width, box.height) >= least && isSquarish(box) && fillOf(grid, box) >= MIN_MATRIX_FILL,
  )
  return boxes
    .toSorted((a, b) => b.width * b.height - a.width * a.height)
    .map((box) => mapQuad(quadOf(box), (corner) => fromShrunk(corner, scale)))
}

const isSquarish = ({ width, height }: Box) => Math.max(width, height) <= MOST_LONG * Math.min(width, height)

function fillOf({ dense, columns }: Grid, box: Box): number {
  const [left, top, wide, tall] = [box.x, box.y, box.width, box.height].map((length) => length / CELL) as [
    number,
    number,
    number,
    number,
  ]
  let sum = 0
  for (let row = top; row < top + tall; row++)
    for (let column = left; column < left + wide; column++) sum += dense[row * columns + column] ?? 0
  return sum / (wide * tall)
}

function findStacked({ dense, columns, rows }: Grid, picture: Size): Quad | undefined {
  const patches = findComponents(dense, { width: columns, height: rows }, 'sides')
  const [largest] = patches.toSorted((a, b) => b.cells.length - a.cells.length)
  if (!largest) return undefined
  const area = largest.cells.length * CELL * CELL
  if (area < MIN_AREA * picture.width * picture.height) return undefined
  const corners = largest.cells.flatMap((cell) =>
    quadOf({ x: (cell % columns) * CELL, y: Math.floor(cell / columns) * CELL, width: CELL, height: CELL }),
  )
  const { width, height } = minAreaRect(corners)
  if (area < MIN_FILL * width * height) return undefined
  const ratio = Math.max(width, height) / Math.max(1, Math.min(width, height))
  if (ratio < RATIO.least || ratio > RATIO.most) return undefined
  return longSideFirst(findLargestQuad(convexHull(corners)))
}

/** Boxes around the blocks of cells that are dense all over, patch by patch; none if there are few such blocks. */
function findBlocks({ columns, rows, dense }: Grid): Box[] {
  const least = MIN_BLOCK_FILL * (2 * BLOCK + 1) ** 2
  const blocks = new Uint8Array(dense.length)
  let count = 0
  for (let row = BLOCK; row < rows - BLOCK; row++) {
    for (let column = BLOCK; column < columns - BLOCK; column++) {
      const cell = row * columns + column
      if (!dense[cell] || sumAround(dense, columns, rows, column, row, BLOCK).sum < least) continue
      blocks[cell] = 1
      count++
    }
  }
  if (count < MIN_BLOCKS) return []
  const patches = findComponents(blocks, { width: columns, height: rows }, 'corners')
  return patches.map(({ box }) => inPixels(padBox(box, BLOCK)))
}

/** The size in pixels of a cell of the grid on which edges are counted: three rows of a barcode. */
export const CELL = 8
/** Share of edge pixels around a cell: photographed barcodes show 0.55 to 0.9, lines of text 0.1 to 0.35. */
const MIN_DENSITY = 0.42
/** The minimum step in brightness for an edge, as a share of the picture's brightness range. */
const MIN_EDGE = 0.16

/** Marks which cells of a picture are as dense with edges as barcodes are. */
interface Grid {
  columns: number
  rows: number
  dense: Uint8Array
}

export function findDenseCells(picture: Picture): Grid {
  const columns = Math.floor(picture.width / CELL)
  const rows = Math.floor(picture.height / CELL)
  const counts = countEdges(picture, columns, rows)
  const dense = counts.map((count, cell) => {
    if (count === 0) return 0
    const { sum, seen } = sumAround(counts, columns, rows, cell % columns, Math.floor(cell / columns), 1)
    return sum / (seen * CELL * CELL) >= MIN_DENSITY ? 1 : 0
  })
  return { columns, rows, dense: Uint8Array.from(dense) }
}

/** Counts, for each cell, the pixels whose neighbours differ in green. Pixels at the picture's edge never count. */
function countEdges({ width, height, data }: Picture, columns: number, rows: number): Int32Array {
  // Differences are whole numbers.
  const least = Math.floor(MIN_EDGE * rangeOf(data))
  const stride = 3 * width
  const edges = new Int32Array(columns * rows)
  const right = Math.min(columns * CELL, width - 1)
  const bottom = Math.min(rows * CELL, height - 1)
  for (let y = 1; y < bottom; y++) {
    const row = Math.floor(y / CELL) * columns
    for (let x = 1, at = y * stride + 4; x < right; x++, at += 3) {
      const across = Math.abs((data[at + 3] as number) - (data[at - 3] as number))
      const down = Math.abs((data[at + stride] as number) - (data[at - stride] as number))
      if (across <= least && down <= least) continue
      const cell = row + Math.floor(x / CELL)
      edges[cell] = (edges[cell] as number) + 1
    }
  }
  return edges
}

/** The sum over a cell and its neighbours up to `reach` away, and the number of cells summed. */
function sumAround(
  values: ArrayLike<number>,
  columns: number,
  rows: number,
  column: number,
  row: number,
  reach: number,
): { sum: number; seen: number } {
  let sum = 0
  let seen = 0
  for (let r = Math.max(0, row - reach); r <= Math.min(rows - 1, row + reach); r++) {
    for (let c = Math.max(0, column - reach); c <= Math.min(columns - 1, column + reach); c++) {
      sum += values[r * columns + c] as number
      seen++
    }
  }
  return { sum, seen }
}

/** The range of brightness without the darkest and the brightest twentieth of the pixels. */
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

const inPixels = ({ x, y, width, height }: Box): Box => ({
  x: x * CELL,
  y: y * CELL,
  width: width * CELL,
  height: height * CELL,
})

/** The four hull points that enclose the largest area: the corners of a rectangle in perspective. */
function findLargestQuad(hull: readonly Point[]): Quad {
  let best: Quad | undefined
  let most = -1
  for (let a = 0; a < hull.length; a++) {
    for (let c = a + 1; c < hull.length; c++) {
      const [from, to] = [hull[a] as Point, hull[c] as Point]
      const left = findFarthest(hull.slice(a + 1, c), from, to)
      const right = findFarthest([...hull.slice(c + 1), ...hull.slice(0, a)], from, to)
      if (!left || !right || left.distance + right.distance <= most) continue
      most = left.distance + right.distance
      best = [from, left.point, to, right.point]
    }
  }
  return best ?? minAreaRect(hull).quad
}

/** The point farthest from the line through two others; the distance is twice the triangle's area. */
function findFarthest(points: readonly Point[], a: Point, b: Point): { point: Point; distance: number } | undefined {
  let best: { point: Point; distance: number } | undefined
  for (const point of points) {
    const distance = Math.abs((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x))
    if (!best || distance > best.distance) best = { point, distance }
  }
  return best
}
