import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'
import { finishedSession, startSession } from './client.ts'

describe('what the hosted page asks', () => {
  let test: TestApp
  let address: string
  before(async () => {
    test = await startTestApp()
    await test.addTenant('shop', {
      frameOrigins: ['https://shop.example'],
      themes: { default: { name: 'Utopia Shop', accent: '#0b5fff' } },
    })
    address = await test.app.listen({ port: 0, host: '127.0.0.1' })
  })
  after(() => test.close())

  const ask = (path: string, accessToken: string) =>
    test.app.inject({ url: `/api/v1/enrolment/${path}`, headers: { authorization: `Bearer ${accessToken}` } })

  it('is where the session stands, without anything that was read about the person', async () => {
    const { accessToken, sessionId, person } = await startSession(test, { lang: 'de-DE' }, 'shop')
    const before = (await ask('session', accessToken)).json()
    assert.equal(before.sessionId, sessionId)
    assert.deepEqual(before.steps, ['document', 'face'])
    assert.deepEqual(before.received, { document: [], face: false })
    assert.equal(before.lang, 'de-DE')
    assert.deepEqual(before.theme, { name: 'Utopia Shop', accent: '#0b5fff' })
    assert.deepEqual(before.frameOrigins, ['https://shop.example', 'http://localhost:8080'])

    await person.document()
    const after = await ask('session', accessToken)
    assert.deepEqual(after.json().received, { document: ['FRONT'], face: false })
    assert.equal(after.json().isTwoSideDocument, false)
    for (const word of ['visual', 'surname', 'mrz', 'template']) assert.ok(!after.body.includes(word), word)
  })

  it('says when a session is completed', async () => {
    const { accessToken } = await finishedSession(test)
    assert.equal((await ask('session', accessToken)).json().completed, true)
  })

  it('gives the session to one device, and to another only when that one takes over', async () => {
    const { accessToken, person } = await startSession(test)
    const join = async (deviceId: string, takeOver?: boolean) =>
      (await person.send('device', { deviceId, ...(takeOver === undefined ? {} : { takeOver }) })).json()
    assert.deepEqual(await join('device-one'), { active: true })
    assert.deepEqual(await join('device-one'), { active: true })
    assert.deepEqual(await join('device-two'), { active: false })
    const { active, accessToken: fresh } = await join('device-two', true)
    assert.deepEqual([active, typeof fresh], [true, 'string'], 'whoever takes over gets a token of its own')
    assert.deepEqual(await join('device-one'), { active: false })
    assert.equal((await ask('session', accessToken)).json().device.id, 'device-two')
  })

  it('knows when the page of the device is left, and that somebody is back', async () => {
    const { person, accessToken } = await startSession(test)
    const device = async () => (await ask('session', accessToken)).json().device
    await person.send('device', { deviceId: 'device-one' })
    const leave = async (deviceId: string) => (await person.send('device', { deviceId, away: true })).json()
    assert.deepEqual(await leave('device-two'), { active: false })
    assert.equal((await device()).awaySince, undefined, 'another device has no say in it')
    assert.deepEqual(await leave('device-one'), { active: true })
    assert.equal((await device()).awaySince, test.clock.now.toISOString())
    assert.deepEqual((await person.send('device', { deviceId: 'device-one' })).json(), { active: true })
    assert.equal((await device()).awaySince, undefined)
    const { since } = await device()
    for (const send of [person.document, person.face]) {
      await leave('device-one')
      await send()
      assert.deepEqual(await device(), { id: 'device-one', since }, 'who sends a picture is there')
    }
    await person.complete()
    assert.deepEqual(await leave('device-one'), { active: false })
  })

  it('refuses a device that is none', async () => {
    const { person } = await startSession(test)
    for (const body of [{}, { deviceId: 'x' }, { deviceId: 'device-one', more: 1 }, { deviceId: '../../etc/passwd' }])
      assert.equal((await person.send('device', body)).statusCode, 400)
  })

  it('follows the session as server-sent events', async () => {
    const { accessToken, person } = await startSession(test)
    const controller = new AbortController()
    const response = await fetch(`${address}/api/v1/enrolment/events`, {
      headers: { authorization: `Bearer ${accessToken}` },
      signal: controller.signal,
    })
    assert.match(response.headers.get('content-type') ?? '', /text\/event-stream/)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    assert.ok(reader)
    const next = async (): Promise<{ received: { face: boolean } }> => {
      for (;;) {
        const { value = '' } = await reader.read()
        const data = value.split('\n').find((line) => line.startsWith('data:'))
        if (data) return JSON.parse(data.slice('data:'.length))
      }
    }
    assert.equal((await next()).received.face, false)
    await person.face()
    assert.equal((await next()).received.face, true)
    controller.abort()
  })

  it('ends the events when the session is erased', async () => {
    const { accessToken, sessionId, integrator } = await startSession(test)
    const headers = { authorization: `Bearer ${accessToken}` }
    const events = await fetch(`${address}/api/v1/enrolment/events`, { headers })
    assert.equal(events.status, 200)
    assert.equal((await integrator.remove(sessionId)).statusCode, 204)
    await events.text()
  })

  it('wants a token everywhere', async () => {
    for (const path of ['session', 'events']) {
      const response = await test.app.inject({ url: `/api/v1/enrolment/${path}` })
      assert.equal(response.statusCode, 401)
      assert.equal(response.json().error, 'SESSION_UNAUTHORIZED')
    }
  })
})
