import type { Box } from '../../../../picture/box.ts'
import { findComponents } from '../../../../picture/components.ts'
import type { Strip } from './strip.ts'

/** A letter or figure, by its connected ink, in a strip. */
export interface Glyph extends Box {
  /** The number of its strip. */
  strip: number
  /** Its brightness on a coarse grid, of mean 0 and length 1. */
  look: Float32Array
}

const COLUMNS = 6
const ROWS = 8
const LEAST_HEIGHT = 7

/** The letters of a line; what is much smaller or larger than its letters is left out. */
export function glyphsOf(strip: Strip, number: number): Glyph[] {
  const { lineHeight } = strip
  return findComponents(strip.ink, strip, 'corners')
    .map(({ box }) => box)
    .filter(
      ({ width, height }) =>
        height >= Math.max(LEAST_HEIGHT, 0.35 * lineHeight) &&
        height <= 1.3 * lineHeight &&
        width >= 2 &&
        width <= 2.5 * lineHeight,
    )
    .map((box) => ({ ...box, strip: number, look: lookOf(strip, box) }))
}

function lookOf({ grey, width }: Strip, box: Box): Float32Array {
  const look = new Float32Array(COLUMNS * ROWS)
  let mean = 0
  for (let row = 0; row < ROWS; row++) {
    const [top, bottom] = cellOf(box.y, box.height, row, ROWS)
    for (let column = 0; column < COLUMNS; column++) {
      const [left, right] = cellOf(box.x, box.width, column, COLUMNS)
      let sum = 0
      for (let y = top; y < bottom; y++) {
        for (let i = y * width + left, end = y * width + right; i < end; i++) sum += grey[i] as number
      }
      look[row * COLUMNS + column] = sum / ((bottom - top) * (right - left))
      mean += (look[row * COLUMNS + column] as number) / look.length
    }
  }
  const length = Math.sqrt(look.reduce((sum, value) => sum + (value - mean) ** 2, 1))
  return look.map((value) => (value - mean) / length)
}

function cellOf(from: number, length: number, cell: number, cells: number): [number, number] {
  const start = from + Math.floor((cell * length) / cells)
  return [start, Math.max(start + 1, from + Math.floor(((cell + 1) * length) / cells))]
}
