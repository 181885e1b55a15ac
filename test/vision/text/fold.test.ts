import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { editDistance, findWord, fold, likeness, passageDistance } from '../../../src/vision/text/fold.ts'

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

describe('findWord', () => {
  it('finds a word with letters misread, and says where', () => {
    assert.deepEqual(findWord('XXSURNANEYY', 'SURNAME'), { distance: 1, start: 2, end: 9 })
    assert.equal(findWord('DATEOFBIRTH', 'DATEOFBIRTH').distance, 0)
  })

  it('calls nothing alike that shares only a few letters', () => {
    assert.ok(likeness('PERSONALAUSWEIS', 'REISEPASS') < 0.6)
    assert.equal(likeness('', 'PASS'), 0)
  })
})

describe('passageDistance', () => {
  it('is the distance of the passage that findWord finds, whatever the texts and their lengths', () => {
    const letters = fc.string({ unit: fc.constantFrom('A', 'B', 'C', 'Ё'), maxLength: 45 })
    fc.assert(
      fc.property(letters, letters, (text, word) => {
        assert.equal(passageDistance(text, word), findWord(text, word).distance)
      }),
      { numRuns: 2000 },
    )
  })
})
