import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import type { StartApp, TestApp } from '../../support/app.ts'
import { clientOf, finishedSession, personOf, startSession } from '../client.ts'

export const sessionSection = (start: StartApp) =>
  describe('session creation (specification 2.1 and 4.1)', () => {
    let test: TestApp
    let login: string
    before(async () => {
      test = await start()
      login = await test.login()
    })
    after(() => test.close())

    it('returns a session id, a token and the address of the hosted page', async () => {
      const response = await clientOf(test, login).initialize({})
      assert.equal(response.statusCode, 200)
      const { sessionId, accessToken, webEnrolmentUrl, ...rest } = response.json()
      assert.match(sessionId, /^[0-9a-f-]{36}$/)
      const [address, token = ''] = webEnrolmentUrl.split('=')
      assert.equal(address, 'http://localhost:8080/web-enrolment/?token')
      assert.deepEqual(rest, { mode: 'test' })
      const [own, pages] = [accessToken, token].map((jwt) => ({ ...decodeJwt(jwt), jti: '' }))
      assert.deepEqual(pages, { ...own, page: true }, 'the page has a token of its own')
    })

    it('signs a token with the promised claims and two of ours, good for one hour', async () => {
      const { sessionId, accessToken } = await startSession(test)
      assert.equal(decodeProtectedHeader(accessToken).alg, 'HS256')
      assert.ok(decodeProtectedHeader(accessToken).kid)
      const claims = decodeJwt(accessToken)
      assert.deepEqual(Object.keys(claims).sort(), [
        'aud',
        'epoch',
        'exp',
        'first',
        'iat',
        'iss',
        'jti',
        'nbf',
        'sessionId',
        'sub',
        'tenant',
      ])
      assert.equal(claims.sub, sessionId)
      assert.equal(claims.sessionId, sessionId)
      assert.equal((claims.exp ?? 0) - (claims.nbf ?? 0), 3600)
    })

    it('takes a session id of the caller, in any case of letters', async () => {
      const response = await clientOf(test, login).initialize({ sessionId: '7B0D1B0E-5C0F-4D0E-9A53-0F6D2F1C9A11' })
      assert.equal(response.json().sessionId, '7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a11')
    })

    it('hands out a fresh token for the same id and body', async () => {
      const body = { sessionId: '7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a12', externalId: 'a', lang: 'sk-SK' }
      const first = (await clientOf(test, login).initialize(body)).json()
      const second = (
        await clientOf(test, login).initialize({ lang: 'sk-SK', externalId: 'a', sessionId: body.sessionId })
      ).json()
      assert.equal(first.sessionId, second.sessionId)
      assert.notEqual(first.accessToken, second.accessToken)
      assert.equal((await personOf(test.app, first.accessToken).face()).json().hasError, false)
    })

    it('refuses the same id with another body', async () => {
      const sessionId = '7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a13'
      await clientOf(test, login).initialize({ sessionId })
      const response = await clientOf(test, login).initialize({ sessionId, externalId: 'other' })
      assert.equal(response.statusCode, 409)
      assert.equal(response.json().code, 'SESSION_ALREADY_EXISTS')
      assert.match(String(response.headers['content-type']), /^application\/problem\+json/)
    })

    it('answers the same for an id that belongs to another tenant', async () => {
      const { sessionId } = await startSession(test)
      await test.addTenant('other')
      const response = await clientOf(test, await test.login('other')).initialize({ sessionId })
      assert.equal(response.statusCode, 409)
      assert.equal(response.json().code, 'SESSION_ALREADY_EXISTS')
    })

    it('refuses the id of a completed and of a deleted session, and says which', async () => {
      const { sessionId, integrator } = await finishedSession(test)
      assert.equal((await integrator.initialize({ sessionId })).json().code, 'SESSION_ALREADY_COMPLETED')
      await integrator.remove(sessionId)
      const response = await integrator.initialize({ sessionId })
      assert.equal(response.statusCode, 409)
      assert.equal(response.json().code, 'SESSION_DELETED')
    })

    it('refuses the id of an expired session', async () => {
      const late = await start()
      const { sessionId, integrator } = await startSession(late)
      late.clock.now = new Date(late.clock.now.getTime() + 3_600_000)
      assert.equal((await integrator.initialize({ sessionId })).json().code, 'SESSION_EXPIRED')
      await late.close()
    })

    const bad: [string, object][] = [
      ['an id that is no UUID', { sessionId: 'abc' }],
      ['an empty returnUrl', { returnUrl: '' }],
      ['a returnUrl that is not absolute', { returnUrl: '/welcome' }],
      ['a returnUrl over http', { returnUrl: 'http://shop.example/' }],
      ['a returnUrl with credentials', { returnUrl: 'https://user:pw@shop.example/' }],
      ['a returnUrl of an app’s own scheme', { returnUrl: 'myapp://enrolled' }],
      ['a returnUrl with a script', { returnUrl: 'javascript:alert(1)' }],
      ['a returnUrl over 2,048 characters', { returnUrl: `https://shop.example/${'x'.repeat(2048)}` }],
      ['an externalId over 512 characters', { externalId: 'x'.repeat(513) }],
      ['a language that is not one of the 15', { lang: 'xx-XX' }],
      ['an unknown theme', { theme: 'nobody' }],
      ['a birth date that is none', { applicantForm: { dateOfBirth: '1984-02-30' } }],
      ['a number for a name', { applicantForm: { firstName: 7 } }],
    ]
    for (const [what, body] of bad)
      it(`refuses ${what} with a problem of code BAD_REQUEST`, async () => {
        const response = await clientOf(test, login).initialize(body)
        assert.equal(response.statusCode, 400)
        const problem = response.json()
        assert.equal(problem.code, 'BAD_REQUEST')
        assert.match(problem.detail, /^body\//)
      })

    it('lists the languages to somebody who asks for another, and takes ja-JP for jp-JP', async () => {
      const client = clientOf(test, login)
      const { detail } = (await client.initialize({ lang: 'xx-XX' })).json()
      assert.match(detail, /^body\/lang must be ar-SA, cs-CZ, .* or ja-JP$/)
      const sessionId = '7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a77'
      assert.equal((await client.initialize({ sessionId, lang: 'ja-JP' })).statusCode, 200)
      assert.equal((await client.initialize({ sessionId, lang: 'jp-JP' })).statusCode, 200, 'the same body')
    })

    it('names properties that it does not know in a header, and makes the session all the same', async () => {
      const client = clientOf(test, login)
      const known = await client.initialize({ externalId: 'a', applicantForm: { firstName: 'A' } })
      assert.equal(known.headers['x-limen-warning'], undefined)
      const body = { returnURL: 'https://shop.example/', applicantForm: { firstname: 'A' }, 'co\r\nlour': 'ré' }
      const { statusCode, headers } = await client.initialize(body)
      assert.equal(statusCode, 200)
      assert.equal(
        headers['x-limen-warning'],
        'returnURL is not known and was ignored, did you mean returnUrl?; co??lour is not known and was ignored; applicantForm/firstname is not known and was ignored, did you mean firstName?',
      )
      const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x${'y'.repeat(200)}${index}`, 1]))
      const warned = String((await client.initialize(many)).headers['x-limen-warning'])
      assert.match(warned, /; and 45 more$/)
      assert.ok(warned.length < 600)
    })

    it('takes http for loopback hosts, null for what is left out, no body at all, and a configured theme', async () => {
      const client = clientOf(test, login)
      for (const body of [{ returnUrl: 'http://localhost:3000/back' }, { externalId: null }, { theme: 'plain' }])
        assert.equal((await client.initialize(body)).statusCode, 200)
      const bare = await test.app.inject({
        method: 'POST',
        url: '/api/v1/enrolment/initialize',
        headers: { authorization: login },
      })
      assert.equal(bare.statusCode, 200)
    })

    it('wants HTTP basic', async () => {
      const { accessToken } = await startSession(test)
      for (const authorization of [undefined, 'Basic !!', `Bearer ${accessToken}`]) {
        const response = await test.app.inject({
          method: 'POST',
          url: '/api/v1/enrolment/initialize',
          headers: authorization ? { authorization } : {},
        })
        assert.equal(response.statusCode, 401)
        assert.match(String(response.headers['www-authenticate']), /^Basic /)
        assert.match(String(response.headers['content-type']), /^application\/problem\+json/)
      }
    })
  })
