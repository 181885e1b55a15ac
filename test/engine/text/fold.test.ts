import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { editDistance, fold } from '../../../src/engine/text/fold.ts'

describe('fold', () => {
  it('leaves what spellings and readers agree on', () => {
    assert.equal(fold('Občanský průkaz'), 'OBCANSKYPRUKAZ')
    assert.equal(fold('Führerschein'), fold('FUHRERSCHEIN'))
    assert.equal(fold('Größe'), 'GROSSE')
    assert.equal(fold('AZƏRBAYCAN'), 'AZERBAYCAN')
    assert.equal(fold('4a. 01.02.2003'), '4A01022003')
  })
})

describe('editDistance', () => {
  it('counts insertions, deletions and substitutions', () => {
    assert.equal(editDistance('KITTEN', 'SITTING'), 3)
    assert.equal(editDistance('', 'ABC'), 3)
  })
})
