import sharp from 'sharp'
import type { Box } from '../../../../../src/vision/picture/box.ts'
import type { Picture, Size } from '../../../../../src/vision/picture/picture.ts'

/** A Gaussian blur with the picture library. */
export async function blurred(picture: Picture, sigma: number): Promise<Picture> {
  const { width, height, data } = picture
  const soft = await sharp(data, { raw: { width, height, channels: 3 } })
    .blur(sigma)
    .raw()
    .toBuffer()
  return { width, height, data: soft }
}

export async function resized(picture: Picture, { width, height }: Size): Promise<Picture> {
  const data = await sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } })
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
  return { width, height, data }
}

/** Computes each pixel from its position and its channels. */
export function remade(
  picture: Picture,
  of: (rgb: readonly [number, number, number], x: number, y: number, at: number) => readonly [number, number, number],
): Picture {
  const { width, height } = picture
  const data = new Uint8Array(picture.data.length)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const from = [picture.data[at], picture.data[at + 1], picture.data[at + 2]] as [number, number, number]
      const to = of(from, x, y, at)
      for (let c = 0; c < 3; c++) data[at + c] = Math.max(0, Math.min(255, Math.round(to[c] as number)))
    }
  }
  return { width, height, data }
}

/** 0…1 per pixel: the blend between the two pictures. */
export const mixed = (one: Picture, other: Picture, share: Float32Array): Picture =>
  remade(one, ([r, g, b], _x, _y, at) => {
    const part = share[at / 3] as number
    return [
      r + part * ((other.data[at] as number) - r),
      g + part * ((other.data[at + 1] as number) - g),
      b + part * ((other.data[at + 2] as number) - b),
    ]
  })

/** 1 inside of boxes, 0 outside. */
export function boxMask({ width, height }: Size, boxes: readonly Box[]): Float32Array {
  const mask = new Float32Array(width * height)
  for (const box of boxes) {
    const [left, right] = [Math.max(0, Math.round(box.x)), Math.min(width, Math.round(box.x + box.width))]
    for (let y = Math.max(0, Math.round(box.y)); y < Math.min(height, Math.round(box.y + box.height)); y++) {
      if (right > left) mask.fill(1, y * width + left, y * width + right)
    }
  }
  return mask
}

export const luma = (data: Uint8Array, at: number): number =>
  0.299 * (data[at] as number) + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number)

/** How much darker than its surroundings a pixel must be to count as ink, in grey levels. */
const INK = 38

/** 1 where there is dark ink, with soft edges: what a forger prints again over a background. */
export async function inkMask(picture: Picture, scale: number): Promise<Float32Array> {
  const { width, height } = picture
  const around = await blurred(picture, 9 * scale)
  const grey = new Uint8Array(width * height * 3)
  for (let at = 0; at < picture.data.length; at += 3) {
    const isInk = luma(around.data, at) - luma(picture.data, at) > INK ? 255 : 0
    grey.fill(isInk, at, at + 3)
  }
  const soft = await blurred({ width, height, data: grey }, Math.max(0.5, 0.9 * scale))
  return Float32Array.from({ length: width * height }, (_, i) =>
    Math.min(1, (2.2 * (soft.data[3 * i] as number)) / 255),
  )
}

/** The picture warped: each pixel is taken from the position given by `from`; bilinear. */
export const moved = (picture: Picture, from: (x: number, y: number) => readonly [number, number]): Picture =>
  remade(picture, (_rgb, x, y) => {
    const [u, v] = from(x, y)
    return sampled(picture, u, v)
  })

export function sampled({ width, height, data }: Picture, u: number, v: number): [number, number, number] {
  const x = Math.max(0, Math.min(width - 1.001, u))
  const y = Math.max(0, Math.min(height - 1.001, v))
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [a, b] = [x - left, y - top]
  const at = 3 * (top * width + left)
  const row = 3 * width
  const of = (c: number) =>
    (1 - b) * ((1 - a) * (data[at + c] as number) + a * (data[at + 3 + c] as number)) +
    b * ((1 - a) * (data[at + row + c] as number) + a * (data[at + row + 3 + c] as number))
  return [of(0), of(1), of(2)]
}

/** Pseudo-random numbers, the same for the same seed: 0…1. */
export function randomOf(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
