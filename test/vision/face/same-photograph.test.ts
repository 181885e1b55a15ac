import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { arePhotographsSame, photographLikeness } from '../../../src/vision/face/same-photograph.ts'
import { NOTHING } from '../../../src/vision/picture/plane.ts'
import { fingerprintOf, mirrored, waves } from '../../support/fingerprints.ts'

describe('two prints of one photograph', () => {
  const original = waves(1)

  it('are the same when nothing was done to it', () => {
    assert.ok((photographLikeness(fingerprintOf(original), fingerprintOf(original)) ?? 0) > 0.999)
  })

  it('are the same when one is shifted, turned and stretched a little', () => {
    const moved = fingerprintOf((x, y) => original(x * 1.04 + y * 0.03 - 0.05, y * 0.97 - x * 0.03 + 0.03))
    assert.ok(arePhotographsSame(fingerprintOf(original), moved))
    assert.ok(arePhotographsSame(moved, fingerprintOf(original)))
  })

  it('are the same when one is mirrored', () => {
    assert.ok(arePhotographsSame(fingerprintOf(original), fingerprintOf(mirrored(original))))
  })

  it('are the same when a part is cut off or covered by glare', () => {
    const cut = fingerprintOf((x, y) => (x < 0.25 ? NOTHING : original(x, y)))
    const glaring = fingerprintOf((x, y) => (Math.hypot(x - 0.3, y - 0.4) < 0.2 ? 0 : original(x, y)))
    assert.ok(arePhotographsSame(fingerprintOf(original), cut))
    assert.ok(arePhotographsSame(fingerprintOf(original), glaring))
  })
})

describe('prints of two photographs', () => {
  it('are not the same', () => {
    for (const seed of [2, 3, 4, 5, 6]) {
      const likeness = photographLikeness(fingerprintOf(waves(1)), fingerprintOf(waves(seed)))
      assert.ok(likeness !== undefined && likeness < 0.8, `${seed}: ${likeness}`)
    }
  })

  it('are not the same where hardly anything is left of one of them', () => {
    const strip = fingerprintOf((x, y) => (x < 0.75 ? NOTHING : waves(1)(x, y)))
    assert.equal(arePhotographsSame(fingerprintOf(waves(1)), strip), false)
  })

  it('say nothing when they were made in different ways, or are no print at all', () => {
    const fingerprint = fingerprintOf(waves(1))
    assert.equal(photographLikeness(fingerprint, { ...fingerprint, kind: 'another way' }), undefined)
    assert.equal(photographLikeness(fingerprint, { ...fingerprint, values: '' }), undefined)
    assert.equal(
      photographLikeness(fingerprint, { ...fingerprint, values: Buffer.alloc(12).toString('base64') }),
      undefined,
    )
    assert.equal(
      photographLikeness(
        fingerprint,
        fingerprintOf(() => 0),
      ),
      0,
    )
    assert.equal(
      photographLikeness(
        fingerprint,
        fingerprintOf(() => NOTHING),
      ),
      -1,
    )
  })
})
