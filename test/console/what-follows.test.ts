import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { whatFollows } from '../../src/console/words.ts'

describe('what is said after an act', () => {
  const may = { ask: [], settle: true, undoSeconds: 12 }

  it('names who hears of it, and when', () => {
    assert.equal(whatFollows({ passedOnTo: 'shop.example', may }), 'shop.example will be notified in 12 s.')
    assert.equal(
      whatFollows({ passedOnTo: 'shop.example', may: { ...may, undoSeconds: 0 } }),
      'shop.example will be notified.',
    )
  })

  it('says that nobody does, where there is no address', () => {
    assert.match(whatFollows({ may }), /^Nobody will be notified/)
  })
})
