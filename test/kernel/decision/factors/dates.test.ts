import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ageOn, ageVerification } from '../../../../src/features/age/rules/age.ts'
import { dateOfExpiration } from '../../../../src/features/document/factors/date-of-expiration.ts'
import type { Finding } from '../../../../src/kernel/decision/factors/factor.ts'
import { field, mrz, passport, passportPage } from '../genuine.ts'

const scoreOf = (finding: Finding | undefined) => (finding?.kind === 'scored' ? finding.score : finding?.kind)
const brokenExpiry = () => ({
  ...mrz(),
  checks: mrz().checks.map((check) => (check.name === 'date_of_expiry' ? { ...check, valid: false } : check)),
})

describe('dateOfExpiration', () => {
  it('is 100 up to and on the last day, and 0 after it', () => {
    assert.equal(scoreOf(dateOfExpiration.find(passport({}, { today: '2032-04-14' }))), 100)
    assert.equal(scoreOf(dateOfExpiration.find(passport({}, { today: '2032-04-15' }))), 100)
    assert.equal(scoreOf(dateOfExpiration.find(passport({}, { today: '2032-04-16' }))), 0)
  })

  it('trusts the MRZ over a printed date, because a check digit protects it', () => {
    const misread = field('date_of_expiry', '15 APR 2012', { date: '2012-04-15' })
    assert.equal(scoreOf(dateOfExpiration.find(passport({ visual: [misread] }))), 100)
  })

  it('takes the earliest date when the check digit of the MRZ fails', () => {
    const expired = field('date_of_expiry', '15 APR 2022', { date: '2022-04-15' })
    assert.equal(scoreOf(dateOfExpiration.find(passport({ mrz: brokenExpiry(), visual: [expired] }))), 0)
  })

  it('is UNKNOWN when no date was read, and UNAVAILABLE without a document step', () => {
    const { mrz: _, ...withoutMrz } = passportPage({ visual: [] })
    assert.equal(dateOfExpiration.find(passport({}, { document: { pages: [withoutMrz] } })).kind, 'unknown')
    assert.equal(dateOfExpiration.find(passport({}, { steps: ['face'] })).kind, 'unavailable')
  })
})

describe('ageVerification', () => {
  it('counts whole years up to today', () => {
    assert.equal(ageOn('2008-06-15', '2026-06-15'), 18)
    assert.equal(ageOn('2008-06-16', '2026-06-15'), 17)
    assert.equal(ageOn('2008-02-29', '2026-02-28'), 17)
    assert.equal(ageOn('2008-02-29', '2026-03-01'), 18)
  })

  it('grades the date of birth against the minimum age', () => {
    assert.equal(scoreOf(ageVerification.find(passport(), { minimumAge: 18 })), 100)
    assert.equal(scoreOf(ageVerification.find(passport(), { minimumAge: 60 })), 0)
    assert.equal(scoreOf(ageVerification.find(passport(), { minimumAge: 51 })), 100)
    assert.equal(scoreOf(ageVerification.find(passport(), { minimumAge: 52 })), 0)
  })

  it('is UNKNOWN without a date of birth', () => {
    const { mrz: _, ...withoutMrz } = passportPage({ visual: [] })
    assert.equal(
      ageVerification.find(passport({}, { document: { pages: [withoutMrz] } }), { minimumAge: 18 })?.kind,
      'unknown',
    )
  })
})
