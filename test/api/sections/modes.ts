import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { accept } from '../../../src/formats/result.ts'
import type { Mode } from '../../../src/kernel/session/session-words.ts'
import { face, JPEG, type StartApp, type TestApp } from '../../support/app.ts'
import { clientOf, finishedSession, personOf } from '../client.ts'

export const modesSection = (start: StartApp) =>
  describe('test and live', () => {
    let test: TestApp
    let clients: Record<Mode, ReturnType<typeof clientOf>>
    before(async () => {
      test = await start()
      const client = async (mode: Mode) => clientOf(test, await test.login('acme', mode))
      clients = { test: await client('test'), live: await client('live') }
    })
    after(() => test.close())

    for (const mode of ['test', 'live'] as const)
      it(`gives a session the mode of its credential: ${mode}`, async () => {
        const created = (await clients[mode].initialize()).json()
        assert.equal(created.mode, mode)
        const headers = { authorization: `Bearer ${created.accessToken}` }
        const state = await test.app.inject({ url: '/api/v1/enrolment/session', headers })
        assert.equal(state.json().mode, mode)
      })

    it('approves a specimen in test mode, and has a person look at it in live mode', async () => {
      const status = async (mode: Mode) => {
        const { sessionId, integrator } = await finishedSession(test, {}, 'acme', mode)
        return (await integrator.get(`${sessionId}/status`)).json().status
      }
      assert.equal(await status('test'), 'AUTO_APPROVED')
      assert.equal(await status('live'), 'WAITING_FOR_MANUAL_APPROVE')
    })

    it('keeps every data endpoint of a session from a credential of the other mode, as from another tenant', async () => {
      const { sessionId, integrator } = await finishedSession(test)
      const paths = [
        'status',
        'decision/results',
        'decision/explanation',
        'document/result',
        'face/result',
        'images',
        'images/original_FRONT',
        'image/original_FRONT',
        'evidence',
      ]
      for (const path of paths) {
        assert.equal((await integrator.get(`${sessionId}/${path}`)).statusCode, 200, path)
        const refused = await clients.live.get(`${sessionId}/${path}`)
        const unknown = await clients.live.get(`00000000-0000-4000-8000-000000000000/${path}`)
        assert.equal(refused.statusCode, 404, path)
        const { requestId: _, ...answer } = refused.json()
        const { requestId: __, ...nothing } = unknown.json()
        assert.deepEqual(answer, nothing, path)
      }
      assert.equal((await clients.live.remove(sessionId)).statusCode, 404)
      assert.equal((await integrator.get(`${sessionId}/status`)).statusCode, 200, 'and nothing was deleted')
      assert.equal((await integrator.remove(sessionId)).statusCode, 204)
    })

    it('refuses the id of a session of the other mode as it refuses another tenant’s', async () => {
      const { sessionId } = (await clients.test.initialize()).json()
      const again = await clients.live.initialize({ sessionId })
      assert.equal(again.statusCode, 409)
      assert.equal(again.json().code, 'SESSION_ALREADY_EXISTS')
      await clients.test.remove(sessionId)
      assert.equal((await clients.live.initialize({ sessionId })).json().code, 'SESSION_ALREADY_EXISTS')
      assert.equal((await clients.test.initialize({ sessionId })).json().code, 'SESSION_DELETED')
    })

    it('lists the sessions of the credential’s mode alone, and counts those alone', async () => {
      await test.addTenant('shop')
      const shop = {
        test: clientOf(test, await test.login('shop', 'test')),
        live: clientOf(test, await test.login('shop', 'live')),
      }
      for (let count = 0; count < 3; count++) await shop.test.initialize()
      await shop.live.initialize()
      const listed = async (mode: Mode, query = '') => {
        const response = await shop[mode].get(`session/list?PageSize=2${query}`)
        const { data } = response.json<{ data: { mode: Mode }[] }>()
        return [response.headers['x-total-count'], data.map((entry) => entry.mode)]
      }
      assert.deepEqual(await listed('test'), ['3', ['test', 'test']])
      assert.deepEqual(await listed('live'), ['1', ['live']])
      for (const [mode, other] of [
        ['live', 'test'],
        ['test', 'live'],
      ] as const)
        assert.equal((await shop[mode].get(`session/list?mode=${other}`)).statusCode, 403, other)
      assert.deepEqual(await listed('test', '&mode=test&PageNumber=2'), ['3', ['test']])
      for (const query of ['mode=both', 'mode=', 'mode=test&mode=live'])
        assert.equal((await shop.test.get(`session/list?${query}`)).statusCode, 400, query)
    })

    /** The integrator has asked for consent themselves, so the page does not. */
    const agreed = () => ({ consent: { givenAt: test.clock.now.toISOString(), textVersion: '1' } })

    /** A picture as the hosted page sends it. */
    const sendAs = (source: string, path: string, accessToken: string) =>
      test.app.inject({
        method: 'POST',
        url: `/api/v1/enrolment/${path}`,
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'image/jpeg', 'x-limen-capture': source },
        payload: JPEG,
      })

    it('takes a live selfie from the page as a file only where the tenant allows it', async () => {
      await test.addTenant('lenient', { selfieFiles: true })
      const attempt = async (tenant: string, mode: Mode) => {
        const { accessToken } = (await clientOf(test, await test.login(tenant, mode)).initialize(agreed())).json()
        const headers = { authorization: `Bearer ${accessToken}` }
        const { selfieFiles } = (await test.app.inject({ url: '/api/v1/enrolment/session', headers })).json()
        return [selfieFiles, (await sendAs('file', 'face', accessToken)).statusCode]
      }
      assert.deepEqual(await attempt('acme', 'live'), [false, 400])
      assert.deepEqual(await attempt('lenient', 'live'), [true, 200])
      assert.deepEqual(await attempt('acme', 'test'), [true, 200])

      const { accessToken } = (await clients.live.initialize(agreed())).json()
      for (const [source, path] of [
        ['camera', 'face'],
        ['file', 'document'],
      ] as const)
        assert.equal((await sendAs(source, path, accessToken)).statusCode, 200, `${path} by ${source}`)
      assert.equal((await sendAs('phone', 'face', accessToken)).statusCode, 400)
    })

    it('records how each picture came and what its camera dates it to, and decides with it', async () => {
      test.engine.face = async () => accept({ ...face(), takenAt: '2020-01-01T10:00:00' })
      const { accessToken, sessionId } = (await clients.test.initialize()).json()
      await sendAs('camera', 'document', accessToken)
      const person = personOf(test.app, accessToken)
      await person.face()
      await person.complete()
      test.engine.face = async () => accept(face())

      const session = await test.ports.sessions.load('acme', sessionId)
      assert.deepEqual(session?.captures, {
        FRONT: { source: 'camera' },
        FACE: { source: 'api', takenAt: '2020-01-01T10:00:00' },
      })
      const factor = session?.decision?.factors.find(({ name }) => name === 'captureIntegrity')
      assert.match(factor?.reason ?? '', /The camera dates the selfie to 2020-01-01/)
      assert.equal(session?.status, 'WAITING_FOR_MANUAL_APPROVE')
    })

    it('supports pictures that all came from the camera of the page', async () => {
      const { accessToken, sessionId } = (await clients.test.initialize(agreed())).json()
      await sendAs('camera', 'document', accessToken)
      await sendAs('camera', 'face', accessToken)
      await personOf(test.app, accessToken).complete()
      const session = await test.ports.sessions.load('acme', sessionId)
      const factor = session?.decision?.factors.find(({ name }) => name === 'captureIntegrity')
      assert.deepEqual([factor?.level, factor?.score], ['HIGH', 100])
    })

    it('lets the token of a session do what it did, whichever the mode', async () => {
      const { accessToken, sessionId } = (await clients.live.initialize()).json()
      const person = personOf(test.app, accessToken)
      assert.equal((await person.document()).json().hasError, false)
      assert.equal((await person.face()).json().hasError, false)
      assert.equal((await person.complete()).statusCode, 200)
      assert.notEqual((await clients.live.get(`${sessionId}/status`)).json().status, 'PENDING')
    })
  })
