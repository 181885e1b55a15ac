import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { explainSession } from '../../../src/kernel/decision/explanation.ts'
import { move } from '../../../src/kernel/session/session.ts'
import { decided } from './decided.ts'
import { passport, passportPage } from './genuine.ts'

describe('an explanation', () => {
  it('says in one sentence what was decided and under which policy', () => {
    assert.equal(
      explainSession(decided())?.summary,
      'Approved automatically: none of the 8 checks found anything against it (policy default, version 2).',
    )
    assert.equal(
      explainSession(decided(passport({}, { today: '2033-01-01' })))?.summary,
      'Rejected automatically: 1 of 8 checks failed (policy default, version 2).',
    )
  })

  it('gives every factor a question, a reason, the values used and what it did', () => {
    const explanation = explainSession(decided(passport({}, { today: '2033-01-01' })))
    const expiry = explanation?.factors.find(({ name }) => name === 'dateOfExpiration')
    assert.equal(expiry?.question, 'Was the document valid on the day it was shown?')
    assert.equal(expiry?.reason, 'The document expired on 2032-04-15 (MRZ).')
    assert.equal(expiry?.effect, 'reject')
    assert.deepEqual(expiry?.used, { dateOfExpiry: '2032-04-15', source: 'MRZ', today: '2033-01-01' })
    assert.deepEqual(explanation?.reasons, ['The document expired on 2032-04-15 (MRZ).'])
  })

  it('names the factor of each reason, also where two say the same', () => {
    const { mrz: _mrz, ...unread } = passportPage()
    const explanation = explainSession(decided(passport({}, { document: { pages: [unread] } })))
    const said = explanation?.causes.filter(({ reason }) => reason === 'The MRZ of this document could not be read.')
    assert.deepEqual(said?.map(({ factor }) => factor).toSorted(), ['mrzOcrCrossCheck', 'mrzValidity'])
    assert.deepEqual(
      explanation?.causes.map(({ reason }) => reason),
      explanation?.reasons,
    )
  })

  it('names the models that read the pictures, each once', () => {
    assert.deepEqual(explainSession(decided())?.models, [{ name: 'test-reader', sha256: '0'.repeat(64) }])
  })

  it('keeps the decision and tells of the review', () => {
    const referred = decided(passport({ editor: 'Some Editor 1.0' }))
    const explanation = explainSession(move(referred, 'reject'))
    assert.equal(explanation?.decision.outcome, 'refer')
    assert.match(explanation?.summary ?? '', /^Referred to a reviewer: .* A reviewer rejected it\.$/)
  })

  it('does not exist before the decision', () => {
    const { decision: _, ...undecided } = decided()
    assert.equal(explainSession(undecided), undefined)
  })
})
