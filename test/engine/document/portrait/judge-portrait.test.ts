import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { isComparable } from '../../../../src/engine/document/find-portraits.ts'
import { findPortrait } from '../../../../src/engine/face/take-portrait.ts'
import { decode } from '../../../../src/engine/picture/decode.ts'
import { documentPortrait } from '../../../support/faces.ts'
import { engine } from '../../../support/read-engine.ts'

describe('the portrait on a document', () => {
  it('will do as it is, in grey, and printed small', async () => {
    const { jpeg } = await documentPortrait('B')
    assert.ok(await willDo(jpeg))
    assert.ok(await willDo(await sharp(jpeg).greyscale().jpeg().toBuffer()))
    assert.ok(await willDo(await sharp(jpeg).resize(110).jpeg().toBuffer()))
  })

  it('is of too low quality when it has too few pixels or is too blurred', async () => {
    const { jpeg } = await documentPortrait('B')
    const tiny = await sharp(jpeg).resize(26).toBuffer()
    assert.equal(await willDo(await sharp(tiny).resize(340).jpeg().toBuffer(), 10), false)
    assert.equal(await willDo(await sharp(jpeg).blur(10).jpeg().toBuffer()), false)
  })
})

async function willDo(jpeg: Uint8Array, enlarged = 1): Promise<boolean> {
  const picture = await decode(jpeg)
  const { value: portrait } = await engine.read((context) => findPortrait(context, picture))
  assert.ok(portrait, 'the face is found')
  return isComparable(portrait, enlarged)
}
