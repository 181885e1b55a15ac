import type { Picture, Size } from './picture.ts'
import { MOST_BYTES, openPixelKernel, reserve } from './pixel-kernel.ts'

/** Scales to exactly this size. Shrinking averages, so fine print and moiré do not alias. */
export function resize(picture: Picture, size: Size): Picture {
  if (picture.width === size.width && picture.height === size.height) return picture
  const factor = Math.floor(Math.min(picture.width / size.width, picture.height / size.height) / 2)
  return resample(factor > 1 ? averageBlocks(picture, factor) : picture, size)
}

/** Shrinks so that the longer side is at most `side`; smaller pictures pass as they are. */
export function fitWithin(picture: Picture, side: number): { picture: Picture; scale: number } {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  if (scale === 1) return { picture, scale }
  const size = { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) }
  return { picture: resize(picture, size), scale }
}

/** Averages blocks of `factor` × `factor` pixels; the odd rows and columns at the far edges are left out. */
export function averageBlocks(picture: Picture, factor: number): Picture {
  const width = Math.floor(picture.width / factor)
  const height = Math.floor(picture.height / factor)
  const data = new Uint8Array(width * height * 3)
  const sums = new Uint32Array(width * 3)
  const area = factor * factor
  for (let y = 0; y < height; y++) {
    sums.fill(0)
    for (let row = 0; row < factor; row++) {
      let at = (y * factor + row) * picture.width * 3
      for (let x = 0; x < width * 3; x += 3) {
        for (let column = 0; column < factor; column++, at += 3) {
          sums[x] = (sums[x] as number) + (picture.data[at] as number)
          sums[x + 1] = (sums[x + 1] as number) + (picture.data[at + 1] as number)
          sums[x + 2] = (sums[x + 2] as number) + (picture.data[at + 2] as number)
        }
      }
    }
    const to = y * width * 3
    for (let i = 0; i < width * 3; i++) data[to + i] = (sums[i] as number) / area + 0.5
  }
  return { width, height, data }
}

/** Separable triangle filter: bilinear when enlarging, averaging over the covered pixels when shrinking. */
function resample(picture: Picture, size: Size): Picture {
  return resampleFast(picture, size) ?? resamplePlainly(picture, size)
}

const kernel = openPixelKernel()

/** By the kernel; undefined where the picture is too large for its memory. */
function resampleFast({ width: wide, height: high, data }: Picture, { width, height }: Size): Picture | undefined {
  const [across, down] = [weightsOf(wide, width), weightsOf(high, height)]
  const fours = Math.ceil((3 * width) / 4)
  // Whole vectors are read and written, so that each part has some bytes more.
  const half = ceil8(data.length + 16)
  const acrossAt = ceil8(half + 12 * width * high + 16)
  const downAt = acrossAt + across.table.byteLength
  const to = downAt + down.table.byteLength
  const end = to + 4 * fours * height + 16
  if (end > MOST_BYTES) return undefined
  reserve(kernel, end)
  const bytes = new Uint8Array(kernel.memory.buffer)
  bytes.set(data)
  bytes.set(across.bytesOf(3), acrossAt)
  bytes.set(down.bytesOf(12 * width), downAt)
  kernel.across(0, 3 * wide, high, acrossAt, across.count, width, half)
  kernel.down(half, 12 * width, height, downAt, down.count, fours, to)
  const small = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y++) {
    const row = to + 4 * fours * y
    small.set(bytes.subarray(row, row + 3 * width), 3 * width * y)
  }
  return { width, height, data: small }
}

const ceil8 = (bytes: number): number => Math.ceil(bytes / 8) * 8

/** The same without the kernel. */
export function resamplePlainly(picture: Picture, { width, height }: Size): Picture {
  const across = weightsOf(picture.width, width)
  const down = weightsOf(picture.height, height)
  const half = new Float32Array(width * picture.height * 3)
  for (let y = 0; y < picture.height; y++) {
    const row = y * picture.width * 3
    for (let x = 0; x < width; x++) {
      let r = 0
      let g = 0
      let b = 0
      for (let i = 0, at = row + across.firstOf(x) * 3; i < across.count; i++, at += 3) {
        const w = across.weightOf(x, i)
        r += w * (picture.data[at] as number)
        g += w * (picture.data[at + 1] as number)
        b += w * (picture.data[at + 2] as number)
      }
      const to = (y * width + x) * 3
      half[to] = r
      half[to + 1] = g
      half[to + 2] = b
    }
  }

  const data = new Uint8Array(width * height * 3)
  const line = new Float32Array(width * 3)
  for (let y = 0; y < height; y++) {
    line.fill(0.5)
    for (let i = 0; i < down.count; i++) {
      const w = down.weightOf(y, i)
      const from = (down.firstOf(y) + i) * width * 3
      for (let x = 0; x < line.length; x++) line[x] = (line[x] as number) + w * (half[from + x] as number)
    }
    data.set(line, y * width * 3)
  }
  return { width, height, data }
}

/** What each pixel of a row or column is made of. */
interface Weights {
  /** How many pixels each is made of; some weigh nothing. */
  count: number
  /** For each its first pixel, then the weights. */
  table: Float64Array
  firstOf(pixel: number): number
  weightOf(pixel: number, i: number): number
  /** As the kernel takes it, with the first pixel as an address in steps of so many bytes. */
  bytesOf(step: number): Uint8Array
}

function weightsOf(from: number, to: number): Weights {
  const scale = from / to
  const reach = Math.max(1, scale)
  const count = Math.min(from, Math.floor(2 * reach) + 1)
  const length = count + 1
  const table = new Float64Array(length * to)
  for (let i = 0; i < to; i++) {
    const centre = (i + 0.5) * scale - 0.5
    const least = Math.max(0, Math.ceil(centre - reach))
    const last = Math.min(from - 1, Math.floor(centre + reach))
    const first = Math.min(least, from - count)
    let sum = 0
    for (let at = least; at <= last; at++) sum += Math.max(0, 1 - Math.abs(at - centre) / reach)
    table[i * length] = first
    for (let at = least; at <= last; at++) {
      const weight = Math.fround(Math.max(0, 1 - Math.abs(at - centre) / reach))
      table[i * length + 1 + at - first] = Math.fround(weight / sum)
    }
  }
  return {
    count,
    table,
    firstOf: (pixel) => table[pixel * length] as number,
    weightOf: (pixel, i) => table[pixel * length + 1 + i] as number,
    bytesOf(step) {
      const copy = table.slice()
      const addresses = new Int32Array(copy.buffer)
      for (let i = 0; i < to; i++) addresses[2 * i * length] = step * (table[i * length] as number)
      return new Uint8Array(copy.buffer)
    },
  }
}
