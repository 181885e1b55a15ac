import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { arePicturesSame, BANDS, HASH_KIND, hashBandsOf } from '../../../src/vision/picture/same-picture.ts'
import { fingerprintOf, hashOf, type Pattern, waves } from '../../support/fingerprints.ts'

const face = fingerprintOf(waves(1))

const scene = waves(9)
const sent = { hash: hashOf(scene), photograph: face }
const isSame = (pattern: Pattern, rest: Partial<typeof sent> = {}) =>
  arePicturesSame(sent, { hash: hashOf(pattern), photograph: face, ...rest })

describe('a picture sent again', () => {
  it('is known as it was, and when its edges are cut off', () => {
    assert.ok(isSame(scene))
    assert.ok(isSame((x, y) => scene(x * 0.96 + 0.03, y * 0.98)))
    assert.ok(isSame((x, y) => scene(x * 1.05 - 0.02, y * 1.04 - 0.01)))
  })

  it('is known without a closer look where it is the very same file, be it nearly all flat', () => {
    const flat = { hash: hashOf((x, y) => (Math.max(x, y) < 0.2 ? scene(x, y) : 0)), photograph: face }
    assert.ok(arePicturesSame(flat, structuredClone(flat)))
    assert.equal(arePicturesSame(flat, { ...flat, photograph: fingerprintOf(waves(2)) }), false)
  })

  it('is another one when it was turned or moved, as no hand holds a camera twice the same way', () => {
    assert.equal(
      isSame((x, y) => scene(x + 0.02 * y, y - 0.02 * x)),
      false,
    )
    assert.equal(
      isSame((x, y) => scene(x + 0.03, y)),
      false,
    )
  })

  it('is another one when it shows something else, somewhere else or somebody else', () => {
    assert.equal(isSame(waves(4)), false)
    assert.equal(isSame(scene, { photograph: fingerprintOf(waves(2)) }), false)
    assert.equal(isSame(scene, { hash: hashOf(scene, 0xa5) }), false)
  })

  it('is not known where there is no face, or where the hash is of another kind', () => {
    assert.equal(arePicturesSame(sent, { hash: sent.hash }), false)
    assert.equal(isSame(scene, { hash: sent.hash.with(0, HASH_KIND + 1) }), false)
    assert.equal(isSame(scene, { hash: new Uint8Array() }), false)
  })
})

describe('the bands of a hash', () => {
  it('are its bytes after the kind, without the small picture', () => {
    assert.deepEqual(hashBandsOf(sent.hash), new Uint8Array(BANDS).fill(0x5a))
    assert.equal(hashBandsOf(new Uint8Array()).length, 0)
  })
})
