import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { accept } from '../../../src/formats/result.ts'
import { withSha256 } from '../../../src/kernel/decision/change-policy.ts'
import type { Policy } from '../../../src/kernel/decision/policy.ts'
import { finishedSession } from '../../api/client.ts'
import { field, issuedPage, mrz, passportPage, selfie, template, withRule } from '../../kernel/decision/genuine.ts'
import { auditEntry } from '../../storage/sample.ts'
import { face, JPEG, passport, startTestApp, type TestApp } from '../../support/app.ts'

const WAIT_SECONDS = 0.3

/** Somebody's face, in enough numbers to be in the index. */
const faceOf = (person: number) =>
  template(
    ...Array.from({ length: 512 }, (_, at) => {
      const noise = Math.sin(person * 12.9898 + at * 78.233) * 43_758.5453
      return noise - Math.floor(noise) - 0.5
    }),
  )

describe('a duplicate check while the faces of earlier sessions are being loaded', () => {
  let test: TestApp
  let gate: PromiseWithResolvers<void>
  before(async () => {
    gate = Promise.withResolvers()
    test = await startTestApp({
      storage: { faceWaitSeconds: WAIT_SECONDS, faces: { beforeBatch: () => gate.promise } },
    })
    await use(withSha256(withRule('duplicateCheck', { enabled: true })))
  })
  after(async () => {
    gate.resolve()
    await test.close()
  })

  const use = (policy: Policy) => test.ports.policies.use('acme', policy, auditEntry('policy.use'))

  /** A session over the API of a person who shows this document. */
  async function enrol(person: number, number: string, mode: 'test' | 'live' = 'test') {
    const visual = passportPage().visual.map((printed) =>
      printed.name === 'document_number' ? field('document_number', number) : printed,
    )
    const fields = { ...mrz().fields, issuing_state_or_organization: 'XOM', document_number: number }
    const reading = { ...issuedPage({ visual, mrz: { ...mrz(), fields } }), portrait: faceOf(person) }
    const images = { original_FRONT: Buffer.concat([JPEG, Buffer.from(number)]), primary_face: JPEG }
    test.engine.page = async () => accept({ ...passport(), reading, images })
    test.engine.face = async () => accept({ ...face(), reading: selfie({ template: faceOf(person) }) })
    const began = performance.now()
    const { sessionId } = await finishedSession(test, {}, 'acme', mode)
    const ms = performance.now() - began
    const session = await test.ports.sessions.load('acme', sessionId)
    assert.ok(session?.decision)
    const factor = session.decision.factors.find(({ name }) => name === 'duplicateCheck')
    return { session, decision: session.decision, factor, ms }
  }

  it('is UNKNOWN after the time that it may wait, and refers', async () => {
    const { session, factor, ms } = await enrol(1, 'AAA000001')
    assert.equal(session.status, 'WAITING_FOR_MANUAL_APPROVE')
    assert.equal(factor?.level, 'UNKNOWN')
    assert.match(factor?.reason ?? '', /still being loaded, and were not searched/)
    assert.ok(ms >= WAIT_SECONDS * 1000 - 10, `${ms} ms`)
  })

  it('still compares the face with sessions that have the same document', async () => {
    const { session, factor } = await enrol(2, 'AAA000001')
    assert.equal(session.status, 'WAITING_FOR_MANUAL_APPROVE')
    assert.equal(factor?.level, 'LOW')
    assert.match(factor?.reason ?? '', /document number was seen in another session with a different face/)
  })

  it('approves nobody in live mode, even if the policy ignores what is unknown', async () => {
    await use(withSha256(withRule('duplicateCheck', { enabled: true, onUnknown: 'ignore' })))
    const { decision, factor } = await enrol(3, 'AAA000003', 'live')
    assert.equal(factor?.effect, 'ignore')
    assert.notEqual(decision.outcome, 'approve')
    const tried = await enrol(4, 'AAA000004', 'test')
    assert.equal(tried.session.status, 'AUTO_APPROVED', 'as this policy says, in test mode')
    await use(withSha256(withRule('duplicateCheck', { enabled: true })))
  })

  it('is answered by a service that is ready, and says how far it is', async () => {
    const health = async () => (await test.app.inject({ url: '/healthz' })).json()
    assert.deepEqual(await health(), { status: 'ready' }, 'nobody has counted them yet')
    const reading = test.storage.faceIndex.refresh()
    while (test.storage.faceIndex.progress().total === 0) await setImmediate()
    assert.deepEqual(await health(), { status: 'ready', loadingFaces: { loaded: 0, total: 4 } })
    gate.resolve()
    await reading
    assert.deepEqual(await health(), { status: 'ready' })
  })

  it('searches once they are loaded, also for those who came meanwhile', async () => {
    const stranger = await enrol(5, 'AAA000005')
    assert.equal(stranger.session.status, 'AUTO_APPROVED')
    assert.equal(stranger.factor?.level, 'HIGH')
    const again = await enrol(4, 'AAA000006')
    assert.match(again.factor?.reason ?? '', /face was seen in another session with a different document/)
    assert.equal(again.session.status, 'WAITING_FOR_MANUAL_APPROVE')
  })
})

describe('the rule that faces are searched', () => {
  it('binds in live mode', async () => {
    const { bindingOn } = await import('../../../src/kernel/decision/live-rules.ts')
    const genuine = await import('../../kernel/decision/genuine.ts')
    const duplicates = { documentNumber: [], face: [], facesUnsearched: true as const }
    const rules = (evidence: Parameters<typeof bindingOn>[0]) => bindingOn(evidence, 'approve').map(({ rule }) => rule)
    assert.ok(rules(genuine.passport({}, { mode: 'live', duplicates })).includes('facesSearched'))
    assert.ok(!rules(genuine.passport({}, { mode: 'live' })).includes('facesSearched'))
    assert.deepEqual(rules(genuine.passport({}, { mode: 'test', duplicates })), [])
  })
})
