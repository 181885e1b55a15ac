import type { Box } from '../../picture/box.ts'
import { findComponents } from '../../picture/components.ts'
import type { Picture } from '../../picture/picture.ts'
import { averageBlocks } from '../../picture/resize.ts'
import { boxBlur, greysOf } from '../greys.ts'

/** Looked at this much smaller: a pen's stroke is still a pixel wide. */
const FACTOR = 3
/** Darker than what is around it by so many levels, and without colour. */
const DARKER = 28
const COLOURLESS = 50
/** Pixels of the smaller picture about which it is compared. */
const AROUND = 10
/** A signature is at least so wide, as a share of the page's width, and fills little of its box; an emblem fills more. */
const WIDE = 0.035
const FILLED = 0.5

/** Black strokes on a page outside of the boxes given: signatures, and stamps over the print. */
export function findInk(page: Picture, except: readonly Box[]): Box[] {
  const small = averageBlocks(page, FACTOR)
  const { width, height } = small
  const greys = greysOf(small)
  const around = boxBlur(greys, AROUND).values
  const ink = new Uint8Array(width * height)
  for (let i = 0, at = 0; i < ink.length; i++, at += 3) {
    const [red, green, blue] = [small.data[at] as number, small.data[at + 1] as number, small.data[at + 2] as number]
    const colour = Math.max(red, green, blue) - Math.min(red, green, blue)
    ink[i] = (around[i] as number) - (greys.values[i] as number) > DARKER && colour < COLOURLESS ? 1 : 0
  }
  for (const box of except) {
    const [left, right] = [
      Math.max(0, Math.floor(box.x / FACTOR)),
      Math.min(width, Math.ceil((box.x + box.width) / FACTOR)),
    ]
    const bottom = Math.min(height, Math.ceil((box.y + box.height) / FACTOR))
    for (let row = Math.max(0, Math.floor(box.y / FACTOR)); row < bottom; row++) {
      if (right > left) ink.fill(0, row * width + left, row * width + right)
    }
  }
  // Strokes of one hand lie close together.
  const near = boxBlur({ width, height, values: Float32Array.from(ink) }, 1).values
  return findComponents(
    near.map((share) => (share > 0 ? 1 : 0)),
    small,
    'corners',
  )
    .filter(({ box, cells }) => {
      const inked = cells.reduce((sum, cell) => sum + (ink[cell] as number), 0)
      return box.width > WIDE * width && inked < FILLED * box.width * box.height
    })
    .map(({ box }) => ({
      x: box.x * FACTOR,
      y: box.y * FACTOR,
      width: box.width * FACTOR,
      height: box.height * FACTOR,
    }))
}
