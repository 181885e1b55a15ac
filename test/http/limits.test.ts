import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rateLimit } from '../../src/kernel/accounts/auth/login-guard.ts'
import { clientOf, personOf, startSession } from '../api/client.ts'
import { basic, startTestApp } from '../support/app.ts'

describe('the rate limit', () => {
  it('lets a minute’s worth through at once and then one at a time', () => {
    const limit = rateLimit(60)
    for (let count = 0; count < 60; count++) assert.equal(limit('a', 0), 0)
    assert.equal(limit('a', 0), 1)
    assert.equal(limit('b', 0), 0)
    assert.equal(limit('a', 1_000), 0)
    assert.equal(limit('a', 1_000), 1)
    assert.equal(limit('a', 3_000), 0)
  })

  it('is off when it is 0', () => {
    const limit = rateLimit(0)
    for (let count = 0; count < 10_000; count++) assert.equal(limit('a', 0), 0)
  })

  it('holds for an address, and answers 429 with Retry-After', async () => {
    const test = await startTestApp({ settings: { rateLimit: 5 } })
    const statuses: number[] = []
    for (let count = 0; count < 7; count++) statuses.push((await test.app.inject('/nowhere')).statusCode)
    assert.deepEqual(statuses, [404, 404, 404, 404, 404, 429, 429])
    const response = await test.app.inject('/nowhere')
    assert.equal(response.headers['retry-after'], '12')
    assert.equal(response.json().code, 'TOO_MANY_REQUESTS')
    assert.equal((await test.app.inject('/healthz')).statusCode, 200)
    test.clock.now = new Date(test.clock.now.getTime() + 12_000)
    assert.equal((await test.app.inject('/nowhere')).statusCode, 404)
    await test.close()
  })

  it('holds for a credential and for a token, wherever they come from', async () => {
    const test = await startTestApp({ settings: { rateLimit: 4, trustProxy: ['127.0.0.1'] } })
    let address = 0
    const from = () => ({ 'x-forwarded-for': `198.51.100.${address++}` })
    const authorization = await test.login()
    const statuses: number[] = []
    for (let count = 0; count < 5; count++)
      statuses.push(
        (await test.app.inject({ url: '/api/v1/data/session/list', headers: { authorization, ...from() } })).statusCode,
      )
    assert.deepEqual(statuses, [200, 200, 200, 200, 429])

    const { accessToken } = (
      await test.app.inject({
        method: 'POST',
        url: '/api/v1/enrolment/initialize',
        headers: { authorization: await test.login(), ...from() },
      })
    ).json()
    const answers = []
    for (let count = 0; count < 5; count++)
      answers.push(
        await test.app.inject({
          method: 'POST',
          url: '/api/v1/enrolment/complete',
          headers: { authorization: `Bearer ${accessToken}`, ...from() },
        }),
      )
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 200, 200, 200, 429],
    )
    assert.deepEqual(answers.at(-1)?.json().error, 'TOO_MANY_REQUESTS')
    await test.close()
  })
})

describe('failed logins', () => {
  it('are answered 429 with Retry-After until the wait is over, but never lock out a password that the service made', async () => {
    const test = await startTestApp()
    const login = await test.login()
    const [username = ''] = Buffer.from(login.slice(6), 'base64').toString().split(':')
    const wrong = clientOf(test, basic(username, 'wrong'))
    for (let count = 0; count < 5; count++) assert.equal((await wrong.get('session/list')).statusCode, 401)
    const slowed = await wrong.get('session/list')
    assert.equal(slowed.statusCode, 429)
    assert.equal(slowed.headers['retry-after'], '1')
    const guessed = clientOf(test, basic(username, 'A'.repeat(43)))
    assert.equal((await guessed.get('session/list')).statusCode, 429)
    assert.equal((await clientOf(test, login).get('session/list')).statusCode, 200)
    test.clock.now = new Date(test.clock.now.getTime() + 1_000)
    assert.equal((await clientOf(test, login).get('session/list')).statusCode, 200)
    const entries = await test.ports.audit.list({ tenant: 'acme' }, 100)
    const refused = entries.filter(({ action }) => action === 'credential.refused')
    assert.deepEqual(
      refused.map(({ actor }) => actor),
      [`credential:${username}`],
      'recorded, but not each: the log cannot be filled',
    )
    await test.close()
  })
})

describe('pictures under way', () => {
  it('are as many as the setting says; more are told to come back', async () => {
    const test = await startTestApp({ settings: { maxUploads: 2 } })
    const held = Promise.withResolvers<void>()
    const { page } = test.engine
    test.engine.page = async (picture) => {
      await held.promise
      return page(picture)
    }
    const people = [await startSession(test), await startSession(test)]
    const running = people.map(({ person }) => person.document())
    while (test.engine.seen.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    const third = await (await startSession(test)).person.document()
    assert.equal(third.statusCode, 503)
    assert.ok(Number(third.headers['retry-after']) > 0)
    held.resolve()
    for (const response of await Promise.all(running)) assert.equal(response.statusCode, 200)
    assert.equal((await personOf(test.app, (await startSession(test)).accessToken).document()).statusCode, 200)
    await test.close()
  })
})
