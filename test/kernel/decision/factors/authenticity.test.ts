import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChipReading } from '../../../../src/features/chip/chip-reading.ts'
import { documentAuthenticity } from '../../../../src/features/document/factors/document-authenticity.ts'
import { defaultPolicy } from '../../../../src/kernel/decision/change-policy.ts'
import { decide } from '../../../../src/kernel/decision/decide.ts'
import { captureIntegrity } from '../../../../src/kernel/decision/factors/capture-integrity.ts'
import type { CaptureEvidence, Evidence } from '../../../../src/kernel/decision/factors/factor.ts'
import { isOfNoIssuer } from '../../../../src/kernel/evidence/document/specimen.ts'
import type { AuthenticityReading, PageReading } from '../../../../src/vision/document/page-reading.ts'
import { fingerprintOf, mirrored, waves } from '../../../support/fingerprints.ts'
import { passport, selfie, template, withRule } from '../genuine.ts'

/** A passport of a real issuer, as a live session has it. */
const live = (page: Partial<PageReading> = {}, more: Partial<Evidence> = {}): Evidence => {
  const evidence = passport({ country: 'SWE', ...page }, { mode: 'live', ...more })
  for (const { mrz } of evidence.document?.pages ?? []) if (mrz) mrz.fields.issuing_state_or_organization = 'SWE'
  return evidence
}
const looked = (authenticity: AuthenticityReading): Evidence => live({ authenticity })
/** A chip that is proof. */
const chip = {
  mrz: { fields: {} },
  verdict: 'TRUSTED',
  reasons: [],
  signedGroups: [1, 2],
  portrait: template(1, 0),
} as unknown as ChipReading
const compared: AuthenticityReading = { reference: { score: 88, model: 'SWE-PASSPORT' }, edits: { score: 91 } }

describe('documentAuthenticity', () => {
  it('is UNAVAILABLE without a reference, which refers in live mode and does nothing in test mode', () => {
    assert.equal(documentAuthenticity.find(live()).kind, 'unavailable')
    const decision = decide(live(), defaultPolicy())
    assert.equal(decision.outcome, 'refer')
    // What was checked and agrees is said too: a missing reference alone is nothing to decide by.
    assert.deepEqual(decision.reasons, [
      'Nothing was found against the document, but nothing proves it: there is no reference for “Utopia Passport”. Teach one, or ask for the chip or a wallet credential.',
      'Checked and in order: the document is valid; no trace of a screen or a copy; selfie and portrait; print and MRZ; all printed fields could be read; a living face; the check digits of the MRZ; dates and number are possible for the issuer.',
    ])
    assert.equal(decide({ ...live(), mode: 'test' }, defaultPolicy()).outcome, 'approve')
  })

  it('is UNKNOWN where nothing says who issued the document, so that a person looks in both modes', () => {
    const evidence = live()
    for (const page of evidence.document?.pages ?? []) delete page.country
    assert.equal(documentAuthenticity.find(evidence).kind, 'unknown')
    for (const mode of ['live', 'test'] as const) {
      assert.equal(decide({ ...evidence, mode }, defaultPolicy()).outcome, 'refer')
    }
  })

  it('lets a policy say otherwise', () => {
    const trusting = withRule('documentAuthenticity', { onUnavailable: 'ignore' })
    assert.equal(decide(live(), trusting).outcome, 'approve')
  })

  it('is as good as the comparison with the reference', () => {
    const finding = documentAuthenticity.find(looked(compared))
    assert.deepEqual([finding.kind, finding.kind === 'scored' && finding.score], ['scored', 88])
    assert.equal(decide(looked(compared), defaultPolicy()).outcome, 'approve')
  })

  it('is UNAVAILABLE where the fine pattern or the print could not be compared, whatever else agrees', () => {
    const properties = { pattern: 97, print: 99, layout: 99, colours: 99, fonts: null }
    for (const missing of ['pattern', 'print']) {
      const reference = { score: 99, model: 'SWE-PASSPORT', properties: { ...properties, [missing]: null } }
      assert.equal(documentAuthenticity.find(looked({ reference })).kind, 'unavailable')
      assert.equal(decide(looked({ reference }), defaultPolicy()).outcome, 'refer')
    }
    const whole = { reference: { score: 97, model: 'SWE-PASSPORT', properties }, edits: { score: 91 } }
    assert.equal(documentAuthenticity.find(looked(whole)).kind, 'scored')
    assert.equal(decide(looked(whole), defaultPolicy()).outcome, 'approve')
  })

  it('asks for a picture from nearer where pixels are what is missing', () => {
    const properties = { pattern: null, print: 99, layout: 99, colours: 99, fonts: null }
    const reference = { score: 99, model: 'SWE-PASSPORT', properties }
    const reasonOf = (one: object) => documentAuthenticity.find(looked({ reference: { ...reference, ...one } })).reason
    assert.match(reasonOf({ isTooCoarse: true }), /picture of the FRONT has too few pixels .* take it from closer/)
    assert.doesNotMatch(reasonOf({}), /nearer/)
  })

  it('is UNAVAILABLE where the document is near the limit, and so a person looks', () => {
    const properties = { pattern: 94, print: 99, layout: 99, colours: 99, fonts: null }
    const reference = { score: 94, model: 'SWE-PASSPORT', properties }
    assert.equal(documentAuthenticity.find(looked({ reference })).kind, 'unavailable')
    assert.equal(decide(looked({ reference }), defaultPolicy()).outcome, 'refer')
  })

  it('is not approved by the reference in live mode where the picture cannot say whether it was changed', () => {
    const { edits: _, ...unseen } = compared
    const reasons = {
      FEW_PIXELS: 'the document has too few pixels in it.',
      STRONG_COMPRESSION: 'it is compressed too strongly.',
    }
    for (const [editsUnjudged, reason] of Object.entries(reasons)) {
      const evidence = looked({ ...unseen, editsUnjudged: editsUnjudged as keyof typeof reasons })
      const decision = decide(evidence, defaultPolicy())
      assert.equal(decision.outcome, 'refer')
      assert.ok(decision.reasons[0]?.endsWith(reason), decision.reasons[0])
      assert.equal(decide({ ...evidence, mode: 'test' }, defaultPolicy()).outcome, 'approve')
      assert.equal(documentAuthenticity.find({ ...evidence, chip }).kind, 'scored')
      const { reference: _, ...withoutReference } = { ...unseen, editsUnjudged: editsUnjudged as keyof typeof reasons }
      const untaught = decide(looked(withoutReference), defaultPolicy())
      assert.match(untaught.reasons[0] ?? '', /there is no reference for .* whether the picture/)
    }
    assert.match(
      documentAuthenticity.find(looked(unseen)).reason,
      /was not checked whether the picture of the FRONT was changed/,
    )
  })

  it('is not approved by the reference in live mode where the picture cannot show a screen, with a film or without', () => {
    const recapture = { score: 97, kinds: { original: 0.97, screen: 0.02, copy: 0.01 }, screenUnjudged: true as const }
    const small = live({ authenticity: compared, recapture })
    const { outcome, reasons } = decide(small, defaultPolicy())
    assert.equal(outcome, 'refer')
    assert.match(
      reasons[0] ?? '',
      /cannot be seen whether the FRONT was photographed from a screen: .* too few pixels in it\.$/,
    )
    assert.equal(decide({ ...small, mode: 'test' }, defaultPolicy()).outcome, 'approve')
    assert.equal(documentAuthenticity.find({ ...small, chip }).kind, 'scored')
    const filmed = live({ authenticity: compared, recapture, film: { frames: 9, same: 9, score: 88 } })
    assert.equal(decide(filmed, defaultPolicy()).outcome, 'refer')
    assert.match(documentAuthenticity.find(filmed).reason, /cannot be seen whether .* photographed from a screen/)
  })

  it('never approves a specimen in live mode, whatever its reference says', () => {
    for (const evidence of [
      live({ country: 'UTO', authenticity: compared }),
      looked({ ...compared, specimenWords: ['VZOR'] }),
      passport({ authenticity: compared }, { mode: 'live' }),
    ]) {
      const { outcome, reasons } = decide(evidence, defaultPolicy())
      assert.equal(outcome, 'refer')
      assert.match(reasons.join(' '), /This is a specimen: /)
    }
  })

  it('takes a session without a mode for a live one, as all were before there were modes', () => {
    const { mode: _, ...before } = passport()
    assert.equal(decide(before, defaultPolicy()).outcome, 'refer')
  })

  it('says what was found and where', () => {
    const places = [{ x: 0.1, y: 0.2, width: 0.1, height: 0.1, about: 'date_of_birth' }]
    const finding = documentAuthenticity.find(looked({ ...compared, edits: { score: 12, places } }))
    assert.equal(finding.reason, 'The picture of the FRONT was changed after it was taken (date of birth).')
    assert.equal(decide(looked({ ...compared, camera: { score: 50 } }), defaultPolicy()).outcome, 'refer')
  })

  it('does not hold against a specimen on trial what its pixels say, since it was drawn', () => {
    const drawn = passport({ authenticity: { camera: { score: 1 } } })
    assert.equal(decide(drawn, defaultPolicy()).outcome, 'approve')
    const edited = passport({ authenticity: { camera: { score: 1 }, edits: { score: 4 } } })
    assert.equal(decide(edited, defaultPolicy()).outcome, 'approve')
    assert.equal(decide({ ...edited, mode: 'live' }, defaultPolicy()).outcome, 'refer')
    const other = { ...live({ authenticity: { edits: { score: 4 } } }), mode: 'test' as const }
    assert.equal(decide(other, defaultPolicy()).outcome, 'refer')
  })

  it('wants the second portrait to be the same person', () => {
    const portrait = template(1, 0)
    assert.equal(
      decide(live({ authenticity: compared, portrait, ghost: template(1, 0) }), defaultPolicy()).outcome,
      'approve',
    )
    const { reason } = documentAuthenticity.find(live({ authenticity: compared, portrait, ghost: template(0, 1) }))
    assert.match(reason, /two portraits on the FRONT do not show the same person/)
  })
})

describe('an issuer that is none', () => {
  it('is Utopia and what ISO leaves to users, not what ICAO gave to somebody', () => {
    assert.deepEqual(['UTO', 'AAB', 'QNA', 'XZZ', 'ZZB'].filter(isOfNoIssuer).length, 5)
    assert.deepEqual(['SWE', 'XOM', 'XXA', 'RKS', 'QAT', 'AND', 'ZAF'].filter(isOfNoIssuer), [])
  })
})

describe('captureIntegrity', () => {
  const capture = (change: Partial<CaptureEvidence> = {}): CaptureEvidence => ({
    sources: { FRONT: 'camera', FACE: 'camera' },
    openedAt: '2026-06-15T09:00:00.000Z',
    completedAt: '2026-06-15T09:10:00.000Z',
    ...change,
  })

  it('is UNAVAILABLE over the API alone, and never held against the person', () => {
    const evidence = passport({}, { capture: capture({ sources: { FRONT: 'api', FACE: 'api' } }) })
    assert.equal(captureIntegrity.find(evidence).kind, 'unavailable')
    assert.equal(decide(evidence, defaultPolicy()).outcome, 'approve')
    assert.equal(captureIntegrity.find(passport()).kind, 'unavailable')
  })

  it('is 100 when every picture came from the camera of the page', () => {
    const finding = captureIntegrity.find(passport({}, { capture: capture() }))
    assert.equal(finding.kind === 'scored' && finding.score, 100)
  })

  it('rejects the portrait sent as the selfie, mirrored too', () => {
    const portrait = fingerprintOf(waves(1))
    for (const pattern of [waves(1), mirrored(waves(1))]) {
      const face = selfie({ photograph: fingerprintOf(pattern) })
      const { outcome, reasons } = decide(passport({ photograph: portrait }, { face }), defaultPolicy())
      assert.equal(outcome, 'reject')
      assert.match(reasons[0] ?? '', /same photograph/)
    }
    const other = selfie({ photograph: fingerprintOf(waves(2)) })
    assert.equal(decide(passport({ photograph: portrait }, { face: other }), defaultPolicy()).outcome, 'approve')
  })

  it('refers what was sent in another session; on trial it is noted', () => {
    const sentBefore = [{ part: 'FACE' as const, sessionId: 'a' }]
    const evidence = passport({}, { capture: capture({ sentBefore }), mode: 'live' })
    const factor = decide(evidence, defaultPolicy()).factors.find(({ name }) => name === 'captureIntegrity')
    assert.deepEqual([factor?.level, factor?.effect], ['MEDIUM', 'refer'])
    assert.match(factor?.reason ?? '', /The picture of the selfie was sent in another session/)

    const onTrial = decide(passport({}, { capture: capture({ sentBefore }), mode: 'test' }), defaultPolicy())
    assert.equal(onTrial.outcome, 'approve')
    assert.equal(onTrial.factors.find(({ name }) => name === 'captureIntegrity')?.used?.sentBefore, 1)
  })

  it('refers a selfie that its camera dates to another day, and a picture from tomorrow', () => {
    const dated = (takenAt: CaptureEvidence['takenAt']) =>
      decide(passport({}, { capture: capture({ takenAt: takenAt ?? {} }) }), defaultPolicy()).outcome
    assert.equal(dated({ FACE: '2026-06-14T20:00:00' }), 'approve')
    assert.equal(dated({ FACE: '2026-06-13T09:00:00' }), 'refer')
    assert.equal(dated({ FRONT: '2026-01-13T09:00:00' }), 'approve')
    assert.equal(dated({ FRONT: '2026-06-17T09:00:00' }), 'refer')
    assert.equal(dated({ FACE: 'yesterday' }), 'approve')
  })
})
