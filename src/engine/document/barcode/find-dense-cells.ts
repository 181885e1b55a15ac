import type { Picture } from '../../picture/picture.ts'

/** The grid on which edges are counted: three rows of a barcode. */
export const CELL = 8
/** Share of edge pixels around a cell: barcodes of photographed specimens show 0.55 to 0.9, lines of text 0.1 to 0.35. */
const MIN_DENSITY = 0.42
/** Share of the picture's range of brightness that makes an edge. */
const MIN_EDGE = 0.16

/** Which cells of a picture are as dense with edges as barcodes are. */
export interface Grid {
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

/** Of each cell the pixels whose neighbours across or down differ in green; those at the edge of the picture never count. */
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

/** The sum over a cell and its neighbours up to `reach` away, and how many cells that are. */
export function sumAround(
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
