import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SealReading } from '../../../src/features/seal/seal-reading.ts'
import { defaultPolicy, withSha256 } from '../../../src/kernel/decision/change-policy.ts'
import { decide } from '../../../src/kernel/decision/decide.ts'
import type { FactorName } from '../../../src/kernel/decision/factors/index.ts'
import { TRUST_FACTORS } from '../../../src/kernel/decision/levels.ts'
import { sourceNames } from '../../../src/kernel/evidence/evidence-kind.ts'
import { field, licence, licencePages, mrz, passport, passportPage, selfie, template, withRule } from './genuine.ts'

const factor = (decision: ReturnType<typeof decide>, name: FactorName) => {
  const found = decision.factors.find((candidate) => candidate.name === name)
  assert.ok(found, `no ${name}`)
  return found
}

describe('a decision', () => {
  it('approves a genuine passport, naming what was right', () => {
    const decision = decide(passport(), defaultPolicy())
    assert.equal(decision.outcome, 'approve')
    assert.equal(decision.level, 'HIGH')
    assert.ok(decision.score >= 76 && decision.score <= 100 && Number.isInteger(decision.score))
    assert.ok(decision.reasons.includes('All 5 check digits of the MRZ agree.'))
    assert.deepEqual(decision.policy, { name: 'default', version: '2', sha256: defaultPolicy().sha256 })
  })

  it('approves a genuine licence with a barcode and no MRZ', () => {
    const decision = decide(licence(), defaultPolicy())
    assert.equal(decision.outcome, 'approve', decision.reasons.join(' '))
    assert.equal(factor(decision, 'mrzValidity').level, 'UNAVAILABLE')
    assert.equal(factor(decision, 'barcodeOcrCrossCheck').level, 'HIGH')
  })

  it('keeps nothing that the session itself keeps, least of all a face', () => {
    const seal: SealReading = {
      kind: 'VDS',
      fields: {},
      values: [],
      verdict: 'TRUSTED',
      signature: 'HOLDS',
      reasons: [],
      side: 'FRONT',
      portrait: template(1, 0),
      raw: '',
      readAt: '2026-06-15T10:00:00.000Z',
    }
    const { evidence } = decide(passport({}, { seal }), defaultPolicy())
    assert.deepEqual(
      sourceNames().filter((source) => source in evidence),
      [],
    )
  })

  it('lists the eight Trust Factors of the specification first and in its order', () => {
    const names = decide(passport(), defaultPolicy()).factors.map(({ name }) => name)
    assert.deepEqual(names.slice(0, 8), [...TRUST_FACTORS])
    assert.deepEqual(names.slice(8), ['documentConsistency', 'documentAuthenticity', 'captureIntegrity'])
  })

  it('gives cross-checks an array of fields even when they do not apply, and no score', () => {
    const result = factor(decide(passport(), defaultPolicy()), 'barcodeOcrCrossCheck')
    assert.equal(result.level, 'UNAVAILABLE')
    assert.deepEqual(result.fields, [])
    assert.equal('score' in result, false)
  })

  const screen = { recapture: { score: 4, kinds: { screen: 0.96, original: 0.04 } } }
  const spoilt: [string, ReturnType<typeof passport>, 'reject' | 'refer', RegExp][] = [
    ['expired', passport({}, { today: '2033-01-01' }), 'reject', /expired on 2032-04-15/],
    ['on a screen', passport(screen), 'refer', /recapture \(screen\)/],
    ['of another person', passport({ portrait: template(0, 1) }), 'reject', /does not match/],
    [
      'shown with a picture of a face',
      passport({}, { face: selfie({ liveness: { score: 8, kinds: {} } }) }),
      'reject',
      /not look live/,
    ],
    ['whose MRZ was not read', { ...passport(), document: { pages: [withoutMrz()] } }, 'refer', /could not be read/],
    ['saved by an editor', passport({ editor: 'Some Editor 1.0' }), 'refer', /picture editor/],
    ['with a missing portrait', { ...passport(), document: { pages: [withoutPortrait()] } }, 'refer', /No portrait/],
  ]
  for (const [what, evidence, outcome, reason] of spoilt) {
    it(`will ${outcome} a document ${what}`, () => {
      const decision = decide(evidence, defaultPolicy())
      assert.equal(decision.outcome, outcome)
      assert.match(decision.reasons.join(' '), reason)
    })
  }

  it('lets any reject win over any refer, and says both', () => {
    const decision = decide(passport({ editor: 'Some Editor 1.0' }, { today: '2033-01-01' }), defaultPolicy())
    assert.equal(decision.outcome, 'reject')
    assert.match(decision.reasons[0] ?? '', /expired/)
    assert.match(decision.reasons.join(' '), /picture editor/)
  })

  it('marks the factors of a step that is not in the flow as UNAVAILABLE and decides without them', () => {
    const { face: _, ...noFace } = passport({}, { steps: ['document'] })
    const decision = decide(noFace, defaultPolicy())
    assert.equal(decision.outcome, 'approve')
    assert.equal(factor(decision, 'passiveLiveness').level, 'UNAVAILABLE')
    assert.equal(factor(decision, 'faceVerification').level, 'UNAVAILABLE')
  })

  it('refers a document that lacks a required feature', () => {
    assert.equal(decide(licence(), withRule('mrzValidity', { required: true })).outcome, 'refer')
  })

  it('obeys a policy that switches a factor off or ignores a level', () => {
    const off = decide(passport(screen), withRule('documentLiveness', { enabled: false }))
    assert.equal(off.outcome, 'approve')
    assert.equal(factor(off, 'documentLiveness').level, 'UNAVAILABLE')
    assert.equal(decide(passport(screen), withRule('documentLiveness', { onLow: 'ignore' })).outcome, 'approve')
  })

  it('asks for the age only when the policy states a minimum', () => {
    const adults = withSha256({ ...defaultPolicy(), minimumAge: 60 })
    assert.equal(factor(decide(passport(), adults), 'ageVerification').level, 'LOW')
    assert.notEqual(adults.sha256, defaultPolicy().sha256)
  })

  it('does not approve when there was nothing to check', () => {
    const decision = decide({ steps: [], today: '2026-06-15' }, withRule('documentConsistency', { enabled: false }))
    assert.equal(decision.outcome, 'refer')
    assert.equal(decision.reasons.length, 1)
  })

  it('rejects a licence with the barcode of another person', () => {
    const [front, back] = licencePages()
    assert.ok(front && back?.barcode)
    const fields = {
      document_number: 'Z7654321',
      primary_identifier: 'OTHER',
      secondary_identifier: 'PERSON',
      sex: 'M',
    }
    const swapped = { ...back, barcode: { ...back.barcode, fields, dateOfBirth: '1961-11-30' } }
    assert.equal(decide(licence({ document: { pages: [front, swapped] } }), defaultPolicy()).outcome, 'reject')
  })

  it('refers one digit changed in the visual zone', () => {
    const visual = passportPage().visual.map((printed) =>
      printed.name === 'document_number' ? field('document_number', 'L898902C8') : printed,
    )
    const decision = decide(passport({ visual }), defaultPolicy())
    assert.equal(decision.outcome, 'refer')
    assert.match(decision.reasons.join(' '), /differ in document number/)
  })

  it('rejects a wrong check digit that was surely read', () => {
    const checks = mrz().checks.map((check) => ({ ...check, valid: check.name !== 'date_of_birth' }))
    assert.equal(decide(passport({ mrz: { ...mrz(), checks } }), defaultPolicy()).outcome, 'reject')
    assert.equal(decide(passport({ mrz: { ...mrz(), checks, confidence: 50 } }), defaultPolicy()).outcome, 'refer')
  })
})

function withoutMrz() {
  const { mrz: _, ...page } = passportPage()
  return page
}

function withoutPortrait() {
  const { portrait: _, ...page } = passportPage()
  return page
}
