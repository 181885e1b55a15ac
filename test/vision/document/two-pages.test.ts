import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { hasTwoPages, otherParts } from '../../../src/vision/document/outline/find-outline.ts'
import { readPage } from '../../../src/vision/document/read-page.ts'
import { engine } from '../../support/read-engine.ts'

const today = '2026-06-15'

describe('a picture of a data page above the back of a card', () => {
  it('is read although the outline has corners of both', async () => {
    const [passport, licence] = await Promise.all([
      drawSpecimen({ kind: 'td3', seed: 3, today }),
      drawSpecimen({ kind: 'eu-licence', seed: 3, today }),
    ])
    const [page, back] = await Promise.all([
      sharp(passport.front).resize(1000).toBuffer({ resolveWithObject: true }),
      sharp(licence.back).resize(800).toBuffer({ resolveWithObject: true }),
    ])
    const height = page.info.height + back.info.height + 120
    const picture = await sharp({ create: { width: 1080, height, channels: 3, background: '#fff' } })
      .composite([
        { input: page.data, left: 40, top: 40 },
        { input: back.data, left: 40, top: page.info.height + 80 },
      ])
      .jpeg({ quality: 90 })
      .toBuffer()
    const { value } = await engine.read((context) => readPage(context, picture))
    assert.ok(value.ok, value.ok ? '' : value.refusal)
    assert.equal(value.value.reading.type, 'PASSPORT')
    assert.deepEqual(value.value.reading.mrz?.lines, passport.truth.mrz?.lines)
  })
})

describe('the parts in which a document is searched for again', () => {
  it('are none for an ordinary photograph', () => {
    assert.deepEqual(otherParts({ width: 1400, height: 1000 }), [])
  })

  it('are the lower and the upper page of a high picture', () => {
    const photo = { width: 1000, height: 1400 }
    assert.equal(hasTwoPages(photo), true)
    assert.deepEqual(otherParts(photo), [
      { x: 0, y: 560, width: 1000, height: 840 },
      { x: 0, y: 0, width: 1000, height: 840 },
    ])
  })
})
