import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { decodeJwt, SignJWT } from 'jose'
import { basic, JPEG, type StartApp, type TestApp } from '../../support/app.ts'
import { clientOf, finishedSession, personOf, startSession } from '../client.ts'

export const authenticationSection = (start: StartApp) =>
  describe('authentication (specification 5)', () => {
    let test: TestApp
    before(async () => {
      test = await start()
    })
    after(() => test.close())

    it('of data endpoints answers 401 with WWW-Authenticate: Basic to everybody else', async () => {
      const { sessionId, accessToken } = await finishedSession(test)
      const wrong = [
        undefined,
        '',
        'Basic',
        'Basic e30=',
        basic('nobody', 'x'),
        `Bearer ${accessToken}`,
        basic('a\0b', 'c'),
      ]
      for (const authorization of wrong) {
        const response = await test.app.inject({
          method: 'GET',
          url: `/api/v1/data/${sessionId}/status`,
          headers: authorization === undefined ? {} : { authorization },
        })
        assert.equal(response.statusCode, 401, authorization)
        assert.match(String(response.headers['www-authenticate']), /^Basic realm=/)
        assert.equal(response.json().code, 'UNAUTHORIZED')
        test.clock.now = new Date(test.clock.now.getTime() + 16 * 60_000)
      }
    })

    it('ends with the credential, within a second', async () => {
      const login = await test.login()
      const client = clientOf(test, login)
      assert.equal((await client.get('session/list')).statusCode, 200)
      const username = Buffer.from(login.slice(6), 'base64').toString().split(':')[0] ?? ''
      await test.storage.credentials.revoke(username, test.clock.now)
      test.clock.now = new Date(test.clock.now.getTime() + 1_000)
      assert.equal((await client.get('session/list')).statusCode, 401)
    })

    it('of enrolment endpoints answers 401 SESSION_UNAUTHORIZED to everybody else', async () => {
      const { accessToken } = await startSession(test)
      const [header, payload, signature = ''] = accessToken.split('.')
      const other = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
      const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
      const forged = await new SignJWT(decodeJwt(accessToken))
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.alloc(32))
      const login = await test.login()
      const wrong = [
        undefined,
        'Bearer',
        'Bearer x',
        `Bearer ${header}.${payload}.${other}`,
        `Bearer ${none}`,
        `Bearer ${forged}`,
        login,
        `Bearer ${accessToken} x`,
      ]
      for (const authorization of wrong)
        for (const path of ['document', 'face', 'complete']) {
          const response = await test.app.inject({
            method: 'POST',
            url: `/api/v1/enrolment/${path}`,
            headers: { ...(authorization === undefined ? {} : { authorization }), 'content-type': 'image/jpeg' },
            payload: JPEG,
          })
          assert.equal(response.statusCode, 401, `${path} ${authorization}`)
          const { message, ...said } = response.json()
          assert.deepEqual(said, { hasError: true, error: 'SESSION_UNAUTHORIZED' })
          assert.match(message, /^(There is no token|This is not a token|This service did not issue the token)/)
        }
    })

    it('tells the developer which way a token is bad, and everybody else the same', async () => {
      const began = test.clock.now
      const { accessToken, integrator, sessionId } = await startSession(test)
      const [head = '', payload = ''] = accessToken.split('.')
      const said = async (authorization?: string) => {
        const headers = { ...(authorization && { authorization }) }
        const response = await test.app.inject({ method: 'POST', url: '/api/v1/enrolment/complete', headers })
        assert.deepEqual([response.statusCode, response.json().error], [401, 'SESSION_UNAUTHORIZED'])
        const challenge = String(response.headers['www-authenticate'])
        assert.equal(challenge, `Bearer error="invalid_token", error_description="${response.json().message}"`)
        return response.json().message
      }
      assert.match(await said(), /^There is no token/)
      assert.match(await said('Bearer x'), /^This is not a token/)
      assert.match(await said('Bearer a.b.c'), /^This is not a token/)
      const forged = `Bearer ${head}.${payload}.${'A'.repeat(43)}`
      assert.match(await said(forged), /^This service did not issue the token/)
      test.clock.now = new Date(began.getTime() + 3_631_000)
      assert.match(await said(`Bearer ${accessToken}`), /^The token has expired: initialize with the same sessionId/)
      assert.match(await said(forged), /^This service did not issue/, 'a signature counts before anything else')
      test.clock.now = began
      await integrator.remove(sessionId)
      assert.match(await said(`Bearer ${accessToken}`), /^The session of this token no longer exists/)
    })

    it('is over when the token has expired, half a minute of clock skew allowed; a fresh one goes on with the same session', async () => {
      const began = test.clock.now
      const { integrator, sessionId, person } = await startSession(test)
      await person.face()
      test.clock.now = new Date(began.getTime() + 3_631_000)
      assert.equal((await person.document()).statusCode, 401)
      const { accessToken } = (await integrator.initialize({ sessionId })).json()
      assert.equal((await personOf(test.app, accessToken).document()).json().hasError, false)
      test.clock.now = began
    })

    it('binds a token to its session: it opens no other and no data', async () => {
      const one = await startSession(test)
      const two = await startSession(test)
      await one.person.face()
      const missing = (await two.person.complete()).json().missing
      assert.deepEqual(missing, ['document.FRONT', 'face'])
      assert.equal((await clientOf(test, `Bearer ${one.accessToken}`).get(`${one.sessionId}/status`)).statusCode, 401)
    })

    it('goes on with tokens of the previous key after a rotation, but believes none it signs later', async () => {
      const began = test.clock.now
      const { person, accessToken } = await startSession(test)
      const [old] = await test.storage.signingKeys.all()
      assert.ok(old)
      test.clock.now = new Date(began.getTime() + 1_000)
      await test.storage.signingKeys.rotate(test.clock.now)
      assert.equal((await person.face()).json().hasError, false)

      const fresh = await startSession(test)
      assert.notEqual(fresh.accessToken.split('.')[0], accessToken.split('.')[0])

      const at = Math.floor(began.getTime() / 1000) + 120
      test.clock.now = new Date((at + 1) * 1000)
      const late = await new SignJWT({ ...decodeJwt(accessToken), iat: at, nbf: at, exp: at + 3600 })
        .setProtectedHeader({ alg: 'HS256', kid: old.kid })
        .sign(old.secret)
      assert.equal((await personOf(test.app, late).face()).statusCode, 401)
      test.clock.now = began
    })
  })
