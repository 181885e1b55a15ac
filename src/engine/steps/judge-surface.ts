import { crop } from '../crop.ts'
import type { Quad } from '../min-area-rect.ts'
import { inputOf } from '../model-list.ts'
import type { Box, Picture, Point, Size } from '../picture.ts'
import type { Models } from '../runtime.ts'
import { shrinkTo } from '../shrink.ts'
import { toTensor } from '../tensor.ts'

/** What a surface looks like at the camera's own resolution, as log odds. */
export interface SurfaceReading {
  /** The pixels of a display. */
  display: number
  /** The dots of a copier or printer. */
  print: number
}

/** Cuts looked at along and across the document, or each way of the whole picture; few of them are judged. */
const ON_DOCUMENT = { columns: 4, rows: 3 }
const ON_PICTURE = { columns: 5, rows: 5 }
const JUDGED = 4
/** Of the judged cuts those decide that look most like it: pixels and dots show only where there is light and tone. */
const DECIDING = 2

/** Phones and messengers pass on about this size; the net was trained on pictures of it, never of a larger one. */
const LONG_SIDE = 1600

/**
 * On the document, or anywhere when there is none. `small` is the photo shrunk, to choose the places by.
 * Two cuts are judged at least; no more when `isClear` of what they say.
 */
export async function judgeSurface(
  models: Models,
  photo: Picture,
  small: Picture,
  quad: Quad | undefined,
  isClear: (soFar: SurfaceReading) => boolean,
): Promise<SurfaceReading> {
  const model = await models.get('surface')
  const input = inputOf(model.entry)
  const size = cutSize(photo, input)
  const byLight = (boxes: Box[]) => brightestFirst(boxes, small, small.width / photo.width)
  const chosen = quad
    ? inSteps(byLight(onDocument(photo, quad, size)))
    : byLight(onPicture(photo, size)).slice(0, JUDGED)
  const told: SurfaceReading[] = []
  for (const box of chosen) {
    const cut = await shrinkTo(crop(photo, box), input)
    const { data } = (await model.run({ [input.name]: toTensor(cut, input) })).told ?? {}
    if (!data) throw new Error('the surface net tells nothing')
    told.push({ display: data[0] as number, print: data[1] as number })
    if (told.length >= DECIDING && isClear(summed(told))) break
  }
  return summed(told)
}

function summed(told: SurfaceReading[]): SurfaceReading {
  return { display: deciding(told.map(({ display }) => display)), print: deciding(told.map(({ print }) => print)) }
}

/** What the net's view takes of the photo, were that of the size the net knows. */
function cutSize(photo: Size, { width, height }: Size): Size {
  const larger = Math.max(1, Math.max(photo.width, photo.height) / LONG_SIDE)
  return { width: Math.round(width * larger), height: Math.round(height * larger) }
}

function deciding(odds: number[]): number {
  const most = odds.toSorted((a, b) => b - a).slice(0, DECIDING)
  return most.reduce((sum, each) => sum + each, 0) / most.length
}

/** From the brightest to the darkest: a display shows its pixels where it shines, print its dots in the tones between. */
function inSteps(boxes: Box[]): Box[] {
  return Array.from({ length: JUDGED }, (_, i) => boxes[Math.round((i * (boxes.length - 1)) / (JUDGED - 1))] as Box)
}

function brightestFirst(boxes: Box[], small: Picture, scale: number): Box[] {
  return boxes
    .map((box) => ({ box, light: brightness(small, box, scale) }))
    .toSorted((a, b) => b.light - a.light)
    .map(({ box }) => box)
}

/** Boxes of that size, evenly over the document. */
function onDocument(photo: Size, [a, b, c, d]: Quad, { width, height }: Size): Box[] {
  const { columns, rows } = ON_DOCUMENT
  return Array.from({ length: columns * rows }, (_, i) => {
    const [across, down] = [((i % columns) + 0.5) / columns, (Math.floor(i / columns) + 0.5) / rows]
    const { x, y } = between(between(a, b, across), between(d, c, across), down)
    return {
      x: within(x - width / 2, photo.width - width),
      y: within(y - height / 2, photo.height - height),
      width,
      height,
    }
  })
}

/** Boxes of that size, evenly over the picture. */
function onPicture(photo: Size, { width, height }: Size): Box[] {
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

const within = (value: number, most: number): number => Math.round(Math.max(0, Math.min(value, most)))

const between = (from: Point, to: Point, share: number): Point => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
})

function brightness({ data, width }: Picture, box: Box, scale: number): number {
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
