import assert from 'node:assert/strict'
import { it } from 'node:test'
import { measureEffort } from '../../src/web/effort.ts'

it('what a step takes is counted from the one before', () => {
  let now = 0
  const effort = measureEffort(() => now)
  now = 4_400
  assert.deepEqual(effort.count(), { 'x-limen-tries': '1', 'x-limen-seconds': '4' })
  now = 9_600
  assert.deepEqual(effort.count(), { 'x-limen-tries': '2', 'x-limen-seconds': '10' })
  effort.begin()
  now = 12_600
  assert.deepEqual(effort.count(), { 'x-limen-tries': '1', 'x-limen-seconds': '3' })
})
