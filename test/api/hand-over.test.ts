import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'
import { filesHolding } from '../support/search.ts'
import { finishedSession, startSession } from './client.ts'

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

  it('is short, differs each time and opens the session in the language of the first device', async () => {
    const session = await startSession(test)
    const answer = (await session.person.send('handover', { lang: 'fi-FI' })).json()
    assert.match(answer.url, /^http:\/\/localhost:8080\/h\/[\w-]{22}$/)
    assert.equal(answer.expiresInSeconds, 600)
    assert.notEqual(await offered(session), await offered(session))
    const opened = (await open({ code: answer.url.slice(-22), deviceId: device('phone') })).json()
    assert.equal(opened.active, true)
    assert.equal(opened.lang, 'fi-FI')
    const state = await test.app.inject({
      url: '/api/v1/enrolment/session',
      headers: { authorization: `Bearer ${opened.accessToken}` },
    })
    assert.equal(state.json().sessionId, session.sessionId)
    assert.equal(state.json().device.id, device('phone'))
  })

  it('gives a second device nothing until it takes over explicitly', async () => {
    const session = await startSession(test)
    const code = await offered(session)
    assert.equal((await open({ code, deviceId: device('phone') })).json().active, true)
    assert.equal((await open({ code, deviceId: device('phone') })).json().active, true, 'the same device comes back')
    assert.deepEqual((await open({ code, deviceId: device('other') })).json(), { active: false })
    const taken = (await open({ code, deviceId: device('other'), takeOver: true })).json()
    assert.equal(taken.active, true)
    assert.ok(taken.accessToken)
    assert.deepEqual((await open({ code, deviceId: device('phone') })).json(), { active: false }, 'the first is told')
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
