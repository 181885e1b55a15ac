import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultPolicy, withSha256 } from '../../../src/actions/admin/policy.ts'
import { checkDecision } from '../../../src/domain/decision/check-decision.ts'
import { type Decision, decide, RULES_VERSION } from '../../../src/domain/decision/decide.ts'
import { defaultPolicyRules } from '../../../src/domain/decision/policy.ts'
import { passport } from './genuine.ts'

const fresh = () => decide(passport(), defaultPolicy)
const changed = (decision: Decision, name: string, change: object): Decision => ({
  ...decision,
  factors: decision.factors.map((factor) => (factor.name === name ? { ...factor, ...change } : factor)),
})

describe('a policy from before a factor existed', () => {
  const { documentConsistency: _, mrzValidity: __, ...older } = defaultPolicyRules.factors
  const policy = withSha256({ ...defaultPolicyRules, factors: older })

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
    assert.deepEqual(checkDecision(decision, passport(), defaultPolicy), { problems: [], notes: [] })
  })

  it('falls when a score, a level or an effect is not what the evidence gives', () => {
    for (const change of [{ score: 99 }, { level: 'MEDIUM', effect: 'refer' }, { effect: 'ignore' }]) {
      const { problems } = checkDecision(changed(fresh(), 'faceVerification', change), passport(), defaultPolicy)
      assert.ok(problems.length > 0, JSON.stringify(change))
    }
  })

  it('falls when its outcome does not follow from its factors, whatever rules decided', () => {
    for (const rules of [RULES_VERSION, RULES_VERSION - 1, RULES_VERSION + 1]) {
      const { problems } = checkDecision({ ...fresh(), outcome: 'refer', rules }, passport(), defaultPolicy)
      assert.match(problems.join(), /decide approve, the decision says refer/)
    }
  })

  it('of earlier rules stands by its own scores, and what today’s would find otherwise is noted', () => {
    const then = { ...changed(fresh(), 'documentConsistency', { score: 99 }), rules: RULES_VERSION - 1 }
    const { problems, notes } = checkDecision(then, passport(), defaultPolicy)
    assert.deepEqual(problems, [])
    assert.match(notes.join(), /documentConsistency: 99 HIGH none in the decision, 100 HIGH none on the evidence/)
  })
})
