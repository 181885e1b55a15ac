import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { arePhotographsSame, photographLikeness } from '../../../src/domain/face/same-photograph.ts'
import { NOTHING } from '../../../src/domain/picture/plane.ts'
import { mirrored, printOf, waves } from '../../support/prints.ts'

describe('two prints of one photograph', () => {
  const original = waves(1)

  it('are the same when nothing was done to it', () => {
    assert.ok((photographLikeness(printOf(original), printOf(original)) ?? 0) > 0.999)
  })

  it('are the same when one is shifted, turned and stretched a little', () => {
    const moved = printOf((x, y) => original(x * 1.04 + y * 0.03 - 0.05, y * 0.97 - x * 0.03 + 0.03))
    assert.ok(arePhotographsSame(printOf(original), moved))
    assert.ok(arePhotographsSame(moved, printOf(original)))
  })

  it('are the same when one is mirrored', () => {
    assert.ok(arePhotographsSame(printOf(original), printOf(mirrored(original))))
  })

  it('are the same when a part is cut off or covered by glare', () => {
    const cut = printOf((x, y) => (x < 0.25 ? NOTHING : original(x, y)))
    const glaring = printOf((x, y) => (Math.hypot(x - 0.3, y - 0.4) < 0.2 ? 0 : original(x, y)))
    assert.ok(arePhotographsSame(printOf(original), cut))
    assert.ok(arePhotographsSame(printOf(original), glaring))
  })
})

describe('prints of two photographs', () => {
  it('are not the same', () => {
    for (const seed of [2, 3, 4, 5, 6]) {
      const likeness = photographLikeness(printOf(waves(1)), printOf(waves(seed)))
      assert.ok(likeness !== undefined && likeness < 0.8, `${seed}: ${likeness}`)
    }
  })

  it('are not the same where hardly anything is left of one of them', () => {
    const strip = printOf((x, y) => (x < 0.75 ? NOTHING : waves(1)(x, y)))
    assert.equal(arePhotographsSame(printOf(waves(1)), strip), false)
  })

  it('say nothing when they were made in different ways, or are no print at all', () => {
    const print = printOf(waves(1))
    assert.equal(photographLikeness(print, { ...print, kind: 'another way' }), undefined)
    assert.equal(photographLikeness(print, { ...print, values: '' }), undefined)
    assert.equal(photographLikeness(print, { ...print, values: Buffer.alloc(12).toString('base64') }), undefined)
    assert.equal(
      photographLikeness(
        print,
        printOf(() => 0),
      ),
      0,
    )
    assert.equal(
      photographLikeness(
        print,
        printOf(() => NOTHING),
      ),
      -1,
    )
  })
})
