import { type Box, crop } from '../../../picture/box.ts'
import type { Picture, Point, Size } from '../../../picture/picture.ts'
import type { Quad } from '../../../picture/quad.ts'
import { shrinkTo } from '../../../picture/resize.ts'

/** How many cuts are made across and down the document, or the whole picture. */
const ON_DOCUMENT = { columns: 4, rows: 3 }
const ON_PICTURE = { columns: 5, rows: 5 }

/** Phones and messengers send about this size. The nets that judge cuts were trained and measured on nothing larger. */
const LONG_SIDE = 1600

/**
 * Where to make the cuts: evenly spread over the document, or over the picture when there is no document; the brightest
 * places first. `small` is the shrunk photo used to measure brightness; `view` is the size at which a cut is judged.
 */
export function chooseCuts(photo: Picture, small: Picture, quad: Quad | undefined, view: Size): Box[] {
  const size = cutSizeOf(photo, view)
  const boxes = quad ? spreadOverDocument(photo, quad, size) : spreadOverPicture(photo, size)
  return boxes
    .map((box) => ({ box, light: brightnessOf(small, box, small.width / photo.width) }))
    .toSorted((a, b) => b.light - a.light)
    .map(({ box }) => box)
}

/** Takes one cut, at the size at which it is judged. */
export const takeCut = (photo: Picture, box: Box, view: Size): Promise<Picture> => shrinkTo(crop(photo, box), view)

/** The mean of the highest values only: pixels, dots and waves show only in some of the cuts. */
export function meanOfHighest(values: readonly number[], count: number): number {
  const highest = values.toSorted((a, b) => b - a).slice(0, count)
  return highest.reduce((sum, value) => sum + value, 0) / highest.length
}

/** How much of the photo a view covers, so that it shows details at the scale that the nets were trained on. */
function cutSizeOf(photo: Size, { width, height }: Size): Size {
  const larger = Math.max(1, Math.max(photo.width, photo.height) / LONG_SIDE)
  return { width: Math.round(width * larger), height: Math.round(height * larger) }
}

/** Boxes of that size, evenly spread over the document. */
function spreadOverDocument(photo: Size, [a, b, c, d]: Quad, { width, height }: Size): Box[] {
  const { columns, rows } = ON_DOCUMENT
  return Array.from({ length: columns * rows }, (_, i) => {
    const [across, down] = [((i % columns) + 0.5) / columns, (Math.floor(i / columns) + 0.5) / rows]
    const { x, y } = pointBetween(pointBetween(a, b, across), pointBetween(d, c, across), down)
    return {
      x: keepInside(x - width / 2, photo.width - width),
      y: keepInside(y - height / 2, photo.height - height),
      width,
      height,
    }
  })
}

/** Boxes of that size, evenly spread over the picture. */
function spreadOverPicture(photo: Size, { width, height }: Size): Box[] {
  const columns = Math.min(ON_PICTURE.columns, Math.max(1, Math.floor(photo.width / width)))
  const rows = Math.min(ON_PICTURE.rows, Math.max(1, Math.floor(photo.height / height)))
  const along = (room: number, i: number, n: number) => Math.round(n > 1 ? (room * i) / (n - 1) : room / 2)
  return Array.from({ length: columns * rows }, (_, i) => ({
    x: along(photo.width - width, i % columns, columns),
    y: along(photo.height - height, Math.floor(i / columns), rows),
    width,
    height,
  }))
}

const keepInside = (value: number, most: number): number => Math.round(Math.max(0, Math.min(value, most)))

const pointBetween = (from: Point, to: Point, share: number): Point => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
})

function brightnessOf({ data, width }: Picture, box: Box, scale: number): number {
  let sum = 0
  const [right, bottom] = [Math.floor((box.x + box.width) * scale), Math.floor((box.y + box.height) * scale)]
  for (let y = Math.round(box.y * scale); y < bottom; y += 3) {
    for (let x = Math.round(box.x * scale); x < right; x += 3) {
      const at = (y * width + x) * 3
      sum += (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)
    }
  }
  return sum
}
