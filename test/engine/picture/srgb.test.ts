import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import sharp from 'sharp'
import { decode, isSrgb } from '../../../src/engine/picture/decode.ts'

const colours = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, i) => (i * 37) % 256))
const tagged = (profile: string) =>
  sharp(colours, { raw: { width: 64, height: 64, channels: 3 } })
    .withIccProfile(profile)
    .png()
    .toBuffer()
const profileOf = async (picture: Uint8Array) => (await sharp(picture).metadata()).icc as Buffer

describe('the profile of a picture', () => {
  it('is known as sRGB, as a formula and as a table', async () => {
    const drawn = createCanvas(8, 8).toBuffer('image/jpeg')
    assert.equal(isSrgb(await profileOf(drawn)), true)
    assert.equal(isSrgb(await profileOf(await tagged('srgb'))), true)
  })

  it('is not sRGB where its colours are others, or it is none', async () => {
    const wide = await profileOf(await tagged('p3'))
    assert.equal(isSrgb(wide), false)
    const srgb = await profileOf(await tagged('srgb'))
    for (const length of [0, 40, 131, 200, srgb.length - 40])
      assert.equal(isSrgb(Uint8Array.from(srgb.subarray(0, length))), false, `cut after ${length}`)
    assert.equal(isSrgb(Buffer.from(srgb).fill(0xff, 128, 132)), false, 'with more tags than it holds')
  })

  it('changes nothing of a picture in sRGB, and is applied where it is another', async () => {
    const plain = await decode(
      await sharp(colours, { raw: { width: 64, height: 64, channels: 3 } })
        .png()
        .toBuffer(),
    )
    assert.deepEqual((await decode(await tagged('srgb'))).data, plain.data)
    const wide = await tagged('p3')
    const converted = await sharp(wide).toColourspace('srgb').raw().toBuffer()
    assert.deepEqual(Buffer.from((await decode(wide)).data), converted)
  })
})
