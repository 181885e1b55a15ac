import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { makeCode } from '../../src/kernel/accounts/second-factor.ts'
import { openDelivery } from '../../src/kernel/events/deliver-webhooks.ts'
import { ask, PASSWORD, signIn, startConsole, waitingSession } from '../apps/console/console.ts'
import type { TestApp } from '../support/app.ts'
import { clientOf, startSession } from './client.ts'

const HOUR = 3_600_000
const YEAR = 365 * 24 * HOUR

for (const [span, ms] of [
  ['an hour', HOUR],
  ['a year', YEAR],
] as const)
  describe(`a clock that is ${span} wrong for a while`, () => {
    let test: TestApp
    let right: Date
    before(async () => {
      test = await startConsole({ settings: { undoSeconds: 10 } })
    })
    after(() => test.close())
    const set = (by: number) => {
      test.clock.now = new Date(right.getTime() + by)
    }

    it('ahead: what was open is not open meanwhile, and is again afterwards', async () => {
      right = test.clock.now
      const { sessionId, accessToken, integrator, person } = await startSession(test)
      set(ms + HOUR)
      const status = async () => (await integrator.get(`${sessionId}/status`)).json().status
      assert.equal(await status(), 'EXPIRED')
      assert.ok([401, 410].includes((await person.document()).statusCode))
      set(0)
      assert.equal(await status(), 'PENDING')
      assert.equal((await person.document()).statusCode, 200)
      assert.ok(accessToken)
    })

    it('ahead: nothing that was done meanwhile holds people up afterwards', async () => {
      right = test.clock.now
      const secret = randomBytes(20)
      const chief = await test.ports.reviewers.byUsername('chief')
      assert.ok(chief)
      await test.ports.reviewers.change(chief.id, { totpSecret: secret })
      const enter = (code = makeCode(secret, test.clock.now)) =>
        ask(test, 'POST', 'session', { payload: { username: 'chief', password: PASSWORD, code } })

      set(ms)
      const future = await enter()
      assert.equal(future.statusCode, 200)
      const cookie = String(future.headers['set-cookie']).split(';')[0] ?? ''
      const { sessionId, integrator } = await waitingSession(test)
      const ada = await signIn(test, 'ada')
      const said = await ada.call('POST', `cases/${sessionId}/verdict`, { verdict: 'approve', reason: 'Fine.' })
      assert.equal(said.statusCode, 200, said.body)
      for (let guess = 0; guess < 12; guess++)
        await test.ports.reviewers.countFailedSignIn(
          chief.id,
          guess + 1,
          test.clock.now,
          new Date(test.clock.now.getTime() + 15 * 60_000),
        )

      set(0)
      assert.equal(
        (await enter()).statusCode,
        200,
        'neither the lock nor the code spent in the future keeps anybody out',
      )
      assert.equal((await enter()).statusCode, 401, 'a code is still good once')
      if (ms > HOUR)
        assert.equal(
          (await ask(test, 'GET', 'session', { headers: { cookie } })).statusCode,
          401,
          'a sign-in of the future is over',
        )
      test.clock.now = new Date(right.getTime() + 2 * HOUR)
      assert.equal((await integrator.get(`${sessionId}/status`)).json().status, 'MANUAL_APPROVED')
      const sent: string[] = []
      const webhooks = { url: 'https://receiver.example/', secrets: [], owner: 'test' }
      const post = async (_url: string, _headers: object, body: string) => {
        sent.push(JSON.parse(body).status)
        return 204
      }
      const delivery = openDelivery(test.ports, webhooks, post, assert.ifError)
      while ((await delivery.round()) > 0);
      assert.deepEqual(sent.slice(-2), ['WAITING_FOR_MANUAL_APPROVE', 'MANUAL_APPROVED'])
      await test.ports.reviewers.change(chief.id, { totpSecret: 'none' })
      test.clock.now = right
    })

    it('back: sessions can be opened and finished, and stay what they are afterwards', async () => {
      right = test.clock.now
      await clientOf(test, await test.login()).initialize({})
      set(-ms)
      const { sessionId, integrator } = await waitingSession(test)
      const status = async () => (await integrator.get(`${sessionId}/status`)).json().status
      assert.equal(await status(), 'WAITING_FOR_MANUAL_APPROVE')
      set(0)
      assert.equal(await status(), 'WAITING_FOR_MANUAL_APPROVE')
    })
  })
