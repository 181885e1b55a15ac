import type { Picture, Size } from './picture.ts'

/** One number per pixel, row by row. */
export interface Greys extends Size {
  values: Float32Array
}

/** The luma of each pixel. */
export function greysOf({ width, height, data }: Picture): Greys {
  const values = new Float32Array(width * height)
  for (let i = 0, at = 0; i < values.length; i++, at += 3) values[i] = lumaAt(data, at)
  return { width, height, values }
}

/** ITU-R BT.601 luma of the red, green and blue values that begin at an index. */
export const lumaAt = (data: Uint8Array | Float32Array, at: number): number =>
  0.299 * (data[at] as number) + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number)

/** The mean over a square of 2·radius + 1 pixels around each pixel; at the edges, over the part inside the picture. */
export function boxBlur({ width, height, values }: Greys, radius: number): Greys {
  const half = new Float32Array(values.length)
  const counts = Int32Array.from(
    { length: width },
    (_, x) => Math.min(width - 1, x + radius) - Math.max(0, x - radius) + 1,
  )
  for (let y = 0; y < height; y++) {
    const start = y * width
    let sum = 0
    for (let x = 0; x < Math.min(radius, width); x++) sum += values[start + x] as number
    for (let x = 0; x < width; x++) {
      if (x + radius < width) sum += values[start + x + radius] as number
      if (x > radius) sum -= values[start + x - radius - 1] as number
      half[start + x] = sum / (counts[x] as number)
    }
  }
  // Row by row, not column by column: memory is read sequentially.
  const whole = new Float32Array(values.length)
  const sums = new Float64Array(width)
  const add = (row: number, sign: 1 | -1) => {
    for (let x = 0, at = row * width; x < width; x++, at++) sums[x] = (sums[x] as number) + sign * (half[at] as number)
  }
  for (let y = 0; y < Math.min(radius, height); y++) add(y, 1)
  for (let y = 0; y < height; y++) {
    if (y + radius < height) add(y + radius, 1)
    if (y > radius) add(y - radius - 1, -1)
    const count = Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1
    for (let x = 0, at = y * width; x < width; x++, at++) whole[at] = (sums[x] as number) / count
  }
  return { width, height, values: whole }
}

/** Half the size: the mean of two by two pixels. */
export function halved({ width, height, values }: Greys): Greys {
  const [w, h] = [width >> 1, height >> 1]
  const small = new Float32Array(w * h)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const at = 2 * y * width + 2 * x
      small[y * w + x] =
        ((values[at] as number) +
          (values[at + 1] as number) +
          (values[at + width] as number) +
          (values[at + width + 1] as number)) /
        4
    }
  }
  return { width: w, height: h, values: small }
}

/** Brightness differences below this, in grey levels, are grain. */
const GRAIN = 3

/** Normalises light and contrast: mean 0 and standard deviation about 1 in every neighbourhood. */
export function evened(greys: Greys, radius: number): Greys {
  const { width, height, values } = greys
  const mean = boxBlur(greys, radius).values
  const band = new Float32Array(values.length)
  const squares = new Float32Array(values.length)
  for (let i = 0; i < values.length; i++) {
    const value = (values[i] as number) - (mean[i] as number)
    band[i] = value
    squares[i] = value * value
  }
  const power = boxBlur({ width, height, values: squares }, radius).values
  for (let i = 0; i < values.length; i++) {
    band[i] = (band[i] as number) / (Math.sqrt(power[i] as number) + GRAIN)
  }
  return { width, height, values: band }
}

/**
 * The sum of the values in any rectangle of a grid, excluding its right and bottom ends. Uses a summed-area table that
 * is computed once.
 */
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
