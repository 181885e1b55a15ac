import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'
import { filesHolding } from '../support/search.ts'
import { finishedSession, personOf, startSession } from './client.ts'

const MINUTE = 60_000

describe('the short link from one device to another', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp()
  })
  after(() => test.close())

  const open = (body: object) =>
    test.app.inject({ method: 'POST', url: '/api/v1/enrolment/handover/open', payload: body })
  const offered = async (session: Awaited<ReturnType<typeof startSession>>, body: object = {}) => {
    const { url } = (await session.person.send('handover', body)).json<{ url: string }>()
    return url.slice(url.lastIndexOf('/') + 1)
  }
  const device = (name: string) => `device-${name}`
  const state = (accessToken: string) =>
    test.app.inject({ url: '/api/v1/enrolment/session', headers: { authorization: `Bearer ${accessToken}` } })

  it('uses the address under which the page was opened where the operator allows it', async () => {
    const own = await startTestApp({ settings: { codesFollowPage: true } })
    try {
      const { accessToken } = await startSession(own)
      const answer = await own.app.inject({
        method: 'POST',
        url: '/api/v1/enrolment/handover',
        headers: { authorization: `Bearer ${accessToken}`, host: '192.168.1.20:8080' },
        payload: {},
      })
      assert.match(answer.json().url, /^http:\/\/192\.168\.1\.20:8080\/h\//)
    } finally {
      await own.close()
    }
  })

  it('is short, differs each time and opens the session in the language of the first device', async () => {
    const session = await startSession(test)
    const answer = (await session.person.send('handover', { lang: 'fi-FI' })).json()
    assert.match(answer.url, /^http:\/\/localhost:8080\/h\/[\w-]{22}$/)
    assert.equal(answer.expiresInSeconds, 600)
    assert.notEqual(await offered(session), await offered(session))
    const opened = (await open({ code: answer.url.slice(-22), deviceId: device('phone') })).json()
    assert.equal(opened.active, true)
    assert.equal(opened.lang, 'fi-FI')
    const seen = (await state(opened.accessToken)).json()
    assert.equal(seen.sessionId, session.sessionId)
    assert.equal(seen.device.id, device('phone'))
  })

  it('gives a second device nothing until it takes over explicitly', async () => {
    const session = await startSession(test)
    await session.person.send('device', { deviceId: device('desk') })
    const code = await offered(session)
    assert.deepEqual((await open({ code, deviceId: device('phone') })).json(), { active: false })
    const taken = (await open({ code, deviceId: device('phone'), takeOver: true })).json()
    assert.equal(taken.active, true)
    assert.ok(taken.accessToken)
  })

  it('works once, and every other one of the session ends with it', async () => {
    const session = await startSession(test)
    const [earlier, code] = [await offered(session), await offered(session)]
    const both = await Promise.all(
      ['phone', 'thief'].map((name) => open({ code, deviceId: device(name), takeOver: true })),
    )
    assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [200, 401])
    for (const each of [earlier, code])
      assert.equal((await open({ code: each, deviceId: device('thief'), takeOver: true })).statusCode, 401)
  })

  it('ends the token of the device it came from, which may watch and take the session back', async () => {
    const session = await startSession(test)
    const desk = session.person
    await desk.send('device', { deviceId: device('desk') })
    const opened = (await open({ code: await offered(session), deviceId: device('phone'), takeOver: true })).json()
    const phone = personOf(test.app, opened.accessToken)

    for (const answer of [
      await desk.document(),
      await desk.face(),
      await desk.complete(),
      await desk.send('handover', {}),
    ])
      assert.deepEqual([answer.statusCode, answer.json().error], [401, 'SESSION_UNAUTHORIZED'])
    assert.equal((await state(session.accessToken)).json().device.id, device('phone'), 'it still sees how it goes on')
    assert.deepEqual((await desk.send('device', { deviceId: device('desk') })).json(), { active: false })
    const pretending = await desk.send('device', { deviceId: device('phone') })
    assert.deepEqual(pretending.json(), { active: false }, 'the name of the other device opens nothing')
    assert.equal((await phone.document()).json().hasError, false)

    const back = (await desk.send('device', { deviceId: device('desk'), takeOver: true })).json()
    assert.equal(back.active, true)
    assert.equal((await personOf(test.app, back.accessToken).face()).json().hasError, false)
    assert.equal((await phone.complete()).statusCode, 401)
  })

  it('renews a token for a day and no longer', async () => {
    const start = test.clock.now
    let { accessToken } = await startSession(test, {})
    const firstSession = { person: personOf(test.app, accessToken) }
    await firstSession.person.document() // 14 days from now on
    for (let hour = 0; hour < 24; hour += 0.75) {
      test.clock.now = new Date(start.getTime() + hour * 60 * MINUTE)
      const { url } = (await personOf(test.app, accessToken).send('handover', {})).json<{ url: string }>()
      accessToken = (
        await open({ code: url.slice(-22), deviceId: device(`number-${hour * 4}`), takeOver: true })
      ).json().accessToken
      assert.ok(accessToken)
    }
    test.clock.now = new Date(start.getTime() + 24 * 60 * MINUTE + 29_000)
    assert.equal((await state(accessToken)).statusCode, 200, 'clocks may be half a minute apart')
    test.clock.now = new Date(start.getTime() + 24 * 60 * MINUTE + 31_000)
    assert.equal((await state(accessToken)).statusCode, 401)
    test.clock.now = start
  })

  it('is over after ten minutes, and with its session', async () => {
    const session = await startSession(test)
    const code = await offered(session)
    const now = test.clock.now
    test.clock.now = new Date(now.getTime() + 10 * MINUTE)
    assert.equal((await open({ code, deviceId: device('phone') })).statusCode, 401)
    test.clock.now = now

    const deleted = await startSession(test)
    const orphan = await offered(deleted)
    await deleted.integrator.remove(deleted.sessionId)
    const answer = await open({ code: orphan, deviceId: device('phone') })
    assert.deepEqual([answer.statusCode, answer.json().error], [401, 'SESSION_UNAUTHORIZED'])
  })

  it('opens nothing once the session is completed', async () => {
    const session = await startSession(test)
    const code = await offered(session)
    await session.person.document()
    await session.person.face()
    await session.person.complete()
    const completed = { hasError: true, error: 'SESSION_ALREADY_COMPLETED' }
    for (const takeOver of [false, true])
      assert.deepEqual((await open({ code, deviceId: device('phone'), takeOver })).json(), {
        active: false,
        ...completed,
      })
    assert.deepEqual((await session.person.send('handover', {})).json(), completed)
    const finished = await finishedSession(test)
    assert.deepEqual((await finished.person.send('handover', {})).json(), completed)
  })

  it('tells somebody who guesses nothing', async () => {
    const guesses = ['A'.repeat(22), '-'.repeat(22)]
    for (const code of guesses) {
      const answer = await open({ code, deviceId: device('thief'), takeOver: true })
      assert.deepEqual([answer.statusCode, answer.json()], [401, { hasError: true, error: 'SESSION_UNAUTHORIZED' }])
    }
    for (const body of [
      {},
      { code: 'short', deviceId: device('thief') },
      { code: `${'A'.repeat(22)}'`, deviceId: device('thief') },
      { code: 'A'.repeat(22) },
      { code: 'A'.repeat(22), deviceId: device('thief'), tenant: 'acme' },
    ])
      assert.equal((await open(body)).statusCode, 400)
    const stranger = await test.app.inject({ method: 'POST', url: '/api/v1/enrolment/handover', payload: {} })
    assert.equal(stranger.statusCode, 401)
  })

  it('is kept as a hash alone', async () => {
    const session = await startSession(test)
    const code = await offered(session)
    assert.deepEqual(await filesHolding([test.dataDir], [code]), [])
  })
})
