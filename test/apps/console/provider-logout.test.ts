import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { generateKeyPair, SignJWT } from 'jose'
import { readGroupRoles } from '../../../src/kernel/accounts/group-roles.ts'
import { freePort } from '../../e2e/support/stage.ts'
import type { TestApp } from '../../support/app.ts'
import { CLIENT, startProvider, type TestProvider, visitProvider } from '../../support/oidc.ts'
import { ask, startConsole } from './console.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const now = () => Math.floor(Date.now() / 1000)

/** OpenID Connect Back-Channel Logout 1.0, through real sockets. */
describe('signing out at the company account', () => {
  let provider: TestProvider
  let test: TestApp
  let base: string
  before(async () => {
    const port = await freePort()
    base = `http://127.0.0.1:${port}`
    const callback = `${base}/console/sign-in/callback`
    provider = await startProvider(callback, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [callback],
          backchannel_logout_uri: `${base}/console/sign-in/logout`,
          backchannel_logout_session_required: true,
        },
      ],
      // It asks nobody on this machine by itself.
      fetch: (url: URL, { method, body, headers }: RequestInit) =>
        fetch(url, { method: method ?? 'GET', body: body ?? null, headers: headers ?? {} }),
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    })
    test = await startConsole({
      settings: {
        baseUrl: base,
        oidcIssuer: provider.issuer,
        oidcClientId: CLIENT.id,
        oidcClientSecret: CLIENT.secret,
        oidcScope: 'openid profile groups',
        oidcRoles: readGroupRoles('desk=reviewer'),
      },
    })
    test.clock.now = new Date()
    await test.app.listen({ port, host: '127.0.0.1' })
    for (const name of ['zoe', 'yan']) provider.people.set(name, { preferred_username: name, groups: ['desk'] })
  })
  after(async () => {
    await test.close()
    await provider.close()
  })

  const cookieIn = (response: Response, name: string) =>
    response.headers
      .getSetCookie()
      .find((set) => set.startsWith(`${name}=`))
      ?.split(';')[0] ?? ''
  /** Signs somebody in, in a browser of their own; answers its cookie. */
  async function come(subject: string): Promise<string> {
    const begun = await fetch(`${base}/console/sign-in/provider`, { redirect: 'manual' })
    const back = await visitProvider(begun.headers.get('location') ?? '', subject)
    const cookie = cookieIn(begun, 'limen-sign-in')
    return cookieIn(await fetch(back, { redirect: 'manual', headers: { cookie } }), 'limen-console')
  }
  const isIn = async (cookie: string) => (await ask(test, 'GET', 'session', { headers: { cookie } })).statusCode === 200
  const send = (logout_token: string) =>
    fetch(`${base}/console/sign-in/logout`, { method: 'POST', body: new URLSearchParams({ logout_token }) })
  const claims = (more: Record<string, unknown> = {}) => ({
    iss: provider.issuer,
    aud: CLIENT.id,
    iat: now(),
    exp: now() + 120,
    jti: randomUUID(),
    sub: 'zoe',
    events: { [EVENT]: {} },
    ...more,
  })
  /** The session at the provider that a sign-in came from. */
  const sessionsOf = async (subject: string) => {
    const all = await test.ports.signIns.list()
    return all.filter(({ username }) => username === subject).map(({ provider: from }) => from)
  }

  it('ends what the provider names, as the provider itself says it, with an entry in the audit log', async () => {
    const [zoe, yan] = [await come('zoe'), await come('yan')]
    assert.ok((await isIn(zoe)) && (await isIn(yan)))
    const [kept] = await sessionsOf('zoe')
    assert.match(kept?.subject ?? '', /^[0-9a-f]{64}$/)
    assert.match(kept?.session ?? '', /^[0-9a-f]{64}$/)
    await provider.logOut('zoe')
    assert.equal(await isIn(zoe), false)
    assert.equal(await isIn(yan), true)
    const [entry] = await test.ports.audit.search({ actions: ['console.sign-in.end'] }, { limit: 1 })
    assert.deepEqual(entry?.detail, { reviewer: 'zoe', by: 'provider' })
  })

  it('ends all browsers of a person, or the one of a session', async () => {
    const cookies = [await come('zoe'), await come('zoe'), await come('yan')]
    const answer = await send(await provider.sign(claims(), { typ: 'logout+jwt' }))
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.deepEqual(await Promise.all(cookies.map(isIn)), [false, false, true])

    const sid = 'a session at the provider'
    const { signIns } = test.ports
    const { providerSignIn } = await import('../../../src/kernel/accounts/logout-token.ts')
    const again = await come('zoe')
    const other = await come('zoe')
    const [first] = (await signIns.list()).filter(({ username }) => username === 'zoe')
    assert.ok(first)
    await signIns.remove(first.idSha256)
    await signIns.create({ ...first, provider: providerSignIn({ iss: provider.issuer, sub: 'zoe', sid }) })
    assert.equal((await send(await provider.sign(claims({ sub: undefined, sid })))).status, 200)
    assert.deepEqual([await isIn(again), await isIn(other)].sort(), [false, true])
  })

  it('takes a token once', async () => {
    const token = await provider.sign(claims())
    const answers = await Promise.all([send(token), send(token)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
    const cookie = await come('zoe')
    assert.equal((await send(token)).status, 400)
    assert.equal(await isIn(cookie), true)
  })

  it('refuses every other token, and nobody is signed out', async () => {
    const cookie = await come('zoe')
    const { privateKey } = await generateKeyPair('RS256')
    const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const wrong: Record<string, string | Promise<string>> = {
      'none at all': '',
      'no token': 'nothing',
      'of another issuer': provider.sign(claims({ iss: 'https://other.example' })),
      'for another client': provider.sign(claims({ aud: 'other' })),
      'without an audience': provider.sign(claims({ aud: undefined })),
      'without an id': provider.sign(claims({ jti: undefined })),
      'with an empty id': provider.sign(claims({ jti: '' })),
      'without a time': provider.sign(claims({ iat: undefined })),
      'without an end': provider.sign(claims({ exp: undefined })),
      'that has ended': provider.sign(claims({ iat: now() - 400, exp: now() - 300 })),
      'from an hour ago': provider.sign(claims({ iat: now() - 3_600, exp: now() + 60 })),
      'from the future': provider.sign(claims({ iat: now() + 600, exp: now() + 900 })),
      'without an event': provider.sign(claims({ events: undefined })),
      'of another event': provider.sign(claims({ events: { 'https://other.example': {} } })),
      'with an event as text': provider.sign(claims({ events: { [EVENT]: 'yes' } })),
      'with a nonce, as an ID token has': provider.sign(claims({ nonce: 'n' })),
      'that names nobody': provider.sign(claims({ sub: undefined })),
      'that names nobody, with an empty subject': provider.sign(claims({ sub: '' })),
      'of another type': provider.sign(claims(), { typ: 'at+jwt' }),
      'signed with another key': new SignJWT(claims()).setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
      'signed with the client’s secret': new SignJWT(claims())
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(CLIENT.secret)),
      'not signed': `${encoded({ alg: 'none' })}.${encoded(claims())}.`,
    }
    for (const [what, token] of Object.entries(wrong)) {
      const answer = await send(await token)
      assert.equal(answer.status, 400, what)
      assert.equal(((await answer.json()) as { error: string }).error, 'invalid_request', what)
    }
    assert.equal(await isIn(cookie), true)
  })
})
