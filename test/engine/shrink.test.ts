import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { shrinkWithin } from '../../src/engine/shrink.ts'

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

  it('passes as it is when it is small enough', async () => {
    const photo = grey(80, 60)
    assert.deepEqual(await shrinkWithin(photo, 100), { picture: photo, scale: 1 })
  })
})
