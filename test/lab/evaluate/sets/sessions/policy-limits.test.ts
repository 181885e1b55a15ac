import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseLimits, errorsOf, spreadOf } from '../../../../../lab/evaluate/sets/sessions/policy-limits.ts'

describe('limits of a factor from its scores', () => {
  it('HIGH begins between the faults and the genuine where they lie apart, LOW ends under the least genuine', () => {
    const sorted = { genuine: [90, 96, 100], faulty: [20, 60, 80] }
    assert.deepEqual(chooseLimits(sorted), { high: 85, medium: 85 })
  })

  it('where they overlap, HIGH weighs faults let through against genuine documents referred', () => {
    const sorted = { genuine: [50, 90, 95, 100], faulty: [10, 40, 70, 80] }
    assert.deepEqual(chooseLimits(sorted), { high: 85, medium: 45 })
  })

  it('nothing is chosen without both kinds', () => {
    assert.equal(chooseLimits({ genuine: [100], faulty: [] }), undefined)
    assert.equal(chooseLimits({ genuine: [], faulty: [0] }), undefined)
  })

  it('a score on the limit is not over it', () => {
    assert.deepEqual(errorsOf({ genuine: [85, 86], faulty: [50, 51, 86] }, { high: 85, medium: 50 }), {
      genuine: 2,
      genuineNotHigh: 1,
      genuineLow: 0,
      faulty: 3,
      faultyHigh: 1,
      faultyLow: 1,
    })
  })

  it('a spread names the ends and the middle', () => {
    assert.deepEqual(spreadOf([5, 1, 4, 2, 3]), [1, 1, 3, 5, 5])
    assert.deepEqual(spreadOf([]), [])
  })
})
