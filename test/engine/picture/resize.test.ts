import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fitWithin, resamplePlainly, resize } from '../../../src/engine/picture/resize.ts'
import { paint, pixel } from '../../support/painted.ts'

describe('resize', () => {
  it('gives the same bytes with and without its kernel', () => {
    let seed = 1
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return Math.floor((below * seed) / 2 ** 31)
    }
    for (let i = 0; i < 60; i++) {
      const own = paint(1 + random(90), 1 + random(50), () => [random(256), random(256), random(256)])
      // Under half of a side blocks are averaged first.
      const size = { width: Math.ceil(own.width / 3) + random(120), height: Math.ceil(own.height / 3) + random(60) }
      const plain = resamplePlainly(own, size)
      const said = `${own.width} × ${own.height} to ${size.width} × ${size.height}`
      assert.deepEqual(resize(own, size), own.width === size.width && own.height === size.height ? own : plain, said)
    }
  })

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
