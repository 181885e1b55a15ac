import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { accept } from '../../src/formats/result.ts'
import { hashPassword } from '../../src/kernel/accounts/passwords.ts'
import { issuedPage } from '../kernel/decision/genuine.ts'
import { basic, passport, startTestApp, type TestApp } from '../support/app.ts'
import { finishedSession } from './client.ts'

const PASSWORD = 'a password that is long enough'

describe('review over HTTP', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp({ mode: 'live' })
    const passwordHash = await hashPassword(PASSWORD)
    for (const [username, role] of [
      ['ada', 'reviewer'],
      ['ben', 'reviewer'],
      ['chief', 'admin'],
    ] as const) {
      await test.ports.reviewers.create({ username, passwordHash, role })
    }
    test.engine.page = async () => accept({ ...passport(), reading: issuedPage({ editor: 'Some Editor 1.0' }) })
  })
  after(() => test.close())

  const as = (name: string, password = PASSWORD) => ({
    call: (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
      test.app.inject({
        method,
        url: `/api/v1/review/${path}`,
        headers: { authorization: basic(name, password) },
        ...(payload && { payload }),
      }),
  })

  it('says which property of a body it does not know', async () => {
    const body = { verdict: 'approve', reason: 'Seen.', reasn: 'Seen.' }
    const answer = await as('ada').call('POST', randomUUID(), body)
    assert.deepEqual([answer.statusCode, answer.json().detail], [400, 'body has no property reasn'])
  })

  it('settles a waiting session, after which its results can be read', async () => {
    const { sessionId, integrator } = await finishedSession(test)
    assert.deepEqual((await integrator.get(`${sessionId}/status`)).json(), { status: 'WAITING_FOR_MANUAL_APPROVE' })
    assert.equal((await integrator.get(`${sessionId}/decision/results`)).statusCode, 409)

    const verdict = { verdict: 'approve', reason: '  The editor only cropped it. ' }
    const answer = await as('ada').call('POST', sessionId, verdict)
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json(), { status: 'MANUAL_APPROVED' })
    assert.deepEqual((await integrator.get(`${sessionId}/status`)).json(), { status: 'MANUAL_APPROVED' })
    const results = (await integrator.get(`${sessionId}/decision/results`)).json()
    assert.equal(results.decision.level, 'MEDIUM', 'a review changes the status, never the decision')

    const { reviews } = (await integrator.get(`${sessionId}/decision/explanation`)).json()
    assert.deepEqual(reviews, [
      {
        reviewer: 'ada',
        verdict: 'approve',
        reason: 'The editor only cropped it.',
        atUtc: test.clock.now.toISOString(),
      },
    ])
  })

  it('refuses to settle twice, and says in which state the session is', async () => {
    const { sessionId } = await finishedSession(test)
    await as('ada').call('POST', sessionId, { verdict: 'reject', reason: 'Edited.' })
    const again = await as('ben').call('POST', sessionId, { verdict: 'approve', reason: 'Fine.' })
    assert.equal(again.statusCode, 409)
    assert.equal(again.headers['content-type'], 'application/problem+json; charset=utf-8')
    assert.equal(again.json().code, 'NOT_WAITING_FOR_REVIEW')
    assert.equal(again.json().sessionStatus, 'MANUAL_REJECTED')
  })

  it('shows the queue, and keeps a claimed case from others', async () => {
    const { sessionId } = await finishedSession(test)
    const claim = await as('ada').call('POST', `${sessionId}/claim`)
    assert.equal(claim.statusCode, 200)
    assert.equal(claim.json().claimedBy, 'ada')

    const queue = await as('ben').call('GET', 'queue?PageSize=100')
    const entry = queue.json().data.find(({ id }: { id: string }) => id === sessionId)
    assert.equal(entry.claimedBy, 'ada')
    assert.equal(entry.tenant, 'acme')
    assert.equal(entry.mode, 'live')
    assert.equal(queue.headers['x-total-count'], String(queue.json().data.length))
    assert.deepEqual((await as('ben').call('GET', 'queue?mode=test')).json().data, [])

    const refused = await as('ben').call('POST', sessionId, { verdict: 'approve', reason: 'Fine.' })
    assert.equal(refused.statusCode, 409)
    assert.equal(refused.json().code, 'CASE_CLAIMED')
    assert.equal((await as('ben').call('DELETE', `${sessionId}/claim`)).statusCode, 404)
    assert.equal((await as('chief').call('DELETE', `${sessionId}/claim`)).statusCode, 204)
    assert.equal((await as('ben').call('POST', sessionId, { verdict: 'approve', reason: 'Fine.' })).statusCode, 200)
  })

  it('explains a case to the reviewer before it is settled', async () => {
    const { sessionId } = await finishedSession(test)
    const answer = await as('ada').call('GET', `${sessionId}/explanation`)
    assert.equal(answer.statusCode, 200)
    assert.match(answer.json().summary, /^Referred to a reviewer/)
    assert.match(answer.json().reasons.join(' '), /picture editor \(Some Editor 1\.0\)/)
  })

  it('wants a reviewer: no integrator, no wrong password, no disabled account', async () => {
    const { sessionId } = await finishedSession(test)
    const integrator = await test.login()
    const byIntegrator = await test.app.inject({ url: '/api/v1/review/queue', headers: { authorization: integrator } })
    assert.equal(byIntegrator.statusCode, 401)
    assert.equal((await test.app.inject({ url: '/api/v1/review/queue' })).statusCode, 401)
    assert.equal((await as('ada', 'wrong').call('GET', 'queue')).statusCode, 401)
    const asIntegrator = await test.app.inject({
      url: `/api/v1/data/${sessionId}/status`,
      headers: { authorization: basic('ada', PASSWORD) },
    })
    assert.equal(asIntegrator.statusCode, 401)

    const ben = await test.ports.reviewers.byUsername('ben')
    assert.ok(ben)
    await test.ports.reviewers.change(ben.id, { disabled: true })
    assert.equal((await as('ben').call('GET', 'queue')).statusCode, 401)
    await test.ports.reviewers.change(ben.id, { disabled: false })
    assert.equal((await as('ben').call('GET', 'queue')).statusCode, 200)
  })

  it('does not let a password alone open an account with a second factor', async () => {
    const chief = await test.ports.reviewers.byUsername('chief')
    assert.ok(chief)
    await test.ports.reviewers.change(chief.id, { totpSecret: Buffer.alloc(20, 7) })
    const answer = await as('chief').call('GET', 'queue')
    assert.equal(answer.statusCode, 403)
    await test.ports.reviewers.change(chief.id, { totpSecret: 'none' })
  })

  it('refuses a verdict without a reason, unknown words and unknown sessions', async () => {
    const { sessionId } = await finishedSession(test)
    for (const body of [
      { verdict: 'approve' },
      { verdict: 'approve', reason: '   ' },
      { verdict: 'maybe', reason: 'Fine.' },
      { verdict: 'approve', reason: 'Fine.', status: 'AUTO_APPROVED' },
      { verdict: 'approve', reason: 'x'.repeat(2001) },
    ]) {
      assert.equal((await as('ada').call('POST', sessionId, body)).statusCode, 400, JSON.stringify(body))
    }
    for (const unknown of [randomUUID(), 'nonsense']) {
      const answer = await as('ada').call('POST', unknown, { verdict: 'approve', reason: 'Fine.' })
      assert.equal(answer.statusCode, 404)
    }
  })

  it('keeps the reason and the person out of the log', () => {
    assert.doesNotMatch(test.log(), /cropped|ERIKSSON|a password that/)
  })
})
