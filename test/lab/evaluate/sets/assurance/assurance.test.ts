import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { figuresOf } from '../../../../../lab/evaluate/sets/assurance/assurance.ts'

describe('the figures of the levels of assurance', () => {
  const ends = (basic: 'approved' | 'referred', standard: 'approved' | 'referred') => ({
    basic,
    standard,
    high: 'referred' as const,
  })
  const played = [
    { row: 'easy, other issuers', number: 0, document: 'AUT td3', ends: ends('approved', 'approved') },
    { row: 'ordinary, other issuers', number: 0, document: 'AUT td3', ends: ends('approved', 'referred') },
    { row: 'ordinary', number: 0, document: 'DEU td3', ends: ends('approved', 'approved') },
    { row: 'bad', number: 0, document: 'DEU td3', refusal: 'DOCUMENT_NOT_RECOGNIZED' },
    { row: 'screen', number: 0, document: 'DEU td3', ends: ends('approved', 'approved') },
    { row: 'screen with fine pixels', number: 0, document: 'DEU td3', ends: ends('approved', 'referred') },
    { row: 'screen with fine pixels', number: 1, document: 'DEU td1', ends: ends('referred', 'referred') },
    { row: 'portrait glued over', number: 0, document: 'DEU td3', ends: ends('referred', 'referred') },
  ]

  it('count genuine people with usual captures and attacks, of what no limit was chosen on, by level', () => {
    const { rows, levels } = figuresOf(played)
    const [basic, standard, high] = levels
    assert.deepEqual([basic?.genuine.approved, basic?.genuine.n], [2, 2])
    assert.deepEqual([standard?.genuine.approved, standard?.genuine.referred], [1, 1])
    assert.deepEqual([basic?.attacks.approved, basic?.attacks.n], [1, 3])
    assert.deepEqual(basic?.worst, { name: 'screen with fine pixels', n: 2, approved: 1 })
    assert.deepEqual([high?.attacks.approved, high?.attacks.high], [0, 1], 'of none, three in n')
    assert.equal(standard?.reviewerHoursPer1000.toFixed(2), '8.33', 'every second session, a minute each')
    assert.equal(rows.find(({ name }) => name === 'bad')?.refused, 1, 'a picture that is not taken is not left out')
  })
})
