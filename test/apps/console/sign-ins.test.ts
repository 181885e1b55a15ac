import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { decodeSecret, makeCode } from '../../../src/kernel/accounts/second-factor.ts'
import type { SignInEntry } from '../../../src/kernel/tenants/contract/console-settings.ts'
import { basic, type TestApp } from '../../support/app.ts'
import { ask, PASSWORD, signIn, startConsole } from './console.ts'

describe('those who are signed in', () => {
  let test: TestApp
  before(async () => {
    test = await startConsole()
  })
  after(() => test.close())

  it('are listed with browser and network; an admin ends any of them, and it is recorded', async () => {
    const headers = { 'user-agent': 'A browser of ada' }
    const payload = { username: 'ada', password: PASSWORD }
    const answer = await ask(test, 'POST', 'session', { payload, headers })
    const cookie = String([answer.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
    const chief = await signIn(test, 'chief')
    const entries: SignInEntry[] = (await chief.call('GET', 'sign-ins')).json()
    const ada = entries.find(({ username }) => username === 'ada')
    assert.deepEqual(
      { agent: ada?.agent, network: ada?.network, here: ada?.here },
      {
        agent: 'A browser of ada',
        network: '127.0.0.1',
        here: false,
      },
    )
    assert.equal(entries.find(({ username }) => username === 'chief')?.here, true)
    assert.ok(!JSON.stringify(entries).includes(cookie.split('=')[1] ?? ''), 'nothing that opens a session')

    assert.equal((await chief.call('DELETE', `sign-ins/${ada?.id}`)).statusCode, 204)
    assert.equal((await ask(test, 'GET', 'session', { headers: { cookie } })).statusCode, 401)
    assert.equal((await chief.call('DELETE', `sign-ins/${ada?.id}`)).statusCode, 404)
    const [last] = await test.ports.audit.list({}, 1)
    assert.deepEqual(
      { actor: last?.actor, action: last?.action, detail: last?.detail },
      { actor: 'reviewer:chief', action: 'console.sign-in.end', detail: { reviewer: 'ada' } },
    )
  })

  it('are to a reviewer their own alone', async () => {
    const [here, there, chief] = [await signIn(test, 'ben'), await signIn(test, 'ben'), await signIn(test, 'chief')]
    assert.equal((await here.call('GET', 'sign-ins')).statusCode, 403)
    const own: SignInEntry[] = (await here.call('GET', 'session/sign-ins')).json()
    assert.deepEqual(
      own.map(({ username }) => username),
      ['ben', 'ben'],
    )
    const all: SignInEntry[] = (await chief.call('GET', 'sign-ins')).json()
    const chiefs = all.find(({ username }) => username === 'chief')
    assert.equal((await here.call('DELETE', `session/sign-ins/${chiefs?.id}`)).statusCode, 404)
    const other = own.find((entry) => !entry.here)
    assert.equal((await here.call('DELETE', `session/sign-ins/${other?.id}`)).statusCode, 204)
    assert.equal((await there.call('GET', 'session')).statusCode, 401)
    assert.equal((await here.call('GET', 'session')).statusCode, 200)
  })

  it('are not those who left an hour ago', async () => {
    await signIn(test, 'ada')
    test.clock.now = new Date(test.clock.now.getTime() + 61 * 60_000)
    const chief = await signIn(test, 'chief')
    const all: SignInEntry[] = (await chief.call('GET', 'sign-ins')).json()
    assert.deepEqual(
      all.map(({ username }) => username),
      ['chief'],
    )
  })
})

describe('a second factor that everybody must have', () => {
  let test: TestApp
  before(async () => {
    test = await startConsole({ settings: { requireSecondFactor: true } })
  })
  after(() => test.close())

  it('is set up before anything else opens, and cannot be switched off again', async () => {
    const browser = await signIn(test, 'chief')
    assert.equal((await browser.call('GET', 'session')).json().mustSetUp, true)
    for (const path of ['queue', 'accounts', 'session/sign-ins'])
      assert.equal((await browser.call('GET', path)).statusCode, 403, path)
    const { secret } = (await browser.call('GET', 'session/second-factor')).json()
    const bytes = decodeSecret(secret)
    assert.ok(bytes)
    const code = () => makeCode(bytes, test.clock.now)
    const on = await browser.call('PUT', 'session/second-factor', { secret, password: PASSWORD, code: code() })
    assert.equal(on.statusCode, 204)
    assert.equal((await browser.call('GET', 'session')).json().mustSetUp, undefined)
    assert.equal((await browser.call('GET', 'queue')).statusCode, 200)
    test.clock.now = new Date(test.clock.now.getTime() + 60_000)
    const off = await browser.call('DELETE', 'session/second-factor', { password: PASSWORD, code: code() })
    assert.equal(off.statusCode, 400)
  })

  it('closes the review API to a password alone', async () => {
    const headers = { authorization: basic('ada', PASSWORD) }
    const answer = await test.app.inject({ method: 'GET', url: '/api/v1/review/queue', headers })
    assert.equal(answer.statusCode, 403)
  })
})
