import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultPolicy } from '../../../../src/kernel/decision/change-policy.ts'
import { checkDecision } from '../../../../src/kernel/decision/check-decision.ts'
import { decide } from '../../../../src/kernel/decision/decide.ts'
import { captureCompleteness } from '../../../../src/kernel/decision/factors/capture-completeness.ts'
import type { CaptureEvidence, Evidence } from '../../../../src/kernel/decision/factors/factor.ts'
import { gradedFactors } from '../../../../src/kernel/decision/factors/index.ts'
import { readPolicy } from '../../../../src/kernel/decision/policy.ts'
import type { RefusedPicture } from '../../../../src/kernel/evidence/pictures.ts'
import { licence, passport, withRule } from '../genuine.ts'

const capture = (refused?: RefusedPicture): CaptureEvidence => ({
  sources: { FRONT: 'camera' },
  ...(refused && { refused }),
  openedAt: '2026-06-15T10:00:00Z',
  completedAt: '2026-06-15T10:05:00Z',
})
const blurredFront: RefusedPicture = {
  part: 'FRONT',
  times: 3,
  error: 'DOCUMENT_NOT_RECOGNIZED',
  hints: ['BLURRED'],
}
const nothingRead: Evidence = {
  mode: 'test',
  steps: ['document', 'face'],
  today: '2026-06-15',
  capture: capture(blurredFront),
}

describe('captureCompleteness', () => {
  it('has nothing to say of a session whose pictures were all taken', () => {
    assert.equal(captureCompleteness.find(passport({}, { capture: capture() })), undefined)
    assert.equal(captureCompleteness.find(passport()), undefined)
  })

  it('says what was refused, why, and what never came', () => {
    const found = captureCompleteness.find(nothingRead)
    assert.equal(found?.kind, 'unknown')
    assert.match(found?.reason ?? '', /^The front was refused 3 times \(DOCUMENT_NOT_RECOGNIZED, BLURRED\)/)
    assert.match(found?.reason ?? '', /Missing: selfie\.$/, 'a back is not missed of a document that nobody read')

    const { face: _, ...card } = licence()
    const [front] = card.document?.pages ?? []
    assert.ok(front)
    const lacking = captureCompleteness.find({
      ...card,
      document: { pages: [front] },
      capture: capture({ part: 'FACE', times: 4, error: 'FACE_TOO_SMALL' }),
    })
    assert.match(lacking?.reason ?? '', /^The selfie was refused 4 times \(FACE_TOO_SMALL\).* Missing: back\.$/)
  })

  it('refers, whatever the policy makes of the rest: it does not approve, and a reviewer sees what it would reject', () => {
    const lenient = gradedFactors().reduce(
      (policy, { name }) =>
        withRule(name, { onLow: 'ignore', onMedium: 'ignore', onUnknown: 'ignore', required: false }, policy),
      defaultPolicy(),
    )
    const strict = gradedFactors().reduce(
      (policy, { name }) => withRule(name, { onUnknown: 'reject' }, policy),
      defaultPolicy(),
    )
    const whole = passport({}, { capture: capture({ part: 'BACK', times: 3, error: 'WRONG_SIDE' }) })
    assert.equal(decide(passport(), lenient).outcome, 'approve')
    for (const [evidence, policy] of [
      [whole, lenient],
      [nothingRead, lenient],
      [nothingRead, strict],
      [nothingRead, defaultPolicy()],
    ] as const) {
      const decision = decide(evidence, policy)
      assert.deepEqual([decision.outcome, decision.level], ['refer', 'MEDIUM'])
      assert.match(decision.reasons[0] ?? '', /was refused 3 times/)
      assert.ok(decision.score >= 51 && decision.score <= 75)
      assert.deepEqual(checkDecision(decision, evidence, policy), { problems: [], notes: [] })
    }
    assert.ok(
      decide(nothingRead, strict).reasons.includes('No document was read.'),
      'what it would reject for is named',
    )
  })

  it('cannot be left out of a decision afterwards', () => {
    const decision = decide(nothingRead, defaultPolicy())
    const without = {
      ...decision,
      outcome: 'approve',
      factors: decision.factors.filter(({ name }) => name !== 'captureCompleteness'),
    } as const
    assert.ok(checkDecision(without, nothingRead, defaultPolicy()).problems.length > 0)
  })

  it('is named by no policy', () => {
    const { sha256: _, ...rules } = defaultPolicy()
    assert.ok(!('captureCompleteness' in rules.factors))
    const named = { ...rules, factors: { ...rules.factors, captureCompleteness: rules.factors.mrzValidity } }
    assert.equal(readPolicy(named).ok, false)
  })
})
