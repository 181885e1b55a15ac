import type { Size } from './picture.ts'

/** The sum of the values in any rectangle of a grid; right and bottom are left out. By a table that is made once. */
export function sumsOf(
  values: ArrayLike<number>,
  { width, height }: Size,
): (left: number, top: number, right: number, bottom: number) => number {
  const wide = width + 1
  const sums = new Float64Array(wide * (height + 1))
  for (let y = 0, at = 0, to = wide + 1; y < height; y++, to++) {
    let row = 0
    for (let x = 0; x < width; x++, at++, to++) {
      row += values[at] as number
      sums[to] = (sums[to - wide] as number) + row
    }
  }
  return (left, top, right, bottom) =>
    (sums[bottom * wide + right] as number) -
    (sums[bottom * wide + left] as number) -
    (sums[top * wide + right] as number) +
    (sums[top * wide + left] as number)
}
