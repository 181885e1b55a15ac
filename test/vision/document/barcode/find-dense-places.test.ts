import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import barcodes from 'bwip-js/node'
import sharp from 'sharp'
import { overlap } from '../../../../lab/evaluate/measure/overlap.ts'
import { drawSpecimen, type Specimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import { photograph } from '../../../../packages/specimen/src/photograph/photograph.ts'
import { drawSealed } from '../../../../packages/specimen/src/seal/draw-sealed.ts'
import { photographSealed } from '../../../../packages/specimen/src/seal/photograph-sealed.ts'
import { makeSealAuthority } from '../../../../packages/specimen/src/seal/sign-seal.ts'
import { CELL, findDenseCells, findDensePlaces } from '../../../../src/vision/document/barcode/find-dense-places.ts'
import { readMatrixCodes, readPageBarcode } from '../../../../src/vision/document/barcode/read-barcode.ts'
import { pagePlace } from '../../../../src/vision/document/page-place.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import type { Picture } from '../../../../src/vision/picture/picture.ts'
import { quadOfPicture } from '../../../../src/vision/picture/quad.ts'
import { warpQuad } from '../../../../src/vision/picture/warp.ts'
import { paint } from '../../../support/painted.ts'

const TODAY = '2026-01-01'

/** The photo is the page. */
const whole = (photo: Picture) => ({ document: photo, place: pagePlace(quadOfPicture(photo), 0), boxes: [] })

describe('a PDF417', () => {
  let licence: Specimen
  before(async () => {
    licence = await drawSpecimen({ kind: 'us-licence', seed: 11, region: 'TX', today: TODAY })
  })

  it('is found where it stands', async () => {
    const known = licence.truth.sides[1]?.regions.barcode
    const found = (await findDensePlaces(await decode(licence.back as Uint8Array))).stacked
    assert.ok(known && found && overlap(found, known) > 0.85)
  })

  it('is read in photographs whichever way the card lies', async () => {
    for (const turn of [0, 90, 180, 270] as const) {
      const { jpeg } = await photograph(licence.back as Uint8Array, { seed: turn, level: 'medium', turn })
      const photo = await decode(jpeg)
      assert.ok((await findDensePlaces(photo)).stacked)
      const { barcode, isBarcodeUnread } = await readPageBarcode(photo, whole(photo), TODAY)
      assert.equal(barcode?.found.text, licence.truth.barcode?.text, `turned by ${turn}`)
      assert.equal(isBarcodeUnread, false)
    }
  })

  it('is not seen on a side that has none', async () => {
    const photo = await decode(licence.front)
    assert.equal((await findDensePlaces(photo)).stacked, undefined)
    assert.deepEqual(await readPageBarcode(photo, whole(photo), TODAY), {
      barcode: undefined,
      isBarcodeUnread: false,
      codes: [],
    })
  })
})

describe('another barcode on a page', () => {
  for (const bcid of ['qrcode', 'datamatrix'] as const) {
    it(`(${bcid}) is looked for thoroughly and read`, async () => {
      const { front } = await drawSpecimen({ kind: 'td1', seed: 12, today: TODAY })
      const code = await barcodes.toBuffer({ bcid, text: 'FICTIONAL 1234567', scale: 8, backgroundcolor: 'ffffff' })
      const page = await sharp(front)
        .composite([{ input: await sharp(code).resize({ width: 190 }).png().toBuffer(), left: 400, top: 300 }])
        .png()
        .toBuffer()
      const { jpeg } = await photograph(page, { seed: 3, level: 'easy', turn: 90 })
      const photo = await decode(jpeg)
      assert.equal((await findDensePlaces(photo)).parts.length > 0, true)
      assert.equal((await readPageBarcode(photo, whole(photo), TODAY)).barcode?.found.text, 'FICTIONAL 1234567')
    })
  }

  for (const bcid of ['azteccode', 'datamatrix', 'qrcode'] as const) {
    it(`(${bcid}) gives every byte that it holds`, async () => {
      const held = Buffer.from([0xdc, 0x03, ...Array.from({ length: 110 }, (_, at) => (at * 37) & 0xff)])
      const { front } = await drawSpecimen({ kind: 'td1', seed: 12, today: TODAY })
      const text = held.toString('latin1')
      const quiet = { paddingwidth: 3, paddingheight: 3, backgroundcolor: 'ffffff' }
      const code = await barcodes.toBuffer({ bcid, text, binarytext: true, scale: 8, ...quiet })
      const page = await sharp(front)
        .composite([{ input: await sharp(code).resize({ width: 260 }).png().toBuffer(), left: 380, top: 250 }])
        .png()
        .toBuffer()
      const { jpeg } = await photograph(page, { seed: 3, level: 'easy', turn: 90 })
      const photo = await decode(jpeg)
      const { codes } = await readPageBarcode(photo, whole(photo), TODAY)
      assert.deepEqual(
        codes.map(({ bytes }) => Buffer.from(bytes).toString('hex')),
        [held.toString('hex')],
      )
    })
  }

  it('is looked for more closely where matrix codes are wanted', async () => {
    const drawn = await drawSealed({ seal: 'IDB', authority: makeSealAuthority(), seed: 14, today: TODAY })
    const { jpeg, quad } = await photographSealed(drawn, 14, 'medium')
    const photo = await decode(jpeg)
    const document = warpQuad(photo, quad, { width: 1200, height: 845 }, 'repeat')
    const page = { document, place: pagePlace(quad, 0), boxes: [], codes: [] }
    const codes = await readMatrixCodes(photo, page)
    assert.deepEqual(
      codes.map(({ bytes }) => Buffer.from(bytes)),
      [Buffer.from(drawn.code)],
    )
    const plain = { width: 1200, height: 845, data: new Uint8Array(1200 * 845 * 3).fill(200) }
    assert.deepEqual(await readMatrixCodes(plain, { ...page, document: plain }), [])
  })

  it('is not looked for as thoroughly where there is nothing like it', async () => {
    const plain = { width: 800, height: 600, data: new Uint8Array(800 * 600 * 3).fill(200) }
    assert.deepEqual(await findDensePlaces(plain), { parts: [] })
  })
})

describe('cells that are dense with edges', () => {
  /** A chessboard of single pixels has none: its neighbours two apart are alike. Pairs of pixels have an edge at each. */
  const isDark = (x: number, y: number) => ((x >> 1) + (y >> 1)) % 2 === 0

  for (const width of [96, 101, 104]) {
    it(`are those of a code, in a picture of ${width} pixels`, () => {
      const [left, right, top, bottom] = [32, 64, 16, 48]
      const isCode = (x: number, y: number) => x >= left && x < right && y >= top && y < bottom
      const { columns, rows, dense } = findDenseCells(
        paint(width, 72, (x, y) => (isCode(x, y) && isDark(x, y) ? [0, 0, 0] : [200, 250, 200])),
      )
      assert.deepEqual([columns, rows], [Math.floor(width / CELL), 9])
      for (let cell = 0; cell < dense.length; cell++) {
        const [column, row] = [cell % columns, Math.floor(cell / columns)]
        const middle = isCode(column * CELL + CELL / 2, row * CELL + CELL / 2)
        const isBorder =
          !middle ||
          [-1, 1].some((by) => !isCode((column + by) * CELL, row * CELL) || !isCode(column * CELL, (row + by) * CELL))
        if (!isBorder) assert.equal(dense[cell], 1, `${column}, ${row}`)
        const isFar = column < 2 || column > 9 || row < 1 || row > 6
        if (isFar) assert.equal(dense[cell], 0, `${column}, ${row}`)
      }
    })
  }

  it('are counted up to the last pixel but one, which alone has both neighbours', () => {
    for (const width of [48, 56, 57]) {
      const { dense } = findDenseCells(paint(width, 40, (x, y) => (isDark(x, y) ? [0, 0, 0] : [250, 250, 250])))
      assert.equal(
        dense.every((each) => each === 1),
        true,
      )
    }
  })

  it('are none in a picture smaller than a cell', () => {
    assert.equal(findDenseCells(paint(7, 5, () => [1, 2, 3])).dense.length, 0)
  })
})
