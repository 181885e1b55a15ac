import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChipReading } from '../../../src/features/chip/chip-reading.ts'
import { faceVerification } from '../../../src/features/selfie/factors/face-verification.ts'
import type { CredentialReading } from '../../../src/features/wallet/domain/credential-reading.ts'
import { defaultPolicy } from '../../../src/kernel/decision/change-policy.ts'
import { compareProofs } from '../../../src/kernel/decision/compare-proofs.ts'
import { decide } from '../../../src/kernel/decision/decide.ts'
import type { Evidence } from '../../../src/kernel/decision/factors/factor.ts'
import { proofConsistency } from '../../../src/kernel/decision/factors/proof-consistency.ts'
import type { Policy } from '../../../src/kernel/decision/policy.ts'
import type { Proof } from '../../../src/kernel/decision/proof.ts'
import { proofsOf } from '../../../src/kernel/decision/proofs.ts'
import { licence, licencePages, mrz, passport, passportPage, selfie, template, today } from './genuine.ts'

const chip = (fields: Partial<ChipReading['mrz']['fields']> = {}, more: Partial<ChipReading> = {}): ChipReading => ({
  verdict: 'TRUSTED',
  reasons: [],
  dataGroups: {},
  signedGroups: [1, 2],
  activeAuthentication: 'ABSENT',
  mrz: { ...mrz(), fields: { ...mrz().fields, ...fields } },
  portrait: template(1, 0),
  readAt: '2026-06-15T10:00:00Z',
  ...more,
})
const credential = (
  claims: CredentialReading['claims'] = {},
  more: Partial<CredentialReading> = {},
): CredentialReading => ({
  format: 'dc+sd-jwt',
  type: 'urn:eudi:pid:1',
  verdict: 'TRUSTED',
  reasons: [],
  holderBinding: 'HOLDS',
  validity: 'VALID',
  status: 'VALID',
  transport: 'link',
  claims: {
    family_name: 'Eriksson',
    given_name: 'Anna Maria',
    birth_date: '1974-08-12',
    document_number: 'PID-77',
    issuing_country: 'AD',
    ...claims,
  },
  portrait: template(1, 0),
  receivedAt: '2026-06-15T10:00:00Z',
  ...more,
})
const alone: Evidence = { face: selfie(), mode: 'live', steps: ['document', 'face'], today }
const both = (fields = {}, claims = {}): Evidence => ({ ...alone, chip: chip(fields), credential: credential(claims) })
const found = (evidence: Evidence) => proofConsistency.find(evidence)
const scoreOf = (evidence: Evidence) => {
  const finding = found(evidence)
  return finding?.kind === 'scored' ? finding.score : undefined
}

describe('proofs of one session', () => {
  it('are each compared with each of the others', () => {
    const evidence: Evidence = {
      ...licence(),
      chip: chip(),
      credential: credential(),
      applicantForm: { lastName: 'Sample' },
    }
    const document = { pages: [...licencePages(), passportPage()] }
    const names = proofsOf({ ...evidence, document }).map(({ name }) => name)
    assert.deepEqual(names, ['print', 'MRZ', 'barcode', 'chip', 'credential', 'announcement', 'selfie'])
    assert.equal(compareProofs(proofsOf({ ...evidence, document })).length, (7 * 6) / 2)
  })

  it('of a source that is added are compared without a further line', () => {
    const seal: Proof = { name: 'seal', thing: 'person', dateOfBirth: '1990-01-01', isSigned: true }
    const differing = compareProofs([...proofsOf(both()), seal]).filter((pair) => pair.differing.length > 0)
    assert.deepEqual(
      differing.map(({ between, differing: what }) => [between.map(({ name }) => name).join(), what]),
      [
        ['chip,seal', ['date of birth']],
        ['credential,seal', ['date of birth']],
      ],
    )
  })

  it('that agree say nothing', () => {
    assert.equal(found(both()), undefined)
    assert.equal(found(passport()), undefined)
    assert.equal(found(licence()), undefined)
    assert.equal(found({ ...passport(), chip: chip(), credential: credential() }), undefined)
    assert.equal(found({ ...both(), applicantForm: { firstName: 'Anna', lastName: 'Eriksson' } }), undefined)
  })

  it('agree by the rules of the cross checks: transliterated, cut where the MRZ ends, years of two digits', () => {
    const written = (primary_identifier: string, family_name: string) =>
      found(both({ primary_identifier }, { family_name }))
    assert.equal(written('MUELLER', 'Müller'), undefined)
    assert.equal(written('PAPADOPOULOS', 'Παπαδόπουλος'), undefined)
    const lines = ['P<UTOERIKSSON<<ANNA<MARIA<CHRISTINA<ELISABETHA', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10']
    const cut = { ...mrz(), lines: [lines[0]?.slice(0, 44) ?? '', lines[1] ?? ''] }
    const reading = { ...cut, fields: { ...cut.fields, secondary_identifier: 'ANNA MARIA CHRISTINA ELISABE' } }
    const claims = { given_name: 'Anna Maria Christina Elisabetha' }
    assert.equal(found({ ...alone, chip: chip({}, { mrz: reading }), credential: credential(claims) }), undefined)
  })

  it('of two people are rejected: name and birth date are signed twice, and differ', () => {
    const mixed = both({}, { family_name: 'Mallory', given_name: 'Otto', birth_date: '1960-01-01' })
    assert.equal(scoreOf(mixed), 0)
    assert.equal(decide(mixed, defaultPolicy()).outcome, 'reject')
  })

  it('that differ in one thing alone are referred, whichever it is', () => {
    for (const claims of [{ family_name: 'Erikson' }, { given_name: 'Anna' }, { birth_date: '1974-08-13' }])
      assert.equal(scoreOf(both({}, claims)), 60, JSON.stringify(claims))
    const other = { ...alone, chip: chip(), credential: credential({}, { portrait: template(-1, 0.3) }) }
    assert.equal(scoreOf({ ...other, face: selfie({ template: template(0.1, 0.9) }) }), 60)
  })

  it('have numbers of one document alone compared: a PID and a licence have their own', () => {
    const [front, back] = licencePages()
    assert.ok(front && back)
    const mobile = (document_number: string, issuing_country: string) =>
      scoreOf({
        ...licence(),
        credential: credential(
          { family_name: 'Sample', given_name: 'Jane', birth_date: '1984-02-29', document_number, issuing_country },
          { format: 'mso_mdoc', type: 'org.iso.18013.5.1.mDL' },
        ),
      })
    assert.equal(mobile('D1234567', 'US'), undefined)
    assert.equal(mobile('D-123-4567', 'US'), undefined)
    assert.equal(mobile('D7654321', 'US'), 60)
    assert.equal(mobile('D7654321', 'CA'), undefined)
    assert.equal(scoreOf({ ...passport(), chip: chip({ document_number: 'X00000000' }) }), 60)
  })

  it('of one document count where two values differ: one may be misread', () => {
    const read = (fields: Partial<ReturnType<typeof mrz>['fields']>, dateOfBirth = '1974-08-12') =>
      scoreOf(passport({ mrz: { ...mrz(), dateOfBirth, fields: { ...mrz().fields, ...fields } } }))
    assert.equal(read({ document_number: 'X00000000' }), undefined, 'weighed by mrzOcrCrossCheck')
    assert.equal(read({ document_number: 'X00000000', date_of_birth: '600101' }, '1960-01-01'), 60)
    assert.equal(scoreOf(licence({ document: { pages: [...licencePages(), passportPage()] } })), 60)
  })

  it('are compared with what the caller announced, unless that is to be skipped', () => {
    const announced = (applicantForm: Evidence['applicantForm']) => scoreOf({ ...both(), applicantForm } as Evidence)
    assert.equal(announced({ lastName: 'Mallory' }), 60)
    assert.equal(announced({ dateOfBirth: '1974-08-13' }), 60)
    assert.equal(announced({ lastName: 'Mallory', skipIntegrityCheck: true }), undefined)
    const line = [{ name: 'surname_and_given_names', value: 'ERIKSSON ANNA MARIA', confidence: 96, pageSide: 'FRONT' }]
    const { mrz: _, ...page } = passportPage({ visual: line as never })
    const inOneLine = (lastName: string) =>
      scoreOf({ ...passport(), document: { pages: [page] }, applicantForm: { lastName } })
    assert.equal(inOneLine('Eriksson'), undefined)
    assert.equal(inOneLine('Mallory'), 60)
  })

  it('that have nothing in common to compare are referred', () => {
    const { mrz: _, ...page } = passportPage({ visual: [] })
    const unread = { ...alone, document: { pages: [page] }, credential: credential() }
    assert.equal(found(unread)?.kind, 'unknown')
    assert.equal(decide({ ...both(), credential: credential({}, { claims: {} }) }, defaultPolicy()).outcome, 'refer')
  })

  it('are judged by a rule of their own: a policy that asks for nothing else does not approve two people', () => {
    const lax: Policy = {
      name: 'lax',
      version: '1',
      sha256: '0'.repeat(64),
      factors: { passiveLiveness: { ...defaultPolicy().factors.passiveLiveness } as never },
    }
    const real = { issuing_state_or_organization: 'AND' }
    assert.equal(decide(both(real), lax).outcome, 'approve')
    assert.equal(decide(both(real, { family_name: 'Erikson' }), lax).outcome, 'refer')
    assert.equal(decide(both(real, { family_name: 'Otto', birth_date: '1960-01-01' }), lax).outcome, 'reject')
  })
})

describe('the selfie', () => {
  it('is compared with every signed portrait, and the weakest counts', () => {
    const first = { ...both(), credential: credential({}, { portrait: template(-1, 0) }) }
    const finding = faceVerification.find(first)
    assert.ok(finding?.kind === 'scored')
    assert.ok(finding.score < 50)
    assert.equal(finding.used.portrait, 'credential')
    assert.equal(decide(first, defaultPolicy()).outcome, 'reject')
  })

  it('that matches the chip and not the print is referred', () => {
    const printed = { ...passport({ portrait: template(-1, 0) }), chip: chip() }
    const decision = decide({ ...printed, mode: 'live' }, defaultPolicy())
    assert.match(decision.reasons.join(' '), /The print and the selfie differ in portrait/)
    assert.notEqual(decision.outcome, 'approve')
  })
})
