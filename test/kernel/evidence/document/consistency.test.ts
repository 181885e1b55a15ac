import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentConsistency } from '../../../../src/features/document/factors/document-consistency.ts'
import { fitsNumberFormat } from '../../../../src/formats/document-number-forms.ts'
import type { Finding } from '../../../../src/kernel/decision/factors/factor.ts'
import { findContradictions } from '../../../../src/kernel/evidence/document/consistency.ts'
import type { IdentityDocument } from '../../../../src/kernel/evidence/document/document.ts'
import type { PageReading } from '../../../../src/vision/document/page-reading.ts'
import { barcode, field, licencePages, mrz, passport, passportPage, today } from '../../decision/genuine.ts'

const codes = (document: IdentityDocument) =>
  findContradictions(document, today).map(({ code, certainty }) => `${code} ${certainty}`)
const page = (extra: Partial<PageReading>): IdentityDocument => ({ pages: [passportPage(extra)] })
const dates = (birth: string, issue: string, expiry: string, confidence = 96): IdentityDocument => {
  const { mrz: _, ...plain } = passportPage({
    visual: [
      field('date_of_birth', birth, { date: birth, confidence }),
      field('date_of_issue', issue, { date: issue, confidence }),
      field('date_of_expiry', expiry, { date: expiry, confidence }),
    ],
  })
  return { pages: [plain] }
}

describe('a document', () => {
  it('that is genuine contradicts itself nowhere', () => {
    assert.deepEqual(codes(page({})), [])
    assert.deepEqual(codes({ pages: licencePages() }), [])
  })

  it('cannot have been issued before its holder was born', () => {
    assert.deepEqual(codes(dates('1990-05-05', '1989-01-01', '1995-01-01')), ['IMPOSSIBLE_DATES certain'])
  })

  it('cannot come from the future, expire before its issue, or belong to somebody of 123', () => {
    assert.deepEqual(codes(dates('1990-05-05', '2027-01-01', '2030-01-01')), ['IMPOSSIBLE_DATES certain'])
    assert.deepEqual(codes(dates('1990-05-05', '2020-01-01', '2019-01-01')), ['IMPOSSIBLE_DATES certain'])
    assert.deepEqual(codes(dates('1903-05-05', '2020-01-01', '2029-01-01')), ['IMPOSSIBLE_DATES certain'])
    assert.deepEqual(codes(dates('2026-07-01', '2026-07-02', '2029-01-01')), [
      'IMPOSSIBLE_DATES certain',
      'IMPOSSIBLE_DATES certain',
    ])
  })

  it('is only doubted when the dates were not surely read', () => {
    assert.deepEqual(codes(dates('1990-05-05', '1989-01-01', '1995-01-01', 70)), ['IMPOSSIBLE_DATES doubtful'])
  })

  it('is doubted when it is valid for longer than its type allows', () => {
    assert.deepEqual(codes(dates('1990-05-05', '2020-01-01', '2031-01-02')), ['VALIDITY_TOO_LONG doubtful'])
    assert.deepEqual(codes(dates('1990-05-05', '2020-01-01', '2030-12-31')), [])
  })

  it('may be a lifelong card of an old person or a long licence of a country that issues them', () => {
    const [card] = dates('1940-05-05', '2020-01-01', '2060-01-01').pages
    assert.ok(card)
    assert.deepEqual(codes({ pages: [{ ...card, type: 'IDENTITY_CARD' }] }), [])
    assert.deepEqual(codes({ pages: [{ ...card, type: 'DRIVER_LICENSE', country: 'USA' }] }), [])
    assert.deepEqual(codes({ pages: [{ ...card, type: 'DRIVER_LICENSE', country: 'FRA' }] }), [
      'VALIDITY_TOO_LONG doubtful',
    ])
  })

  it('is doubted when its number has not the form that its issuer uses', () => {
    assert.deepEqual(codes(page({ country: 'GBR' })), ['NUMBER_FORMAT doubtful'])
    assert.equal(fitsNumberFormat('FRA', 'PASSPORT', '12 AB 34567'), true)
    assert.equal(fitsNumberFormat('FRA', 'PASSPORT', 'L898902C3'), false)
    assert.equal(fitsNumberFormat('UTO', 'PASSPORT', 'L898902C3'), undefined)
    assert.equal(fitsNumberFormat('FRA', 'IDENTITY_CARD', '880692310285'), true)
    assert.equal(fitsNumberFormat('FRA', 'IDENTITY_CARD', '88069231028'), false)
  })

  it('is doubted when its number has not the form of the state that its barcode names', () => {
    const [front, back] = licencePages()
    assert.ok(front && back)
    const issuedBy = (iin: string): IdentityDocument => ({
      pages: [front, { ...back, barcode: { ...barcode(), raw: { IIN: iin } } }],
    })
    assert.deepEqual(codes(issuedBy('636014')), [])
    assert.deepEqual(codes(issuedBy('636015')), ['NUMBER_FORMAT doubtful'])
    assert.deepEqual(codes(issuedBy('000000')), [])
  })

  it('cannot state one birth in the MRZ and another in the barcode', () => {
    assert.deepEqual(codes(page({ barcode: barcode() })), ['MRZ_BARCODE_MISMATCH certain'])
    assert.deepEqual(codes(page({ barcode: { ...barcode(), dateOfBirth: '1974-08-12' } })), [])
  })

  it('is doubted when its sides state different numbers', () => {
    const [front, back] = licencePages()
    assert.ok(front && back)
    const other = [field('document_number', 'D7654321', { pageSide: 'BACK' })]
    assert.deepEqual(codes({ pages: [front, { ...back, visual: other }] }), ['FRONT_BACK_MISMATCH doubtful'])
    const same = [field('document_number', 'D 123 4567', { pageSide: 'BACK' })]
    assert.deepEqual(codes({ pages: [front, { ...back, visual: same }] }), [])
  })

  it('is doubted when its MRZ is that of another kind of document', () => {
    const fields = { ...mrz().fields, document_code: 'I' }
    assert.deepEqual(codes(page({ mrz: { ...mrz(), fields } })), ['MRZ_TYPE_MISMATCH doubtful'])
  })

  it('is doubted when a picture editor has left its name', () => {
    assert.deepEqual(codes(page({ editor: 'Some Editor 1.0' })), ['EDITED_PICTURE doubtful'])
  })
})

describe('documentConsistency', () => {
  it('is 0 for a certain contradiction and falls by 30 with each doubt', () => {
    const score = (finding: Finding) => finding.kind === 'scored' && finding.score
    assert.equal(score(documentConsistency.find(passport())), 100)
    assert.equal(score(documentConsistency.find(passport({ editor: 'Some Editor 1.0' }))), 70)
    assert.equal(score(documentConsistency.find(passport({ editor: 'Some Editor 1.0', country: 'GBR' }))), 40)
    assert.equal(score(documentConsistency.find(passport({ barcode: barcode() }))), 0)
  })
})
