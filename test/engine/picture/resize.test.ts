import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fitWithin, resize } from '../../../src/engine/picture/resize.ts'
import { paint, pixel } from '../../support/painted.ts'

describe('resize', () => {
  it('keeps a flat colour flat at any size', () => {
    const flat = paint(97, 61, () => [10, 120, 250])
    for (const size of [
      { width: 13, height: 7 },
      { width: 300, height: 200 },
      { width: 97, height: 5 },
    ]) {
      const scaled = resize(flat, size)
      assert.equal(scaled.data.length, size.width * size.height * 3)
      for (let i = 0; i < scaled.data.length; i += 3)
        assert.deepEqual([...scaled.data.subarray(i, i + 3)], [10, 120, 250])
    }
  })

  it('averages when shrinking, so that a fine grating becomes grey and not a moiré', () => {
    const grating = paint(640, 640, (x) => (x % 2 ? [255, 255, 255] : [0, 0, 0]))
    const small = resize(grating, { width: 60, height: 60 })
    for (const value of small.data) assert.ok(Math.abs(value - 128) < 12, `${value}`)
  })

  it('keeps a ramp where it was', () => {
    const ramp = paint(200, 100, (x) => [x, x, x])
    const half = resize(ramp, { width: 100, height: 50 })
    for (let x = 2; x < 98; x++) assert.ok(Math.abs(pixel(half, x, 25)[0] - (2 * x + 0.5)) <= 1)
  })

  it('leaves a picture alone that already fits', () => {
    const small = paint(30, 20, () => [1, 2, 3])
    assert.equal(fitWithin(small, 100).picture, small)
    assert.equal(
      fitWithin(
        paint(400, 200, () => [0, 0, 0]),
        100,
      ).picture.height,
      50,
    )
  })
})
