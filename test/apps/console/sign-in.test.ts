import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { decodeSecret, makeCode } from '../../../src/kernel/accounts/second-factor.ts'
import { ASKED_BY, CONSOLE_HEADER } from '../../../src/kernel/contract/console-words.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { ask, ORIGIN, PASSWORD, signIn, startConsole } from './console.ts'

describe('signing in to the console', () => {
  let test: TestApp
  before(async () => {
    test = await startConsole()
  })
  after(() => test.close())

  const tryPassword = (username: string, password: string, code?: string) =>
    ask(test, 'POST', 'session', { payload: { username, password, ...(code && { code }) } })
  const later = (minutes: number) => {
    test.clock.now = new Date(test.clock.now.getTime() + minutes * 60_000)
  }

  it('gives a cookie that scripts cannot read and other sites cannot use, and stores its id as a hash alone', async () => {
    const answer = await tryPassword('ada', PASSWORD)
    assert.deepEqual(answer.json(), { username: 'ada', role: 'reviewer', secondFactor: false })
    const [cookie = '', device = ''] = answer.headers['set-cookie'] as string[]
    assert.match(cookie, /^limen-console=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/)
    assert.match(device, /^limen-device=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/)
    const id = /=([\w-]{43});/.exec(cookie)?.[1] ?? ''
    const rows = await test.storage.database.db.selectFrom('sign_in').selectAll().execute()
    assert.ok(rows.length)
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(id))
    assert.doesNotMatch(test.log(), new RegExp(`${id}|${PASSWORD}`))
  })

  it('marks the cookie Secure over https', async (t) => {
    const secure = await startConsole({ settings: { baseUrl: 'https://id.example' } })
    t.after(() => secure.close())
    const payload = { username: 'ada', password: PASSWORD }
    const answer = await ask(secure, 'POST', 'session', { payload, headers: { origin: 'https://id.example' } })
    assert.match(String(answer.headers['set-cookie']), /^__Host-limen-console=.*; Path=\/; .*; Secure$/)
  })

  it('is accepted by another node on the same database', async (t) => {
    const { cookie } = await signIn(test, 'ada')
    const other = await startTestApp({ storage: { dataDir: test.dataDir } })
    t.after(() => other.close())
    assert.equal((await ask(other, 'GET', 'session', { headers: { cookie } })).statusCode, 200)
  })

  it('opens nothing without the cookie, with a made-up one, or after signing out', async () => {
    for (const headers of [{}, { cookie: `limen-console=${'A'.repeat(43)}` }, { cookie: 'limen-console=x' }]) {
      const answer = await ask(test, 'GET', 'queue', { headers })
      assert.equal(answer.statusCode, 401)
      assert.equal(answer.json().code, 'SIGN_IN_REQUIRED')
      assert.equal(answer.headers['www-authenticate'], 'Cookie', 'Basic would make the browser ask by itself')
    }
    const browser = await signIn(test, 'ada')
    assert.equal((await browser.call('GET', 'queue')).statusCode, 200)
    const out = await browser.call('DELETE', 'session')
    assert.equal(out.statusCode, 204)
    assert.match(String(out.headers['set-cookie']), /Max-Age=0/)
    assert.equal((await browser.call('GET', 'queue')).statusCode, 401)
  })

  it('refuses what another site makes the browser send', async () => {
    const { cookie } = await signIn(test, 'ada')
    const send = (headers: Record<string, string>) =>
      test.app.inject({
        method: 'POST',
        url: '/api/v1/console/queue/next',
        headers: { cookie, ...headers },
        payload: { except: [] },
      })
    const header = { [CONSOLE_HEADER]: '1' }
    assert.equal((await send({ ...header, origin: ORIGIN })).statusCode, 200)
    assert.equal((await send({ origin: ORIGIN })).statusCode, 403, 'without the header')
    assert.equal((await send(header)).statusCode, 403, 'without an origin')
    assert.equal((await send({ ...header, origin: 'https://evil.example' })).statusCode, 403)
    assert.equal((await send({ ...header, origin: 'null' })).statusCode, 403)
  })

  it('ends after an hour without a click and after twelve hours in any case', async () => {
    const idle = await signIn(test, 'ada')
    later(59)
    assert.equal((await idle.call('GET', 'session')).statusCode, 200)
    later(59)
    assert.equal((await idle.call('GET', 'session')).statusCode, 200, 'a click renews the hour')
    later(30)
    const renewed = { headers: { cookie: idle.cookie, [CONSOLE_HEADER]: ASKED_BY.screen } }
    assert.equal((await ask(test, 'GET', 'queue', renewed)).statusCode, 200)
    later(31)
    assert.equal((await idle.call('GET', 'session')).statusCode, 401, 'a screen that renews itself does not')

    const busy = await signIn(test, 'ada')
    for (let hour = 0; hour < 12; hour++) {
      assert.equal((await busy.call('GET', 'session')).statusCode, 200, `hour ${hour}`)
      later(60)
    }
    later(1)
    assert.equal((await busy.call('GET', 'session')).statusCode, 401)
  })

  it('ends with a new password and with a disabled account', async () => {
    const reviewer = await test.ports.reviewers.byUsername('ben')
    assert.ok(reviewer)
    const browser = await signIn(test, 'ben')
    await test.ports.reviewers.change(reviewer.id, { disabled: true })
    assert.equal((await browser.call('GET', 'session')).statusCode, 401)
    await test.ports.reviewers.change(reviewer.id, { disabled: false })
    assert.equal((await browser.call('GET', 'session')).statusCode, 200)
    await test.ports.reviewers.change(reviewer.id, { passwordHash: `${reviewer.passwordHash} ` })
    assert.equal((await browser.call('GET', 'session')).statusCode, 401)
    await test.ports.reviewers.change(reviewer.id, { passwordHash: reviewer.passwordHash })
  })

  it('lets people change their own password, which ends their other sessions', async () => {
    const here = await signIn(test, 'ben')
    const elsewhere = await signIn(test, 'ben')
    const next = 'another password that is long'
    const change = (password: string, wanted: string) =>
      here.call('PUT', 'session/password', { password, next: wanted })
    assert.equal((await change('wrong', next)).statusCode, 400)
    assert.equal((await change(PASSWORD, 'too short')).statusCode, 400)
    const weak = await change(PASSWORD, 'passwordpassword')
    assert.match(weak.json().detail, /made of what guessers try first|one piece/)
    const changed = await change(PASSWORD, next)
    assert.equal(changed.statusCode, 204)
    assert.equal((await elsewhere.call('GET', 'session')).statusCode, 401)
    const cookie = String(changed.headers['set-cookie']).split(';')[0] ?? ''
    assert.equal((await ask(test, 'GET', 'session', { headers: { cookie } })).statusCode, 200)
    assert.equal((await tryPassword('ben', PASSWORD)).statusCode, 401)
    const back = { password: next, next: PASSWORD }
    assert.equal((await ask(test, 'PUT', 'session/password', { headers: { cookie }, payload: back })).statusCode, 204)
    await signIn(test, 'ben')
  })

  it('locks an account after ten wrong passwords, and lets the right one in a quarter of an hour later', async () => {
    for (let failure = 1; failure <= 10; failure++) {
      assert.equal((await tryPassword('ben', 'wrong')).statusCode, 401, `failure ${failure}`)
      if (failure > 4) {
        const hasty = await tryPassword('ben', 'wrong')
        assert.equal(hasty.statusCode, 429, 'a guesser has to wait, longer each time')
        test.clock.now = new Date(test.clock.now.getTime() + Number(hasty.headers['retry-after']) * 1000)
      }
    }
    assert.equal((await tryPassword('ben', PASSWORD)).statusCode, 401, 'locked')
    const device = { cookie: `limen-device=${'D'.repeat(43)}` }
    const known = createHash('sha256').update('D'.repeat(43)).digest('hex')
    await test.ports.signIns.rememberDevice(known, 'ben', test.clock.now)
    const own = await ask(test, 'POST', 'session', {
      headers: device,
      payload: { username: 'ben', password: PASSWORD },
    })
    assert.equal(own.statusCode, 200, 'a browser that has signed in before is spared')
    later(16)
    assert.equal((await tryPassword('ben', PASSWORD)).statusCode, 200)
  })

  it('wants the code of the second factor, each code once', async () => {
    const browser = await signIn(test, 'chief')
    const { secret } = (await browser.call('GET', 'session/second-factor')).json<{ secret: string }>()
    assert.match(secret, /^[A-Z2-7]{32}$/)
    const code = () => makeCode(decodeSecret(secret) as Uint8Array, test.clock.now)
    assert.equal(
      (await browser.call('PUT', 'session/second-factor', { secret, code: '000000', password: PASSWORD })).statusCode,
      400,
    )
    const wrong = { secret, code: code(), password: 'wrong' }
    assert.equal(
      (await browser.call('PUT', 'session/second-factor', wrong)).statusCode,
      400,
      'a cookie alone is not enough',
    )
    const elsewhere = await signIn(test, 'chief')
    assert.equal(
      (await browser.call('PUT', 'session/second-factor', { secret, code: code(), password: PASSWORD })).statusCode,
      204,
    )
    assert.equal((await elsewhere.call('GET', 'session')).statusCode, 401, 'other sessions end')
    assert.equal((await tryPassword('chief', PASSWORD, code())).statusCode, 401, 'the code was used')
    later(1)

    const without = await tryPassword('chief', PASSWORD)
    assert.equal(without.json().code, 'SECOND_FACTOR_NEEDED')
    assert.equal((await tryPassword('chief', PASSWORD, '000000')).statusCode, 401)
    assert.equal((await tryPassword('chief', PASSWORD, code())).statusCode, 200)
    assert.equal((await tryPassword('chief', PASSWORD, code())).statusCode, 401, 'a code opens once')
    later(1)
    assert.equal((await tryPassword('chief', PASSWORD, code())).statusCode, 200)
    later(1)
    const again = await browser.call('PUT', 'session/second-factor', { secret, code: code(), password: PASSWORD })
    assert.equal(again.statusCode, 400, 'another one replaces it only after it was switched off')
  })

  it('takes the second factor away for password and code, guessed no faster than a password', async () => {
    const reviewer = await test.ports.reviewers.byUsername('ada')
    assert.ok(reviewer)
    const browser = await signIn(test, 'ada')
    const secret = Buffer.alloc(20, 7)
    await test.ports.reviewers.change(reviewer.id, { totpSecret: secret })
    const drop = (code: string) => browser.call('DELETE', 'session/second-factor', { code, password: PASSWORD })
    const answers: number[] = []
    for (let guess = 0; guess < 7; guess++) answers.push((await drop('000000')).statusCode)
    assert.equal(answers.at(-1), 429)
    later(2)
    assert.equal((await drop(makeCode(secret, test.clock.now))).statusCode, 204)
    assert.equal((await test.ports.reviewers.byUsername('ada'))?.totpSecret, undefined)
  })

  it('leaves a trace of who came and went', async () => {
    const actions = (await test.ports.audit.list({ tenant: '*' }, 100)).map(({ actor, action }) => `${actor} ${action}`)
    for (const trace of ['reviewer:ada console.sign-in', 'reviewer:ada console.sign-out']) {
      assert.ok(actions.includes(trace), trace)
    }
  })
})
