import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crop } from '../../../src/vision/picture/box.ts'
import { fitWithin, resize, shrinkPart, shrinkTo, shrinkWithin } from '../../../src/vision/picture/resize.ts'
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

const grey = (width: number, height: number) => ({ width, height, data: new Uint8Array(width * height * 3).fill(90) })

describe('a photo shrunk for several steps', () => {
  it('is shrunk once for each size', async () => {
    const photo = grey(400, 300)
    const first = await shrinkWithin(photo, 200)
    assert.deepEqual([first.picture.width, first.picture.height, first.scale], [200, 150, 0.5])
    assert.equal(await shrinkWithin(photo, 200), first)
    assert.equal((await shrinkWithin(photo, 100)).picture.width, 100)
  })

  it('is never taken for another photo of the same size', async () => {
    const dark = { ...grey(400, 300), data: new Uint8Array(400 * 300 * 3) }
    const [a, b] = await Promise.all([shrinkWithin(grey(400, 300), 200), shrinkWithin(dark, 200)])
    assert.equal(a.picture.data[0], 90)
    assert.equal(b.picture.data[0], 0)
  })

  it('comes out the same by way of a middle size when it is large', async () => {
    const [width, height] = [4000, 300]
    const data = new Uint8Array(width * height * 3)
    for (let i = 0; i < width * height; i++) data.fill(Math.round(((i % width) / width) * 250), 3 * i, 3 * i + 3)
    const photo = { width, height, data }
    const [{ picture, scale }, direct] = [
      await shrinkWithin(photo, 1000),
      await shrinkTo(photo, { width: 1000, height: 75 }),
    ]
    assert.deepEqual([picture.width, picture.height, scale], [1000, 75, 0.25])
    for (const [i, value] of picture.data.entries()) assert.ok(Math.abs(value - (direct.data[i] as number)) <= 1)
  })

  it('passes as it is when it is small enough', async () => {
    const photo = grey(80, 60)
    assert.deepEqual(await shrinkWithin(photo, 100), { picture: photo, scale: 1 })
  })

  it('has the same pixels where only a part of it is shrunk', async () => {
    const [width, height] = [403, 311]
    const photo = { width, height, data: Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * i) % 251) }
    const place = { x: 40.6, y: 3.2, width: 120, height: 90 }
    for (const side of [403, 300, 211]) {
      const { picture, scale } = await shrinkWithin(photo, side)
      const part = await shrinkPart(photo, side, (size, by) => {
        assert.deepEqual([size.width, size.height, by], [picture.width, picture.height, scale])
        return place
      })
      assert.deepEqual([part.width, part.height], [120, 90])
      assert.ok(Buffer.from(part.data).equals(crop(picture, place).data), `${side}`)
    }
  })
})
