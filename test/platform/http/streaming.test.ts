import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request as open } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { accept } from '../../../src/formats/result.ts'
import { startSession } from '../../api/client.ts'
import { JPEG, passport, startTestApp, type TestApp } from '../../support/app.ts'

describe('a body on a real connection', () => {
  let test: TestApp
  let address: string
  let accessToken: string
  before(async () => {
    test = await startTestApp({ settings: { maxImageBytes: 1_000_000 } })
    address = await test.app.listen({ port: 0, host: '127.0.0.1' })
    accessToken = (await startSession(test)).accessToken
  })
  after(() => test.close())

  const start = (headers: Record<string, string | number>, agent?: Agent): ClientRequest =>
    open(`${address}/api/v1/enrolment/document`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, ...headers },
      ...(agent ? { agent } : {}),
    })

  it('is refused by its announced length before a byte of it is read', async () => {
    const request = start({ 'content-type': 'image/jpeg', 'content-length': 500_000_000 })
    request.flushHeaders()
    const answer = await answerTo(request)
    assert.equal(answer.status, 413)
    assert.equal(answer.body.error, 'PAYLOAD_TOO_LARGE')
    request.destroy()
  })

  for (const [type, head] of [
    ['application/json', '{"imageBase":"'],
    ['image/jpeg', ''],
  ] as const)
    it(`of ${type} without a length is refused while it streams in`, async () => {
      const request = start({ 'content-type': type })
      let sent = 0
      let answered = false
      const answer = answerTo(request).then((result) => {
        answered = true
        return result
      })
      request.write(head)
      while (!answered && sent < 50_000_000) {
        request.write(Buffer.alloc(65_536, 'A'))
        sent += 65_536
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      assert.equal((await answer).status, 413)
      assert.ok(sent < 10_000_000, `${sent} bytes were taken`)
      request.destroy()
    })

  it('of somebody without a token is refused before it is read', async () => {
    const request = start({
      authorization: 'Bearer no.such.token',
      'content-type': 'image/jpeg',
      'content-length': 900_000,
    })
    request.flushHeaders()
    assert.equal((await answerTo(request)).status, 401)
    request.destroy()
  })

  it('that was refused leaves the connection usable when the caller sends the rest', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let round = 0; round < 3; round++) {
      const refused = start({ 'content-type': 'image/jpeg', 'content-length': 1_500_000 }, agent)
      const answer = answerTo(refused)
      refused.end(Buffer.alloc(1_500_000))
      assert.equal((await answer).status, 413)
      const good = start({ 'content-type': 'image/jpeg', 'content-length': JPEG.length }, agent)
      good.end(JPEG)
      assert.equal((await answerTo(good)).status, 200)
    }
    agent.destroy()
  })

  it('that breaks off leaves nothing behind', async () => {
    const before = test.engine.seen.length
    for (let round = 0; round < 60; round++) {
      const request = start({ 'content-type': 'image/jpeg', 'content-length': 900_000 })
      request.on('error', () => {})
      request.write(Buffer.alloc(1_000))
      await new Promise((resolve) => setTimeout(resolve, 2))
      request.destroy()
    }
    const send = () => {
      const request = start({ 'content-type': 'image/jpeg', 'content-length': JPEG.length })
      request.end(JPEG)
      return answerTo(request)
    }
    let answer = await send()
    while (answer.status === 429) answer = await send() // until the last broken one is noticed
    assert.equal(answer.status, 200, 'the places of broken uploads are free again')
    assert.equal(test.engine.seen.length, before + 1)
  })
})

describe('closing', () => {
  it('finishes what was accepted and takes nothing new', async () => {
    const test = await startTestApp()
    const address = await test.app.listen({ port: 0, host: '127.0.0.1' })
    const { accessToken, sessionId } = await startSession(test)
    const held = Promise.withResolvers<void>()
    test.engine.page = async () => {
      await held.promise
      return accept(passport())
    }
    const upload = open(`${address}/api/v1/enrolment/document`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'image/jpeg', 'content-length': JPEG.length },
    })
    upload.end(JPEG)
    const answer = answerTo(upload)
    while (!test.engine.seen.length) await new Promise((resolve) => setTimeout(resolve, 5))

    const closed = test.app.close()
    const late = () =>
      fetch(`${address}/healthz`).then(
        ({ status }) => status,
        ({ cause }) => cause.code as string,
      )
    while ((await late()) !== 'ECONNREFUSED') await new Promise((resolve) => setTimeout(resolve, 10))

    held.resolve()
    const { status, connection } = await answer
    assert.equal(status, 200)
    assert.equal(connection, 'close', 'a caller who keeps the line open does not hold the service up')
    await closed
    assert.ok((await test.storage.sessions.load('acme', sessionId))?.document)
    await test.close()
  })
})

interface Answer {
  status: number
  connection: string | undefined
  body: { error?: string }
}

async function answerTo(request: ClientRequest): Promise<Answer> {
  request.on('error', () => {})
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk)
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Answer['body']
  return { status: response.statusCode ?? 0, connection: response.headers.connection, body }
}
