import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentConsistency } from '../../../../src/features/document/factors/document-consistency.ts'
import type { MrzReading } from '../../../../src/formats/mrz/mrz-reading.ts'
import { findContradictions } from '../../../../src/kernel/evidence/document/consistency.ts'
import type { IdentityDocument } from '../../../../src/kernel/evidence/document/document.ts'
import type { PageReading } from '../../../../src/vision/document/page-reading.ts'
import { field, mrz, passport, passportPage, today } from '../../decision/genuine.ts'

/** The holder of the pages below is a woman born on 12 August 1974. */
const numbers = {
  theirs: { POL: '74081200002', CZE: '745812/0010', SWE: '740812-0009', BEL: '74.08.12-002.84' },
  ofAnotherDay: { POL: '74081300009', CZE: '745813/0009', SWE: '740813-0008' },
  ofAMan: { POL: '74081200019' },
} as const

const codes = (document: IdentityDocument) =>
  findContradictions(document, today).map(({ code, certainty }) => `${code} ${certainty}`)

const printed = (country: string, number: string, confidence = 96): IdentityDocument => {
  const page = passportPage({ country, type: 'IDENTITY_CARD' })
  const { mrz: _, ...plain } = page
  const visual = page.visual.filter(({ name }) => name !== 'document_number')
  return { pages: [{ ...plain, visual: [...visual, field('personal_number', number, { confidence })] }] }
}

const inMrz = (country: string, optional: string, extra: Partial<MrzReading> = {}, page: Partial<PageReading> = {}) => {
  const zone = mrz()
  const fields = { ...zone.fields, personal_number_or_optional_data: optional }
  const reading = { ...zone, fields, ...extra }
  const { document_number: _, ...unnumbered } = reading.fields
  return { pages: [passportPage({ country, mrz: { ...reading, fields: unnumbered }, visual: [], ...page })] }
}

describe('a personal number', () => {
  it('that adds up and agrees with the document says nothing', () => {
    for (const [country, number] of Object.entries(numbers.theirs)) {
      assert.deepEqual(codes(printed(country, number)), [], country)
      assert.deepEqual(codes(inMrz(country, number.replaceAll(/\D/g, ''))), [], country)
    }
  })

  it('with a wrong check digit is a doubt', () => {
    assert.deepEqual(codes(printed('POL', '74081200003')), ['PERSONAL_NUMBER_INVALID doubtful'])
    assert.deepEqual(codes(inMrz('POL', '74081200003')), ['PERSONAL_NUMBER_INVALID doubtful'])
  })

  it('with a day that does not exist is a doubt', () => {
    assert.deepEqual(codes(printed('POL', '74083200002')), ['PERSONAL_NUMBER_INVALID doubtful'])
  })

  it('of somebody born on another day weighs more than a doubt', () => {
    for (const country of ['POL', 'CZE'] as const) {
      assert.deepEqual(codes(printed(country, numbers.ofAnotherDay[country])), ['PERSONAL_NUMBER_BIRTH strong'])
    }
    assert.deepEqual(codes(inMrz('POL', numbers.ofAnotherDay.POL)), ['PERSONAL_NUMBER_BIRTH strong'])
  })

  it('of somebody born on another day is a doubt where the register lets it be', () => {
    assert.deepEqual(codes(printed('SWE', numbers.ofAnotherDay.SWE)), ['PERSONAL_NUMBER_BIRTH doubtful'])
  })

  it('of somebody born on another day is a doubt where no check digit binds it', () => {
    assert.deepEqual(codes(printed('ALB', 'H45813001A')), ['PERSONAL_NUMBER_BIRTH doubtful'])
    assert.deepEqual(codes(printed('ALB', 'H45812001A')), [])
  })

  it('agrees with the birth that is printed, if not with the MRZ’s: the cross-check speaks of the rest', () => {
    const visual = [field('date_of_birth', '13 AUG 1974', { date: '1974-08-13' })]
    assert.deepEqual(codes(inMrz('POL', numbers.ofAnotherDay.POL, {}, { visual })), [])
  })

  it('states the century, which the MRZ does not', () => {
    // A woman born on 12 August 1874 has the month 88.
    assert.deepEqual(codes(printed('POL', '74881200006')), ['PERSONAL_NUMBER_BIRTH strong'])
    assert.deepEqual(codes(inMrz('POL', '74881200006')), [])
  })

  it('of somebody of the other sex is a doubt', () => {
    assert.deepEqual(codes(printed('POL', numbers.ofAMan.POL)), ['PERSONAL_NUMBER_SEX doubtful'])
  })

  it('that was not surely read says nothing', () => {
    assert.deepEqual(codes(printed('POL', '74081200003', 89)), [])
    const checks = mrz().checks.map((check) => ({ ...check, valid: false }))
    assert.deepEqual(codes(inMrz('POL', '74081200003', { checks, confidence: 80 })), [])
  })

  it('in a repaired MRZ is never more than a doubt', () => {
    assert.deepEqual(codes(inMrz('POL', numbers.ofAnotherDay.POL, { repaired: true })), [
      'PERSONAL_NUMBER_BIRTH doubtful',
    ])
  })

  it('of another form, of another country or on a visa is not judged', () => {
    assert.deepEqual(codes(printed('POL', 'ABC 123456')), [])
    assert.deepEqual(codes(printed('UTO', '74081200003')), [])
    assert.deepEqual(codes(inMrz('POL', '7408120000')), [])
    const fields = { ...mrz().fields, document_code: 'V', personal_number_or_optional_data: '74081200003' }
    assert.deepEqual(codes(inMrz('POL', '', { fields }, { type: 'VISA' })), [])
  })

  it('is found in the MRZ among other data and with fillers inside', () => {
    assert.deepEqual(codes(inMrz('NLD', '999999991 8')), ['PERSONAL_NUMBER_INVALID doubtful'])
    assert.deepEqual(codes(inMrz('NLD', '999999990 8')), [])
    assert.deepEqual(codes(inMrz('FIN', '120874 0025')), ['PERSONAL_NUMBER_INVALID doubtful'])
  })

  it('may be the number of the document itself', () => {
    const licence = (number: string) => {
      const { mrz: _, ...plain } = passportPage({ country: 'GBR', type: 'DRIVER_LICENSE' })
      return {
        pages: [{ ...plain, visual: [field('document_number', number), ...plain.visual.slice(3)] }],
      }
    }
    assert.deepEqual(codes(licence('ERIKS 758124 AM9IJ')), [])
    assert.deepEqual(codes(licence('ERIKS 758134 AM9IJ')), ['PERSONAL_NUMBER_BIRTH doubtful'])
    assert.deepEqual(codes(licence('ERIKS 708124 AM9IJ')), ['PERSONAL_NUMBER_SEX doubtful'])
  })
})

describe('documentConsistency', () => {
  it('refers a document for its personal number alone, and rejects it for none', () => {
    const score = (document: IdentityDocument) => {
      const finding = documentConsistency.find(passport({}, { document }))
      return finding.kind === 'scored' && finding.score
    }
    assert.equal(score(printed('POL', numbers.theirs.POL)), 100)
    assert.equal(score(printed('POL', '74081200003')), 70)
    assert.equal(score(printed('POL', numbers.ofAnotherDay.POL)), 40)
  })
})
