import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as open } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { accept } from '../../../src/formats/result.ts'
import { type Asked, CallerAborted } from '../../../src/vision/engine.ts'
import { personOf, startSession } from '../../api/client.ts'
import { JPEG, passport, startTestApp, type TestApp } from '../../support/app.ts'
import { thinPng } from '../../support/hostile-pictures.ts'

describe('letting pictures in', () => {
  let test: TestApp
  let address: string
  before(async () => {
    test = await startTestApp()
    await test.addTenant('hostile')
    address = await test.app.listen({ port: 0, host: '127.0.0.1' })
  })
  after(() => test.close())

  const begin = (accessToken: string, length: number): ClientRequest => {
    const request = open(`${address}/api/v1/enrolment/document`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'image/jpeg', 'content-length': length },
    })
    request.on('error', () => {})
    return request
  }

  it('takes one picture of a session at a time, and the next when it is done', async () => {
    const held = Promise.withResolvers<void>()
    test.engine.page = async () => {
      await held.promise
      return accept(passport())
    }
    const { person } = await startSession(test)
    const seen = test.engine.seen.length
    const first = person.document()
    while (test.engine.seen.length === seen) await sleep(5)
    const second = await person.face()
    assert.equal(second.statusCode, 429)
    assert.equal(second.headers['retry-after'], '1')
    held.resolve()
    assert.equal((await first).statusCode, 200)
    assert.equal((await person.face()).statusCode, 200)
    test.engine.page = async () => accept(passport())
  })

  it('keeps places for others, however many half-sent pictures one tenant holds', async () => {
    const halves: ClientRequest[] = []
    for (let count = 0; count < 60; count++) {
      const { accessToken } = await startSession(test, {}, 'hostile')
      const half = begin(accessToken, 900_000)
      half.write(Buffer.alloc(1_000))
      halves.push(half)
    }
    // Until all of them have arrived, one more is taken.
    const { person } = await startSession(test, {}, 'hostile')
    while ((await person.document()).statusCode !== 503) await sleep(10)
    for (let count = 0; count < 5; count++) {
      const good = await startSession(test)
      assert.equal((await good.person.document()).json<{ hasError: boolean }>().hasError, false)
    }
    for (const half of halves) half.destroy()
  })

  it('tells the engine when a caller has gone, whose picture is then not read', async () => {
    let asked: Asked | undefined
    test.engine.page = (_picture, given) => {
      asked = given
      return new Promise((_resolve, reject) =>
        given?.signal?.addEventListener('abort', () => reject(new CallerAborted())),
      )
    }
    const { accessToken } = await startSession(test)
    const request = begin(accessToken, JPEG.length)
    request.end(JPEG)
    while (!asked) await sleep(5)
    assert.equal(asked.tenant, 'acme')
    assert.equal(asked.signal?.aborted, false)
    request.destroy()
    while (!asked.signal?.aborted) await sleep(5)
    test.engine.page = async () => accept(passport())
    const again = personOf(test.app, accessToken)
    while ((await again.document()).statusCode === 429) await sleep(20)
    assert.doesNotMatch(test.log(), /"msg":"fault"/)
  })

  it('keeps nothing of a picture whose caller hung up while it was read', async () => {
    const read = Promise.withResolvers<void>()
    let asked: Asked | undefined
    test.engine.page = async (_picture, given) => {
      asked = given
      await read.promise
      return accept(passport())
    }
    const { accessToken, person } = await startSession(test)
    const request = begin(accessToken, JPEG.length)
    request.end(JPEG)
    while (!asked) await sleep(5)
    request.destroy()
    while (!asked.signal?.aborted) await sleep(5)
    read.resolve()
    test.engine.page = async () => accept(passport())
    while ((await person.face()).statusCode === 429) await sleep(20)
    assert.match((await person.complete()).json<{ error: string }>().error, /^MISSING_DOCUMENT/)
  })

  it('refuses a picture by its longest side before the engine sees it', async () => {
    const { person } = await startSession(test)
    const seen = test.engine.seen.length
    for (const [width, height] of [
      [1, 49_000_000],
      [49_000_000, 1],
      [12_001, 10],
    ] as const) {
      const answer = await person.raw('document', 'image/png', thinPng(width, height))
      assert.equal(answer.statusCode, 413, `${width} × ${height}`)
      assert.match(answer.json<{ message: string }>().message, /side of 12000/)
    }
    assert.equal(test.engine.seen.length, seen)
  })

  it('follows a session four times and no more', async () => {
    const { accessToken } = await startSession(test)
    const streams = await Promise.all(Array.from({ length: 5 }, () => follow(accessToken)))
    assert.deepEqual(streams.map(({ statusCode }) => statusCode).sort(), [200, 200, 200, 200, 429])
    for (const stream of streams) stream.destroy()
    let again = await follow(accessToken)
    // The places of those who left are free as soon as the service has noticed it.
    while (again.statusCode === 429) {
      again.destroy()
      await sleep(10)
      again = await follow(accessToken)
    }
    assert.equal(again.statusCode, 200)
    again.destroy()
  })

  const follow = async (accessToken: string): Promise<IncomingMessage> => {
    const request = open(`${address}/api/v1/enrolment/events`, { headers: { authorization: `Bearer ${accessToken}` } })
    request.on('error', () => {})
    request.end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.on('error', () => {})
    return response
  }

  it('lets go of a line that is broken, also when its caller keeps it open', async () => {
    const connected = once(test.app.server, 'connection') as Promise<[Socket]>
    const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => {})
    socket.write('this is no HTTP\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    const problem = JSON.parse(answer.toString().split('\r\n\r\n')[1] ?? '') as { title: string; detail?: string }
    assert.match(problem.title, /`detail` says where/)
    assert.equal(problem.detail, 'The request is not valid HTTP/1.1.')
    const [line] = await connected
    for (const end = Date.now() + 60_000; !line.destroyed; await sleep(50)) assert.ok(Date.now() < end, 'half open')
    socket.destroy()
  })
})
