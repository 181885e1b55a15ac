import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { exportJWK, type GenerateKeyPairResult } from 'jose'
import { begin, finish, locationOf, openBrowser, REDIRECT, startProviderApp } from '../features/openid/sign-in.ts'
import {
  altered,
  codeOf,
  drawKey,
  openClient,
  type Place,
  type PlanClient,
  unsigned,
  untilKnown,
} from './support/provider.ts'
import { type Stage, startStage } from './support/stage.ts'

/**
 * The modules of the OpenID Foundation's plans for providers in which a request must be refused, or must be taken
 * although it is unusual, under their names there: `oidcc-basic-certification-test-plan`, and
 * `fapi2-security-profile-final-test-plan` with private_key_jwt, DPoP and OpenID Connect. They are tests of ours with
 * the same requests, played against the built service: the provider was not certified.
 */
describe('the plans for providers', () => {
  let stage: Stage
  let storage: Awaited<ReturnType<Stage['openStorage']>>
  let place: Place
  let basic: PlanClient
  let other: PlanClient
  let fapi: PlanClient
  let fapi2: PlanClient
  before(async () => {
    stage = await startStage({ built: true, environment: { LOG_LEVEL: 'trace' } })
    storage = await stage.openStorage()
    place = { issuer: `${stage.base}/openid`, tenant: 'default', ports: { ...storage, clock: () => new Date() } }
    basic = await openClient(place)
    other = await openClient(place)
    fapi = await openClient(place, { alg: 'ES256', fapi: true })
    fapi2 = await openClient(place, { alg: 'ES256', fapi: true })
    await untilKnown(place)
  })
  after(async () => {
    await storage?.close()
    await stage?.close()
  })

  /** Refused at once at the client's address, with this error and the issuer. */
  async function refusedAtClient(address: string, ...errors: string[]) {
    const answer = locationOf(await openBrowser().visit(address))
    assert.equal(answer.origin + answer.pathname, REDIRECT)
    assert.equal(answer.searchParams.get('iss'), place.issuer)
    assert.ok(errors.includes(answer.searchParams.get('error') ?? ''), answer.search)
    assert.equal(answer.searchParams.has('code'), false)
  }
  /** A page for the person, and no redirect. */
  async function refusedWithPage(address: string) {
    const response = await openBrowser().visit(address)
    assert.equal(response.status, 400)
    assert.equal(response.headers.get('location'), null)
    assert.match(await response.text(), /This did not work/)
  }
  async function refused(response: Response | Promise<Response>, status: number | number[], ...errors: string[]) {
    const answer = await response
    const text = await answer.text()
    assert.ok([status].flat().includes(answer.status), `${answer.status} ${text}`)
    const { error, access_token } = JSON.parse(text || '{}')
    assert.ok(!errors.length || errors.includes(error), text)
    assert.equal(access_token, undefined)
  }

  /** A code of the FAPI client, pushed and bound to nothing yet. */
  const fapiCode = async (more = {}, sent = {}) => codeOf(await fapi.signIn(await fapi.pushed(more, sent)))
  const withProof = async (client: PlanClient, pop: GenerateKeyPairResult, path: string, changes = {}) => ({
    headers: { dpop: await client.prove(pop, path, changes) },
  })
  /** Tokens of the FAPI client, with the key that they are bound to. */
  async function fapiTokens(more = {}) {
    const pop = await drawKey()
    const answer = await fapi.redeem(await fapiCode(more), {}, await withProof(fapi, pop, '/token'))
    assert.equal(answer.status, 200, await answer.clone().text())
    const tokens = (await answer.json()) as { access_token: string; token_type: string; id_token: string }
    const me = async (changes = {}, scheme = 'DPoP', token: string | undefined = tokens.access_token) =>
      fapi.userinfo('', {
        authorization: `${scheme} ${tokens.access_token}`,
        dpop: await fapi.prove(pop, '/me', changes, token),
      })
    return { ...tokens, pop, me }
  }
  /** An assertion that is wrong in one way, where a request is pushed. */
  const pushedWith = async (changes: Parameters<PlanClient['assert']>[0], client = fapi) =>
    client.push({}, { fields: { client_assertion: await client.assert(changes) } })
  const inSeconds = (offset: number) => Math.floor(Date.now() / 1000) + offset

  const basicModules: Record<string, () => Promise<void>> = {
    'oidcc-response-type-missing': () =>
      refusedAtClient(basic.address({ response_type: undefined }), 'invalid_request'),

    'oidcc-prompt-none-not-logged-in': () => refusedAtClient(basic.address({ prompt: 'none' }), 'login_required'),

    'oidcc-codereuse': async () => {
      const code = codeOf(await basic.signIn(basic.address()))
      const { access_token } = (await (await basic.redeem(code)).json()) as { access_token: string }
      assert.equal((await basic.userinfo(access_token)).status, 200)
      await refused(basic.redeem(code), 400, 'invalid_grant')
      assert.equal((await basic.userinfo(access_token)).status, 401)
    },

    'oidcc-ensure-registered-redirect-uri': async () => {
      for (const redirect_uri of [
        'https://shop.example/callback/more',
        'https://shop.example/callback#x',
        'https://SHOP.example/callback',
        'https://shop.example/Callback',
        'https://shop.example/%63allback',
        'https://shop.example:443/callback',
        'https://shop.example/',
        'https://shop.example.evil.example/callback',
        'https://evil.example/callback',
        'http://shop.example/callback',
        'https://shop.example/callback/../callback',
        '//evil.example',
        'javascript:alert(1)',
      ])
        await refusedWithPage(basic.address({ redirect_uri }))
    },

    'oidcc-ensure-redirect-uri-in-authorization-request': async () => {
      const several = [REDIRECT, 'https://shop.example/other']
      const client = await openClient(place, { redirectUris: several })
      await refusedWithPage(client.address({ redirect_uri: undefined }))
    },

    'oidcc-redirect-uri-query-mismatch, oidcc-redirect-uri-query-added': async () => {
      const client = await openClient(place, { redirectUris: ['https://shop.example/callback?foo=bar'] })
      for (const query of ['', '?foo=baz', '?foo=bar&more=1'])
        await refusedWithPage(client.address({ redirect_uri: `https://shop.example/callback${query}` }))
      await refusedWithPage(basic.address({ redirect_uri: `${REDIRECT}?foo=bar` }))
    },

    'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': () =>
      refusedAtClient(basic.address({ request: unsigned({ ...basic.request }) }), 'request_not_supported'),

    'oidcc-ensure-request-object-with-redirect-uri': () =>
      refusedAtClient(
        basic.address({ request: unsigned({ redirect_uri: 'https://evil.example/' }) }),
        'request_not_supported',
      ),

    'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': () =>
      refusedAtClient(basic.address({ request_uri: 'https://shop.example/request.jwt' }), 'request_uri_not_supported'),

    'oidcc-server-client-secret-post': async () => {
      const code = codeOf(await basic.signIn(basic.address()))
      const fields = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: basic.verifier }
      const body = new URLSearchParams({ ...fields, client_id: basic.id, client_secret: basic.secret })
      await refused(fetch(`${place.issuer}/token`, { method: 'POST', body }), 401, 'invalid_client')
    },
  }

  const fapiModules: Record<string, () => Promise<void>> = {
    'happy-flow': async () => {
      const { token_type, me } = await fapiTokens()
      assert.equal(token_type, 'DPoP')
      assert.equal((await me()).status, 200)
    },

    'user-rejects-authentication': async () => {
      const browser = openBrowser()
      const { interaction } = await begin(browser, await fapi.pushed())
      const answer = await finish(browser, `${interaction}?cancel=1`)
      assert.equal(answer.searchParams.get('error'), 'access_denied')
      assert.equal(answer.searchParams.get('iss'), place.issuer)
    },

    'ensure-unsigned-authorization-request-without-using-par-fails': () =>
      refusedAtClient(fapi.address(), 'invalid_request'),

    'ensure-registered-redirect-uri': async () =>
      refused(fapi.push({ redirect_uri: 'https://shop.example/other' }), 400, 'invalid_request'),

    'ensure-redirect-uri-in-authorization-request, ensure-request-object-without-redirect-uri-fails': async () =>
      refused(fapi.push({ redirect_uri: undefined }), 400, 'invalid_request'),

    'ensure-response-type-code-idtoken-fails': async () =>
      refused(fapi.push({ response_type: 'code id_token' }), 400, 'unsupported_response_type'),

    'ensure-response-type-token-fails': async () =>
      refused(fapi.push({ response_type: 'token' }), 400, 'unsupported_response_type'),

    'ensure-authorization-request-without-state-success, …-without-nonce-success': async () => {
      const answer = await fapi.signIn(await fapi.pushed({ state: undefined, nonce: undefined }))
      assert.equal(answer.searchParams.has('state'), false)
      codeOf(answer)
    },

    'ensure-authorization-request-with-long-state, …-with-long-nonce': async () => {
      const long = 'a'.repeat(1_000)
      const answer = await fapi.signIn(await fapi.pushed({ state: long, nonce: long }))
      assert.equal(answer.searchParams.get('state'), long)
    },

    'ensure-different-state-inside-and-outside-request-object, state-only-outside-request-object-not-used':
      async () => {
        const answer = await fapi.signIn(`${await fapi.pushed({ state: undefined })}&state=outside&nonce=outside`)
        assert.equal(answer.searchParams.has('state'), false)
      },

    'ensure-client-id-in-token-endpoint': async () => {
      const pop = await drawKey()
      const proof = await withProof(fapi, pop, '/token')
      await refused(fapi.redeem(await fapiCode(), { client_id: fapi2.id }, proof), [400, 401], 'invalid_request')
    },

    'ensure-holder-of-key-required': async () => refused(fapi.redeem(await fapiCode()), 400, 'invalid_grant'),

    'ensure-authorization-code-is-bound-to-client': async () => {
      const code = await fapiCode()
      const proof = await withProof(fapi2, await drawKey(), '/token')
      await refused(fapi2.redeem(code, { code_verifier: fapi.verifier }, proof), 400, 'invalid_grant')
    },

    'attempt-reuse-authorization-code-after-one-second': async () => {
      const code = await fapiCode()
      const pop = await drawKey()
      const first = await fapi.redeem(code, {}, await withProof(fapi, pop, '/token'))
      const { access_token } = (await first.json()) as { access_token: string }
      await wait(1_000)
      await refused(fapi.redeem(code, {}, await withProof(fapi, pop, '/token')), 400, 'invalid_grant')
      const dpop = await fapi.prove(pop, '/me', {}, access_token)
      assert.equal((await fapi.userinfo('', { authorization: `DPoP ${access_token}`, dpop })).status, 401)
    },

    'ensure-signed-client-assertion-with-RS256-fails': async () => {
      const client = await openClient(place, { alg: 'RS256', fapi: true })
      await refused(client.push(), 401, 'invalid_client')
      const allowed = await openClient(place, { alg: 'PS256', fapi: true })
      assert.equal((await allowed.push()).status, 201)
    },

    'ensure-client-assertion-in-token-endpoint': async () => {
      const fields = { client_assertion: undefined, client_assertion_type: undefined, client_id: fapi.id }
      const proof = await withProof(fapi, await drawKey(), '/token')
      await refused(fapi.redeem(await fapiCode(), fields, proof), 401, 'invalid_client')
    },

    'ensure-client-assertion-with-exp-is-5-minutes-in-past-fails': async () =>
      refused(pushedWith({ claims: { exp: inSeconds(-300) } }), 401, 'invalid_client'),

    'ensure-client-assertion-with-wrong-aud-fails': async () =>
      refused(pushedWith({ claims: { aud: 'https://other.example' } }), 401, 'invalid_client'),

    'ensure-client-assertion-with-no-sub-fails': async () =>
      refused(pushedWith({ claims: { sub: undefined } }), [400, 401], 'invalid_client', 'invalid_request'),

    'ensure-invalid-client-assertions-fail': async () => {
      const assertion = await fapi.assert()
      const cases: Record<string, Promise<Response>> = {
        'no assertion': fapi.push({ client_assertion: undefined, client_assertion_type: undefined }),
        'no type': fapi.push({ client_assertion_type: undefined }),
        'another type': fapi.push({
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer',
        }),
        'another sub': pushedWith({ claims: { sub: fapi2.id } }),
        'no iss': pushedWith({ claims: { iss: undefined } }),
        'another iss': pushedWith({ claims: { iss: fapi2.id } }),
        'no aud': pushedWith({ claims: { aud: undefined } }),
        'no exp': pushedWith({ claims: { exp: undefined } }),
        'no jti': pushedWith({ claims: { jti: undefined } }),
        'the key of another client': pushedWith({ key: fapi2.key as GenerateKeyPairResult }),
        'another signature': fapi.push({}, { fields: { client_assertion: altered(assertion) } }),
        'no signature': fapi.push({}, { fields: { client_assertion: unsigned({ iss: fapi.id, sub: fapi.id }) } }),
        'the secret of another client': fapi.push(
          { client_assertion: undefined, client_assertion_type: undefined },
          { headers: { authorization: `Basic ${Buffer.from(`${fapi.id}:${basic.secret}`).toString('base64')}` } },
        ),
      }
      for (const [what, answer] of Object.entries(cases)) {
        const { status } = await answer
        assert.ok(status === 400 || status === 401, `${what}: ${status}`)
      }
    },

    'ensure-invalid-client-assertions-fail: an assertion is used once, also by requests at the same time': async () => {
      const client_assertion = await fapi.assert()
      const answers = await Promise.all([1, 2, 3, 4].map(() => fapi.push({}, { fields: { client_assertion } })))
      assert.equal(answers.filter(({ status }) => status === 201).length, 1)
      await refused(fapi.push({}, { fields: { client_assertion } }), 401, 'invalid_client')
    },

    'par-ensure-jwt-client-assertions-nbf-8-seconds-in-the-future-is-accepted': async () =>
      assert.equal((await pushedWith({ claims: { iat: inSeconds(8), nbf: inSeconds(8) } })).status, 201),

    'par-ensure-jwt-client-assertions-nbf-over-60-seconds-in-the-future-fails': async () => {
      for (const claims of [{ nbf: inSeconds(70) }, { iat: inSeconds(70) }])
        await refused(pushedWith({ claims: { exp: inSeconds(200), ...claims } }), 401, 'invalid_client')
    },

    'par-test-array-as-audience-fails, par-test-par-endpoint-url-as-audience-fails, par-test-token-endpoint-url-as-audience-fails':
      async () => {
        for (const aud of [[place.issuer], `${place.issuer}/request`, `${place.issuer}/token`])
          await refused(pushedWith({ claims: { aud } }), 401, 'invalid_client')
      },

    'par-attempt-reuse-request_uri': async () => {
      const address = await fapi.pushed()
      codeOf(await fapi.signIn(address))
      await refusedWithPage(address)
    },

    'par-ensure-reused-request-uri-prior-to-auth-completion-succeeds': async () => {
      const address = await fapi.pushed()
      await begin(openBrowser(), address)
      codeOf(await fapi.signIn(address))
    },

    'par-attempt-to-use-request_uri-for-different-client': async () => {
      const address = new URL(await fapi.pushed())
      address.searchParams.set('client_id', fapi2.id)
      const response = await openBrowser().visit(address.href)
      const to = response.headers.get('location')
      assert.ok(!to || new URL(to).searchParams.has('error'), String(to))
      assert.ok(!to?.includes('/interaction/'))
    },

    'par-authorization-request-containing-request_uri-form-param': async () => {
      const { searchParams } = new URL(await fapi.pushed())
      const request_uri = searchParams.get('request_uri') ?? ''
      await refused(fapi.push({ request_uri }), 400, 'invalid_request', 'request_uri_not_supported')
    },

    'par-attempt-invalid-http-method': async () => {
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
        const { status } = await fapi.push({}, { method })
        assert.ok(status === 404 || status === 405, `${method}: ${status}`)
      }
    },

    'par-ensure-pkce-required': async () =>
      refused(fapi.push({ code_challenge: undefined, code_challenge_method: undefined }), 400, 'invalid_request'),

    'par-plain-pkce-rejected': async () => {
      await refused(
        fapi.push({ code_challenge: fapi.verifier, code_challenge_method: 'plain' }),
        400,
        'invalid_request',
      )
      await refused(fapi.push({ code_challenge_method: undefined }), 400, 'invalid_request')
    },

    'ensure-pkce-code-verifier-required, incorrect-pkce-code-verifier-rejected': async () => {
      for (const code_verifier of [undefined, 'a'.repeat(43), '']) {
        const proof = await withProof(fapi, await drawKey(), '/token')
        await refused(fapi.redeem(await fapiCode(), { code_verifier }, proof), 400, 'invalid_grant', 'invalid_request')
      }
    },

    'par-without-duplicate-parameters': async () => {
      const { searchParams } = new URL(await fapi.pushed())
      assert.deepEqual([...searchParams.keys()], ['client_id', 'request_uri'])
    },

    'ensure-request-object-signature-algorithm-is-not-none': async () =>
      refused(fapi.push({ request: unsigned({ ...fapi.request }) }), 400, 'request_not_supported', 'invalid_request'),

    'ensure-mismatched-dpop-jkt-fails': async () => {
      const [one, two] = [await drawKey(), await drawKey()]
      const dpop_jkt = await fapi.thumbprint(two)
      await refused(fapi.push({ dpop_jkt }, await withProof(fapi, one, '/request')), 400, 'invalid_request')
    },

    'ensure-dpopproof-at-par-endpoint-binding-success, ensure-dpop-auth-code-binding-success': async () => {
      const pop = await drawKey()
      for (const code of [
        await fapiCode({}, await withProof(fapi, pop, '/request')),
        await fapiCode({ dpop_jkt: await fapi.thumbprint(pop) }),
      ])
        assert.equal((await fapi.redeem(code, {}, await withProof(fapi, pop, '/token'))).status, 200)
    },

    'ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt, ensure-token-endpoint-fails-with-mismatched-dpop-jkt':
      async () => {
        const pop = await drawKey()
        for (const code of [
          await fapiCode({}, await withProof(fapi, pop, '/request')),
          await fapiCode({ dpop_jkt: await fapi.thumbprint(pop) }),
        ]) {
          const proof = await withProof(fapi, await drawKey(), '/token')
          await refused(fapi.redeem(code, {}, proof), 400, 'invalid_grant', 'invalid_dpop_proof')
        }
      },

    'ensure-dpopproof-with-iat-10seconds-before-succeeds, ensure-dpopproof-with-iat-10seconds-after-succeeds':
      async () => {
        const { me } = await fapiTokens()
        for (const iat of [inSeconds(-10), inSeconds(10)]) assert.equal((await me({ claims: { iat } })).status, 200)
      },

    'check-dpop-proof-nbf-exp': async () => {
      const { me } = await fapiTokens()
      assert.equal((await me({ claims: { nbf: inSeconds(0), exp: inSeconds(60) } })).status, 200)
      await refused(me({ claims: { exp: inSeconds(-600) } }), 401)
    },

    'access-token-type-header-case-sensitivity': async () => {
      const { me } = await fapiTokens()
      for (const scheme of ['dpop', 'DPOP', 'DPoP']) assert.equal((await me({}, scheme)).status, 200, scheme)
    },

    'dpop-negative-tests': async () => {
      const { access_token, pop, me } = await fapiTokens()
      const stranger = await drawKey()
      const secretJwk = await exportJWK(pop.privateKey)
      const wrong: Record<string, Parameters<PlanClient['prove']>[2]> = {
        'no jti': { claims: { jti: undefined } },
        'no htm': { claims: { htm: undefined } },
        'no htu': { claims: { htu: undefined } },
        'no iat': { claims: { iat: undefined } },
        'no ath': { claims: { ath: undefined } },
        'another method': { claims: { htm: 'POST' } },
        'another address': { claims: { htu: `${place.issuer}/token` } },
        'another host': { claims: { htu: 'https://evil.example/openid/me' } },
        'the hash of another token': { claims: { ath: 'a'.repeat(43) } },
        'from an hour ago': { claims: { iat: inSeconds(-3_600) } },
        'from in an hour': { claims: { iat: inSeconds(3_600) } },
        'another type': { header: { typ: 'JWT' } },
        'no type': { header: { typ: undefined } },
        'no key': { header: { jwk: undefined } },
        'the private key in it': { header: { jwk: secretJwk } },
        'the signature of another key': { key: stranger },
      }
      for (const [what, changes] of Object.entries(wrong)) assert.equal((await me(changes)).status, 401, what)
      const proof = await fapi.prove(pop, '/me', {}, access_token)
      const authorization = `DPoP ${access_token}`
      const answers: Record<string, Promise<Response>> = {
        'no proof': fapi.userinfo('', { authorization }),
        'as a bearer token': fapi.userinfo(access_token, { dpop: await fapi.prove(pop, '/me', {}, access_token) }),
        'a key of somebody else': fapi.userinfo('', {
          authorization,
          dpop: await fapi.prove(stranger, '/me', {}, access_token),
        }),
        'another signature': fapi.userinfo('', { authorization, dpop: altered(proof) }),
        'no signature': fapi.userinfo('', { authorization, dpop: unsigned({}, { alg: 'none', typ: 'dpop+jwt' }) }),
        'two proofs': fapi.userinfo('', { authorization, dpop: `${proof}, ${proof}` }),
      }
      for (const [what, answer] of Object.entries(answers)) {
        const { status } = await answer
        assert.ok(status === 400 || status === 401, `${what}: ${status}`)
      }
      assert.equal((await fapi.userinfo('', { authorization, dpop: proof })).status, 200)
      assert.equal((await fapi.userinfo('', { authorization, dpop: proof })).status, 401, 'a proof is used once')
      for (const [what, claims] of Object.entries({
        'no htm': { htm: undefined },
        'another address': { htu: `${place.issuer}/me` },
        'another method': { htm: 'GET' },
      }))
        await refused(
          fapi.redeem(await fapiCode(), {}, await withProof(fapi, pop, '/token', { claims })),
          400,
          'invalid_dpop_proof',
        ).catch((error) => assert.fail(`${what}: ${error}`))
    },

    'refresh-token: none is issued, also to those who ask for consent': async () => {
      const tokens = await fapiTokens({ scope: 'openid offline_access', prompt: 'consent' })
      assert.equal('refresh_token' in tokens, false)
    },
  }

  describe('oidcc-basic-certification-test-plan', () => {
    for (const [name, play] of Object.entries(basicModules)) it(name, play)
  })

  describe('fapi2-security-profile-final-test-plan', () => {
    for (const [name, play] of Object.entries(fapiModules)) it(`fapi2-security-profile-final-${name}`, play)
  })

  describe('what no module has', () => {
    it('an answer names the issuer, so that a client of several providers sees a mix-up', async () => {
      const answer = await basic.signIn(basic.address())
      assert.equal(answer.searchParams.get('iss'), place.issuer)
      const discovery = await (await fetch(`${place.issuer}/.well-known/openid-configuration`)).json()
      assert.equal(discovery.authorization_response_iss_parameter_supported, true)
    })

    it('a code of one client is refused to another, with its own and with the first one’s verifier', async () => {
      for (const code_verifier of [other.verifier, basic.verifier]) {
        const code = codeOf(await basic.signIn(basic.address()))
        await refused(other.redeem(code, { code_verifier }), 400, 'invalid_grant')
      }
    })

    it('a client of one tenant gets no session of another', async () => {
      await storage.tenants.create({
        id: 'elsewhere',
        name: 'Elsewhere',
        settings: { steps: ['document', 'face'], frameOrigins: [], retentionDays: 90, asksConsent: false },
      })
      const theirs = await openClient({ ...place, tenant: 'elsewhere' })
      const code = codeOf(await basic.signIn(basic.address()))
      await refused(theirs.redeem(code, { code_verifier: basic.verifier }), 400, 'invalid_grant')
      // The sign-in of the one tenant's client is not finished by the session of the other's.
      const browser = openBrowser()
      const mine = await begin(browser, basic.address())
      const stranger = openBrowser()
      await begin(stranger, theirs.address())
      assert.equal((await stranger.visit(mine.interaction)).status, 400)
    })

    it('a client with a key cannot use a secret, and one with a secret no key', async () => {
      const assertion = await fapi.assert({ claims: { iss: basic.id, sub: basic.id } })
      const fields = {
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      }
      await refused(basic.push({}, { fields, headers: { authorization: '' } }), [400, 401])
    })

    it('no code, token, secret, assertion, proof or subject is in the log', async () => {
      const { access_token, id_token, pop } = await fapiTokens()
      const [code, assertion] = [await fapiCode(), await fapi.assert()]
      const dpop = await fapi.prove(pop, '/token')
      await fapi.redeem(code, { code_verifier: 'a'.repeat(43) }, { headers: { dpop } })
      await fapi.push({}, { fields: { client_assertion: altered(assertion) } })
      const basicCode = codeOf(await basic.signIn(basic.address()))
      const basicTokens = (await (await basic.redeem(basicCode)).json()) as Record<string, string>
      const log = stage.printed()
      assert.match(log, /Server listening/)
      for (const secret of [
        access_token,
        id_token,
        code,
        assertion,
        dpop,
        basicCode,
        basicTokens.access_token,
        basicTokens.id_token,
        basic.secret,
        basic.verifier,
      ])
        assert.ok(secret && !log.includes(secret))
    })
  })
})

describe('with time', () => {
  it('fapi2-security-profile-final-ensure-token-endpoint-fails-with-expired-auth-code, fapi2-security-profile-final-par-attempt-to-use-expired-request_uri', async () => {
    const test = await startProviderApp()
    const clock = test.clock
    try {
      const ports = { ...test.ports, clock: () => clock.now }
      const place = { issuer: `${test.baseUrl}/openid`, tenant: 'acme', ports }
      const client = await openClient(place, { alg: 'ES256', fapi: true })
      const code = codeOf(await client.signIn(await client.pushed()))
      const address = await client.pushed()
      clock.now = new Date(clock.now.getTime() + 62_000)
      const dpop = await client.prove(await drawKey(), '/token')
      const late = await client.redeem(code, {}, { headers: { dpop } })
      assert.equal(late.status, 400)
      assert.equal((await late.json()).error, 'invalid_grant')
      const refused = await openBrowser().visit(address)
      assert.ok(!refused.headers.get('location')?.includes('/interaction/'))
    } finally {
      await test.close()
    }
  })
})

describe('under load', () => {
  it('the built service limits how often one address asks, and says when to come back', async () => {
    const stage = await startStage({ built: true, environment: { RATE_LIMIT: '20' } })
    const storage = await stage.openStorage()
    try {
      const ports = { ...storage, clock: () => new Date() }
      const client = await openClient({ issuer: `${stage.base}/openid`, tenant: 'default', ports })
      await wait(5_500) // after which the service knows the client
      const answers = await Promise.all(Array.from({ length: 40 }, () => client.redeem('guess')))
      const limited = answers.filter(({ status }) => status === 429)
      assert.ok(limited.length >= 15, String(limited.length))
      assert.ok(limited[0]?.headers.get('retry-after'))
    } finally {
      await storage.close()
      await stage.close()
    }
  })
})
