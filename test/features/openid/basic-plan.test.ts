import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import {
  bareClient,
  begin,
  finish,
  locationOf,
  openBrowser,
  REDIRECT,
  register,
  signIn,
  startProviderApp,
  tokensOf,
  verify,
} from './sign-in.ts'

type App = Awaited<ReturnType<typeof startProviderApp>>

/**
 * The modules of the OpenID Foundation's plan "Basic OP" (oidcc-basic-certification-test-plan) under their names there.
 * They are tests of ours with the same requests: the provider was not certified.
 */
describe('the plan Basic OP', () => {
  let test: App
  let client: ReturnType<typeof bareClient>
  let keys: { id: string; secret: string }
  before(async () => {
    test = await startProviderApp()
    keys = await register(test)
    client = bareClient(test, keys)
  })
  after(() => test.close())

  /** Where a request that is refused at once leads: to the client, with an error. */
  const errorOf = async (address: string, init: RequestInit = {}) => {
    const answer = locationOf(await openBrowser().visit(address, init))
    assert.equal(answer.origin + answer.pathname, REDIRECT)
    assert.equal(answer.searchParams.get('iss'), client.issuer)
    return answer.searchParams.get('error')
  }
  const succeeds = async (more: Record<string, string | undefined>) => {
    const answer = await signIn(test, client.address(more))
    assert.equal(answer.searchParams.get('iss'), client.issuer)
    return tokensOf(client, answer)
  }
  /** The page that a person gets if nobody can be answered. */
  const refusedWithPage = async (address: string) => {
    const response = await openBrowser().visit(address)
    assert.equal(response.status, 400)
    assert.equal(response.headers.get('location'), null)
    assert.match(await response.text(), /This did not work/)
  }

  it('oidcc-discovery-endpoint-verification', async () => {
    const found = await (await fetch(`${client.issuer}/.well-known/openid-configuration`)).json()
    assert.equal(found.issuer, client.issuer)
    assert.deepEqual(found.response_types_supported, ['code'])
    assert.deepEqual(found.code_challenge_methods_supported, ['S256'])
    assert.deepEqual(found.subject_types_supported, ['pairwise'])
    assert.deepEqual(found.id_token_signing_alg_values_supported, ['ES256'])
    assert.equal(found.authorization_response_iss_parameter_supported, true)
    assert.equal(found.claims_parameter_supported, true)
    assert.equal(found.verified_claims_supported, true)
    assert.deepEqual(found.token_endpoint_auth_methods_supported.toSorted(), ['client_secret_basic', 'private_key_jwt'])
    assert.deepEqual(found.grant_types_supported, ['authorization_code'])
    for (const name of ['authorization', 'token', 'userinfo', 'pushed_authorization_request', 'end_session'])
      assert.ok(found[`${name}_endpoint`].startsWith(`${client.issuer}/`), name)
  })

  it('oidcc-server', async () => {
    const { id_token, claims } = await succeeds({ nonce: 'a nonce' })
    assert.equal(decodeProtectedHeader(id_token).alg, 'ES256')
    assert.equal(claims.iss, client.issuer)
    assert.equal(claims.aud, keys.id)
    assert.equal(claims.nonce, 'a nonce')
  })

  it('oidcc-response-type-missing', async () => {
    assert.equal(await errorOf(client.address({ response_type: undefined })), 'invalid_request')
  })

  it('oidcc-userinfo-get, oidcc-userinfo-post-header, oidcc-userinfo-post-body', async () => {
    const { access_token: token, claims } = await succeeds({ scope: 'openid profile' })
    const answers = [
      await client.userinfo(token),
      await client.post('/me', {}, { authorization: `Bearer ${token}` }),
      await client.post('/me', { access_token: token }),
    ]
    for (const answer of answers) {
      assert.equal(answer.status, 200)
      const info = await answer.json()
      assert.equal(info.sub, claims.sub)
      assert.equal(info.family_name, 'ERIKSSON')
    }
  })

  it('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
    assert.equal((await succeeds({})).claims.nonce, undefined)
  })

  it('oidcc-scope-profile, oidcc-ensure-other-scope-order-succeeds', async () => {
    for (const scope of ['profile openid', 'openid email profile phone'])
      assert.equal(
        (await (await client.userinfo((await succeeds({ scope })).access_token)).json()).given_name,
        'ANNA MARIA',
      )
  })

  it('oidcc-display-page, oidcc-display-popup, oidcc-ui-locales, oidcc-claims-locales', async () => {
    await succeeds({ display: 'page', ui_locales: 'se', claims_locales: 'se' })
    await succeeds({ display: 'popup' })
  })

  it('oidcc-prompt-login, oidcc-max-age-1: a person is verified each time', async () => {
    const browser = openBrowser()
    const first = await tokensOf(client, await signIn(test, client.address({ max_age: '1' }), browser))
    const again = await tokensOf(client, await signIn(test, client.address({ prompt: 'login' }), browser))
    assert.notEqual(first.claims.sub, again.claims.sub)
    assert.equal(typeof first.claims.auth_time, 'number')
  })

  it('oidcc-prompt-none-not-logged-in, and after a sign-in too: nobody stays signed in here', async () => {
    assert.equal(await errorOf(client.address({ prompt: 'none' })), 'login_required')
    const browser = openBrowser()
    await signIn(test, client.address(), browser)
    const answer = locationOf(await browser.visit(client.address({ prompt: 'none' })))
    assert.equal(answer.searchParams.get('error'), 'login_required')
  })

  it('oidcc-ensure-request-with-unknown-parameter-succeeds, oidcc-ensure-request-with-acr-values-succeeds', async () => {
    const { claims } = await succeeds({ extra: 'foobar', acr_values: 'urn:limen:assurance:basic' })
    assert.equal(claims.acr, 'urn:limen:assurance:basic')
  })

  it('oidcc-claims-essential', async () => {
    const claims = JSON.stringify({ userinfo: { family_name: { essential: true } } })
    const { access_token } = await succeeds({ claims })
    assert.equal((await (await client.userinfo(access_token)).json()).family_name, 'ERIKSSON')
  })

  it('oidcc-ensure-post-request-succeeds', async () => {
    const [path, query = ''] = client.address().split('?')
    const browser = openBrowser()
    const posted = await browser.visit(path ?? '', { method: 'POST', body: new URLSearchParams(query) })
    await tokensOf(client, await signIn(test, locationOf(posted).href, browser))
  })

  it('oidcc-codereuse, oidcc-codereuse-30seconds: the tokens of a code end when it is used again', async () => {
    const answer = await signIn(test, client.address())
    const { access_token } = await tokensOf(client, answer)
    assert.equal((await client.userinfo(access_token)).status, 200)
    const again = await client.redeem(answer.searchParams.get('code') ?? '')
    assert.equal(again.status, 400)
    assert.equal((await again.json()).error, 'invalid_grant')
    assert.equal((await client.userinfo(access_token)).status, 401)
  })

  it('oidcc-codereuse, at once: one of two requests gets tokens', async () => {
    const code = (await signIn(test, client.address())).searchParams.get('code') ?? ''
    const answers = await Promise.all([client.redeem(code), client.redeem(code), client.redeem(code)])
    const statuses = answers.map(({ status }) => status).sort()
    assert.ok(statuses.filter((status) => status === 200).length <= 1, String(statuses))
    assert.ok(
      statuses.every((status) => status === 200 || status === 400),
      String(statuses),
    )
  })

  it('oidcc-ensure-registered-redirect-uri', async () => {
    for (const redirect_uri of [
      'https://shop.example/callback/more',
      'https://shop.example/callback?x=1',
      'https://shop.example/callback#x',
      'https://SHOP.example/callback',
      'https://shop.example/',
      'https://other.example/callback',
      'http://shop.example/callback',
      'https://shop.example/callback/../callback',
    ])
      await refusedWithPage(client.address({ redirect_uri }))
  })

  it('oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported', async () => {
    const request = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`
    assert.equal(await errorOf(client.address({ request })), 'request_not_supported')
  })

  it('oidcc-server-client-secret-post is refused: the secret goes into the header', async () => {
    const code = (await signIn(test, client.address())).searchParams.get('code') ?? ''
    const fields = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: client.verifier }
    const answer = await client.post('/token', { ...fields, client_id: keys.id, client_secret: keys.secret })
    assert.equal(answer.status, 401)
    assert.equal((await answer.json()).error, 'invalid_client')
  })

  it('oidcc-refresh-token: none is issued', async () => {
    const tokens = await succeeds({ scope: 'openid offline_access', prompt: 'consent' })
    assert.equal('refresh_token' in tokens, false)
  })

  it('oidcc-id-token-hint, oidcc-login-hint: a hint that names nobody is no obstacle', async () => {
    await succeeds({ login_hint: 'buffy@example.org' })
    const { id_token } = await succeeds({})
    await succeeds({ id_token_hint: id_token })
  })

  describe('with requests that must fail', () => {
    const FOREIGN = 'a'.repeat(43)

    it('refuses a request without PKCE, and with PKCE as plain text', async () => {
      const without = { code_challenge: undefined, code_challenge_method: undefined }
      assert.equal(await errorOf(client.address(without)), 'invalid_request')
      assert.equal(await errorOf(client.address({ code_challenge_method: 'plain' })), 'invalid_request')
      assert.equal(await errorOf(client.address({ code_challenge_method: undefined })), 'invalid_request')
    })

    it('refuses a code with another verifier, without one, or with another redirect URI', async () => {
      const wrong: Record<string, string>[] = [
        { code_verifier: FOREIGN },
        { redirect_uri: 'https://shop.example/other' },
      ]
      for (const more of wrong) {
        const code = (await signIn(test, client.address())).searchParams.get('code') ?? ''
        const answer = await client.redeem(code, more)
        assert.equal(answer.status, 400)
        assert.equal((await answer.json()).error, 'invalid_grant')
      }
    })

    it('refuses the code of another client, and a wrong secret', async () => {
      const other = bareClient(test, await register(test, { name: 'Other' }))
      const code = (await signIn(test, client.address())).searchParams.get('code') ?? ''
      const stolen = await other.redeem(code, { code_verifier: client.verifier })
      assert.equal((await stolen.json()).error, 'invalid_grant')
      const wrong = bareClient(test, { ...keys, secret: FOREIGN })
      const answer = await wrong.redeem(code, { code_verifier: client.verifier })
      assert.equal(answer.status, 401)
      assert.equal((await answer.json()).error, 'invalid_client')
    })

    it('answers an unknown or revoked client with a page', async () => {
      await refusedWithPage(client.address({ client_id: 'nobody' }))
      const gone = await register(test)
      const found = await test.ports.openIdClients.find(gone.id)
      assert.ok(found)
      const entry = { at: test.clock.now, tenant: 'acme', actor: 'test', action: 'openid.client.revoke' } as const
      await test.ports.openIdClients.revoke(gone.id, test.clock.now, entry)
      await refusedWithPage(client.address({ client_id: gone.id }))
    })

    it('never gives a client of one tenant the session of another', async () => {
      await test.addTenant('other')
      const [ours, theirs] = [await register(test), await register(test, { tenant: 'other' })]
      const [client, foreign] = [bareClient(test, ours), bareClient(test, theirs)]
      const browser = openBrowser()
      const mine = await begin(browser, client.address())
      await verify(test, mine.token)
      const { sessionId } = decodeJwt(mine.token)
      // A row that somebody with access to the database made to lead there gives no right.
      const { db } = test.storage.database
      const theirBrowser = openBrowser()
      const answer = await signIn(test, foreign.address(), theirBrowser)
      await db
        .updateTable('openid_record')
        .set({ session_id: String(sessionId) })
        .where('kind', '=', 'AuthorizationCode')
        .execute()
      assert.equal((await foreign.redeem(answer.searchParams.get('code') ?? '')).status, 400)
      const { access_token } = await tokensOf(client, await finish(browser, mine.interaction))
      assert.equal((await client.userinfo(access_token)).status, 200)
    })

    it('keeps the modes apart: a token of a test client says so', async () => {
      const { claims } = await succeeds({})
      assert.equal(claims.limen_mode, 'test')
      const live = bareClient(test, await register(test, { mode: 'live' }))
      const { token } = await begin(openBrowser(), live.address())
      const session = await test.ports.sessions.load('acme', String(decodeJwt(token).sessionId))
      assert.equal(session?.mode, 'live')
    })

    it('answers a sign-in of another browser with a page', async () => {
      const { interaction } = await begin(openBrowser(), client.address())
      const stranger = await openBrowser().visit(interaction)
      assert.equal(stranger.status, 400)
      assert.equal(stranger.headers.get('location'), null)
      const mine = openBrowser()
      await begin(mine, client.address())
      assert.equal((await mine.visit(interaction)).status, 400)
    })

    it('finishes a sign-in once', async () => {
      const browser = openBrowser()
      const { interaction, token } = await begin(browser, client.address())
      await verify(test, token)
      const resume = locationOf(await browser.visit(interaction))
      assert.equal(locationOf(await browser.visit(resume.href)).searchParams.has('code'), true)
      for (const address of [resume.href, interaction]) assert.equal((await browser.visit(address)).status, 400)
    })

    it('takes its own address from the settings and from no header', async () => {
      const answer = await fetch(`${client.issuer}/.well-known/openid-configuration`, {
        headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher', forwarded: 'host=evil.example' },
      })
      assert.ok(!(await answer.text()).includes('evil'))
    })

    it('writes no code, token, secret or subject into the log', async () => {
      const answer = await signIn(test, client.address())
      const { access_token, id_token, claims } = await tokensOf(client, answer)
      await client.userinfo(access_token)
      await client.redeem('not-a-code-that-exists-anywhere')
      const log = test.log()
      for (const value of [answer.searchParams.get('code'), access_token, id_token, keys.secret, claims.sub])
        assert.ok(value && !log.includes(value))
    })
  })

  it('takes requests that were pushed (RFC 9126), once', async () => {
    const fields = Object.fromEntries(new URL(client.address()).searchParams)
    const pushed = await client.push(fields)
    assert.equal(pushed.status, 201)
    const { request_uri } = await pushed.json()
    const address = `${client.issuer}/auth?${new URLSearchParams({ client_id: keys.id, request_uri })}`
    await tokensOf(client, await signIn(test, address))
    assert.equal(await errorOf(address), 'invalid_request_uri')
  })
})

describe('the provider under load', () => {
  it('limits how often an address asks', async () => {
    const test = await startProviderApp({ settings: { rateLimit: 20 } })
    try {
      const client = bareClient(test, await register(test))
      const answers = await Promise.all(Array.from({ length: 40 }, () => client.redeem('guess')))
      const refused = answers.filter(({ status }) => status === 429)
      assert.ok(refused.length >= 15, String(refused.length))
      assert.ok(refused[0]?.headers.get('retry-after'))
    } finally {
      await test.close()
    }
  })
})
