import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toTensor } from '../../../src/vision/nets/tensor.ts'
import { paint } from '../../support/painted.ts'

describe('toTensor', () => {
  const picture = paint(2, 1, (x) => (x ? [10, 20, 30] : [40, 50, 60]))
  it('lays channels out as the model wants them', () => {
    const plain = { scale: 1, mean: 0, std: 1 } as const
    assert.deepEqual([...toTensor(picture, { order: 'RGB', layout: 'NCHW', ...plain }).data], [40, 10, 50, 20, 60, 30])
    assert.deepEqual([...toTensor(picture, { order: 'BGR', layout: 'NHWC', ...plain }).data], [60, 50, 40, 30, 20, 10])
    assert.deepEqual(toTensor(picture, { order: 'RGB', layout: 'NHWC', ...plain }).dims, [1, 1, 2, 3])
  })

  it('takes mean and deviation per channel of the order given', () => {
    const { data } = toTensor(picture, { order: 'BGR', layout: 'NCHW', scale: 0.1, mean: [6, 5, 4], std: [1, 2, 3] })
    assert.deepEqual(
      [...data].map((v) => Math.round(v * 1000) / 1000),
      [0, -3, 0, -1.5, 0, -1],
    )
  })
})
