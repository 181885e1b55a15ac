import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { decode } from '../../../src/engine/steps/decode.ts'
import { findStackedBarcode } from '../../../src/engine/steps/find-stacked-barcode.ts'
import { readBarcodes } from '../../../src/engine/steps/read-barcode.ts'
import { overlap } from '../../../src/evaluate/overlap.ts'
import { drawSpecimen, type Specimen } from '../../../src/specimen/draw-specimen.ts'
import { photograph } from '../../../src/specimen/photograph.ts'

describe('a PDF417', () => {
  let licence: Specimen
  before(async () => {
    licence = await drawSpecimen({ kind: 'us-licence', seed: 11, region: 'TX', today: '2026-01-01' })
  })

  it('is found where it stands', async () => {
    const known = licence.truth.sides[1]?.regions.barcode
    const found = await findStackedBarcode(await decode(licence.back as Uint8Array))
    assert.ok(known && found && overlap(found, known) > 0.85)
  })

  it('is read in photographs whichever way the card lies', async () => {
    for (const turn of [0, 90, 180, 270] as const) {
      const { jpeg } = await photograph(licence.back as Uint8Array, { seed: turn, level: 'medium', turn })
      const photo = await decode(jpeg)
      const { read, stacked } = await readBarcodes(photo, photo)
      assert.ok(stacked)
      assert.equal(read[0]?.text, licence.truth.barcode?.text, `turned by ${turn}`)
    }
  })

  it('is not seen on a side that has none', async () => {
    const photo = await decode(licence.front)
    assert.equal(await findStackedBarcode(photo), undefined)
    assert.deepEqual(await readBarcodes(photo, photo), { read: [], stacked: false })
  })
})
