import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { accept } from '../../src/formats/result.ts'
import { withSha256 } from '../../src/kernel/decision/change-policy.ts'
import { TRUST_FACTORS } from '../../src/kernel/decision/levels.ts'
import { defaultPolicyRules, type PolicyRules } from '../../src/kernel/decision/policy.ts'
import { verifyEvidence } from '../../src/kernel/results/verify-evidence.ts'
import { signIn, startConsole } from '../apps/console/console.ts'
import { auditEntry } from '../storage/sample.ts'
import { passport, type TestApp } from '../support/app.ts'
import { finishedSession } from './client.ts'

/** As version 0.1 kept them: the specification's eight factors, nothing about specimens or challenges. */
const rules: PolicyRules = {
  name: 'eight',
  version: '1',
  factors: Object.fromEntries(
    TRUST_FACTORS.map((name) => [name, defaultPolicyRules().factors[name]]),
  ) as PolicyRules['factors'],
}

describe('a policy of the eight factors alone', () => {
  let test: TestApp
  before(async () => {
    test = await startConsole()
    test.engine.page = async () => accept(passport())
  })
  after(() => test.close())

  it('is refused when it is taken into use, with the sentence that says why', async () => {
    const chief = await signIn(test, 'chief')
    const text = JSON.stringify(rules)
    await chief.call('POST', 'tenants/acme/policy/replay', { text })
    const refused = await chief.call('PUT', 'tenants/acme/policy', { text })
    assert.deepEqual([refused.statusCode, refused.json().code], [400, 'BAD_REQUEST'])
    assert.match(refused.json().detail, /documentAuthenticity: a specimen must not be approved in live mode/)
    assert.match(refused.json().detail, /captureIntegrity: a live session without the challenge/)
  })

  it('that was kept from an earlier version approves no live specimen, and the evidence says why', async () => {
    await test.ports.policies.use('acme', withSha256(rules), auditEntry('policy.use'))
    const live = await finishedSession(test)
    assert.equal((await live.integrator.get(`${live.sessionId}/status`)).json().status, 'WAITING_FOR_MANUAL_APPROVE')
    const trial = await finishedSession(test, {}, 'acme', 'test')
    assert.equal((await trial.integrator.get(`${trial.sessionId}/status`)).json().status, 'AUTO_APPROVED')

    const ada = await signIn(test, 'ada')
    const verdict = { verdict: 'reject', code: 'OTHER', reason: 'A specimen.' }
    await ada.call('POST', `cases/${live.sessionId}/verdict`, verdict)
    const { publicKey } = (await live.integrator.get('evidence/key')).json()
    const bundle = (await live.integrator.get(`${live.sessionId}/evidence`)).rawPayload
    assert.deepEqual(verifyEvidence(bundle, createPublicKey(publicKey)).problems, [])
    const { summary } = (await live.integrator.get(`${live.sessionId}/decision/explanation`)).json()
    assert.match(summary, /^Referred to a reviewer, regardless of the policy: This is a specimen/)
  })

  it('approves no live session without the challenge that the flow asks for', async () => {
    await test.addTenant('strict', { challenge: 'always' })
    await test.ports.policies.use('strict', withSha256(rules), auditEntry('policy.use', { tenant: 'strict' }))
    const issued = passport()
    const { mrz } = issued.reading
    assert.ok(mrz)
    const fields = { ...mrz.fields, issuing_state_or_organization: 'SWE' }
    const reading = { ...issued.reading, country: 'SWE', mrz: { ...mrz, fields } }
    test.engine.page = async () => accept({ ...issued, reading })
    const { sessionId, integrator } = await finishedSession(test, {}, 'strict')
    assert.equal((await integrator.get(`${sessionId}/status`)).json().status, 'WAITING_FOR_MANUAL_APPROVE')
    await test.addTenant('lenient', { challenge: 'off' })
    await test.ports.policies.use('lenient', withSha256(rules), auditEntry('policy.use', { tenant: 'lenient' }))
    const other = await finishedSession(test, {}, 'lenient')
    assert.equal((await other.integrator.get(`${other.sessionId}/status`)).json().status, 'AUTO_APPROVED')
  })
})
