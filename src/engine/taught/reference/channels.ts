import type { Picture } from '../../picture/picture.ts'
import { boxBlur, type Greys } from '../greys.ts'

/** Forms of the background in red, green and blue, at a quarter of the size. */
export type Channels = readonly [Greys, Greys, Greys]

export const SHRUNK = 4
/** Every second row is looked at. */
const STEP = 2
const LOOKED_AT = SHRUNK ** 2 / STEP
/** Half the width of the square whose mean is taken off, in pixels of a quarter of the size. */
const RADIUS = 3

export function channelsOf({ width, height, data }: Picture): Channels {
  const [columns, rows] = [Math.floor(width / SHRUNK), Math.floor(height / SHRUNK)]
  const sums = [0, 1, 2].map(() => new Float32Array(columns * rows)) as [Float32Array, Float32Array, Float32Array]
  const [red, green, blue] = sums
  for (let y = 0; y < SHRUNK * rows; y += STEP) {
    const row = Math.floor(y / SHRUNK) * columns
    for (let to = row, at = 3 * y * width; to < row + columns; to++, at += 3 * SHRUNK) {
      red[to] = (red[to] as number) + ofFour(data, at)
      green[to] = (green[to] as number) + ofFour(data, at + 1)
      blue[to] = (blue[to] as number) + ofFour(data, at + 2)
    }
  }
  return sums.map((values) => withoutMean({ width: columns, height: rows, values })) as unknown as Channels
}

const ofFour = (data: Uint8Array, at: number): number =>
  ((data[at] as number) + (data[at + 3] as number) + (data[at + 6] as number) + (data[at + 9] as number)) / LOOKED_AT

function withoutMean(greys: Greys): Greys {
  const mean = boxBlur(greys, RADIUS).values
  return { ...greys, values: greys.values.map((value, i) => value - (mean[i] as number)) }
}
