import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { readPage } from '../../../src/vision/document/read-page.ts'
import { cameraFrame } from '../../support/camera-frame.ts'
import { engine } from '../../support/read-engine.ts'

const pictures = join(import.meta.dirname, '../../../src/apps/demo/server/pictures')

const hintsOf = async (picture: Uint8Array) => {
  const { value } = await engine.read((context) => readPage(context, picture))
  return value.ok ? 'accepted' : value.hints
}

describe('a picture without a document', () => {
  for (const name of ['table', 'selfie', 'selfie-turned', 'selfie-of-two'])
    it(`is refused for that and not for its quality: ${name}`, async () => {
      const hints = await hintsOf(await readFile(join(pictures, `${name}.jpg`)))
      assert.equal(hints?.[0], 'NO_DOCUMENT', String(hints))
    })

  it('is refused as too dark, if it is: nothing is seen in the dark', async () => {
    const dark = sharp(await readFile(join(pictures, 'table.jpg'))).linear(0.1)
    const hints = await hintsOf(await dark.jpeg().toBuffer())
    assert.deepEqual(hints?.slice(0, 2), ['TOO_DARK', 'NO_DOCUMENT'])
  })

  it('is not what a blurred document is', async () => {
    const { front } = await drawSpecimen({ kind: 'td3', seed: 4, today: '2026-01-01' })
    const frame = await cameraFrame(front, { width: 1080, height: 1440, fill: 0.8, seed: 4, background: 'wood' })
    const blurred = sharp(await frame.toBuffer('image/jpeg')).blur(8)
    assert.deepEqual(await hintsOf(await blurred.jpeg().toBuffer()), ['BLURRED'])
  })
})
