import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { isCrushed, lossOf } from '../../../src/vision/picture/compression.ts'

const picture = sharp({ create: { width: 32, height: 32, channels: 3, background: '#4080c0' } })

describe('compression that leaves nothing to see edits by', () => {
  it('is recognised by the quantisation table of a JPEG', async () => {
    const at = (quality: number) => picture.clone().jpeg({ quality }).toBuffer()
    for (const quality of [15, 10]) assert.equal(isCrushed(await at(quality)), true, `${quality}`)
    for (const quality of [25, 30, 60, 92]) assert.equal(isCrushed(await at(quality)), false, `${quality}`)
  })

  it('is not assumed of other formats, nor of what is cut off or lies', async () => {
    assert.equal(isCrushed(await picture.clone().png().toBuffer()), false)
    const jpeg = await picture.clone().jpeg({ quality: 10 }).toBuffer()
    for (let length = 0; length < 71; length++) assert.equal(isCrushed(jpeg.subarray(0, length)), false, `${length}`)
    assert.equal(isCrushed(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0, 0, 0])), false)
  })
})

describe('what compression takes of the finest forms', () => {
  it('grows as the quality of a JPEG falls, and is nothing for other formats', async () => {
    const at = async (quality: number) => lossOf(await picture.clone().jpeg({ quality }).toBuffer())
    for (const quality of [70, 85, 95]) assert.equal(await at(quality), 0, `${quality}`)
    const [some, more] = [await at(58), await at(50)]
    assert.ok(some > 0 && some < more && more < 1, `${some} ${more}`)
    assert.equal(await at(30), 1)
    assert.equal(lossOf(await picture.clone().png().toBuffer()), 0)
  })
})
