import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatMrz } from '../../../packages/specimen/src/draw/format-mrz.ts'
import { findMrzLines } from '../../../src/formats/mrz/find-mrz-lines.ts'
import type { MrzType } from '../../../src/formats/mrz/formats.ts'

const PAGE = [
  'UTOPIA',
  'PASSPORT / PASSEPORT',
  'SPECIMEN',
  'TESSA FICTIONAL',
  '28 FEB / FEV 1990',
  'Date of expiry / Date d expiration (9)',
  'MINISTRY OF THE INTERIOR OF UTOPIA',
  'X1234567',
]

describe('finding the MRZ among the lines of a page', () => {
  for (const [type, documentCode, issuer] of [
    ['TD1', 'I', 'UTO'],
    ['TD2', 'I', 'UTO'],
    ['TD3', 'P', 'UTO'],
    ['MRVA', 'V', 'UTO'],
    ['MRVB', 'V', 'UTO'],
    ['FRA_ID', 'ID', 'FRA'],
    ['CHE_DL', 'FA', 'CHE'],
  ] as [MrzType, string, string][]) {
    it(`picks the lines of a ${type} and puts them in order`, () => {
      const lines = formatMrz({
        type,
        documentCode,
        issuer,
        nationality: 'UTO',
        documentNumber: 'X1234567',
        dateOfBirth: '1990-02-28',
        dateOfExpiry: '2031-02-28',
        sex: 'F',
        primaryIdentifier: 'SPECIMEN',
        secondaryIdentifier: 'TESSA FICTIONAL',
      })
      const shuffled = [...lines].reverse()
      const found = findMrzLines([...PAGE.slice(0, 3), ...shuffled, ...PAGE.slice(3)])
      const indices = lines.map((_, index) => 3 + lines.length - 1 - index)
      assert.deepEqual(found, { type, indices, texts: lines })
    })
  }

  it('finds lines with spaces, look-alikes and a filler too many', () => {
    const found = findMrzLines([
      ...PAGE,
      'L8989O2C36UTO74O8122F 12O4159ZE184226B<<<<<10',
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<<',
    ])
    assert.deepEqual([found?.type, found?.indices], ['TD3', [9, 8]])
  })

  it('finds a card whose first letter was read as a digit', () => {
    const lines = ['1<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<']
    assert.deepEqual(findMrzLines(lines), { type: 'TD1', indices: [0, 1, 2], texts: lines })
  })

  it('finds a line of names whose last fillers were lost, and gives it its length', () => {
    const lines = ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<<<']
    assert.deepEqual(findMrzLines(lines)?.texts, [...lines.slice(0, 2), 'ERIKSSON<<ANNA'.padEnd(30, '<')])
  })

  it('finds none where there is none', () => {
    assert.equal(findMrzLines(PAGE), undefined)
    assert.equal(findMrzLines([]), undefined)
    assert.equal(findMrzLines(['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<']), undefined)
  })
})
