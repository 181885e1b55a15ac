import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, describe, it, mock } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSession } from '../../api/client.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'

/** What the service waits for before it looks at the rate. */
const WINDOW_MS = 15_000

describe('a body that trickles', () => {
  let test: TestApp
  let port: number
  before(async () => {
    mock.timers.enable({ apis: ['setInterval'] })
    test = await startTestApp({ settings: { leastUploadRate: 8_000 } })
    port = Number(new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port)
  })
  after(async () => {
    mock.timers.reset()
    await test.close()
  })

  const open = (path: string, headers: Record<string, string>, sent: string, method = 'POST'): Socket => {
    const lines = Object.entries({ host: 'localhost', 'content-type': 'application/json', ...headers })
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${sent}`,
    )
    return socket
  }

  /** Sends a byte, lets the time pass that the service gives, and again, until there is an answer. */
  async function trickle(socket: Socket): Promise<string> {
    let answer = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text
    })
    for (let sent = 0; !answer.includes('\r\n\r\n'); sent++) {
      assert.ok(sent < 1_000 && !socket.destroyed, 'the line is still held, or was cut without an answer')
      socket.write(' ')
      await sleep(10)
      mock.timers.tick(WINDOW_MS)
    }
    socket.destroy()
    return answer
  }

  it('is cut off with 408 on every route that reads one, signed in or not', async () => {
    const { accessToken } = await startSession(test)
    const bearer = { authorization: `Bearer ${accessToken}` }
    const basic = { authorization: await test.login() }
    for (const [path, headers] of [
      ['/api/v1/console/sign-in', { origin: 'http://localhost:8080' }],
      ['/api/v1/enrolment/initialize', basic],
      ['/api/v1/enrolment/complete', bearer],
      ['/api/v1/enrolment/chip', bearer],
      ['/api/v1/enrolment/challenge', bearer],
      ['/api/v1/enrolment/consent', bearer],
      ['/api/v1/enrolment/document', bearer],
      ['/api/v1/enrolment/face', bearer],
    ] as const) {
      const answer = await trickle(open(path, { ...headers, 'content-length': '60000' }, '{'))
      assert.match(answer, /^HTTP\/1\.1 408 /, path)
      assert.match(answer, /REQUEST_TIMEOUT/)
      const chunked = await trickle(open(path, { ...headers, 'transfer-encoding': 'chunked' }, '1\r\n{\r\n'))
      assert.match(chunked, /^HTTP\/1\.1 4/, `${path} in chunks`)
    }
  })

  it('is read as ever when it comes at once, or in two pieces', async () => {
    const headers = { authorization: await test.login(), 'content-length': '2', connection: 'close' }
    const socket = open('/api/v1/enrolment/initialize', headers, '{')
    await sleep(50)
    socket.write('}')
    let answer = ''
    for await (const text of socket.setEncoding('utf8')) answer += text
    assert.match(answer, /^HTTP\/1\.1 200 /)
  })

  it('is taken when it keeps up, and cut off when it stops', async () => {
    for (const path of ['/api/v1/enrolment/document', '/api/v1/enrolment/chip']) {
      const { accessToken } = await startSession(test)
      const headers = { authorization: `Bearer ${accessToken}`, 'content-length': '500000' }
      const connected = once(test.app.server, 'connection') as Promise<[Socket]>
      const socket = open(path, headers, '{"imageBase":"')
      const [line] = await connected
      let answer = ''
      socket.setEncoding('utf8').on('data', (text: string) => {
        answer += text
      })
      for (let window = 1; window < 3; window++) {
        socket.write('x'.repeat(130_000))
        while (line.bytesRead < window * 130_000) await sleep(5)
        mock.timers.tick(WINDOW_MS)
        await sleep(20)
        assert.equal(answer, '', path)
      }
      mock.timers.tick(WINDOW_MS)
      while (!answer.includes('\r\n\r\n')) await sleep(5)
      assert.match(answer, /^HTTP\/1\.1 408 /, path)
      socket.destroy()
    }
  })

  it('has as long as it needs at an even pace, and is cut off when it falls behind its announced length', async () => {
    const play = async (perWindow: number) => {
      const { accessToken } = await startSession(test)
      const headers = { authorization: `Bearer ${accessToken}`, 'content-length': '9000000' }
      const connected = once(test.app.server, 'connection') as Promise<[Socket]>
      const socket = open('/api/v1/enrolment/document', headers, '{"imageBase":"')
      const [line] = await connected
      let answer = ''
      socket.setEncoding('utf8').on('data', (text: string) => {
        answer += text
      })
      let windows = 0
      while (!answer && windows < 11) {
        const from = line.bytesRead
        socket.write('x'.repeat(perWindow))
        while (line.bytesRead < from + perWindow) await sleep(5)
        mock.timers.tick(WINDOW_MS)
        windows++
        await sleep(20)
      }
      socket.destroy()
      return { windows, answer }
    }
    assert.deepEqual(await play(9_000_000 / 12), { windows: 11, answer: '' })
    // Twice the rate that a body of unknown length needs, but it would take nine minutes.
    const slow = await play(240_000)
    assert.match(slow.answer, /^HTTP\/1\.1 408 /)
    assert.ok(slow.windows <= 4, `${slow.windows * 15} s`)
  })

  it('harms nobody where nobody reads it', async () => {
    const length = { 'content-length': '2000' }
    for (const [method, path, headers] of [
      ['GET', '/healthz', length],
      ['POST', '/nowhere', length],
      ['PUT', '/healthz', length],
      ['POST', '/api/v1/console/sign-in', { ...length, 'content-type': 'x/y' }],
      ['POST', '/api/v1/console/sign-in', { 'content-length': '90000000' }],
      ['POST', '/api/v1/enrolment/initialize', length],
    ] as const) {
      const answer = await trickle(open(path, headers, '{', method))
      assert.match(answer, /^HTTP\/1\.1 (200|4)/, `${method} ${path}`)
      mock.timers.tick(WINDOW_MS)
      await sleep(20)
      assert.equal((await test.app.inject('/healthz')).statusCode, 200, `${method} ${path}`)
    }
  })

  it('leaves nothing behind when the caller hangs up in the middle', async () => {
    const socket = open('/api/v1/console/sign-in', { 'content-length': '60000' }, '{')
    await sleep(50)
    socket.destroy()
    await sleep(50)
    assert.equal((await test.app.inject('/healthz')).statusCode, 200)
  })
})
