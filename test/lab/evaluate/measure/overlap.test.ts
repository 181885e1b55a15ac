import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { median, overlap } from '../../../../lab/evaluate/measure/overlap.ts'

const square = (x: number, y: number, side: number) => [
  { x, y },
  { x: x + side, y },
  { x: x + side, y: y + side },
  { x, y: y + side },
]

describe('the overlap of two quadrilaterals', () => {
  it('is one for the same, whatever corner they begin with', () => {
    const [a, b, c, d] = square(10, 20, 30) as [unknown, unknown, unknown, unknown]
    assert.ok(Math.abs(overlap(square(10, 20, 30), [c, d, a, b] as never) - 1) < 1e-9)
  })

  it('is a third for squares that share half', () => {
    assert.ok(Math.abs(overlap(square(0, 0, 10), square(5, 0, 10)) - 1 / 3) < 1e-9)
  })

  it('is nothing for those apart', () => {
    assert.equal(overlap(square(0, 0, 10), square(50, 50, 10)), 0)
  })
})

describe('the median', () => {
  it('is the middle value', () => assert.equal(median([3, 1, 2]), 2))
})
