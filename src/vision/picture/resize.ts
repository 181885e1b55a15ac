import sharp, { type Sharp } from 'sharp'
import { type Box, crop } from './box.ts'
import type { Picture, Point, Size } from './picture.ts'

/** Scales to exactly this size. Shrinking averages, so fine print and moiré do not alias. */
export function resize(picture: Picture, size: Size): Picture {
  if (picture.width === size.width && picture.height === size.height) return picture
  const factor = Math.floor(Math.min(picture.width / size.width, picture.height / size.height) / 2)
  return resample(factor > 1 ? averageBlocks(picture, factor) : picture, size)
}

/** Shrinks so that the longer side is at most `side`; smaller pictures are returned unchanged. */
export function fitWithin(picture: Picture, side: number): { picture: Picture; scale: number } {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  if (scale === 1) return { picture, scale }
  const size = { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) }
  return { picture: resize(picture, size), scale }
}

/** Averages blocks of `factor` × `factor` pixels; the remaining rows and columns at the far edges are left out. */
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
function resample({ width: wide, height: high, data: from }: Picture, { width, height }: Size): Picture {
  const across = weightsOf(wide, width)
  const down = weightsOf(high, height)
  const line = 3 * width
  const half = new Float32Array(line * high)
  for (let y = 0, to = 0; y < high; y++) {
    for (let x = 0, weight = 0; x < width; x++, to += 3) {
      let r = 0
      let g = 0
      let b = 0
      let at = 3 * (y * wide + (across.table[weight++] as number))
      for (let i = 0; i < across.count; i++, at += 3) {
        const w = across.table[weight++] as number
        r += w * (from[at] as number)
        g += w * (from[at + 1] as number)
        b += w * (from[at + 2] as number)
      }
      half[to] = r
      half[to + 1] = g
      half[to + 2] = b
    }
  }

  const data = new Uint8Array(line * height)
  const sums = new Float32Array(line)
  for (let y = 0, weight = 0; y < height; y++) {
    sums.fill(0.5)
    let at = line * (down.table[weight++] as number)
    for (let i = 0; i < down.count; i++) {
      const w = down.table[weight++] as number
      for (let x = 0; x < line; x++, at++) sums[x] = (sums[x] as number) + w * (half[at] as number)
    }
    data.set(sums, y * line)
  }
  return { width, height, data }
}

/** The source pixels that each pixel of a row or column is computed from. */
interface Weights {
  /** The number of source pixels for each; some have weight 0. */
  count: number
  /** For each pixel, its first source pixel, then the weights. */
  table: Float64Array
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
  return { count, table }
}

interface Shrunk {
  picture: Picture
  /** The ratio of the shrunk picture's sides to the original's; 1 when it was small enough. */
  scale: number
}

/**
 * Like fitWithin, but uses the picture library, which is several times faster on whole photos. The result is cached for
 * other callers that need the same size.
 */
export function shrinkWithin(picture: Picture, side: number): Promise<Shrunk> {
  const sizes = known.get(picture) ?? new Map<number, Promise<Shrunk>>()
  known.set(picture, sizes)
  const shrunk = sizes.get(side) ?? shrink(picture, side)
  sizes.set(side, shrunk)
  return shrunk
}

/** Where a point of a shrunk picture lies in the original. */
export const fromShrunk = ({ x, y }: Point, scale: number): Point => ({
  x: (x + 0.5) / scale - 0.5,
  y: (y + 0.5) / scale - 0.5,
})

/** Where a point of the original lies in the shrunk picture. */
export const intoShrunk = ({ x, y }: Point, scale: number): Point => ({
  x: (x + 0.5) * scale - 0.5,
  y: (y + 0.5) * scale - 0.5,
})

/** Freed together with the picture it was made from. */
const known = new WeakMap<Picture, Map<number, Promise<Shrunk>>>()

/** A large photo is shrunk to this once, and smaller sizes use it: shrinking 16 megapixels takes 80 CPU-ms. */
const BASE = 1600

async function shrink(picture: Picture, side: number): Promise<Shrunk> {
  const { size, scale } = sizeWithin(picture, side)
  return { picture: scale === 1 ? picture : await shrinkTo(await sourceOf(picture, side), size), scale }
}

/** Computes a part of the result of shrinkWithin, identical pixel by pixel. It must be inside the shrunk picture. */
export async function shrinkPart(
  picture: Picture,
  side: number,
  place: (size: Size, scale: number) => Box,
): Promise<Picture> {
  const { size, scale } = sizeWithin(picture, side)
  const box = place(size, scale)
  if (scale === 1) return crop(picture, box)
  const [left, top, width, height] = [box.x, box.y, box.width, box.height].map(Math.round) as [
    number,
    number,
    number,
    number,
  ]
  const data = await resized(await sourceOf(picture, side), size)
    .extract({ left, top, width, height })
    .raw()
    .toBuffer()
  return { width, height, data }
}

function sizeWithin({ width, height }: Size, side: number): { size: Size; scale: number } {
  const scale = Math.min(1, side / Math.max(width, height))
  const shrunk = (length: number) => Math.max(1, Math.round(length * scale))
  return { size: { width: shrunk(width), height: shrunk(height) }, scale }
}

async function sourceOf(picture: Picture, side: number): Promise<Picture> {
  const isLarge = side < BASE && Math.max(picture.width, picture.height) > 2 * BASE
  return isLarge ? (await shrinkWithin(picture, BASE)).picture : picture
}

/** Shrinks to exactly this size, like resize. */
export async function shrinkTo(picture: Picture, size: Size): Promise<Picture> {
  if (picture.width === size.width && picture.height === size.height) return picture
  return { width: size.width, height: size.height, data: await resized(picture, size).raw().toBuffer() }
}

const resized = ({ width, height, data }: Picture, size: Size): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 } }).resize({
    width: size.width,
    height: size.height,
    fit: 'fill',
    kernel: 'linear',
  })
