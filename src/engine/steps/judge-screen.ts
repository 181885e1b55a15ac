import { crop } from '../crop.ts'
import { inputOf } from '../model-list.ts'
import type { Box, Picture, Size } from '../picture.ts'
import type { Models } from '../runtime.ts'
import { shrinkWithin } from '../shrink.ts'
import { toTensor } from '../tensor.ts'

/** Phones and messengers pass on about this size; the net was trained on displays seen at it, never at a larger one. */
const WORKING_SIDE = 1600

/** Cuts looked at to each side; the brightest are judged, because a display's pixels show where it shines. */
const ACROSS = 5
const JUDGED = 4
const DECIDING = 2

/** How much the surface looks like a display's pixels, as log odds: the mean of the two cuts that look most like it. Undefined without the net. */
export async function judgeScreen(models: Models, photo: Picture): Promise<number | undefined> {
  if (!models.has('screen')) return undefined
  const model = await models.get('screen')
  const input = inputOf(model.entry)
  const { picture } = await shrinkWithin(photo, WORKING_SIDE)
  const cuts = spread(picture, input)
    .map((box) => ({ box, light: brightness(picture, box) }))
    .toSorted((a, b) => b.light - a.light)
    .slice(0, JUDGED)
  const told: number[] = []
  for (const { box } of cuts) {
    const { data } = (await model.run({ [input.name]: toTensor(crop(picture, box), input) })).told ?? {}
    if (!data) throw new Error('the screen net tells nothing')
    told.push(data[0] as number)
  }
  const most = told.toSorted((a, b) => b - a).slice(0, DECIDING)
  return most.reduce((sum, odds) => sum + odds, 0) / most.length
}

/** Boxes of the net's size, evenly over the picture, at its own resolution. */
function spread(picture: Size, { width, height }: Size): Box[] {
  const columns = Math.min(ACROSS, Math.max(1, Math.floor(picture.width / width)))
  const rows = Math.min(ACROSS, Math.max(1, Math.floor(picture.height / height)))
  const along = (room: number, i: number, n: number) => Math.round(n > 1 ? (room * i) / (n - 1) : room / 2)
  return Array.from({ length: columns * rows }, (_, i) => ({
    x: along(picture.width - width, i % columns, columns),
    y: along(picture.height - height, Math.floor(i / columns), rows),
    width,
    height,
  }))
}

function brightness({ data, width }: Picture, box: Box): number {
  let sum = 0
  for (let y = Math.max(0, box.y); y < box.y + box.height; y += 4) {
    for (let x = Math.max(0, box.x); x < box.x + box.width; x += 4) {
      const at = (y * width + x) * 3
      sum += (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)
    }
  }
  return sum
}
