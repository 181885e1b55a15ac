import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { until, whatFollows } from '../../../src/apps/console/words.ts'

describe('what is said after an act', () => {
  const may = { ask: [], settle: true, undoSeconds: 12, against: [], wantsConfirmed: false }

  it('names who hears of it, and when', () => {
    assert.equal(whatFollows({ passedOnTo: 'shop.example', may }), 'shop.example will be notified in 12 s.')
    assert.equal(
      whatFollows({ passedOnTo: 'shop.example', may: { ...may, undoSeconds: 0, against: [], wantsConfirmed: false } }),
      'shop.example will be notified.',
    )
  })

  it('says that nobody does, where there is no address', () => {
    assert.match(whatFollows({ may }), /^Nobody will be notified/)
  })
})

describe('when a case is due', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')

  it('is said from now on, and of the past as well', () => {
    assert.equal(until('2026-03-01T12:30:00Z', now), 'in 30 min')
    assert.equal(until('2026-03-01T11:59:30Z', now), 'now')
    assert.equal(until('2026-03-01T09:00:00Z', now), '3 h ago')
  })
})
