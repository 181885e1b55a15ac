import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { accept } from '../../src/formats/result.ts'
import { decide } from '../../src/kernel/decision/decide.ts'
import type { Policy } from '../../src/kernel/decision/policy.ts'
import { verifyEvidence } from '../../src/kernel/results/verify-evidence.ts'
import { finishedSession } from '../api/client.ts'
import { auditEntry } from '../storage/sample.ts'
import { passport as readPassport, startTestApp, type TestApp } from '../support/app.ts'
import { passport, passportPage } from './decision/genuine.ts'

/** As it was stored before the factor documentConsistency existed: without a rule for it. */
const file = new URL('../fixtures/policies/before-document-consistency.json', import.meta.url)
const policy = JSON.parse(readFileSync(file, 'utf8')) as Policy

/** What the factor refers to a reviewer under today's default policy. */
const EDITED = { editor: 'Some Editor 1.0' }

describe('a policy stored before a factor existed', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp()
    await test.ports.policies.use('acme', policy, auditEntry('policy.use'))
    test.engine.page = async () => accept({ ...readPassport(), reading: passportPage(EDITED) })
  })
  after(() => test.close())

  it('decides as if the factor were switched off', () => {
    const { outcome, factors, policy: named } = decide(passport(EDITED), policy)
    assert.equal(outcome, 'approve')
    assert.ok(!factors.some(({ name }) => name === 'documentConsistency'))
    assert.equal(named.sha256, policy.sha256)
  })

  it('decides sessions, which are explained and proved under its own hash', async () => {
    const { sessionId, integrator } = await finishedSession(test)
    assert.deepEqual((await integrator.get(`${sessionId}/status`)).json(), { status: 'AUTO_APPROVED' })
    const explanation = (await integrator.get(`${sessionId}/decision/explanation`)).json()
    assert.equal(explanation.decision.policy.sha256, policy.sha256)

    const { publicKey } = (await integrator.get('evidence/key')).json()
    const bundle = (await integrator.get(`${sessionId}/evidence`)).rawPayload
    assert.deepEqual(verifyEvidence(bundle, createPublicKey(publicKey)).problems, [])
  })

  it('is found again by the hash that decisions name, as it was written', async () => {
    assert.deepEqual(await test.ports.policies.bySha256(policy.sha256), policy)
  })
})
