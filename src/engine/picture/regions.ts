import type { Point } from './picture.ts'

/** Connected cells of a map that reach a threshold. */
export interface Region {
  /** Corners of the cells at its edge, in cells; enough to span it. */
  rim: Point[]
  /** The mean of its values. */
  mean: number
  /** Their sum: its surface in cells, those at its edge counted as far as they belong. */
  mass: number
}

/** The regions of a map, cells joined by their sides, in the order of their first cell. */
export function regionsOf(map: ArrayLike<number>, width: number, height: number, least: number): Region[] {
  const seen = new Uint8Array(width * height)
  const stack: number[] = []
  const regions: Region[] = []
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || !((map[start] as number) >= least)) continue
    seen[start] = 1
    stack.push(start)
    const rim: Point[] = []
    let sum = 0
    let count = 0
    while (stack.length) {
      const at = stack.pop() as number
      const x = at % width
      const y = (at - x) / width
      sum += map[at] as number
      count++
      let inner = 0
      for (let side = 0; side < 4; side++) {
        const next = neighbour(at, x, y, side)
        if (next < 0 || !((map[next] as number) >= least)) continue
        inner++
        if (seen[next]) continue
        seen[next] = 1
        stack.push(next)
      }
      if (inner < 4) rim.push({ x, y }, { x: x + 1, y }, { x, y: y + 1 }, { x: x + 1, y: y + 1 })
    }
    regions.push({ rim, mean: sum / count, mass: sum })
  }
  return regions

  /** The cell on one of the four sides, −1 beyond the edge. */
  function neighbour(at: number, x: number, y: number, side: number): number {
    if (side === 0) return x + 1 < width ? at + 1 : -1
    if (side === 1) return x > 0 ? at - 1 : -1
    if (side === 2) return y + 1 < height ? at + width : -1
    return y > 0 ? at - width : -1
  }
}
