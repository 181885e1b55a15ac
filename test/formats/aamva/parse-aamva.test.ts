import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type AamvaContent, formatAamva } from '../../../packages/specimen/src/draw/format-aamva.ts'
import { JURISDICTIONS } from '../../../src/formats/aamva/aamva-jurisdictions.ts'
import { parseAamva } from '../../../src/formats/aamva/parse-aamva.ts'

const TESSA: AamvaContent = {
  jurisdiction: 'CA',
  version: 9,
  kind: 'DL',
  documentNumber: 'X0000001',
  surname: 'SPECIMEN',
  givenName: 'TESSA',
  middleName: 'FICTIONAL',
  dateOfBirth: '1990-02-28',
  dateOfExpiry: '2031-02-28',
  dateOfIssue: '2021-02-28',
  sex: 'F',
}

describe('parsing an AAMVA barcode', () => {
  it('returns what was written, in every version and for every jurisdiction', () => {
    const codes = Object.values(JURISDICTIONS).map((jurisdiction) => jurisdiction.code)
    const day = fc
      .date({ min: new Date('1900-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(
        fc.constantFrom(...codes),
        fc.integer({ min: 1, max: 11 }),
        fc.constantFrom('DL' as const, 'ID' as const),
        fc
          .stringMatching(/^[A-Z][A-Z' -]{0,20}[A-Z]$/)
          .filter((name) => !/ {2}/.test(name) && name !== 'UNK' && name !== 'NMN'),
        day,
        (jurisdiction, version, kind, surname, dateOfBirth) => {
          const reading = parsed(formatAamva({ ...TESSA, jurisdiction, version, kind, surname, dateOfBirth }))
          assert.equal(reading.jurisdiction?.code, jurisdiction)
          assert.equal(reading.version, version)
          assert.equal(reading.kind, kind)
          assert.deepEqual(reading.names, { surname, givenNames: 'TESSA FICTIONAL' })
          assert.equal(reading.dateOfBirth, dateOfBirth)
          assert.equal(reading.dateOfExpiry, '2031-02-28')
          assert.equal(reading.dateOfIssue, '2021-02-28')
          assert.equal(reading.documentNumber, 'X0000001')
          assert.equal(reading.sex, 'F')
        },
      ),
    )
  })

  it('reads a card without its compliance character, with wrong offsets and other line ends', () => {
    const text = formatAamva(TESSA)
      .replace('@\n\x1e\r', '')
      .replace(/DL\d{8}/, 'DL99999999')
      .replaceAll('\n', '\r\n')
    assert.equal(parsed(text).dateOfBirth, '1990-02-28')
  })

  it('reads a card whose subfile type is missing in front of the first element', () => {
    const text = formatAamva(TESSA).replace(/(DL\d{8})DL/, '$1')
    assert.equal(parsed(text).elements.DCA, 'C')
  })

  it('takes the year first where a state writes it first against the standard', () => {
    assert.equal(parsed(formatAamva(TESSA).replace('DBB02281990', 'DBB19900228')).dateOfBirth, '1990-02-28')
  })

  it('gives the day since which cards look like this one, in either order', () => {
    const revised = (DDB: string) => parsed(formatAamva({ ...TESSA, elements: { DDB } })).dateOfRevision
    assert.equal(revised('08292017'), '2017-08-29')
    assert.equal(revised('20170829'), '2017-08-29')
    assert.equal(revised('NONE'), undefined)
  })

  it('takes a full name without separators in its natural order', () => {
    const text = formatAamva({ ...TESSA, version: 1, elements: { DAA: 'TESSA FICTIONAL SPECIMEN JR' } })
    assert.deepEqual(parsed(text).names, { surname: 'SPECIMEN', givenNames: 'TESSA FICTIONAL', suffix: 'JR' })
  })

  it('joins given names that stand in elements of different versions', () => {
    const text = formatAamva({ ...TESSA, version: 3, elements: { DCT: 'TESSA', DAD: 'FICTIONAL' } })
    assert.equal(parsed(text).names.givenNames, 'TESSA FICTIONAL')
  })

  it('leaves out a middle name that says there is none', () => {
    assert.equal(parsed(formatAamva(TESSA).replace('FICTIONAL', 'NONE')).names.givenNames, 'TESSA')
  })

  it('refuses other texts', () => {
    for (const text of ['', 'https://example.org', 'DAQ123', 'ANSI C']) assert.equal(parseAamva(text).ok, false, text)
  })
})

function parsed(text: string) {
  const result = parseAamva(text)
  assert.ok(result.ok, text)
  return result.value
}
