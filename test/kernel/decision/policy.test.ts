import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultPolicy, withSha256 } from '../../../src/kernel/decision/change-policy.ts'
import { defaultPolicyRules, readPolicy, switchedOff } from '../../../src/kernel/decision/policy.ts'
import { levelOf } from '../../../src/kernel/decision/rule.ts'

const copy = () => JSON.parse(JSON.stringify(defaultPolicyRules())) as Record<string, unknown>
const problem = (json: unknown): string => {
  const outcome = readPolicy(json)
  assert.equal(outcome.ok, false)
  return outcome.ok ? '' : outcome.refusal
}

describe('a policy', () => {
  it('is read back from its own JSON', () => {
    assert.deepEqual(readPolicy(copy()), { ok: true, value: defaultPolicyRules() })
  })

  it('is refused with the place of every mistake', () => {
    assert.match(problem(null), /policy: must be an object/)
    assert.match(problem({ ...copy(), colour: 'red' }), /unknown property "colour"/)
    assert.match(problem({ ...copy(), minimumAge: 'old' }), /minimumAge: must be a number from 1 to 150/)
    const { passiveLiveness, ...others } = defaultPolicyRules().factors
    const typo = { ...others, passiveLivenes: passiveLiveness }
    assert.match(problem({ ...copy(), factors: typo }), /factors: unknown property "passiveLivenes"/)
    const mistyped = { ...defaultPolicyRules().factors.mrzValidity, onLow: 'rejct', medium: 90, high: 80 }
    const text = problem({ ...copy(), factors: { ...defaultPolicyRules().factors, mrzValidity: mistyped } })
    assert.match(text, /factors\.mrzValidity\.onLow: must be one of reject, refer, ignore/)
    assert.match(text, /factors\.mrzValidity: medium must not be over high/)
  })

  it('leaves out a factor that it has no rule for, and says which these are', () => {
    const { duplicateCheck: _, documentConsistency: __, ...older } = defaultPolicyRules().factors
    const read = readPolicy({ ...copy(), factors: older })
    assert.ok(read.ok)
    assert.deepEqual(switchedOff(read.value), ['documentConsistency', 'duplicateCheck'])
  })

  it('is refused when it would weigh nothing', () => {
    const factors = Object.fromEntries(
      Object.entries(defaultPolicyRules().factors).map(([name, rule]) => [name, { ...rule, enabled: false }]),
    )
    assert.match(problem({ ...copy(), factors }), /at least one must be enabled/)
  })

  it('is named by a hash that does not depend on the order in which it was written', () => {
    const { factors, ...rest } = defaultPolicyRules()
    const reordered = { factors: Object.fromEntries(Object.entries(factors).toReversed()) as typeof factors, ...rest }
    assert.equal(withSha256(reordered).sha256, defaultPolicy().sha256)
    assert.notEqual(withSha256({ ...defaultPolicyRules(), version: 'mine' }).sha256, defaultPolicy().sha256)
  })

  it('never lets UNKNOWN or LOW pass by default', () => {
    for (const rule of Object.values(defaultPolicyRules().factors)) {
      assert.notEqual(rule.onUnknown, 'ignore')
      assert.notEqual(rule.onLow, 'ignore')
      assert.notEqual(rule.onMedium, 'ignore')
    }
  })

  it('grades scores over a threshold, so that 50 itself is LOW as the specification says', () => {
    const { passiveLiveness } = defaultPolicyRules().factors
    assert.equal(levelOf(50, passiveLiveness), 'LOW')
    assert.equal(levelOf(50.1, passiveLiveness), 'HIGH')
    const { overallOcrFieldsConfidence } = defaultPolicyRules().factors
    assert.deepEqual(
      [40, 41, 75, 76].map((score) => levelOf(score, overallOcrFieldsConfidence)),
      ['LOW', 'MEDIUM', 'MEDIUM', 'HIGH'],
    )
  })
})
