import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exceededBy, tailOf } from '../../../../lab/evaluate/measure/tail.ts'

describe('the upper end of errors', () => {
  it('finds the shares of an exponential again', () => {
    const errors = Array.from({ length: 10_000 }, (_, at) => -5 * Math.log((at + 0.5) / 10_000))
    const tail = tailOf(errors, 4)
    assert.ok(Math.abs(exceededBy(tail, 0.01) - 5 * Math.log(100)) < 0.1)
    assert.ok(Math.abs(exceededBy(tail, 0.001) - 5 * Math.log(1000)) < 0.2)
  })

  it('counts what lies beyond its beginning alone', () => {
    assert.deepEqual(tailOf([-3, 4, 5, 7], 4), { n: 4, beyond: 4, over: 2, mean: 2 })
  })
})
