import assert from 'node:assert/strict'
import { test } from 'node:test'
import { largestMean } from '../../../../src/vision/taught/compare/means.ts'

const size = { width: 4, height: 3 }
const layer = (...cells: [number, number][]) => {
  const values = new Float32Array(12)
  for (const [at, value] of cells) values[at] = value
  return values
}

test('the largest mean of a square of cells; of two layers, where both are large', () => {
  const square = { side: 2, share: 1 }
  assert.equal(largestMean(square, size, layer([5, 1], [6, 1], [9, 1], [10, 1])), 1)
  assert.equal(largestMean(square, size, layer([0, 1])), 0.25)
  assert.equal(largestMean(square, size, layer([0, 1], [1, 1]), layer([10, 1], [11, 1])), 0)
})

test('a square of which too little is known has no say', () => {
  const unknown = layer([0, 3]).map((value, at) => (at === 0 ? value : Number.NaN))
  assert.equal(largestMean({ side: 2, share: 0.5 }, size, unknown), 0)
  assert.equal(largestMean({ side: 2, share: 0.25 }, size, unknown), 3)
})
