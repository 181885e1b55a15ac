import type { Box } from './box.ts'
import type { Size } from './picture.ts'

/** Cells of a grid that are connected. */
export interface Component {
  /** Indices in the grid, row by row. */
  cells: number[]
  /** Cells with a missing neighbour. */
  rim: number[]
  /** The bounding box, in cells. */
  box: Box
}

// The four sides first, then the corners.
const ACROSS = [1, -1, 0, 0, 1, -1, 1, -1] as const
const DOWN = [0, 0, 1, -1, 1, 1, -1, -1] as const

/**
 * The connected components of the cells that are set, in the order of their first cell. Cells connect only by their
 * sides, or also by their corners.
 */
export function findComponents(set: ArrayLike<number>, size: Size, by: 'sides' | 'corners'): Component[] {
  const seen = new Uint8Array(size.width * size.height)
  const components: Component[] = []
  for (let start = 0; start < seen.length; start++) {
    if (set[start] && !seen[start]) components.push(fill(set, size, by === 'sides' ? 4 : 8, start, seen))
  }
  return components
}

function fill(
  set: ArrayLike<number>,
  { width, height }: Size,
  neighbours: 4 | 8,
  start: number,
  seen: Uint8Array,
): Component {
  const cells: number[] = []
  const rim: number[] = []
  let [left, right, top, bottom] = [width, 0, height, 0]
  const waiting = [start]
  seen[start] = 1
  for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
    const x = cell % width
    const y = (cell - x) / width
    cells.push(cell)
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
    let inside = true
    for (let i = 0; i < neighbours; i++) {
      const nx = x + (ACROSS[i] as number)
      const ny = y + (DOWN[i] as number)
      const next = ny * width + nx
      if (nx < 0 || ny < 0 || nx >= width || ny >= height || !set[next]) {
        inside = false
      } else if (!seen[next]) {
        seen[next] = 1
        waiting.push(next)
      }
    }
    if (!inside) rim.push(cell)
  }
  return { cells, rim, box: { x: left, y: top, width: right - left + 1, height: bottom - top + 1 } }
}
