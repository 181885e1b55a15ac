import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request as open } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { accept } from '../../../src/domain/result.ts'
import { openBodyBudget } from '../../../src/http/input/upload-gate.ts'
import { startSession } from '../../api/client.ts'
import { JPEG, passport, startTestApp, type TestApp } from '../../support/app.ts'

const MB = 1_000_000
const PICTURE = Buffer.concat([JPEG, Buffer.alloc(10 * MB - JPEG.length)])
const JSON_PICTURE = Buffer.from(JSON.stringify({ imageBase: PICTURE.toString('base64') }))

describe('memory for the bodies of requests', () => {
  let test: TestApp
  let address: string
  before(async () => {
    test = await startTestApp({ settings: { uploadMegabytes: 80 } })
    await test.addTenant('other')
    address = await test.app.listen({ port: 0, host: '127.0.0.1' })
  })
  after(() => test.close())

  const send = async (accessToken: string, body: Buffer, type = 'application/json') => {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': type, 'content-length': body.length }
    const request = open(`${address}/api/v1/enrolment/document`, { method: 'POST', headers })
    request.end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  /** As an integrator does who is asked to come back: on a busy machine a minute may be too short. */
  const sendUntilTaken = async (accessToken: string, body: Buffer) => {
    for (;;) {
      const status = await send(accessToken, body)
      if (status !== 503 && status !== 429) return status
      await sleep(100)
    }
  }
  const gauges = async () => {
    const text = (await test.app.inject({ url: '/metrics' })).body
    const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
    return { held: read('limen_bodies_bytes'), waiting: read('limen_bodies_waiting') }
  }

  it('is enough for 32 pictures of 10 MB as JSON at once, however long each is read', async () => {
    let most = { held: 0, waiting: 0, arrayBuffers: 0 }
    let reading = Promise.resolve()
    const { readPage } = test.engine
    // One after the other, as a worker does; all that were received meanwhile stay in memory.
    test.engine.readPage = async (picture) => {
      assert.equal(picture.length, 10 * MB)
      const mine = reading.then(() => sleep(5))
      reading = mine
      await mine
      const { held, waiting } = await gauges()
      const { arrayBuffers } = process.memoryUsage()
      most = {
        held: Math.max(most.held, held),
        waiting: Math.max(most.waiting, waiting),
        arrayBuffers: Math.max(most.arrayBuffers, arrayBuffers),
      }
      return accept(passport())
    }
    const tokens = await Promise.all(Array.from({ length: 32 }, async () => (await startSession(test)).accessToken))
    const { arrayBuffers: before } = process.memoryUsage()
    const answers = await Promise.all(tokens.map((token) => sendUntilTaken(token, JSON_PICTURE)))
    test.engine.readPage = readPage
    assert.deepEqual(new Set(answers), new Set([200]))
    assert.ok(most.waiting > 16, `${most.waiting} waited`)
    assert.ok(most.held > 30 * MB && most.held <= 80 * MB, `${most.held} bytes`)
    // Without a budget it is 320 MB; what the connections of both sides hold comes on top of it.
    const grown = most.arrayBuffers - before
    assert.ok(grown < 130 * MB, `grew by ${grown} bytes`)
    while ((await gauges()).held > 0) await sleep(10)
  })

  it('is there for another tenant while one sends nothing but headers of large pictures', async () => {
    const halves = []
    for (let count = 0; count < 12; count++) {
      const { accessToken } = await startSession(test)
      const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'image/jpeg' }
      // Some say how much will come, others do not.
      const length = count % 2 ? { 'content-length': 10 * MB } : {}
      const half = open(`${address}/api/v1/enrolment/document`, { method: 'POST', headers: { ...headers, ...length } })
      half.on('error', () => {})
      half.write(Buffer.alloc(100))
      halves.push(half)
    }
    while ((await gauges()).waiting < 5) await sleep(10)
    const { accessToken } = await startSession(test, {}, 'other')
    assert.equal(await send(accessToken, PICTURE, 'image/jpeg'), 200)
    for (const half of halves) half.destroy()
    while ((await gauges()).held > 0) await sleep(10)
  })

  it('is not kept for a body that says it is too large, nor for a small one', async () => {
    const { accessToken } = await startSession(test)
    const seen: number[] = []
    test.engine.page = async () => {
      seen.push((await gauges()).held)
      return accept(passport())
    }
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'image/jpeg', 'content-length': 11 * MB }
    const tooLarge = open(`${address}/api/v1/enrolment/document`, { method: 'POST', headers })
    tooLarge.on('error', () => {})
    tooLarge.flushHeaders()
    const [response] = (await once(tooLarge, 'response')) as [IncomingMessage]
    assert.equal(response.statusCode, 413)
    tooLarge.destroy()
    while ((await send(accessToken, JPEG, 'image/jpeg')) === 429) await sleep(10)
    test.engine.page = async () => accept(passport())
    assert.deepEqual(seen, [0])
  })
})

describe('waiting for memory', () => {
  const never = new AbortController().signal

  it('ends with 503 and Retry-After when nothing becomes free, or when too many wait', async () => {
    const bodies = openBodyBudget(10, 2, 20)
    const held = await bodies.room('a', 10, never)
    await assert.rejects(bodies.room('b', 10, never), { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 5 })
    assert.equal(bodies.waiting(), 0)
    const waiting = [bodies.room('a', 10, never), bodies.room('b', 10, never), bodies.room('b', 10, never)]
    const outcomes = await Promise.allSettled(waiting)
    assert.ok(outcomes.every(({ status }) => status === 'rejected'))
    held.release()
    assert.equal(bodies.held(), 0)
  })

  it('ends when the caller hangs up', async () => {
    const bodies = openBodyBudget(10, 10)
    const held = await bodies.room('a', 10, never)
    const caller = new AbortController()
    const waiting = bodies.room('b', 10, caller.signal)
    caller.abort()
    await assert.rejects(waiting, { name: 'Error' })
    await assert.rejects(bodies.room('b', 10, caller.signal))
    held.release()
    assert.deepEqual([bodies.held(), bodies.waiting()], [0, 0])
  })
})
