import type { Box } from '../../picture/box.ts'
import { type Greys, greysOf } from '../../picture/greys.ts'
import { applyHomography } from '../../picture/matrix.ts'
import { meanOf, type Picture, type Point, type Size } from '../../picture/picture.ts'
import { mapQuad, type Quad, quadOfPicture } from '../../picture/quad.ts'
import { type Registrable, register, registrable, searchable } from '../../picture/register/register.ts'
import { warpQuad } from '../../picture/warp.ts'

/** The minimum share of the still's anchors that a frame of the same document shows where they should be. */
const SAME = 0.3

/**
 * Where a frame of this size should be in the still: the page takes its frames around the middle of the document, at
 * the still's own resolution. Undefined if the still is smaller.
 */
export function expectedIn(photo: Size, quad: Quad, { width, height }: Size): Box | undefined {
  if (width > photo.width || height > photo.height) return undefined
  const middle = meanOf(quad)
  const from = (at: number, length: number, all: number) =>
    Math.round(Math.max(0, Math.min(at - length / 2, all - length)))
  return { x: from(middle.x, width, photo.width), y: from(middle.y, height, photo.height), width, height }
}

/** The document's middle on the phone and here may differ by this many pixels: the phone's corners are less exact. */
const ASTRAY = 160
/** Far less than the offset that registration can correct. */
const STEP = 16

/** The part of the still that is most similar to the frame, near where it should be. */
export function findFrame(photo: Picture, expected: Box, frame: Picture): Box {
  const { width, height } = expected
  const [columns, rows] = [Math.floor(width / STEP), Math.floor(height / STEP)]
  const before = (at: number) => Math.min(ASTRAY / STEP, Math.floor(at / STEP))
  const after = (at: number, room: number) => Math.min(ASTRAY / STEP, Math.floor((room - at) / STEP))
  const [left, above] = [before(expected.x), before(expected.y)]
  const right = after(expected.x, photo.width - width)
  const below = after(expected.y, photo.height - height)
  const around = { x: expected.x - left * STEP, y: expected.y - above * STEP }
  const seen = blocksOf(frame, { x: 0, y: 0 }, columns, rows)
  const searched = blocksOf(photo, around, columns + left + right, rows + above + below)
  let best = { x: left, y: above, likeness: Number.NEGATIVE_INFINITY }
  for (let y = 0; y <= above + below; y++) {
    for (let x = 0; x <= left + right; x++) {
      const likeness = likenessAt(seen, searched, x, y)
      if (likeness > best.likeness) best = { x, y, likeness }
    }
  }
  return { x: around.x + best.x * STEP, y: around.y + best.y * STEP, width, height }
}

/** The brightness of each block, from every fourth pixel of every fourth row. */
function blocksOf({ width, data }: Picture, from: Point, columns: number, rows: number): Greys {
  const values = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let sum = 0
      for (let y = from.y + row * STEP; y < from.y + (row + 1) * STEP; y += 4) {
        for (let x = from.x + column * STEP; x < from.x + (column + 1) * STEP; x += 4) {
          const at = 3 * (y * width + x)
          sum += (data[at] as number) + (data[at + 1] as number) + (data[at + 2] as number)
        }
      }
      values[row * columns + column] = sum
    }
  }
  return { width: columns, height: rows, values }
}

/** The correlation of the blocks with those beginning at x, y. */
function likenessAt({ width, height, values }: Greys, searched: Greys, x: number, y: number): number {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0]
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const one = values[row * width + column] as number
      const other = searched.values[(y + row) * searched.width + x + column] as number
      a += one
      b += other
      aa += one * one
      bb += other * other
      ab += one * other
    }
  }
  const n = width * height
  return (n * ab - a * b) / Math.sqrt(Math.max(1, (n * aa - a * a) * (n * bb - b * b)))
}

/** Prepares a part of the still for finding it in frames. */
export const findable = (still: Picture): Registrable =>
  registrable(greysOf(still), new Uint8Array(still.width * still.height).fill(1))

/** The frame laid over the still; undefined if it does not show the same. */
export function layFrame(still: Registrable, frame: Picture): Picture | undefined {
  const registration = register(still, searchable(greysOf(frame)))
  if (!registration || registration.share < SAME) return undefined
  const { width, height } = frame
  const corners = mapQuad(quadOfPicture(frame), (corner) => applyHomography(registration.map, corner))
  return warpQuad(frame, corners, { width, height }, 'repeat')
}
