import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultPolicy } from '../../../src/kernel/decision/change-policy.ts'
import { decide } from '../../../src/kernel/decision/decide.ts'
import type { Evidence } from '../../../src/kernel/decision/factors/factor.ts'
import { findingsAgainst, findingsOf, headlineOf } from '../../../src/kernel/decision/findings.ts'
import type { Session } from '../../../src/kernel/session/session.ts'
import { field, mrz, passport, passportPage, selfie, template } from './genuine.ts'

const issued = { ...mrz(), fields: { ...mrz().fields, issuing_state_or_organization: 'XKX' } }
/** Of a real issuer: in live mode a document of Utopia is a specimen. */
const real = { country: 'XKX', mrz: issued }
const edits = { edits: { score: 12, places: [] } }

const decided = (evidence: Evidence): Session => {
  const { document, face, mode = 'live' } = evidence
  const decision = decide(evidence, defaultPolicy())
  return { mode, request: {}, document, face, decision } as unknown as Session
}
const live = (page: object = {}, extra: Partial<Evidence> = {}) =>
  decided(passport({ ...real, ...page }, { mode: 'live', ...extra }))
const codes = (session: Session) => findingsOf(session).map(({ code }) => code)

const changedNumber = {
  visual: [...passportPage().visual.filter(({ name }) => name !== 'document_number'), field('document_number', 'X1')],
}

describe('what speaks against a session', () => {
  it('is nothing on an honest passport that nobody has taught, and that is no headline of its own', () => {
    const session = live()
    assert.deepEqual(codes(session), [])
    assert.deepEqual(headlineOf(session), { cause: 'documentAuthenticity', risk: -1 })
  })

  it('is named by its kind: a changed number, a specimen, a copy, an edited picture, another person', () => {
    assert.deepEqual(codes(live(changedNumber)), ['CONTRADICTION'])
    assert.deepEqual(codes(live({ country: 'UTO', mrz: mrz() })), ['SPECIMEN'])
    assert.deepEqual(codes(live({ recapture: { score: 5, kinds: { copy: 0.9 } } })), ['COPY'])
    assert.deepEqual(codes(live({ authenticity: edits })), ['EDITED'])
    assert.deepEqual(codes(live({ editor: 'Some Editor 1.0' })), ['EDITED'])
    assert.equal(headlineOf(live({ editor: 'Some Editor 1.0' }))?.cause, 'editedPicture', 'it contradicts nothing')
    assert.deepEqual(codes(live({}, { face: selfie({ template: template(0, 1) }) })), ['WRONG_PERSON'])
    assert.deepEqual(codes(live({ ghost: template(-1, 0) })), ['WRONG_PERSON'])
  })

  it('heads the case with the most incriminating one, and ranks cases by it', () => {
    const risks = [
      live({ ...changedNumber, country: 'UTO', mrz: mrz() }),
      live({}, { face: selfie({ template: template(0, 1) }) }),
      live(changedNumber),
      live({ authenticity: edits }),
      live({ recapture: { score: 5, kinds: { copy: 0.9 } } }),
      live(),
    ].map((session) => headlineOf(session))
    assert.deepEqual(
      risks.map((headline) => headline?.cause),
      [
        'noSpecimen',
        'faceVerification',
        'mrzOcrCrossCheck',
        'documentAuthenticity',
        'documentLiveness',
        'documentAuthenticity',
      ],
    )
    const ranks = risks.map((headline) => headline?.risk ?? 0)
    assert.deepEqual(
      ranks,
      ranks.toSorted((a, b) => b - a),
    )
    assert.equal(new Set(ranks).size, ranks.length)
  })

  it('a doubt about the form of a number is none', () => {
    const doubtful = live({
      country: 'FIN',
      mrz: { ...issued, fields: { ...issued.fields, issuing_state_or_organization: 'FIN' } },
    })
    assert.deepEqual(codes(doubtful), [])
    assert.deepEqual(headlineOf(doubtful), { cause: 'documentConsistency', risk: 0 })
  })

  it('must be named by whoever approves in live mode, one of each kind; in test mode nothing binds', () => {
    const against = findingsAgainst(live({ ...changedNumber, country: 'UTO', mrz: mrz(), authenticity: edits }))
    assert.deepEqual(
      against.map(({ code }) => code),
      ['SPECIMEN', 'CONTRADICTION'],
    )
    assert.match(against[1]?.reason ?? '', /differ in document number/)
    assert.deepEqual(findingsAgainst(decided(passport({ ...changedNumber }, { mode: 'test' }))), [])
  })

  it('is never denied by the consistency of the document while print and MRZ differ', () => {
    const { decision } = live(changedNumber)
    const consistency = decision?.factors.find(({ name }) => name === 'documentConsistency')
    assert.equal(consistency?.level, 'HIGH')
    assert.equal(consistency?.reason, 'The dates and numbers are possible for the issuer.')
  })
})
