import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boundsOf, clipBox, crop, joinBoxes, overlapOf, padBox, scaleBox } from '../../../src/vision/picture/box.ts'
import { rotate90 } from '../../../src/vision/picture/picture.ts'
import { paint, pixel } from '../../support/painted.ts'

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

describe('a box', () => {
  it('is drawn around points and around other boxes', () => {
    const points = [
      { x: 3, y: 9 },
      { x: -1, y: 4 },
      { x: 5, y: 6 },
    ]
    assert.deepEqual(boundsOf(points), box(-1, 4, 6, 5))
    assert.deepEqual(joinBoxes([box(2, 3, 4, 5), box(0, 7, 3, 3)]), box(0, 3, 6, 7))
  })

  it('grows about its middle, by a factor or by a margin', () => {
    assert.deepEqual(scaleBox(box(10, 10, 4, 2), 2), box(8, 9, 8, 4))
    assert.deepEqual(scaleBox(box(10, 10, 4, 2), 2, 0.5), box(8, 10, 8, 4))
    assert.deepEqual(padBox(box(10, 10, 4, 2), 3), box(7, 7, 10, 8))
  })

  it('is cut where the picture ends', () => {
    const picture = { width: 20, height: 10 }
    assert.deepEqual(clipBox(box(-5, 4, 30, 30), picture), box(0, 4, 20, 6))
    assert.deepEqual(clipBox(box(2, 3, 4, 5), picture), box(2, 3, 4, 5))
  })

  it('overlaps wholly with what lies inside it, and not with what only touches it', () => {
    assert.equal(overlapOf(box(0, 0, 10, 10), box(2, 2, 3, 3)), 1)
    assert.equal(overlapOf(box(0, 0, 10, 10), box(5, 0, 10, 10)), 0.5)
    assert.equal(overlapOf(box(0, 0, 10, 10), box(10, 0, 10, 10)), 0)
  })
})

describe('crop', () => {
  it('fills what lies outside the picture', () => {
    const cut = crop(
      paint(10, 10, () => [9, 9, 9]),
      { x: -5, y: 5, width: 10, height: 10 },
      77,
    )
    assert.deepEqual(pixel(cut, 0, 0), [77, 77, 77])
    assert.deepEqual(pixel(cut, 5, 0), [9, 9, 9])
    assert.deepEqual(pixel(cut, 5, 5), [77, 77, 77])
  })
})

describe('rotate90', () => {
  it('turns clockwise, and four quarters are none', () => {
    const picture = paint(4, 3, (x, y) => [x * 10, y * 10, 0])
    assert.deepEqual(pixel(rotate90(picture, 1), 2, 0), [0, 0, 0])
    assert.deepEqual(pixel(rotate90(picture, 1), 0, 3), [30, 20, 0])
    assert.deepEqual(rotate90(rotate90(picture, 1), 3), picture)
    assert.deepEqual(rotate90(rotate90(picture, 2), 2), picture)
  })
})
