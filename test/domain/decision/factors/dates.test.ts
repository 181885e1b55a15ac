import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ageOn, ageVerification } from '../../../../src/domain/decision/factors/age-verification.ts'
import { dateOfExpiration } from '../../../../src/domain/decision/factors/date-of-expiration.ts'
import type { Finding } from '../../../../src/domain/decision/factors/factor.ts'
import { field, mrz, passport, passportPage } from '../genuine.ts'

const scoreOf = (finding: Finding) => (finding.kind === 'scored' ? finding.score : finding.kind)
const brokenExpiry = () => ({
  ...mrz(),
  checks: mrz().checks.map((check) => (check.name === 'date_of_expiry' ? { ...check, valid: false } : check)),
})

describe('dateOfExpiration', () => {
  it('is 100 up to and on the last day, and 0 after it', () => {
    assert.equal(scoreOf(dateOfExpiration(passport({}, { today: '2032-04-14' }))), 100)
    assert.equal(scoreOf(dateOfExpiration(passport({}, { today: '2032-04-15' }))), 100)
    assert.equal(scoreOf(dateOfExpiration(passport({}, { today: '2032-04-16' }))), 0)
  })

  it('trusts the MRZ over a printed date, because a check digit protects it', () => {
    const misread = field('date_of_expiry', '15 APR 2012', { date: '2012-04-15' })
    assert.equal(scoreOf(dateOfExpiration(passport({ visual: [misread] }))), 100)
  })

  it('takes the earliest date when the check digit of the MRZ fails', () => {
    const expired = field('date_of_expiry', '15 APR 2022', { date: '2022-04-15' })
    assert.equal(scoreOf(dateOfExpiration(passport({ mrz: brokenExpiry(), visual: [expired] }))), 0)
  })

  it('is UNKNOWN when no date was read, and UNAVAILABLE without a document step', () => {
    const { mrz: _, ...withoutMrz } = passportPage({ visual: [] })
    assert.equal(dateOfExpiration(passport({}, { document: { pages: [withoutMrz] } })).kind, 'unknown')
    assert.equal(dateOfExpiration(passport({}, { steps: ['face'] })).kind, 'unavailable')
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
    assert.equal(scoreOf(ageVerification(18)(passport())), 100)
    assert.equal(scoreOf(ageVerification(60)(passport())), 0)
    assert.equal(scoreOf(ageVerification(51)(passport())), 100)
    assert.equal(scoreOf(ageVerification(52)(passport())), 0)
  })

  it('is UNKNOWN without a date of birth', () => {
    const { mrz: _, ...withoutMrz } = passportPage({ visual: [] })
    assert.equal(ageVerification(18)(passport({}, { document: { pages: [withoutMrz] } })).kind, 'unknown')
  })
})
