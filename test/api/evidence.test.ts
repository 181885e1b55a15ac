import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { deleteSession } from '../../src/kernel/erasure/erase.ts'
import { bundleEvidence } from '../../src/kernel/results/evidence-bundle.ts'
import { verifyEvidence } from '../../src/kernel/results/verify-evidence.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { clientOf, finishedSession, startSession } from './client.ts'

describe('the reasons and the proof of a decision', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp()
  })
  after(() => test.close())

  it('explains every Trust Factor in words', async () => {
    const { sessionId, integrator } = await finishedSession(test)
    const answer = await integrator.get(`${sessionId}/decision/explanation`)
    assert.equal(answer.statusCode, 200)
    const explanation = answer.json()
    assert.match(explanation.summary, /^Approved automatically: .*\(policy default, version 2\)\.$/)
    assert.equal(explanation.factors.length, 11)
    for (const factor of explanation.factors) assert.ok(factor.question && factor.reason && factor.effect)
    const { score, level } = (await integrator.get(`${sessionId}/decision/results`)).json().decision
    assert.deepEqual({ score: explanation.decision.score, level: explanation.decision.level }, { score, level })
  })

  it('hands out a bundle that verifies against the key of the installation', async () => {
    const { sessionId, integrator } = await finishedSession(test)
    const answer = await integrator.get(`${sessionId}/evidence`)
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['content-type'], 'application/zip')
    assert.equal(answer.headers['content-disposition'], `attachment; filename="evidence-${sessionId}.zip"`)

    const { publicKey, fingerprint } = (await integrator.get('evidence/key')).json()
    const report = verifyEvidence(answer.rawPayload, createPublicKey(publicKey))
    assert.deepEqual(report.problems, [])
    assert.equal(report.trusted, true)
    assert.equal(report.fingerprint, fingerprint)
    assert.equal(report.manifest?.status, 'AUTO_APPROVED')

    const pictures = JSON.parse(strFromU8(unzipSync(answer.rawPayload)['pictures.json'] ?? new Uint8Array()))
    const names = pictures.map(({ name }: { name: string }) => name)
    assert.ok(names.includes('original_FRONT') && names.includes('face_original'))
  })

  it('is of no session that is deleted while it is bundled', async () => {
    for (const at of [0, 1, 2]) {
      const { sessionId } = await finishedSession(test)
      const reader = { tenant: 'acme', mode: 'live', actor: 'credential:shop' } as const
      let read = 0
      const images = {
        ...test.ports.images,
        async get(id: string, object: string) {
          if (read++ === at) assert.equal(await deleteSession(test.ports, reader, id), true)
          return test.ports.images.get(id, object)
        },
      }
      assert.deepEqual(await bundleEvidence({ ...test.ports, images }, reader, sessionId), {
        ok: false,
        refusal: 'NOT_FOUND',
      })
    }
  })

  it('gives neither before the state is final, nor to another tenant, nor of a deleted session', async () => {
    await test.addTenant('other')
    const stranger = clientOf(test, await test.login('other'))
    const pending = await startSession(test)
    const finished = await finishedSession(test)
    const deleted = await finishedSession(test)
    await deleted.integrator.remove(deleted.sessionId)
    for (const path of ['decision/explanation', 'evidence']) {
      const early = await pending.integrator.get(`${pending.sessionId}/${path}`)
      assert.equal(early.statusCode, 409)
      assert.equal(early.json().code, 'RESULTS_NOT_READY')
      assert.equal((await stranger.get(`${finished.sessionId}/${path}`)).statusCode, 404)
      assert.equal((await deleted.integrator.get(`${deleted.sessionId}/${path}`)).statusCode, 404)
    }
  })
})
