import sharp from 'sharp'
import type { Box } from '../../picture/box.ts'
import type { Picture } from '../../picture/picture.ts'
import { mapQuad, quadOf, sizeOfQuad } from '../../picture/quad.ts'
import { warpQuad } from '../../picture/warp.ts'
import { decodeBarcodes } from './decode-barcodes.ts'
import { findMatrixParts } from './find-dense-places.ts'
import { type PageWithText, partsWithRoom } from './parts-of-page.ts'
import { type Barcode, MATRIX_CODES } from './read-barcode.ts'

/** A page has one or two codes; what is as dense otherwise is a pattern. */
const MOST_PARTS = 3

/**
 * Ways to look at a part of the photo, at this multiple of its own resolution, the most successful first; a later one is
 * for a camera that shook or was out of focus.
 */
const VIEWS: readonly { scale: number; sharpen?: number }[] = [
  { scale: 1.25 },
  { scale: 1.75 },
  { scale: 1, sharpen: 2 },
  { scale: 1.75, sharpen: 3.5 },
]

/** The matrix codes of a page: those that were seen while its barcode was looked for, else in its dense parts, closely. */
export async function readMatrixCodes(
  photo: Picture,
  page: PageWithText & { document: Picture; codes: readonly Barcode[] },
): Promise<readonly Pick<Barcode, 'bytes' | 'picture'>[]> {
  if (page.codes.length) return page.codes
  const parts = partsWithRoom(await findMatrixParts(page.document), page).slice(0, MOST_PARTS)
  const found: Pick<Barcode, 'bytes' | 'picture'>[] = []
  for (const part of parts) found.push(...(await lookAt(photo, page, part)))
  return found
}

async function lookAt(photo: Picture, { document, place }: PageWithText, part: Box) {
  const quad = mapQuad(quadOf(part), ({ x, y }) => place.inPhoto({ x: x / document.width, y: y / document.height }))
  const size = sizeOfQuad(quad)
  for (const { scale, sharpen } of VIEWS) {
    const picture = warpQuad(
      photo,
      quad,
      { width: Math.round(scale * size.width), height: Math.round(scale * size.height) },
      'repeat',
    )
    const codes = await decodeBarcodes(sharpen ? await sharpened(picture, sharpen) : picture, [...MATRIX_CODES])
    if (codes.length) return codes.map(({ bytes }) => ({ bytes, picture }))
  }
  return []
}

async function sharpened({ width, height, data }: Picture, sigma: number): Promise<Picture> {
  const sharper = sharp(data, { raw: { width, height, channels: 3 } }).sharpen({ sigma, m1: 3, m2: 6 })
  return { width, height, data: await sharper.raw().toBuffer() }
}
