import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import bwip from 'bwip-js/node'
import { readBarcodes } from '../../../../src/engine/page/barcode/read-barcode.ts'
import { decode } from '../../../../src/engine/picture/decode.ts'
import { paint } from '../../../support/painted.ts'

describe('barcodes of a page', () => {
  it('are told in the pixels of the page, by a quick look too, which sees it smaller', async () => {
    const code = await decode(await bwip.toBuffer({ bcid: 'qrcode', text: 'SPECIMEN 123', scale: 5, padding: 4 }))
    const page = paint(1200, 757, () => [235, 235, 240])
    for (let y = 0; y < code.height; y++) {
      page.data.set(code.data.subarray(y * code.width * 3, (y + 1) * code.width * 3), ((300 + y) * 1200 + 700) * 3)
    }
    for (const thorough of [true, false]) {
      const [found] = await readBarcodes(page, thorough)
      assert.equal(found?.text, 'SPECIMEN 123')
      const [corner] = found?.corners ?? []
      // The quiet zone and the padding lie around it.
      assert.ok(corner && corner.x > 700 && corner.x < 760 && corner.y > 300 && corner.y < 360, JSON.stringify(corner))
      assert.ok(found.picture.width > 0.6 * code.width && found.picture.width < 1.1 * code.width)
    }
  })
})
