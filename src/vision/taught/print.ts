import type { Place } from '../../formats/place.ts'
import { type Box, boundsOf } from '../picture/box.ts'
import { decode } from '../picture/decode.ts'
import { greysOf } from '../picture/greys.ts'
import { applyHomography, type Homography } from '../picture/matrix.ts'
import type { Picture, Size } from '../picture/picture.ts'
import { mapQuad, quadOf, quadOfPicture } from '../picture/quad.ts'
import { type Registrable, registrable } from '../picture/register/register.ts'
import { warpQuad } from '../picture/warp.ts'
import type { ModelContent, ModelPrint } from './model.ts'

/** A model's print is stored at this width, in 60 kB: the lines of a card's background are two pixels wide. */
const PRINT_WIDTH = 640
/** The side in pixels of the cells in which it is compared. */
export const PRINT_CELL = 16

export const printSize = (ratio: number): Size => ({ width: PRINT_WIDTH, height: Math.round(PRINT_WIDTH / ratio) })

export const printGrid = ({ width, height }: Size): { columns: number; rows: number } => ({
  columns: Math.ceil(width / PRINT_CELL),
  rows: Math.ceil(height / PRINT_CELL),
})

/** A model's print, prepared for finding it on pages. */
export async function openPrint({ print }: ModelContent): Promise<Registrable> {
  const picture = await decode(Buffer.from(print.picture, 'base64'))
  return registrable(greysOf(picture), ownPixels(print, picture))
}

/** The document's own pixels: not in the holder's places, and the same in every picture. */
export function ownPixels({ hidden, known }: Pick<ModelPrint, 'hidden' | 'known'>, size: Size): Uint8Array {
  const { width, height } = size
  const { columns } = printGrid(size)
  const cells = Buffer.from(known, 'base64')
  const own = new Uint8Array(width * height)
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor(y / PRINT_CELL) * columns
    for (let x = 0; x < width; x++, at++) own[at] = cells[row + Math.floor(x / PRINT_CELL)] ? 1 : 0
  }
  for (const place of hidden) hide(own, place, size)
  return own
}

/** Marks a place as not the document's own. */
export function hide(own: Uint8Array, place: Place, size: Size): void {
  const { x, y, width, height } = boxOf(place, size)
  const [left, right] = [Math.max(0, Math.floor(x)), Math.min(size.width, Math.ceil(x + width))]
  const bottom = Math.min(size.height, Math.ceil(y + height))
  for (let row = Math.max(0, Math.floor(y)); row < bottom; row++) {
    if (right > left) own.fill(0, row * size.width + left, row * size.width + right)
  }
}

/** A box on a page in shares of the page, clipped to the page. */
export function placeOf(box: Box, { width, height }: Size): Place {
  const [left, right] = [within(box.x / width), within((box.x + box.width) / width)]
  const [top, bottom] = [within(box.y / height), within((box.y + box.height) / height)]
  return { x: left, y: top, width: rounded(right - left), height: rounded(bottom - top) }
}

/** A place as a box on a page of this size. */
export const boxOf = ({ x, y, width, height }: Place, page: Size): Box => ({
  x: x * page.width,
  y: y * page.height,
  width: width * page.width,
  height: height * page.height,
})

/** The bounding box of a mapped box. */
export const mapBox = (map: Homography, box: Box): Box =>
  boundsOf(quadOf(box).map((corner) => applyHomography(map, corner)))

const within = (share: number): number => rounded(Math.max(0, Math.min(1, share)))
const rounded = (share: number): number => Math.round(10_000 * share) / 10_000

/** Converts pixels of one size to pixels of another. Whole numbers are the centres of pixels. */
export const scaling = (from: Size, to: Size): Homography => {
  const [across, down] = [to.width / from.width, to.height / from.height]
  return [across, 0, (across - 1) / 2, 0, down, (down - 1) / 2, 0, 0, 1]
}

/** The page mapped onto something of this size, pixel by pixel. */
export const layOver = (map: Homography, size: Size, page: Picture): Picture =>
  warpQuad(
    page,
    mapQuad(quadOfPicture(size), (corner) => applyHomography(map, corner)),
    size,
    'repeat',
  )

/** A mask at another size: each pixel takes the value at its centre. */
export function resampled(mask: Uint8Array, from: Size, { width, height }: Size): Uint8Array {
  const sampled = new Uint8Array(width * height)
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor(((y + 0.5) * from.height) / height) * from.width
    for (let x = 0; x < width; x++, at++)
      sampled[at] = mask[row + Math.floor(((x + 0.5) * from.width) / width)] as number
  }
  return sampled
}
