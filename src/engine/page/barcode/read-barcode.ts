import { readBarcode } from '../../../domain/barcode/read-barcode.ts'
import type { BarcodeReading } from '../../../domain/document/document.ts'
import { boundsOf, clipBox, padBox } from '../../picture/box.ts'
import { crop } from '../../picture/crop.ts'
import { growQuad } from '../../picture/matrix.ts'
import { minAreaRect } from '../../picture/min-area-rect.ts'
import type { Picture } from '../../picture/picture.ts'
import { distance } from '../../picture/point.ts'
import { longSideFirst, mapQuad, type Quad } from '../../picture/quad.ts'
import { fromShrunk, shrinkWithin } from '../../picture/shrink.ts'
import { warpQuad } from '../../picture/warp.ts'
import { type Decoded, decodeBarcodes, FORMATS } from './decode-barcodes.ts'
import { findDensePlaces } from './find-dense-places.ts'

export interface Barcode extends Decoded {
  /** The symbol with a little of what is around it. */
  picture: Picture
}

export interface PageBarcode {
  found: Barcode
  /** Which of the two its corners are given in. */
  foundIn: 'photo' | 'document'
  reading: BarcodeReading
}

/**
 * The barcode of a page, and whether there is one that could not be read. A PDF417 is looked for in the photo itself: a
 * back with one shows few of the edges by which documents are found, and there it has its own resolution.
 */
export async function readPageBarcode(
  photo: Picture,
  document: Picture,
  today: string,
): Promise<{ barcode: PageBarcode | undefined; isBarcodeUnread: boolean }> {
  const { stacked: quad, any } = await findDensePlaces(photo)
  const stacked = quad && (await readStacked(photo, quad))
  // Where nothing looks like a barcode, a quick look will do: it reads 24 of 32 photographed ones, a thorough look 30.
  const picked = pickBarcode(stacked ? [stacked] : await readBarcodes(document, any), today)
  const barcode = picked && { ...picked, foundIn: stacked ? ('photo' as const) : ('document' as const) }
  return { barcode, isBarcodeUnread: quad !== undefined && !barcode }
}

/** The barcode whose content is known, else the longest. */
function pickBarcode(barcodes: readonly Barcode[], today: string): Omit<PageBarcode, 'foundIn'> | undefined {
  const read = barcodes.map((found) => ({ found, reading: readBarcode(found.symbology, found.text, today) }))
  return read.find(({ reading }) => Object.keys(reading.fields).length > 0) ?? read[0]
}

/**
 * The longer side for a quick look. What is not dense at 1,000 pixels is drawn coarsely: of 14 photographed codes of that
 * kind 10 are read at 1,200, 900 and 800 alike, at a third of the time, and 9 at 600.
 */
const QUICK_SIDE = 800

/** Reads the barcodes of a picture, the longest text first. */
export async function readBarcodes(picture: Picture, thorough = true): Promise<Barcode[]> {
  const view = thorough ? { picture, scale: 1 } : await shrinkWithin(picture, QUICK_SIDE)
  const found = await decodeBarcodes(view.picture, FORMATS, thorough)
  return found
    .map((barcode) => ({ ...barcode, corners: mapQuad(barcode.corners, (corner) => fromShrunk(corner, view.scale)) }))
    .map((barcode) => ({ ...barcode, picture: cutOut(picture, barcode.corners) }))
    .sort((a, b) => b.text.length - a.text.length)
}

/** The quiet zone and the inaccuracy of the corners: at 3 % a quarter of the photographed specimens is lost, at 8 % none. */
const MARGIN = 0.08

/**
 * Ways to straighten a stacked barcode, the most successful first: of 30 photographs at the hardest level it reads 23,
 * and the others 3 more between them.
 */
const VIEWS = [
  { outline: (quad: Quad) => quad, scale: 1 },
  { outline: (quad: Quad) => quad, scale: 1.5 },
  { outline: (quad: Quad) => longSideFirst(minAreaRect(quad).quad), scale: 1 },
]

async function readStacked(photo: Picture, quad: Quad): Promise<Barcode | undefined> {
  for (const { outline, scale } of VIEWS) {
    const view = growQuad(outline(quad), MARGIN)
    const [a, b, c, d] = view
    const picture = warpQuad(
      photo,
      view,
      {
        width: Math.round(scale * Math.max(distance(a, b), distance(d, c))),
        height: Math.round(scale * Math.max(distance(b, c), distance(a, d))),
      },
      'repeat',
    )
    const [found] = await decodeBarcodes(picture, ['PDF417'])
    if (found) return { symbology: found.symbology, text: found.text, picture, corners: quad }
  }
  return undefined
}

/** As a share of the symbol's width. */
const FREE = 0.04

/** The symbol and a little of what is around it. */
function cutOut(picture: Picture, corners: Quad): Picture {
  const box = boundsOf(corners)
  return crop(picture, clipBox(padBox(box, FREE * box.width), picture))
}
