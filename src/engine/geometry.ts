import { type Affine, invertAffine, invertHomography, quadToRect } from './matrix.ts'
import type { Box, Picture, Point, Size } from './picture.ts'
import { boxShrink, resample } from './resample.ts'

/** What lies outside the picture, as grey level. */
export type Fill = number

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

/** Cuts out a box; the part of it that lies outside the picture is filled. */
export function crop(picture: Picture, box: Box, fill: Fill = 0): Picture {
  const x0 = Math.round(box.x)
  const y0 = Math.round(box.y)
  const width = Math.max(1, Math.round(box.width))
  const height = Math.max(1, Math.round(box.height))
  const data = new Uint8Array(width * height * 3)
  if (fill) data.fill(fill)

  const left = Math.max(0, x0)
  const right = Math.min(picture.width, x0 + width)
  if (right <= left) return { width, height, data }
  for (let y = Math.max(0, y0); y < Math.min(picture.height, y0 + height); y++) {
    const row = picture.data.subarray((y * picture.width + left) * 3, (y * picture.width + right) * 3)
    data.set(row, ((y - y0) * width + left - x0) * 3)
  }
  return { width, height, data }
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
export function warpQuad(picture: Picture, quad: readonly [Point, Point, Point, Point], size: Size): Picture {
  const inverse = invertHomography(quadToRect(quad, size))
  return sample(picture, size, (x, y) => {
    const d = inverse[6] * x + inverse[7] * y + inverse[8]
    return [(inverse[0] * x + inverse[1] * y + inverse[2]) / d, (inverse[3] * x + inverse[4] * y + inverse[5]) / d]
  })
}

/** Maps the picture by `forward` (source → target pixels) into a picture of the given size. */
export function warpAffine(picture: Picture, forward: Affine, size: Size): Picture {
  const [a, b, c, d, e, f] = invertAffine(forward)
  return sample(picture, size, (x, y) => [a * x + b * y + c, d * x + e * y + f])
}

/** Shrinks first what a strong reduction would skip over; four samples a pixel do for a reduction up to four. */
function sample(picture: Picture, size: Size, source: (x: number, y: number) => [number, number]): Picture {
  const step = scaleOf(source, size)
  const shrink = Math.floor(step / 2)
  if (shrink < 2) return bilinear(picture, size, source, step > 1.5)

  const part = reach(picture, size, source, shrink)
  const small = boxShrink(crop(picture, part), shrink)
  const offset = (shrink - 1) / 2
  const inSmall = (x: number, y: number): [number, number] => {
    const [sx, sy] = source(x, y)
    return [(sx - part.x - offset) / shrink, (sy - part.y - offset) / shrink]
  }
  return bilinear(small, size, inSmall, step / shrink > 1.5)
}

/** The part of the picture that the target shows, with a margin. */
function reach(
  picture: Picture,
  { width, height }: Size,
  source: (x: number, y: number) => [number, number],
  margin: number,
): Box {
  const corners = [source(0, 0), source(width, 0), source(width, height), source(0, height)]
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  const x = clamp(Math.floor(Math.min(...xs)) - margin, 0, picture.width - 1)
  const y = clamp(Math.floor(Math.min(...ys)) - margin, 0, picture.height - 1)
  return {
    x,
    y,
    width: Math.max(margin, clamp(Math.ceil(Math.max(...xs)) + margin, x + 1, picture.width) - x),
    height: Math.max(margin, clamp(Math.ceil(Math.max(...ys)) + margin, y + 1, picture.height) - y),
  }
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** Source pixels per target pixel, in the middle of the target. */
function scaleOf(source: (x: number, y: number) => [number, number], { width, height }: Size): number {
  const x = width / 2
  const y = height / 2
  const [x0, y0] = source(x, y)
  const [x1, y1] = source(x + 1, y)
  const [x2, y2] = source(x, y + 1)
  return Math.min(Math.hypot(x1 - x0, y1 - y0), Math.hypot(x2 - x0, y2 - y0))
}

function bilinear(
  picture: Picture,
  size: Size,
  source: (x: number, y: number) => [number, number],
  fourfold: boolean,
): Picture {
  const data = new Uint8Array(size.width * size.height * 3)
  const offsets = fourfold ? [-0.25, 0.25] : [0]
  const weight = 1 / offsets.length ** 2
  const sum = [0, 0, 0] as [number, number, number]
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      sum[0] = sum[1] = sum[2] = 0
      for (const dy of offsets) {
        for (const dx of offsets) {
          const [sx, sy] = source(x + dx, y + dy)
          addPixel(picture, sx, sy, sum)
        }
      }
      const to = (y * size.width + x) * 3
      data[to] = sum[0] * weight + 0.5
      data[to + 1] = sum[1] * weight + 0.5
      data[to + 2] = sum[2] * weight + 0.5
    }
  }
  return { ...size, data }
}

/** Adds the interpolated colour at a point; black outside, fading over the last half pixel. */
function addPixel(picture: Picture, sx: number, sy: number, sum: [number, number, number]): void {
  const { width, height, data } = picture
  if (!(sx > -1 && sy > -1 && sx < width && sy < height)) return
  const x0 = Math.floor(sx)
  const y0 = Math.floor(sy)
  const fx = sx - x0
  const fy = sy - y0
  for (let j = 0; j < 2; j++) {
    const y = y0 + j
    if (y < 0 || y >= height) continue
    const wy = j ? fy : 1 - fy
    for (let i = 0; i < 2; i++) {
      const x = x0 + i
      if (x < 0 || x >= width) continue
      const w = wy * (i ? fx : 1 - fx)
      const at = (y * width + x) * 3
      sum[0] += w * (data[at] as number)
      sum[1] += w * (data[at + 1] as number)
      sum[2] += w * (data[at + 2] as number)
    }
  }
}
