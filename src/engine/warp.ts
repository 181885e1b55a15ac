import { crop } from './crop.ts'
import { applyHomography, type Homography } from './matrix.ts'
import type { Box, Picture, Size } from './picture.ts'
import { boxShrink } from './resample.ts'

/** What is seen beyond the picture's edge: black, or its last pixels again. */
export type Edge = 'black' | 'repeat'

/** Each pixel of the target as `inverse` (target → source) finds it; averaged where the source is finer. */
export function warp(picture: Picture, inverse: Homography, size: Size, edge: Edge): Picture {
  const step = stepOf(inverse, size)
  const shrink = Math.floor(step / 2)
  if (shrink <= 1) return sample(picture, inverse, size, edge, step > 1.5)
  const part = reach(picture, inverse, size, shrink)
  const small = boxShrink(crop(picture, part), shrink)
  return sample(small, shrunk(inverse, shrink, part), size, edge, step / shrink > 1.5)
}

/** The part of the picture that the target shows, with a margin: shrinking all of a photograph for one face is dear. */
function reach(picture: Picture, inverse: Homography, { width, height }: Size, margin: number): Box {
  const corners = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ].map((corner) => applyHomography(inverse, corner))
  const xs = corners.map((corner) => corner.x)
  const ys = corners.map((corner) => corner.y)
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
function stepOf(m: Homography, { width, height }: Size): number {
  const [x, y] = [width / 2, height / 2]
  const at = (u: number, v: number) => {
    const d = m[6] * u + m[7] * v + m[8]
    return { x: (m[0] * u + m[1] * v + m[2]) / d, y: (m[3] * u + m[4] * v + m[5]) / d }
  }
  const [a, b, c] = [at(x, y), at(x + 1, y), at(x, y + 1)]
  return Math.min(Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(c.x - a.x, c.y - a.y))
}

/** The same map into a part of the picture shrunk by a whole factor, whose first pixel is the mean of the first `factor`. */
function shrunk(m: Homography, factor: number, part: Box): Homography {
  const offset = (factor - 1) / 2
  const row = (i: 0 | 3, shift: number) =>
    [0, 1, 2].map((j) => ((m[i + j] as number) - shift * (m[6 + j] as number)) / factor)
  return [...row(0, part.x + offset), ...row(3, part.y + offset), m[6], m[7], m[8]] as unknown as Homography
}

/** Two by two samples a pixel when the source is finer by half, so that a strong reduction does not alias. */
function sample(picture: Picture, m: Homography, size: Size, edge: Edge, fourfold: boolean): Picture {
  const sums = new Float32Array(size.width * size.height * 3)
  const offsets = fourfold ? [-0.25, 0.25] : [0]
  for (const dy of offsets) for (const dx of offsets) addSamples(sums, picture, m, size, edge === 'repeat', dx, dy)
  const weight = 1 / offsets.length ** 2
  const data = new Uint8Array(sums.length)
  for (let i = 0; i < sums.length; i++) data[i] = (sums[i] as number) * weight + 0.5
  return { ...size, data }
}

/** One interpolated sample for each target pixel, (dx, dy) beside its middle. */
function addSamples(
  sums: Float32Array,
  picture: Picture,
  m: Homography,
  { width, height }: Size,
  repeat: boolean,
  dx: number,
  dy: number,
): void {
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = m
  const { width: w, height: h, data: from } = picture
  const stride = w * 3
  let to = 0
  for (let y = 0; y < height; y++) {
    const v = y + dy
    let nx = m0 * dx + m1 * v + m2
    let ny = m3 * dx + m4 * v + m5
    let d = m6 * dx + m7 * v + m8
    for (let x = 0; x < width; x++, to += 3, nx += m0, ny += m3, d += m6) {
      let sx = nx / d
      let sy = ny / d
      if (repeat) {
        sx = Math.min(Math.max(sx, 0), w - 1)
        sy = Math.min(Math.max(sy, 0), h - 1)
      } else if (!(sx > -1 && sy > -1 && sx < w && sy < h)) continue
      const x0 = Math.floor(sx)
      const y0 = Math.floor(sy)
      // Weights of the four neighbours; those outside the picture are black and fade over the last pixel.
      const right = x0 + 1 < w ? sx - x0 : 0
      const left = x0 >= 0 ? 1 - (sx - x0) : 0
      const bottom = y0 + 1 < h ? sy - y0 : 0
      const top = y0 >= 0 ? 1 - (sy - y0) : 0
      // A neighbour without weight is looked up at the one that has it.
      const a = ((top ? y0 : y0 + 1) * w + (left ? x0 : x0 + 1)) * 3
      const across = left && right ? 3 : 0
      const b = top && bottom ? a + stride : a
      for (let c = 0; c < 3; c++) {
        const upper = left * (from[a + c] as number) + right * (from[a + across + c] as number)
        const lower = left * (from[b + c] as number) + right * (from[b + across + c] as number)
        sums[to + c] = (sums[to + c] as number) + top * upper + bottom * lower
      }
    }
  }
}
