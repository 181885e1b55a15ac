import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SealReading } from '../../../src/features/seal/seal-reading.ts'
import type { PageSide } from '../../../src/formats/document-words.ts'
import { defaultPolicy, withSha256 } from '../../../src/kernel/decision/change-policy.ts'
import {
  checkDecision,
  openDecision,
  openDecisions,
  type StoredDecision,
} from '../../../src/kernel/decision/check-decision.ts'
import { type Decision, decide, RULES_VERSION } from '../../../src/kernel/decision/decide.ts'
import { evidenceOf } from '../../../src/kernel/decision/evidence.ts'
import { defaultPolicyRules } from '../../../src/kernel/decision/policy.ts'
import type { Session } from '../../../src/kernel/session/session.ts'
import { decided } from './decided.ts'
import { passport } from './genuine.ts'

const seal = (side: PageSide, raw: string) => ({ kind: 'VDS', side, raw }) as unknown as SealReading

const fresh = () => decide(passport(), defaultPolicy())
const changed = (decision: Decision, name: string, change: object): Decision => ({
  ...decision,
  factors: decision.factors.map((factor) => (factor.name === name ? { ...factor, ...change } : factor)),
})

describe('a policy from before a factor existed', () => {
  const { documentConsistency: _, mrzValidity: __, ...older } = defaultPolicyRules().factors
  const policy = withSha256({ ...defaultPolicyRules(), factors: older })

  it('still decides: the factor is switched off', () => {
    const decision = decide(passport(), policy)
    assert.equal(decision.outcome, 'approve')
    assert.equal(
      decision.factors.find(({ name }) => name === 'documentConsistency'),
      undefined,
    )
    assert.deepEqual(decision.factors.find(({ name }) => name === 'mrzValidity')?.level, 'UNAVAILABLE')
  })
})

describe('a decision held against its evidence', () => {
  it('stands when its sentences were worded otherwise', () => {
    const reworded = changed(fresh(), 'dateOfExpiration', { reason: 'Valid for years to come.', used: {} })
    const decision = { ...reworded, reasons: ['All is well.'] }
    assert.deepEqual(checkDecision(decision, passport(), defaultPolicy()), { problems: [], notes: [] })
  })

  it('falls when a score, a level or an effect is not what the evidence gives', () => {
    for (const change of [{ score: 99 }, { level: 'MEDIUM', effect: 'refer' }, { effect: 'ignore' }]) {
      const { problems } = checkDecision(changed(fresh(), 'faceVerification', change), passport(), defaultPolicy())
      assert.ok(problems.length > 0, JSON.stringify(change))
    }
  })

  it('falls when its outcome does not follow from its factors, whatever rules decided', () => {
    for (const rules of [RULES_VERSION, RULES_VERSION - 1, RULES_VERSION + 1]) {
      const { problems } = checkDecision({ ...fresh(), outcome: 'refer', rules }, passport(), defaultPolicy())
      assert.match(problems.join(), /decide approve, the decision says refer/)
    }
  })

  it('of earlier rules stands by its own scores, and what today’s would find otherwise is noted', () => {
    const then = { ...changed(fresh(), 'documentConsistency', { score: 99 }), rules: RULES_VERSION - 1 }
    const { problems, notes } = checkDecision(then, passport(), defaultPolicy())
    assert.deepEqual(problems, [])
    assert.match(notes.join(), /documentConsistency: 99 HIGH none in the decision, 100 HIGH none on the evidence/)
  })
})

const today = decided(passport({}, { mode: 'test', duplicates: { documentNumber: ['another'], face: [] } }))

/** As versions up to 0.2 stored it. */
function earlierForm({ evidence, ...decision }: Decision): StoredDecision {
  return { ...decision, ...evidence }
}

describe('a stored decision', () => {
  assert.ok(today.decision)
  const earlier = earlierForm(today.decision)

  it('of version 0.2 opens as one of today', () => {
    assert.equal('evidence' in earlier, false)
    assert.deepEqual(openDecision(earlier), today.decision)
  })

  it('of today stays as it is', () => {
    assert.ok(today.decision)
    assert.equal(openDecision(today.decision), today.decision)
  })

  it('of version 1.0.0 opens without the signed barcode, which the session has', () => {
    assert.ok(today.decision)
    const { evidence } = today.decision
    const stored = { ...today.decision, evidence: { ...evidence, seal: { kind: 'VDS' } } }
    assert.deepEqual(openDecision(stored), today.decision)
  })

  it('of version 1.0.0 leaves its signed barcode to the earlier answer that it was about, without the face', () => {
    assert.ok(today.decision)
    const { evidence, ...decision } = today.decision
    const stored = { ...decision, evidence: { ...evidence, seal: { ...seal('FRONT', 'old'), portrait: {} } } }
    const opened = openDecisions({ ...today, earlier: [{ until: '', decision: stored, images: {} }] })
    assert.deepEqual(opened.earlier?.[0], {
      until: '',
      decision: today.decision,
      images: {},
      seal: seal('FRONT', 'old'),
    })
  })

  describe('of version 1.0.0 in the middle of an answer to a request for a new picture', () => {
    assert.ok(today.decision)
    const { evidence, ...decision } = today.decision
    const withSeal = { FRONT: { seal: 'a' } }
    const decidedOn = (kept: SealReading | undefined) => ({
      ...decision,
      evidence: { ...evidence, ...(kept && { seal: kept }) },
    })
    const opened = (session: Partial<Session>) => {
      const { seal, pendingAnswer } = openDecisions({ ...today, ...session })
      return { decidedOn: seal, sent: pendingAnswer?.seal }
    }

    it('has the signed barcode of both, where only the selfie is new', () => {
      const kept = seal('FRONT', 'old')
      const pendingAnswer = { images: { ...withSeal, FACE: { face_original: 'f' } } }
      assert.deepEqual(opened({ decision: decidedOn(kept), seal: kept, images: withSeal, pendingAnswer }), {
        decidedOn: kept,
        sent: kept,
      })
    })

    it('tells that of the new picture from that which was decided on', () => {
      const [before, now] = [seal('FRONT', 'old'), seal('FRONT', 'new')]
      const pendingAnswer = { images: { FRONT: { seal: 'b' } } }
      assert.deepEqual(opened({ decision: decidedOn(before), seal: now, images: withSeal, pendingAnswer }), {
        decidedOn: before,
        sent: now,
      })
      assert.deepEqual(opened({ decision: decidedOn(undefined), seal: now, images: {}, pendingAnswer }), {
        decidedOn: undefined,
        sent: now,
      })
    })

    it('has none of a new picture that shows none', () => {
      const before = seal('FRONT', 'old')
      const session = { seal: before, images: withSeal, pendingAnswer: { images: { FRONT: {} } } }
      assert.deepEqual(opened(session), { decidedOn: before, sent: undefined })
    })
  })

  it('of version 0.2 gives the evidence that it was decided on, also where it was decided again later', () => {
    const stored = {
      ...today,
      decision: earlier as Decision,
      earlier: [{ until: '2026-01-01T00:00:00.000Z', decision: earlier as Decision, images: {} }],
    }
    const opened = openDecisions(stored)
    assert.deepEqual(evidenceOf(opened), evidenceOf(today))
    assert.deepEqual(opened.earlier?.[0]?.decision, today.decision)
  })
})
