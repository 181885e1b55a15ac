import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mrzValidity } from '../../../../src/features/document/factors/mrz-validity.ts'
import { overallOcrFieldsConfidence } from '../../../../src/features/document/factors/overall-ocr-fields-confidence.ts'
import type { Finding } from '../../../../src/kernel/decision/factors/factor.ts'
import { field, licence, mrz, passport, passportPage } from '../genuine.ts'

const scoreOf = (finding: Finding) => (finding.kind === 'scored' ? finding.score : finding.kind)
const failing = (confidence: number) => ({
  ...mrz(),
  confidence,
  checks: mrz().checks.map((check) => ({ ...check, valid: check.name !== 'document_number' })),
})

describe('mrzValidity', () => {
  it('is 100 when every check digit agrees', () => {
    assert.equal(scoreOf(mrzValidity.find(passport())), 100)
  })

  it('falls as low as the reader is sure when a check digit fails, and names it', () => {
    const sure = mrzValidity.find(passport({ mrz: failing(97) }))
    assert.equal(scoreOf(sure), 3)
    assert.match(sure.reason, /check digit of document number is wrong/)
    assert.equal(scoreOf(mrzValidity.find(passport({ mrz: failing(55) }))), 45)
    assert.equal(scoreOf(mrzValidity.find(passport({ mrz: failing(5) }))), 60)
  })

  it('never calls a repaired MRZ certain', () => {
    assert.equal(scoreOf(mrzValidity.find(passport({ mrz: { ...mrz(), repaired: true, confidence: 90 } }))), 96)
    assert.equal(scoreOf(mrzValidity.find(passport({ mrz: { ...mrz(), repaired: true, confidence: 30 } }))), 72)
  })

  it('is UNKNOWN when the MRZ of the document was not read, UNAVAILABLE when it has none', () => {
    const { mrz: _, ...unread } = passportPage()
    assert.equal(mrzValidity.find(passport({}, { document: { pages: [unread] } })).kind, 'unknown')
    assert.equal(mrzValidity.find(licence()).kind, 'unavailable')
  })
})

describe('overallOcrFieldsConfidence', () => {
  it('is the mean confidence of the printed fields', () => {
    assert.equal(scoreOf(overallOcrFieldsConfidence.find(passport())), 96)
    const visual = [
      field('surname', 'ERIKSSON', { confidence: 100 }),
      field('date_of_birth', '12 AUG 1974', { confidence: 80 }),
      field('document_number', 'L898902C3', { confidence: 60 }),
    ]
    assert.equal(scoreOf(overallOcrFieldsConfidence.find(passport({ visual }))), 80)
  })

  it('counts what every document prints and was not read as 0', () => {
    const finding = overallOcrFieldsConfidence.find(
      passport({ visual: [field('surname', 'ERIKSSON', { confidence: 90 })] }),
    )
    assert.equal(scoreOf(finding), 30)
    assert.match(finding.reason, /Not read: date of birth, document number/)
  })

  it('is 0 when nothing printed was read', () => {
    assert.equal(scoreOf(overallOcrFieldsConfidence.find(passport({ visual: [] }))), 0)
  })
})
