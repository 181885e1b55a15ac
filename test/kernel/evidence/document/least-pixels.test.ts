import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { leastPixelsOf, type ModelReference, TOO_COARSE } from '../../../../src/vision/taught/model.ts'

describe('the pixels that a taught document needs', () => {
  const reference = (columns: number, rows: number) =>
    ({ colours: Buffer.alloc(3 * columns * rows).toString('base64') }) as ModelReference

  it('are those of its reference, less what may be missing', () => {
    for (const [width, ratio] of [
      [1024, 1.586],
      [1408, 1.42],
      [640, 1.586],
    ] as const) {
      const rows = Math.ceil(Math.round(width / ratio) / 32)
      const least = leastPixelsOf({ ratio, reference: reference(width / 32, rows) }) ?? assert.fail()
      const exact = width / Math.exp(TOO_COARSE)
      assert.ok(Math.abs(least / exact - 1) < 0.04, `${least} of ${exact}`)
    }
  })

  it('are not known of one that is compared coarsely', () => {
    assert.equal(leastPixelsOf({ ratio: 1.5 }), undefined)
  })
})
