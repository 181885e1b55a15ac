import type { Box } from './box.ts'
import { crop } from './crop.ts'
import { type Affine, applyHomography, type Homography, invertAffine, invertHomography, quadToRect } from './matrix.ts'
import type { Picture, Size } from './picture.ts'
import { distance } from './point.ts'
import type { Quad } from './quad.ts'
import { averageBlocks } from './resize.ts'
import { type Edge, reachOf, sampleRow } from './warp-row.ts'
import { sampleFast } from './warp-rows-fast.ts'

export type { Edge }

/** Rows that are made at once. */
const BAND = 64

/** Straightens a quadrilateral (top left, top right, bottom right, bottom left) into an upright picture. */
export function warpQuad(picture: Picture, quad: Quad, size: Size, edge: Edge = 'black'): Picture {
  return warp(picture, invertHomography(quadToRect(quad, size)), size, edge)
}

/** Maps the picture by `forward` (source → target pixels) into a picture of the given size. */
export function warpAffine(picture: Picture, forward: Affine, size: Size): Picture {
  return warp(picture, [...invertAffine(forward), 0, 0, 1], size, 'black')
}

/** Each pixel of the target as `inverse` (target → source) finds it; averaged where the source is finer. */
function warp(picture: Picture, inverse: Homography, size: Size, edge: Edge): Picture {
  const pitch = pitchOf(inverse, size)
  const factor = Math.floor(pitch / 2)
  if (factor <= 1) return sample(picture, inverse, size, edge, pitch > 1.5)
  const part = reachOf(picture, inverse, { x: 0, y: 0, ...size }, factor)
  const small = averageBlocks(crop(picture, part), factor)
  return sample(small, shrinkMap(inverse, factor, part), size, edge, pitch / factor > 1.5)
}

/** Source pixels per target pixel, in the middle of the target. */
function pitchOf(m: Homography, { width, height }: Size): number {
  const [x, y] = [width / 2, height / 2]
  const middle = applyHomography(m, { x, y })
  const right = applyHomography(m, { x: x + 1, y })
  const below = applyHomography(m, { x, y: y + 1 })
  return Math.min(distance(middle, right), distance(middle, below))
}

/** The same map into a part of the picture shrunk by a whole factor, whose first pixel is the mean of the first `factor`. */
function shrinkMap(m: Homography, factor: number, part: Box): Homography {
  const offset = (factor - 1) / 2
  const row = (i: 0 | 3, shift: number) =>
    [0, 1, 2].map((j) => ((m[i + j] as number) - shift * (m[6 + j] as number)) / factor)
  return [...row(0, part.x + offset), ...row(3, part.y + offset), m[6], m[7], m[8]] as unknown as Homography
}

/** Two by two samples a pixel when the source is finer by half, so that a strong reduction does not alias. */
function sample(picture: Picture, m: Homography, size: Size, edge: Edge, fourfold: boolean): Picture {
  const { width, height } = size
  const target = { width, height, data: new Uint8Array(width * height * 3) }
  for (let y = 0; y < height; y += BAND) {
    const rows = { from: y, to: Math.min(height, y + BAND) }
    if (!sampleFast(picture, m, target, rows, edge, fourfold)) {
      for (let row = rows.from; row < rows.to; row++) sampleRow(picture, m, target, row, edge, fourfold)
    }
  }
  return target
}
