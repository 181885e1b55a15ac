import type { Box } from './box.ts'
import { applyHomography, type Homography } from './matrix.ts'
import type { Size } from './picture.ts'
import { quadOf } from './quad.ts'

/**
 * The part of the picture that a part of the target shows, with a margin: a whole photograph for one face is expensive. Where
 * that lies beyond its far edges, `least` pixels there.
 */
export function reachOf(picture: Size, inverse: Homography, target: Box, margin: number, least = 1): Box {
  const corners = quadOf(target).map((corner) => applyHomography(inverse, corner))
  const xs = corners.map((corner) => corner.x)
  const ys = corners.map((corner) => corner.y)
  const x = clamp(Math.floor(Math.min(...xs)) - margin, 0, Math.max(0, picture.width - least))
  const y = clamp(Math.floor(Math.min(...ys)) - margin, 0, Math.max(0, picture.height - least))
  return {
    x,
    y,
    width: Math.max(margin, clamp(Math.ceil(Math.max(...xs)) + margin, x + 1, picture.width) - x),
    height: Math.max(margin, clamp(Math.ceil(Math.max(...ys)) + margin, y + 1, picture.height) - y),
  }
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)
