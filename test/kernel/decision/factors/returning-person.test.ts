import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { duplicateCheck } from '../../../../src/features/duplicates/rules/duplicate-check.ts'
import { returningPerson } from '../../../../src/features/returning/rules/returning-person.ts'
import { defaultPolicy } from '../../../../src/kernel/decision/change-policy.ts'
import { decide } from '../../../../src/kernel/decision/decide.ts'
import type { Evidence } from '../../../../src/kernel/decision/factors/factor.ts'
import { selfie, today } from '../genuine.ts'

const sessionId = '7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a11'
const evidence = (score: number | undefined, strangers: 10_000 | 100_000 = 10_000): Evidence => ({
  steps: ['face'],
  today,
  mode: 'test',
  face: selfie(),
  person: { sessionId, strangers, ...(score !== undefined && { likeness: { cosine: 0.5, score, model: 'test' } }) },
})

describe('returningPerson', () => {
  it('is not named where nobody says to be anybody', () => {
    const { person: _, ...alone } = evidence(90)
    assert.equal(returningPerson.find(alone), undefined)
    assert.equal(
      decide(alone, defaultPolicy()).factors.some(({ name }) => name === 'returningPerson'),
      false,
    )
  })

  it('has its limit at 50, whichever rate of false matches was chosen', () => {
    const scoreOf = (evidence: Evidence) => {
      const found = returningPerson.find(evidence)
      return found?.kind === 'scored' ? found.score : assert.fail('not scored')
    }
    assert.equal(scoreOf(evidence(51)), 51)
    assert.equal(scoreOf(evidence(60, 100_000)), 50)
    assert.equal(scoreOf(evidence(61, 100_000)), 51)
    assert.equal(scoreOf(evidence(5, 100_000)), 0)
  })

  it('decides by its own rule: a policy that has switched every comparison off does not approve a stranger', () => {
    const { faceVerification: _, ...factors } = defaultPolicy().factors
    const policy = { ...defaultPolicy(), factors }
    assert.equal(decide(evidence(51), policy).outcome, 'approve')
    assert.equal(decide(evidence(50), policy).outcome, 'reject')
    assert.equal(decide(evidence(undefined), policy).outcome, 'refer')
  })

  it('leaves the duplicate check out: the earlier session is known', () => {
    assert.equal(duplicateCheck.find(evidence(90)).kind, 'unavailable')
  })
})
