import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { growQuad } from '../../../src/vision/picture/matrix.ts'
import { areaOf, longSideFirst, mapQuad, quadOf, quadOfPicture, sizeOfQuad } from '../../../src/vision/picture/quad.ts'

const lying = quadOf({ x: 2, y: 3, width: 8, height: 4 })

describe('a quadrilateral', () => {
  it('runs clockwise from the top left of its box', () => {
    assert.deepEqual(lying, [
      { x: 2, y: 3 },
      { x: 10, y: 3 },
      { x: 10, y: 7 },
      { x: 2, y: 7 },
    ])
    assert.deepEqual(sizeOfQuad(lying), { width: 8, height: 4 })
    assert.equal(areaOf(lying), 32)
    assert.equal(areaOf([...lying].reverse()), 32)
  })

  it('starts with a long side, without changing the way round', () => {
    assert.equal(longSideFirst(lying), lying)
    const [a, b, c, d] = quadOf({ x: 0, y: 0, width: 4, height: 8 })
    assert.deepEqual(longSideFirst([a, b, c, d]), [b, c, d, a])
  })

  it('of a picture takes in its outermost pixels whole', () => {
    assert.deepEqual(quadOfPicture({ width: 20, height: 10 })[2], { x: 19.5, y: 9.5 })
  })

  it('grows by a share of its size, in its own perspective', () => {
    const upright = growQuad(lying, 0.25)
    for (const [i, { x, y }] of quadOf({ x: 0, y: 2, width: 12, height: 6 }).entries()) {
      assert.ok(Math.abs((upright[i]?.x ?? 0) - x) < 1e-9 && Math.abs((upright[i]?.y ?? 0) - y) < 1e-9)
    }
    // The far side of a trapezium grows by less than the near one.
    const trapezium = mapQuad(lying, ({ x, y }) => (y < 5 ? { x: 6 + (x - 6) / 2, y } : { x, y }))
    const [topLeft, topRight, bottomRight, bottomLeft] = growQuad(trapezium, 0.25)
    assert.ok(topRight.x - topLeft.x - 4 < bottomRight.x - bottomLeft.x - 8)
  })
})
