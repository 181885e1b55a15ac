import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { createClient, isServiceError, verifyWebhook, WebhookError } from '../../packages/client/src/index.ts'
import { clientTypes } from '../../src/apps/docs-site/openapi-files.ts'
import { refuse } from '../../src/formats/result.ts'
import { JPEG, startTestApp, type TestApp } from '../support/app.ts'

const FRONT = JPEG

describe('the client', () => {
  let test: TestApp
  let baseUrl: string
  let credentials: { username: string; password: string }
  before(async () => {
    test = await startTestApp()
    const acme = await test.ports.tenants.load('acme')
    assert.ok(acme)
    const issuance = { claims: ['family_name' as const], days: 30 }
    await test.ports.tenants.save({ ...acme, settings: { ...acme.settings, issuance } })
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    baseUrl = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}/`
    const [username = '', password = ''] = atob((await test.login()).replace('Basic ', '')).split(':')
    credentials = { username, password }
  })
  after(() => test.close())
  const limen = () => createClient({ baseUrl, ...credentials })

  it('sends a picture to a reviewer that was refused over and over', async () => {
    const tenant = await test.ports.tenants.load('acme')
    assert.ok(tenant)
    await test.ports.tenants.save({ ...tenant, settings: { ...tenant.settings, refusedToReviewer: true } })
    const { page } = test.engine
    test.engine.page = async () => refuse('DOCUMENT_NOT_RECOGNIZED', ['BLURRED'])
    const { sessionId, enrolment } = await limen().openSession()
    const offered: (boolean | undefined)[] = []
    for (let time = 0; time < 3; time++) {
      const answer = await enrolment.sendDocument(FRONT)
      offered.push(answer.hasError ? answer.mayGoToReviewer : undefined)
    }
    assert.deepEqual(offered, [undefined, undefined, true])
    const sent = await enrolment.sendToReviewer('FRONT', FRONT)
    assert.ok(!sent.hasError && sent.sentToReviewer && sent.customerReturnUrl)
    assert.equal((await limen().outcome(sessionId)).is, 'waiting')
    test.engine.page = page
    await test.ports.tenants.save(tenant)
  })

  it('plays a whole session: opened, pictures of any shape, finished, read, listed, erased', async () => {
    const client = limen()
    const { sessionId, enrolment, mode, webEnrolmentUrl } = await client.openSession({ externalId: 'order-17' })
    assert.equal(mode, 'test')
    assert.ok(webEnrolmentUrl.includes('token='))
    assert.deepEqual(await client.outcome(sessionId), { is: 'pending', status: 'PENDING' })

    const early = await enrolment.finish()
    assert.ok(early.hasError && early.error === 'MISSING_DOCUMENT_AND_FACE' && early.missing?.includes('face'))
    const front = await enrolment.sendDocument(Readable.from([FRONT.subarray(0, 20), FRONT.subarray(20)]))
    assert.ok(!front.hasError && front.type === 'PASSPORT' && front.pageSide === 'FRONT')
    assert.ok(FRONT.equals(test.engine.seen.at(-1) ?? new Uint8Array()))
    for (const picture of [new Blob([FRONT]), FRONT.buffer.slice(FRONT.byteOffset, FRONT.byteOffset + FRONT.length)])
      assert.equal((await enrolment.sendFace(picture)).hasError, false)
    assert.deepEqual((await enrolment.state()).received, { document: ['FRONT'], face: true })
    assert.equal((await enrolment.finish()).hasError, false)

    const outcome = await client.waitForOutcome(sessionId, { intervalMs: 5 })
    assert.ok(outcome.is === 'approved')
    assert.equal(outcome.results.document?.documentType, 'PASSPORT')
    assert.equal(outcome.results.decision.decision.level, 'HIGH')
    assert.ok((await client.explanation(sessionId)).factors.length >= 8)
    const { document } = await client.images(sessionId)
    assert.equal((await client.image(sessionId, document[0] ?? '')).type, 'image/jpeg')
    assert.ok((await client.evidence(sessionId)).size > 0)

    assert.match((await client.offerCredential(sessionId)).link, /^openid-credential-offer:/)
    assert.equal(await client.revokeCredential(sessionId), true)
    assert.equal(await client.revokeCredential(sessionId), false)
    assert.equal(await client.forgetFace(sessionId), true)
    assert.equal(await client.deleteSession(sessionId), true)
    assert.equal(await client.forgetFace(sessionId), false)
    assert.equal(await client.deleteSession(sessionId), false)
  })

  it('walks the list page by page', async () => {
    const client = limen()
    const opened = new Set<string>()
    for (let i = 0; i < 5; i++) opened.add((await client.openSession()).sessionId)
    const listed: string[] = []
    for await (const { id } of client.sessions({ pageSize: 2 })) listed.push(id)
    assert.equal(new Set(listed).size, listed.length)
    assert.deepEqual(new Set(listed.filter((id) => opened.has(id))), opened)
  })

  it('says what the service says, as an error with its code', async () => {
    const stranger = createClient({ baseUrl, ...credentials, password: 'not this one' })
    await assert.rejects(
      stranger.openSession(),
      (error) => isServiceError(error, 'UNAUTHORIZED') && error.status === 401,
    )
    const { sessionId } = await limen().openSession()
    const notReady = await limen()
      .images(sessionId)
      .catch((error: unknown) => error)
    assert.ok(isServiceError(notReady, 'RESULTS_NOT_READY'))
    assert.equal(notReady.sessionStatus, 'PENDING')
    assert.ok(notReady.requestId)
    await assert.rejects(limen().enrolment('no token').state(), (error) =>
      isServiceError(error, 'SESSION_UNAUTHORIZED'),
    )
  })

  it('waits as a busy service asks, and asks again when an answer was lost, without a second session', async () => {
    const asked: string[] = []
    const troubled: typeof fetch = async (address, init) => {
      asked.push(String(init?.body))
      if (asked.length === 1) return new Response('{}', { status: 503, headers: { 'retry-after': '0.01' } })
      if (asked.length === 2) {
        await fetch(address, init)
        throw new TypeError('the line broke')
      }
      return fetch(address, init)
    }
    const { sessionId } = await createClient({ baseUrl, ...credentials, fetch: troubled }).openSession()
    assert.equal(new Set(asked).size, 1)
    const listed: string[] = []
    for await (const { id } of limen().sessions()) listed.push(id)
    assert.equal(listed.filter((id) => id === sessionId).length, 1)
  })

  it('does not finish twice when the answer was lost, and gives up after its retries', async () => {
    let calls = 0
    const dead: typeof fetch = () => {
      calls++
      return Promise.reject(new TypeError('no line'))
    }
    const client = createClient({ baseUrl, ...credentials, fetch: dead, retries: 1 })
    await assert.rejects(client.enrolment('any').finish(), (error) => isServiceError(error, 'NO_ANSWER'))
    assert.equal(calls, 1)
    await assert.rejects(client.status('any'), (error) => isServiceError(error, 'NO_ANSWER'))
    assert.equal(calls, 3)
  })

  it('has the types of the contract and no others', () => {
    const openapi = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')
    const types = readFileSync(new URL('../../packages/client/src/types.ts', import.meta.url), 'utf8')
    assert.equal(types, clientTypes(openapi), 'renew them with `npm run cli -- openapi`')
  })
})

describe('verifyWebhook', () => {
  const secret = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`
  const body = JSON.stringify({ sessionId: 'a', status: 'AUTO_APPROVED', mode: 'test' })
  const now = Date.UTC(2026, 5, 15)
  const signed = (text = body, at = now, key = 'a secret of at least 24 bytes') => {
    const stamp = String(Math.floor(at / 1000))
    const signature = createHmac('sha256', key).update(`msg_1.${stamp}.${text}`).digest('base64')
    return { 'Webhook-Id': 'msg_1', 'webhook-timestamp': stamp, 'webhook-signature': `v1,AAAA v1,${signature}` }
  }

  it('gives what a signed call says, under either of two secrets', async () => {
    const said = await verifyWebhook(signed(), body, [`whsec_${btoa('another secret, for later')}`, secret], { now })
    assert.deepEqual(said, { id: 'msg_1', sessionId: 'a', status: 'AUTO_APPROVED', mode: 'test' })
    assert.equal((await verifyWebhook(new Headers(signed()), Buffer.from(body), secret, { now })).id, 'msg_1')
  })

  it('believes no other body, secret or time, and nothing without a signature', async () => {
    const hour = 3_600_000
    const tries: [Record<string, string>, string][] = [
      [signed(), body.replace('APPROVED', 'REJECTED')],
      [signed(body, now, 'somebody else’s secret here'), body],
      [signed(body, now - hour), body],
      [signed(body, now + hour), body],
      [{ ...signed(), 'webhook-timestamp': 'NaN' }, body],
      [{ ...signed(), 'webhook-signature': 'v1,%%% v2,x' }, body],
      [{}, body],
    ]
    for (const [headers, text] of tries)
      await assert.rejects(verifyWebhook(headers, text, secret, { now }), WebhookError)
    await assert.rejects(verifyWebhook(signed(), body, 'whsec_', { now }), TypeError)
  })
})
