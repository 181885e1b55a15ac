import { boxBlur, type Greys, halved } from '../greys.ts'

/** Forms of two to seven pixels, at full, half and a quarter of the size: the finest first. */
export type Bands = readonly [Greys, Greys, Greys]

export const BANDS = 3
const RADIUS = 2

/** Half the width of the square whose mean is taken off the wide band, in pixels of half the size. */
const WIDE_RADIUS = 4

/**
 * What is left of a picture without its light, octave by octave; and the picture at a quarter of its size. `wide`: the forms
 * of two to about ten pixels of half its size, the middle and the coarsest octave together.
 */
export function bandsOf(greys: Greys): { bands: Bands; wide: Greys; quarter: Greys } {
  const half = halved(greys)
  const quarter = halved(half)
  const mean = boxBlur(half, WIDE_RADIUS).values
  const wide = { ...half, values: half.values.map((value, i) => value - (mean[i] as number)) }
  return { bands: [bandOf(greys), bandOf(half), bandOf(quarter)], wide, quarter }
}

/** Each pixel less the mean of the five by five about it; the outermost two pixels are 0. */
function bandOf({ width, height, values }: Greys): Greys {
  const band = new Float32Array(values.length)
  const side = 2 * RADIUS + 1
  const rows = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const start = y * width
    let sum = 0
    for (let x = 0; x < side - 1; x++) sum += values[start + x] as number
    for (let x = RADIUS; x < width - RADIUS; x++) {
      sum += values[start + x + RADIUS] as number
      rows[start + x] = sum
      sum -= values[start + x - RADIUS] as number
    }
  }
  const area = side * side
  for (let y = RADIUS; y < height - RADIUS; y++) {
    const at = y * width
    const [a, b, d, e] = [at - 2 * width, at - width, at + width, at + 2 * width]
    for (let x = RADIUS; x < width - RADIUS; x++) {
      const sum =
        (rows[a + x] as number) +
        (rows[b + x] as number) +
        (rows[at + x] as number) +
        (rows[d + x] as number) +
        (rows[e + x] as number)
      band[at + x] = (values[at + x] as number) - sum / area
    }
  }
  return { width, height, values: band }
}
