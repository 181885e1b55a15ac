import { solve } from '../../picture/matrix.ts'
import type { Size } from '../../picture/picture.ts'

/** Of numbers, the one that a share of them lie under; NaN of none. */
export function quantile(values: readonly number[] | Float32Array, share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export const median = (values: readonly number[] | Float32Array): number => quantile(values, 0.5)

/** How often what fits worst is left out. */
const ROUNDS = 4

/**
 * The factors of the terms that `termsOf` gives, of a smooth surface through the values that agree on one. Those that lie
 * farther off than `tolerance`, and in the worst `left` of all, have no say in it.
 */
export function fitSurface(
  at: readonly number[],
  termsOf: (cell: number) => readonly number[],
  value: (cell: number) => number,
  tolerance: number,
  left: number,
): number[] {
  const rows = at.map((cell) => ({ terms: termsOf(cell), value: value(cell) }))
  let found: number[] = []
  let within = rows
  for (let round = 0; round < ROUNDS; round++) {
    const factors = fit(within)
    if (!factors) break
    found = factors
    const off = rows.map(({ terms, value }) =>
      Math.abs(value - factors.reduce((sum, factor, k) => sum + factor * (terms[k] as number), 0)),
    )
    const limit = Math.max(tolerance, quantile(off, 1 - left))
    within = rows.filter((_, i) => (off[i] as number) <= limit)
  }
  return found
}

interface Row {
  terms: readonly number[]
  value: number
}

/** Least squares; undefined where the rows do not determine it. */
function fit(rows: readonly Row[]): number[] | undefined {
  const terms = rows[0]?.terms.length ?? 0
  const sums = Array.from({ length: terms }, () => new Array<number>(terms + 1).fill(0))
  for (const { terms: row, value } of rows) {
    for (let a = 0; a < terms; a++) {
      const sum = sums[a] as number[]
      for (let b = 0; b < terms; b++) sum[b] = (sum[b] as number) + (row[a] as number) * (row[b] as number)
      sum[terms] = (sum[terms] as number) + (row[a] as number) * value
    }
  }
  try {
    return solve(sums)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * The largest mean over squares of cells; with several values a cell, of the smallest of their means. Cells without a value
 * are NaN; a square with less than `share` of its cells is left out. Never under 0.
 */
export function largestMean(
  { side, share }: { side: number; share: number },
  { width, height }: Size,
  ...layers: readonly Float32Array[]
): number {
  let largest = 0
  for (let y = 0; y + side <= height; y++) {
    for (let x = 0; x + side <= width; x++) {
      largest = Math.max(largest, Math.min(...layers.map((layer) => meanAt(layer, width, x, y, side, share))))
    }
  }
  return largest
}

function meanAt(layer: Float32Array, width: number, x: number, y: number, side: number, share: number): number {
  let [sum, count] = [0, 0]
  for (let row = y; row < y + side; row++) {
    for (let column = x; column < x + side; column++) {
      const value = layer[row * width + column] as number
      if (Number.isNaN(value)) continue
      sum += value
      count++
    }
  }
  return count < share * side * side || !count ? 0 : sum / count
}
