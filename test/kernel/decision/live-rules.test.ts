import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkDecision } from '../../../src/kernel/decision/check-decision.ts'
import { decide } from '../../../src/kernel/decision/decide.ts'
import type { CaptureEvidence, Evidence } from '../../../src/kernel/decision/factors/factor.ts'
import type { GradedFactorName } from '../../../src/kernel/decision/factors/index.ts'
import { TRUST_FACTORS } from '../../../src/kernel/decision/levels.ts'
import { contradictionsOf } from '../../../src/kernel/decision/live-rules.ts'
import { defaultPolicyRules, type Policy, type PolicyRules } from '../../../src/kernel/decision/policy.ts'
import type { FactorRule } from '../../../src/kernel/decision/rule.ts'
import type { ChallengeOutcome } from '../../../src/vision/face/challenge/challenge.ts'
import { passport, passportPage, selfie } from './genuine.ts'

/** A policy as version 0.1 knew it: the specification's eight factors and nothing else. */
const eight: Policy = {
  name: 'eight',
  version: '1',
  sha256: '0'.repeat(64),
  factors: Object.fromEntries(
    TRUST_FACTORS.map((name) => [name, defaultPolicyRules().factors[name]]),
  ) as Policy['factors'],
}

const real = { country: 'SWE', documentName: 'Sweden Passport' }
const issued = (mode: 'test' | 'live'): Evidence => {
  const page = passportPage(real)
  const { mrz } = page
  assert.ok(mrz)
  const fields = { ...mrz.fields, issuing_state_or_organization: 'SWE' }
  return { ...passport(), mode, document: { pages: [{ ...page, mrz: { ...mrz, fields } }] } }
}
const capture = (challenge?: 'asked' | 'declined'): CaptureEvidence => ({
  sources: { FRONT: 'camera', FACE: 'camera' },
  ...(challenge && { challenge }),
  openedAt: '2026-06-15T10:00:00Z',
  completedAt: '2026-06-15T10:05:00Z',
})
const challenged = (passed: boolean) => ({ ...selfie(), challenge: { passed } as ChallengeOutcome })
const withRule = (name: GradedFactorName, change: Partial<FactorRule>): PolicyRules => ({
  ...defaultPolicyRules(),
  factors: {
    ...defaultPolicyRules().factors,
    [name]: { ...defaultPolicyRules().factors[name], ...change } as FactorRule,
  },
})

describe('what binds in live mode, whatever the policy says', () => {
  it('a specimen is never approved automatically', () => {
    const specimen = { ...passport(), mode: 'live' } as const
    const live = decide(specimen, eight)
    assert.deepEqual([live.outcome, live.level], ['refer', 'MEDIUM'])
    assert.ok(live.score >= 51 && live.score <= 75)
    assert.deepEqual(live.reasons, [
      'This is a specimen, which is never approved in live mode: its issuer, UTO, isn’t a country.',
    ])
    assert.equal(decide({ ...specimen, mode: 'test' }, eight).outcome, 'approve')
    const { mode: _, ...before } = specimen
    assert.equal(decide(before, eight).outcome, 'refer', 'a session of before there were modes is live')
    const words = { ...issued('live') }
    assert.equal(decide(words, eight).outcome, 'approve', 'a document that somebody issued is')
    const [page] = words.document?.pages ?? []
    assert.ok(page)
    const marked = { pages: [{ ...page, authenticity: { ...page.authenticity, specimenWords: ['VZOR'] } }] }
    assert.equal(decide({ ...words, document: marked } as Evidence, eight).outcome, 'refer')
  })

  it('a session whose flow asks for a challenge, and that has none passed, is never approved automatically', () => {
    for (const challenge of ['asked', 'declined'] as const) {
      const evidence = { ...issued('live'), capture: capture(challenge) }
      assert.equal(decide(evidence, eight).outcome, 'refer', challenge)
      assert.equal(decide({ ...evidence, face: challenged(false) }, eight).outcome, 'refer', challenge)
      assert.equal(decide({ ...evidence, face: challenged(true) }, eight).outcome, 'approve', challenge)
      assert.equal(decide({ ...evidence, mode: 'test' }, eight).outcome, 'approve', 'while testing nothing binds')
    }
    assert.equal(decide({ ...issued('live'), capture: capture() }, eight).outcome, 'approve')
  })

  it('makes nothing milder: what the policy rejects stays rejected', () => {
    const expired = { ...passport(), mode: 'live', today: '2040-01-01' } as const
    const decision = decide(expired, eight)
    assert.equal(decision.outcome, 'reject')
    assert.equal(decision.boundBy, undefined)
  })

  it('is part of the decision, so that whoever verifies it comes to the same', () => {
    const evidence = { ...passport(), mode: 'live' } as const
    const decision = decide(evidence, eight)
    assert.deepEqual(checkDecision(decision, evidence, eight), { problems: [], notes: [] })
    const { boundBy: _, ...stripped } = decision
    assert.notDeepEqual(checkDecision(stripped, evidence, eight).problems, [])
    const forged = { ...decision, outcome: 'approve', level: 'HIGH', score: 100 } as const
    assert.notDeepEqual(checkDecision(forged, evidence, eight).problems, [])
  })

  it('keeps a policy that would have it otherwise from being taken into use, with the sentence why', () => {
    const asking = { asksChallenge: true }
    assert.deepEqual(contradictionsOf(defaultPolicyRules(), asking), [])
    assert.equal(contradictionsOf(eight, asking).length, 2)
    assert.match(
      contradictionsOf(eight, asking)[0] ?? '',
      /^factors\.documentAuthenticity: a specimen must not be approved/,
    )
    assert.match(
      contradictionsOf(eight, asking)[1] ?? '',
      /^factors\.captureIntegrity: a live session without the challenge/,
    )
    assert.equal(contradictionsOf(eight, { asksChallenge: false }).length, 1)
    for (const [name, change] of [
      ['documentAuthenticity', { enabled: false }],
      ['documentAuthenticity', { onLow: 'ignore' }],
      ['captureIntegrity', { enabled: false }],
      ['captureIntegrity', { high: 55 }],
      ['captureIntegrity', { onMedium: 'ignore' }],
      ['captureIntegrity', { high: 75, medium: 50, onLow: 'ignore' }],
    ] as const)
      assert.equal(contradictionsOf(withRule(name, change), asking).length, 1, JSON.stringify([name, change]))
  })
})
