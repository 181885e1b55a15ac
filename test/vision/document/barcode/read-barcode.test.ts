import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import bwip from 'bwip-js/node'
import sharp from 'sharp'
import { decodeBarcodes, FORMATS } from '../../../../src/vision/document/barcode/decode-barcodes.ts'
import { partsOfPage, readBarcodes, readPageBarcode } from '../../../../src/vision/document/barcode/read-barcode.ts'
import { pagePlace } from '../../../../src/vision/document/page-place.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import { quadOf, quadOfPicture } from '../../../../src/vision/picture/quad.ts'
import { paint } from '../../../support/painted.ts'

describe('barcodes of a page', () => {
  it('are told in the pixels of the page, looked at as a whole, in parts, or smaller', async () => {
    const code = await decode(await bwip.toBuffer({ bcid: 'qrcode', text: 'SPECIMEN 123', scale: 5, padding: 4 }))
    const page = paint(1200, 757, () => [235, 235, 240])
    for (let y = 0; y < code.height; y++) {
      page.data.set(code.data.subarray(y * code.width * 3, (y + 1) * code.width * 3), ((300 + y) * 1200 + 700) * 3)
    }
    const located = { document: page, place: pagePlace(quadOfPicture(page), 0), boxes: [] }
    const coarse = (await readPageBarcode(page, located, '2026-01-01')).barcode?.found
    for (const found of [(await readBarcodes(page))[0], coarse]) {
      assert.equal(found?.text, 'SPECIMEN 123')
      const [corner] = found?.corners ?? []
      // The quiet zone and the padding lie around it.
      assert.ok(corner && corner.x > 700 && corner.x < 760 && corner.y > 300 && corner.y < 360, JSON.stringify(corner))
      assert.ok(found.picture.width > 0.6 * code.width && found.picture.width < 1.1 * code.width)
    }
  })
})

describe('a small, noisy PDF417', () => {
  it('is read once it is averaged along its bars', async () => {
    const options = { bcid: 'pdf417', text: TEXT, scale: 4, paddingwidth: 12, columns: 4 }
    const code = await bwip.toBuffer(options)
    const { data, info } = await sharp(code)
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .resize(300)
      .blur(1)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const picture = { width: info.width, height: info.height, data: withNoise(data, 50) }
    assert.deepEqual(await decodeBarcodes(picture, FORMATS), [])
    assert.equal((await readBarcodes(picture))[0]?.text, TEXT)
  })
})

const TEXT = 'SPECIMEN 1234567890 ABCDEFGHIJ SPECIMEN'

/** Grey, of little contrast, and with the same noise every time. */
function withNoise(pixels: Uint8Array, noise: number): Uint8Array {
  let state = 7
  const noisy = pixels.slice()
  for (let at = 0; at < pixels.length; at += 3) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const value = 60 + 0.6 * (pixels[at] as number) + noise * ((2 * state) / 2 ** 32 - 1)
    noisy.fill(Math.max(0, Math.min(255, value)), at, at + 3)
  }
  return noisy
}

describe('dense parts of a photo', () => {
  // The page lies in the middle of the photo, a quarter turn from upright.
  const place = pagePlace(quadOf({ x: 100, y: 50, width: 600, height: 400 }), 1)
  const page = { document: { width: 400, height: 600 }, place, boxes: [] }
  const at = (x: number, y: number, width: number, height: number) => quadOf({ x, y, width, height })

  it('are found on the page with room around them', () => {
    const [part, ...others] = partsOfPage([at(150, 100, 100, 40)], page)
    assert.deepEqual(others, [])
    const rounded = part && Object.fromEntries(Object.entries(part).map(([side, length]) => [side, Math.round(length)]))
    // Its 40 pixels lie across now, 50 to 90 from the right edge; half of them more on every side.
    assert.deepEqual(rounded, { x: 290, y: 30, width: 80, height: 140 })
  })

  it('are one where they meet, and none next to the page', () => {
    const parts = partsOfPage([at(150, 100, 60, 40), at(400, 100, 60, 40), at(200, 100, 220, 40)], page)
    assert.equal(parts.length, 1)
    assert.equal(partsOfPage([at(0, 0, 20, 20), at(150, 480, 60, 40)], page).length, 0)
  })

  it('are left out where lines of text cover more than half of them', () => {
    // On the page the part lies at 310, 50 and is 40 wide and 100 high.
    const line = (y: number, height: number) => ({ quad: at(300, y, 60, height), score: 1 })
    const partsWith = (...boxes: ReturnType<typeof line>[]) =>
      partsOfPage([at(150, 100, 100, 40)], { ...page, boxes }).length
    assert.equal(partsWith(line(50, 30), line(90, 30)), 0)
    assert.equal(partsWith(line(50, 20), line(90, 20)), 1)
    assert.equal(partsWith(line(200, 100)), 1)
  })
})
