import { inputOf, thresholdOf } from '../nets/model-list.ts'
import type { Models } from '../nets/runtime.ts'
import { toTensor } from '../nets/tensor.ts'
import { grown, minAreaRect, type Quad, type Rect } from '../picture/min-area-rect.ts'
import type { Picture, Point } from '../picture/picture.ts'
import { regionsOf } from '../picture/regions.ts'
import { shrinkTo } from '../picture/shrink.ts'

/** Where a line of text lies, in the pixels of the picture that was passed in. */
export interface TextBox {
  quad: Quad
  /** How sure the finder is, 0..1. */
  score: number
}

/** Finds lines of text, top to bottom. `side` is the longer side at which the finder looks. */
export async function findText(models: Models, picture: Picture, side: number): Promise<TextBox[]> {
  const model = await models.get('text-places')
  const input = inputOf(model.entry)
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = await shrinkTo(picture, {
    width: toMultiple(picture.width * scale),
    height: toMultiple(picture.height * scale),
  })
  const { lines } = await model.run({ [input.name]: toTensor(canvas, input) })
  if (!lines) throw new Error('the text finder gave no lines')

  const [, , rows = 0, columns = 0] = lines.dims
  const pixel = thresholdOf(model.entry, 'pixel')
  const line = thresholdOf(model.entry, 'line')
  const least = thresholdOf(model.entry, 'least')
  const inPicture = ({ x, y }: Point) => ({ x: (x * picture.width) / columns, y: (y * picture.height) / rows })
  return regionsOf(lines.data, columns, rows, pixel)
    .filter(({ mean }) => mean >= line)
    .map(({ rim, mean, mass }) => ({ score: mean, core: coreOf(minAreaRect(rim), mass) }))
    .filter(({ core }) => core.low >= least)
    .map(({ score, core }) => ({ score, quad: boxOf(core).map(inPicture) as unknown as Quad }))
    .sort((a, b) => a.quad[0].y - b.quad[0].y)
}

/** The network halves its input five times. */
const toMultiple = (length: number) => Math.max(32, Math.round(length / 32) * 32)

/**
 * The net marks a line's core: its box less a quarter of the shorter side all around, which is half of the core's. At the
 * threshold the region is a little smaller than the core; this leaves the room around the ink that the reader knows.
 */
const MARGIN = 0.55

interface Core {
  rect: Rect
  /** Its shorter side. */
  low: number
}

/**
 * The rectangle is as high as the region's steps reach, its surface by its length what it is on average: the mean of both
 * neither cuts a bent line nor takes in its neighbours.
 */
function coreOf(rect: Rect, surface: number): Core {
  const low = Math.min(rect.width, rect.height)
  return { rect, low: (low + Math.min(low, surface / Math.max(rect.width, rect.height))) / 2 }
}

function boxOf({ rect, low }: Core): Quad {
  const { width, height } = rect
  const margin = MARGIN * low
  const less = (Math.min(width, height) - low) / 2
  return width >= height ? grown(rect, margin, margin - less) : grown(rect, margin - less, margin)
}
