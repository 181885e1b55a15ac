import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fitsNumberFormat, plainNumber } from '../../src/formats/document-number-forms.ts'
import { readNumber } from '../../src/formats/personal-numbers/read-number.ts'
import { inOurDigits } from '../../src/formats/text/transliterate.ts'

/** The ten digits of every script that Unicode has, as its own collation orders them. */
const SCRIPTS: readonly string[][] = Array.from({ length: 0x1_fbff }, (_, code) => code)
  .filter((code) => /\p{Nd}/u.test(String.fromCodePoint(code)))
  .map((code) => String.fromCodePoint(code))
  .reduce<string[][]>((sets, digit) => {
    const last = sets.at(-1)
    if (last && last.length < 10) last.push(digit)
    else sets.push([digit])
    return sets
  }, [])

const written = (number: string, digits: readonly string[]) =>
  number.replaceAll(/\d/g, (digit) => digits[Number(digit)] ?? '')

describe('the digits of every script', () => {
  it('are ten each, and become ours', () => {
    assert.ok(SCRIPTS.length >= 60, String(SCRIPTS.length))
    for (const digits of SCRIPTS) {
      assert.equal(digits.length, 10)
      assert.equal(inOurDigits(digits.join('')), '0123456789', digits.join(''))
    }
  })

  it('are read in the forms of document numbers', () => {
    for (const digits of SCRIPTS) {
      assert.equal(plainNumber(written('AB 123-4567', digits)), 'AB1234567')
      assert.equal(fitsNumberFormat('JPN', 'PASSPORT', written('TK1234567', digits)), true)
      assert.equal(fitsNumberFormat('JPN', 'PASSPORT', written('TK123456', digits)), false)
    }
  })

  it('are read in personal numbers', () => {
    for (const digits of SCRIPTS) {
      assert.equal(readNumber('IND', written('2341 2341 2346', digits))?.check, 'valid')
      assert.deepEqual(readNumber('EGY', written('29001010100015', digits))?.births, ['1990-01-01'])
    }
  })
})
