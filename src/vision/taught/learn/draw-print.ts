import type { Place } from '../../../formats/place.ts'
import { toJpeg } from '../../picture/decode.ts'
import { boxBlur, evened, type Greys, greysOf } from '../../picture/greys.ts'
import type { Picture, Size } from '../../picture/picture.ts'
import { shrinkTo } from '../../picture/resize.ts'
import { GRID, gradientHistogram, HISTOGRAM_LENGTH } from '../gradient-histogram.ts'
import type { ModelLook, ModelPrint } from '../model.ts'
import { ownPixels, PRINT_CELL, printGrid, resampled } from '../print.ts'
import { smallOf } from '../recognise.ts'
import { packHistogram } from '../taught-documents.ts'

interface DrawnPrint {
  print: ModelPrint
  look: ModelLook
  greys: Greys
}

/** The parts of the first picture that are the same in all aligned pictures; the holder's places are filled in. */
export async function drawPrint(aligned: readonly Picture[], hidden: Place[], size: Size): Promise<DrawnPrint> {
  const { columns, rows } = printGrid(size)
  const known = sameCells(aligned, ownPixels({ hidden, known: everywhere(columns * rows) }, size), size)
  const packed = Buffer.from(known).toString('base64')
  const own = ownPixels({ hidden, known: packed }, size)
  const picture = filled(aligned[0] as Picture, own)
  const greys = greysOf(picture)
  const look = await drawHistogram(picture, own)
  return {
    print: {
      picture: Buffer.from(await toJpeg(picture, QUALITY)).toString('base64'),
      hidden,
      columns,
      rows,
      known: packed,
    },
    look,
    greys,
  }
}

const QUALITY = 88

/** The histogram of a print: only from own pixels, without cells that are hardly own. */
async function drawHistogram(picture: Picture, own: Uint8Array): Promise<ModelLook> {
  const small = smallOf(picture)
  const look = gradientHistogram(greysOf(await shrinkTo(picture, small)), resampled(own, picture, small))
  const weights = weightsOf(own, picture)
  blank(look, weights)
  return { ...GRID, values: packHistogram(look), weights: Buffer.from(weights).toString('base64') }
}

const everywhere = (cells: number): string => Buffer.alloc(cells, 255).toString('base64')

/** The likeness of a cell between two pictures of one document: where a value changes it is below this. */
const SAME = 0.55
/** Print has this much more contrast than a background, in grey levels: its differences are not noise or blur. */
const PRINTED = 14

/** Which cells are the same in the pictures: 0 if one picture has print there and another a different one or none. */
function sameCells(aligned: readonly Picture[], own: Uint8Array, size: Size): Uint8Array {
  const { columns, rows } = printGrid(size)
  const known = new Uint8Array(columns * rows).fill(255)
  const greys = aligned.map(greysOf).map((plain) => ({ plain, even: evened(plain, PRINT_CELL / 2) }))
  const pairs = greys.flatMap((a, i) => greys.slice(i + 1).map((b) => [a, b] as const))
  if (!pairs.length) return known
  for (let cell = 0; cell < known.length; cell++) {
    const box = { left: (cell % columns) * PRINT_CELL, top: Math.floor(cell / columns) * PRINT_CELL }
    const differing = pairs.filter(([a, b]) => differs(a, b, own, box)).length
    if (differing >= pairs.length / 2) known[cell] = 0
  }
  return known
}

interface Seen {
  plain: Greys
  even: Greys
}

/** Compares the own pixels of a cell and a small margin. */
function differs(a: Seen, b: Seen, own: Uint8Array, { left, top }: { left: number; top: number }): boolean {
  const { width, height } = a.plain
  let [dot, one, other, count] = [0, 0, 0, 0]
  const sums = { a: 0, b: 0, aa: 0, bb: 0 }
  for (let y = Math.max(0, top - 3); y < Math.min(height, top + PRINT_CELL + 3); y++) {
    for (let x = Math.max(0, left - 3); x < Math.min(width, left + PRINT_CELL + 3); x++) {
      const at = y * width + x
      if (!own[at]) continue
      const [p, q] = [a.even.values[at] as number, b.even.values[at] as number]
      dot += p * q
      one += p * p
      other += q * q
      const [u, v] = [a.plain.values[at] as number, b.plain.values[at] as number]
      sums.a += u
      sums.b += v
      sums.aa += u * u
      sums.bb += v * v
      count++
    }
  }
  if (count < 30) return false
  const contrast = (sum: number, squares: number) => Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
  if (Math.max(contrast(sums.a, sums.aa), contrast(sums.b, sums.bb)) < PRINTED) return false
  return dot / Math.sqrt(one * other + 1e-6) < SAME
}

/** Replaces pixels that are not own by the mean of the nearest own pixels, however far away they are. */
export function filled(picture: Picture, own: Uint8Array): Picture {
  const { width, height } = picture
  const data = new Uint8Array(picture.data)
  const left = Uint8Array.from(own)
  for (const radius of [6, 24, 96, 1000]) {
    const weight = boxBlur({ width, height, values: Float32Array.from(own) }, radius).values
    for (const channel of [0, 1, 2]) {
      const values = Float32Array.from(own, (isOwn, i) => isOwn * (picture.data[3 * i + channel] as number))
      const mean = boxBlur({ width, height, values }, radius).values
      for (let i = 0; i < left.length; i++) {
        if (!left[i] && (weight[i] as number) > LEAST)
          data[3 * i + channel] = (mean[i] as number) / (weight[i] as number)
      }
    }
    for (let i = 0; i < left.length; i++) if ((weight[i] as number) > LEAST) left[i] = 1
  }
  for (let i = 0; i < left.length; i++) if (!left[i]) data.fill(128, 3 * i, 3 * i + 3)
  return { width, height, data }
}

/** A share of own pixels below this is a rounding error. */
const LEAST = 1e-3

/** The weight of a cell is its own share; nothing is kept of cells that are hardly own. */
function weightsOf(own: Uint8Array, { width, height }: Size): Uint8Array {
  const sums = new Float32Array(GRID.columns * GRID.rows)
  const counts = new Float32Array(sums.length)
  for (let at = 0; at < own.length; at++) {
    const column = Math.floor(((at % width) / width) * GRID.columns)
    const row = Math.floor((Math.floor(at / width) / height) * GRID.rows)
    const cell = row * GRID.columns + column
    sums[cell] = (sums[cell] as number) + (own[at] as number)
    counts[cell] = (counts[cell] as number) + 1
  }
  return Uint8Array.from(sums, (sum, cell) => {
    const share = sum / (counts[cell] as number)
    return share < 0.5 ? 0 : Math.round(255 * share * share)
  })
}

function blank(look: Float32Array, weights: Uint8Array): void {
  const each = HISTOGRAM_LENGTH / weights.length
  for (const [cell, weight] of weights.entries()) if (!weight) look.fill(0, cell * each, (cell + 1) * each)
}
