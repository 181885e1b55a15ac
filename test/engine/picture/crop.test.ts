import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crop } from '../../../src/engine/picture/box.ts'
import { rotate90 } from '../../../src/engine/picture/picture.ts'
import { paint, pixel } from '../../support/painted.ts'

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
