import sharp, { type Sharp } from 'sharp'
import type { Box } from './box.ts'
import { crop } from './crop.ts'
import type { Picture, Size } from './picture.ts'
import type { Point } from './point.ts'

interface Shrunk {
  picture: Picture
  /** Of the shrunk picture's sides to the original's; 1 when it was small enough. */
  scale: number
}

/** Like fitWithin, but by the picture library, which is several times faster on whole photos. The result is kept for whoever wants the same size. */
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

/** A large photo is shrunk to this once, and smaller sizes are made from it: each shrink of 16 megapixels takes 80 CPU-ms. */
const BASE = 1600

async function shrink(picture: Picture, side: number): Promise<Shrunk> {
  const { size, scale } = sizeWithin(picture, side)
  return { picture: scale === 1 ? picture : await shrinkTo(await sourceOf(picture, side), size), scale }
}

/**
 * A part of what shrinkWithin would give, pixel by pixel, and only that part is computed. It must lie within the shrunk picture.
 */
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

/** To exactly this size, as resize does. */
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
