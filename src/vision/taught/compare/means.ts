import type { Size } from '../../picture/picture.ts'

/** The quantile of some numbers at a share; NaN for an empty list. */
export function quantile(values: readonly number[] | Float32Array, share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export const median = (values: readonly number[] | Float32Array): number => quantile(values, 0.5)

/**
 * The largest mean over squares of cells; with several values per cell, of the smallest of their means. Cells without a
 * value are NaN; a square with less than `share` of its cells is left out. Never below 0.
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
