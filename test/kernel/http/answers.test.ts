import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { clientOf, startSession } from '../../api/client.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'

describe('every answer', () => {
  let test: TestApp
  let port: number
  before(async () => {
    test = await startTestApp()
    port = Number(new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port)
  })
  after(() => test.close())

  it('carries a request id of its own, or the caller’s when it is a plain one', async () => {
    const url = '/api/v1/data/session/list'
    const one = await test.app.inject({ url })
    const two = await test.app.inject({ url })
    assert.match(String(one.headers['x-request-id']), /^[0-9a-f-]{36}$/)
    assert.notEqual(one.headers['x-request-id'], two.headers['x-request-id'])
    const given = await test.app.inject({ url, headers: { 'x-request-id': '0af7651916cd43dd8448eb211c80319c' } })
    assert.equal(given.headers['x-request-id'], '0af7651916cd43dd8448eb211c80319c')
    const odd = await test.app.inject({ url, headers: { 'x-request-id': 'eyJhbGciOiJIUzI1NiJ9.e30.x' } })
    assert.match(String(odd.headers['x-request-id']), /^[0-9a-f-]{36}$/)
  })

  it('carries the headers that keep a browser from misusing it', async () => {
    const { integrator, sessionId } = await startSession(test)
    const answers = [
      await test.app.inject('/nowhere'),
      await integrator.get(`${sessionId}/status`),
      await test.app.inject('/healthz'),
    ]
    for (const { headers } of answers) {
      assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.equal(headers['cache-control'], 'no-store')
    }
  })

  for (const [method, url, status, code] of [
    ['GET', '/nowhere', 404, 'NOT_FOUND'],
    ['GET', '/api/v1/nowhere', 404, 'NOT_FOUND'],
    ['GET', '/api/v2/data/session/list', 404, 'NOT_FOUND'],
    ['OPTIONS', '/api/v1/data/session/list', 405, 'METHOD_NOT_ALLOWED'],
    ['PUT', '/api/v1/enrolment/document', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/api/v1/enrolment/complete', 405, 'METHOD_NOT_ALLOWED'],
    ['POST', '/healthz', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/api/v1/data/%', 400, 'BAD_REQUEST'],
    ['GET', '/api/v1/data/%ff/status', 400, 'BAD_REQUEST'],
  ] as const)
    it(`is problem+json for ${method} ${url}: ${status} ${code}`, async () => {
      const response = await test.app.inject({ method, url })
      assert.equal(response.statusCode, status)
      assert.match(String(response.headers['content-type']), /^application\/problem\+json/)
      const problem = response.json()
      assert.equal(problem.code, code)
      assert.equal(problem.status, status)
      assert.equal(problem.requestId, response.headers['x-request-id'])
      if (status === 405) assert.ok(response.headers.allow)
    })

  it('to HEAD has the headers of GET and no body', async () => {
    const { integrator, sessionId } = await startSession(test)
    const authorization = await test.login()
    const get = await integrator.get(`${sessionId}/status`)
    const head = await test.app.inject({
      method: 'HEAD',
      url: `/api/v1/data/${sessionId}/status`,
      headers: { authorization },
    })
    assert.equal(head.statusCode, 200)
    assert.equal(head.headers['content-length'], get.headers['content-length'])
    assert.equal(head.body, '')
  })

  it('to malformed JSON is 400: problem+json for initialize, hasError for enrolment', async () => {
    const { accessToken } = await startSession(test)
    const send = (path: string, authorization: string) =>
      test.app.inject({
        method: 'POST',
        url: `/api/v1/enrolment/${path}`,
        headers: { authorization, 'content-type': 'application/json' },
        payload: '{"imageBase": ',
      })
    const initialize = await send('initialize', await test.login())
    assert.equal(initialize.statusCode, 400)
    assert.equal(initialize.json().code, 'BAD_REQUEST')
    const document = await send('document', `Bearer ${accessToken}`)
    assert.equal(document.statusCode, 400)
    assert.deepEqual([document.json().hasError, document.json().error], [true, 'BAD_REQUEST'])
  })

  it('to a body over the limit is 413', async () => {
    const response = await clientOf(test, await test.login()).initialize({ externalId: 'x'.repeat(70_000) })
    assert.equal(response.statusCode, 413)
    assert.equal(response.json().code, 'PAYLOAD_TOO_LARGE')
  })

  it('to bytes that are no HTTP is a problem, and the line is closed', async () => {
    for (const bytes of [
      '\x16\x03\x01\x02\x00',
      'HELLO\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
    ]) {
      const answer = await exchange(port, bytes)
      assert.match(answer, /^HTTP\/1\.1 4\d\d /)
      assert.match(answer, /application\/problem\+json/)
      assert.match(answer, /x-request-id/i)
    }
  })

  it('to a fault of ours is 500 with no detail, and the log has the reason under the request id', async () => {
    const { integrator, sessionId } = await startSession(test)
    const { load } = test.ports.sessions
    test.ports.sessions.load = async () => Promise.reject(new Error('disk on fire at /var/lib/limen'))
    const response = await integrator.get(`${sessionId}/images`)
    test.ports.sessions.load = load
    assert.equal(response.statusCode, 500)
    assert.doesNotMatch(response.body, /fire|var|\.ts/)
    const line = test
      .log()
      .split('\n')
      .find((text) => text.includes('disk on fire'))
    assert.ok(line?.includes(String(response.headers['x-request-id'])))
  })
})

describe('health', () => {
  it('is 503 with Retry-After until the engine is ready, then 200', async () => {
    const test = await startTestApp()
    test.engine.isReady = false
    const starting = await test.app.inject('/healthz')
    assert.equal(starting.statusCode, 503)
    assert.ok(Number(starting.headers['retry-after']) > 0)
    test.engine.isReady = true
    assert.deepEqual((await test.app.inject('/healthz')).json(), { status: 'ready' })
    await test.close()
  })
})

function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}
