import { crop, type Fill } from './crop.ts'
import { type Affine, invertAffine, invertHomography, quadToRect } from './matrix.ts'
import type { Box, Picture, Point, Size } from './picture.ts'
import { boxShrink, resample } from './resample.ts'
import { type Edge, warp } from './warp.ts'

export { crop }

/** Scales to exactly this size. Shrinking averages, so fine print and moiré do not alias. */
export function resize(picture: Picture, size: Size): Picture {
  if (picture.width === size.width && picture.height === size.height) return picture
  const factor = Math.floor(Math.min(picture.width / size.width, picture.height / size.height) / 2)
  return resample(factor > 1 ? boxShrink(picture, factor) : picture, size)
}

/** Shrinks so that the longer side is at most `side`; smaller pictures pass as they are. */
export function fitWithin(picture: Picture, side: number): { picture: Picture; scale: number } {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  if (scale === 1) return { picture, scale }
  const size = { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) }
  return { picture: resize(picture, size), scale }
}

/** A box grown or shrunk about its middle, which may be moved down by a share of the height. */
export function around({ x, y, width, height }: Box, scale: number, down = 0): Box {
  return {
    x: x - ((scale - 1) / 2) * width,
    y: y - ((scale - 1) / 2) * height + down * height,
    width: width * scale,
    height: height * scale,
  }
}

/** The part of a box that lies in the picture. */
export function clip({ x, y, width, height }: Box, picture: Size): Box {
  const left = Math.max(0, x)
  const top = Math.max(0, y)
  return {
    x: left,
    y: top,
    width: Math.min(picture.width, x + width) - left,
    height: Math.min(picture.height, y + height) - top,
  }
}

/** Fits the picture into the size without distortion; the rest is filled. `scale` and the offsets lead back. */
export function letterbox(
  picture: Picture,
  size: Size,
  { fill = 0, centred = true }: { fill?: Fill; centred?: boolean } = {},
): { picture: Picture; scale: number; offsetX: number; offsetY: number } {
  const scale = Math.min(size.width / picture.width, size.height / picture.height)
  const inner = resize(picture, {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  })
  const offsetX = centred ? Math.floor((size.width - inner.width) / 2) : 0
  const offsetY = centred ? Math.floor((size.height - inner.height) / 2) : 0
  const canvas = crop(inner, { x: -offsetX, y: -offsetY, ...size }, fill)
  return { picture: canvas, scale, offsetX, offsetY }
}

/** Turns clockwise by a quarter, a half or three quarters. */
export function rotate90(picture: Picture, turns: 0 | 1 | 2 | 3): Picture {
  if (turns === 0) return picture
  const { width: w, height: h } = picture
  const [width, height] = turns === 2 ? [w, h] : [h, w]
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const from = (y * w + x) * 3
      const tx = turns === 1 ? h - 1 - y : turns === 2 ? w - 1 - x : y
      const ty = turns === 1 ? x : turns === 2 ? h - 1 - y : w - 1 - x
      const to = (ty * width + tx) * 3
      data[to] = picture.data[from] as number
      data[to + 1] = picture.data[from + 1] as number
      data[to + 2] = picture.data[from + 2] as number
    }
  }
  return { width, height, data }
}

/** Straightens a quadrilateral (top left, top right, bottom right, bottom left) into an upright picture. */
export function warpQuad(
  picture: Picture,
  quad: readonly [Point, Point, Point, Point],
  size: Size,
  edge: Edge = 'black',
): Picture {
  return warp(picture, invertHomography(quadToRect(quad, size)), size, edge)
}

/** Maps the picture by `forward` (source → target pixels) into a picture of the given size. */
export function warpAffine(picture: Picture, forward: Affine, size: Size): Picture {
  return warp(picture, [...invertAffine(forward), 0, 0, 1], size, 'black')
}
