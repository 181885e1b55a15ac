import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { photograph } from '../../../packages/specimen/src/photograph/photograph.ts'
import { decode } from '../../../src/vision/picture/decode.ts'
import { hashPicture } from '../../../src/vision/picture/hash-picture.ts'
import { arePicturesSame, BANDS, hashBandsOf, MIN_EQUAL_BANDS } from '../../../src/vision/picture/same-picture.ts'
import { fingerprintOf, waves } from '../../support/fingerprints.ts'

/** The same face on all of them: the whole picture is what is asked about. */
const face = fingerprintOf(waves(1))
const sentAs = async (bytes: Uint8Array) => ({ hash: await hashPicture(await decode(bytes)), photograph: face })

const equalBands = (a: Uint8Array, b: Uint8Array): number => {
  const other = hashBandsOf(b)
  return hashBandsOf(a).filter((band, at) => band === other[at]).length
}

describe('the hash of a picture', () => {
  const document = drawSpecimen({ kind: 'td3', seed: 21, today: '2026-01-01' })
  const take = async (seed: number) =>
    (await photograph((await document).front, { seed, level: 'easy', size: 1200 })).jpeg

  it('finds its copies: compressed, scaled, lightened, cropped', async () => {
    const photo = await take(1)
    const sent = await sentAs(photo)
    const { width, height } = await sharp(photo).metadata()
    const cut = { left: Math.round(width * 0.02), top: Math.round(height * 0.01) }
    const copies = {
      itself: sharp(photo),
      compressed: sharp(photo).jpeg({ quality: 50 }),
      smaller: sharp(photo).resize({ width: 600 }),
      larger: sharp(photo).resize({ width: 1800 }),
      lightened: sharp(photo).linear(1.2, 10),
      cropped: sharp(photo).extract({ ...cut, width: width - 2 * cut.left, height: height - 2 * cut.top }),
    }
    for (const [name, copy] of Object.entries(copies)) {
      const again = await sentAs(await copy.toBuffer())
      assert.ok(equalBands(sent.hash, again.hash) >= MIN_EQUAL_BANDS, name)
      assert.ok(arePicturesSame(sent, again), name)
      assert.ok(arePicturesSame(again, sent), name)
    }
  })

  it('does not take a document photographed again for a copy', async () => {
    const sent = await sentAs(await take(1))
    for (const seed of [2, 3, 4, 5])
      assert.equal(arePicturesSame(sent, await sentAs(await take(seed))), false, `${seed}`)
  })

  it('is of a few thousand bytes', async () => {
    const { hash } = await sentAs(await take(1))
    assert.equal(hash.length, 1 + BANDS + 64 * 64)
  })
})
