import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatAamva } from '../../../../packages/specimen/src/draw/format-aamva.ts'
import { formatMrz } from '../../../../packages/specimen/src/draw/format-mrz.ts'
import { readBarcode } from '../../../../src/formats/aamva/read-barcode.ts'
import type { VisualFieldName } from '../../../../src/formats/document-words.ts'
import { parseMrz } from '../../../../src/formats/mrz/parse-mrz.ts'
import type { VisualField } from '../../../../src/formats/visual-field.ts'
import { applicantOf } from '../../../../src/kernel/evidence/document/applicant.ts'
import { statedDates } from '../../../../src/kernel/evidence/document/view.ts'
import type { PageReading } from '../../../../src/vision/document/page-reading.ts'

const TODAY = '2026-11-15'

describe('the applicant', () => {
  it('keeps the diacritics of a printed name that agrees with the MRZ', () => {
    const page = { ...blank(), mrz: mrz(), visual: visual({ surname: 'Müster', given_name: 'Térsa Zoë' }) }
    assert.deepEqual(applicantOf({ pages: [page] }, TODAY), {
      dateOfBirth: '1990-02-28',
      firstName: 'TÉRSA ZOË',
      lastName: 'MÜSTER',
      surnameAndGivenNames: 'MÜSTER TÉRSA ZOË',
    })
  })

  it('takes the MRZ where the printed name disagrees with it', () => {
    const page = { ...blank(), mrz: mrz(), visual: visual({ surname: 'Mustor', given_name: 'Tersa' }) }
    const { lastName, firstName } = applicantOf({ pages: [page] }, TODAY)
    assert.deepEqual([lastName, firstName], ['MUESTER', 'TERSA ZOE'])
  })

  it('takes the date of birth that a check digit protects before the printed one', () => {
    const page = { ...blank(), mrz: mrz(), visual: visual({ date_of_birth: '27.02.1990' }) }
    assert.equal(applicantOf({ pages: [page] }, TODAY).dateOfBirth, '1990-02-28')
  })

  it('takes the printed date of birth where the check digit of the MRZ is wrong', () => {
    const page = { ...blank(), mrz: mrz('9'), visual: visual({ date_of_birth: '27.02.1990' }) }
    assert.equal(applicantOf({ pages: [page] }, TODAY).dateOfBirth, '1990-02-27')
  })

  it('is taken from the MRZ of a visa that prints nothing of its holder', () => {
    for (const type of ['MRVA', 'MRVB'] as const) {
      const lines = formatMrz({
        type,
        documentCode: 'V',
        issuer: 'UTO',
        nationality: 'UTO',
        documentNumber: 'X1234567',
        dateOfBirth: '1990-02-28',
        dateOfExpiry: '2031-02-28',
        sex: 'F',
        primaryIdentifier: 'Muster',
        secondaryIdentifier: 'Tersa Zoe',
      })
      const parsed = parseMrz(lines, TODAY)
      assert.ok(parsed.ok)
      const document = { pages: [{ ...blank(), type: 'VISA' as const, twoSided: false, mrz: parsed.value.reading }] }
      assert.deepEqual(applicantOf(document, TODAY), {
        dateOfBirth: '1990-02-28',
        firstName: 'TERSA ZOE',
        lastName: 'MUSTER',
        surnameAndGivenNames: 'MUSTER TERSA ZOE',
      })
      assert.deepEqual(statedDates(document, 'date_of_expiry'), [{ source: 'MRZ', date: '2031-02-28' }])
    }
  })

  it('parts a name in one line where the issuer prints the surname first', () => {
    const page = { ...blank(), country: 'KOR', visual: visual({ surname_and_given_names: '홍길동' }) }
    const { lastName, firstName, surnameAndGivenNames } = applicantOf({ pages: [page] }, TODAY)
    assert.deepEqual([lastName, firstName, surnameAndGivenNames], ['홍', '길동', '홍길동'])
  })

  it('takes the barcode where there is no MRZ', () => {
    const text = formatAamva({
      jurisdiction: 'CA',
      version: 9,
      kind: 'DL',
      documentNumber: 'X0000001',
      surname: 'SPECIMEN',
      givenName: 'TESSA',
      dateOfBirth: '1990-02-28',
      sex: 'F',
    })
    const back: PageReading = { ...blank(), side: 'BACK', barcode: readBarcode('PDF417', text, TODAY) }
    assert.deepEqual(applicantOf({ pages: [blank(), back] }, TODAY), {
      dateOfBirth: '1990-02-28',
      firstName: 'TESSA',
      lastName: 'SPECIMEN',
      surnameAndGivenNames: 'SPECIMEN TESSA',
    })
  })

  it('recognises the whole of a name that the MRZ had to cut', () => {
    const long = { primaryIdentifier: 'Specimen Fictionalová Utopiánska', secondaryIdentifier: 'Tessa' }
    const page = { ...blank(), mrz: mrz(undefined, long), visual: visual({ surname: 'Specimen', given_name: 'Tessa' }) }
    assert.equal(applicantOf({ pages: [page] }, TODAY).firstName, 'TESSA')
  })

  it('uses the Latin spelling of a name printed in two scripts', () => {
    const page = { ...blank(), mrz: mrz(), visual: visual({ surname: 'МУЕСТЕР / MÜSTER' }) }
    assert.equal(applicantOf({ pages: [page] }, TODAY).lastName, 'MÜSTER')
  })

  it('gives the whole name alone where the document prints no more', () => {
    const page = { ...blank(), visual: visual({ surname_and_given_names: 'Specimen Tessa' }) }
    assert.deepEqual(applicantOf({ pages: [page] }, TODAY), { surnameAndGivenNames: 'SPECIMEN TESSA' })
  })

  it('invents nothing when nothing was read', () => {
    assert.deepEqual(applicantOf({ pages: [blank()] }, TODAY), {})
  })
})

function mrz(birthDigit?: string, names = { primaryIdentifier: 'Müster', secondaryIdentifier: 'Tersa Zoe' }) {
  const lines = formatMrz({
    type: 'TD1',
    documentCode: 'I',
    issuer: 'UTO',
    nationality: 'UTO',
    documentNumber: 'X1234567',
    dateOfBirth: '1990-02-28',
    dateOfExpiry: '2031-02-28',
    sex: 'F',
    ...names,
  })
  if (birthDigit) lines[1] = `${lines[1]?.slice(0, 6)}${birthDigit}${lines[1]?.slice(7)}`
  const result = parseMrz(lines, TODAY)
  assert.ok(result.ok)
  return result.value.reading
}

function visual(values: Partial<Record<VisualFieldName, string>>): VisualField[] {
  return Object.entries(values).map(([name, value]) => ({
    name: name as VisualFieldName,
    value,
    confidence: 90,
    pageSide: 'FRONT',
  }))
}

function blank(): PageReading {
  return {
    side: 'FRONT',
    twoSided: true,
    country: 'UTO',
    type: 'IDENTITY_CARD',
    documentName: 'UTO identity card',
    visual: [],
    features: { mrz: true, barcode: false },
    hints: [],
    models: [],
  }
}
