import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Auth } from '@auth/core'
import { exportJWK, generateKeyPair } from 'jose'
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import { Passport } from 'passport'
import OpenIdStrategy, { type Redeemed } from 'passport-openidconnect'
import {
  begin,
  drawPkce,
  finish,
  locationOf,
  openBrowser,
  REDIRECT,
  register,
  startProviderApp,
  verify,
} from './sign-in.ts'

const CLAIMS = {
  id_token: { age_over_18: null },
  userinfo: {
    verified_claims: {
      verification: { trust_framework: null, time: null, evidence: [{ type: { value: 'document' } }] },
      claims: { family_name: null, birthdate: null },
    },
  },
}

describe('signing in with', () => {
  let test: Awaited<ReturnType<typeof startProviderApp>>
  let shop: Server | undefined
  before(async () => {
    test = await startProviderApp()
  })
  after(() => test.close())
  afterEach(() => {
    shop?.closeAllConnections()
    shop?.close()
    shop = undefined
  })

  /** A service on a port of its own. */
  async function openShop(serve: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
    shop = createServer(serve)
    await new Promise<void>((listening) => shop?.listen(0, '127.0.0.1', listening))
    return `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  }

  /** The person's part, from the address of the provider to the answer to the service. */
  async function verifyAt(address: string, browser = openBrowser()): Promise<URL> {
    const { interaction, token } = await begin(browser, address)
    await verify(test, token)
    return finish(browser, interaction)
  }

  it('openid-client', async () => {
    const { id, secret } = await register(test)
    const issuer = new URL(`${test.baseUrl}/openid`)
    const metadata = { id_token_signed_response_alg: 'ES256' }
    const config = await client.discovery(issuer, id, metadata, client.ClientSecretBasic(secret), {
      execute: [client.allowInsecureRequests],
    })
    const pkceCodeVerifier = client.randomPKCECodeVerifier()
    const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()]
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT,
      scope: 'openid profile',
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
      nonce: expectedNonce,
      claims: JSON.stringify(CLAIMS),
    })
    const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true }
    const tokens = await client.authorizationCodeGrant(config, await verifyAt(address.href), checks)
    const said = tokens.claims()
    assert.equal(said?.acr, 'urn:limen:assurance:basic')
    assert.equal(said?.age_over_18, true)
    const info = await client.fetchUserInfo(config, tokens.access_token, said?.sub ?? '')
    assert.equal(info.given_name, 'ANNA MARIA')
    const { verification, claims } = info.verified_claims as unknown as Record<string, Record<string, unknown>>
    assert.deepEqual(claims, { family_name: 'ERIKSSON', birthdate: '1974-08-12' })
    assert.equal(verification?.trust_framework, `${test.baseUrl}/openid`)
  })

  it('openid-client, pushed and with FAPI 2.0: private_key_jwt, DPoP', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }
    const { id } = await register(test, { authMethod: 'private_key_jwt', jwks: { keys: [jwk] }, fapi: true })
    const issuer = new URL(`${test.baseUrl}/openid`)
    const metadata = { id_token_signed_response_alg: 'ES256' }
    const config = await client.discovery(issuer, id, metadata, client.PrivateKeyJwt({ key: privateKey, kid: 'one' }), {
      execute: [client.allowInsecureRequests],
    })
    const handle = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'))
    const pkceCodeVerifier = client.randomPKCECodeVerifier()
    const asked = {
      redirect_uri: REDIRECT,
      scope: 'openid profile',
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: client.randomState(),
    }
    const plain = locationOf(await openBrowser().visit(client.buildAuthorizationUrl(config, asked).href))
    assert.equal(plain.searchParams.get('error'), 'invalid_request')

    const address = await client.buildAuthorizationUrlWithPAR(config, asked, { DPoP: handle })
    assert.ok(address.searchParams.has('request_uri'))
    const answer = await verifyAt(address.href)
    const checks = { pkceCodeVerifier, expectedState: asked.state, idTokenExpected: true }
    const tokens = await client.authorizationCodeGrant(config, answer, checks, undefined, { DPoP: handle })
    assert.equal(tokens.token_type, 'dpop')
    const sub = tokens.claims()?.sub ?? ''
    const info = await client.fetchUserInfo(config, tokens.access_token, sub, { DPoP: handle })
    assert.equal(info.family_name, 'ERIKSSON')
    const stolen = await fetch(`${issuer}/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
    assert.equal(stolen.status, 401)
  })

  it('oauth4webapi', async () => {
    const { id, secret } = await register(test)
    const insecure = { [oauth.allowInsecureRequests]: true }
    const issuer = new URL(`${test.baseUrl}/openid`)
    const found = await oauth.discoveryRequest(issuer, insecure)
    const server = await oauth.processDiscoveryResponse(issuer, found)
    const own: oauth.Client = { client_id: id, id_token_signed_response_alg: 'ES256' }
    const verifier = oauth.generateRandomCodeVerifier()
    const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()]
    const address = new URL(server.authorization_endpoint ?? '')
    address.search = new URLSearchParams({
      client_id: id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'openid profile',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    }).toString()
    const answer = oauth.validateAuthResponse(server, own, await verifyAt(address.href), state)
    const authentication = oauth.ClientSecretBasic(secret)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      own,
      authentication,
      answer,
      REDIRECT,
      verifier,
      insecure,
    )
    const checks = { expectedNonce: nonce, requireIdToken: true }
    const tokens = await oauth.processAuthorizationCodeResponse(server, own, response, checks)
    await oauth.validateApplicationLevelSignature(server, response, insecure)
    const sub = oauth.getValidatedIdTokenClaims(tokens)?.sub ?? ''
    const info = await oauth.userInfoRequest(server, own, tokens.access_token, insecure)
    assert.equal((await oauth.processUserInfoResponse(server, own, sub, info)).birthdate, '1974-08-12')
  })

  it('curl, as docs/examples/sign-in.sh has it', async () => {
    const { id, secret } = await register(test)
    const { PATH } = process.env
    const child = spawn('bash', [fileURLToPath(new URL('../../../docs/examples/sign-in.sh', import.meta.url))], {
      env: {
        PATH,
        ISSUER: `${test.baseUrl}/openid`,
        CLIENT_ID: id,
        CLIENT_SECRET: secret,
        REDIRECT_URI: REDIRECT,
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let printed = ''
    for await (const chunk of child.stdout) {
      printed += chunk
      const address = /^(http\S+)\n$/m.exec(printed)?.[1]
      if (address && !child.stdin.writableEnded) child.stdin.end(`${(await verifyAt(address)).href}\n`)
    }
    const info = JSON.parse(printed.trim().split('\n').at(-1) ?? '')
    assert.equal(info.family_name, 'ERIKSSON')
  })

  it('Auth.js', async () => {
    const issuer = `${test.baseUrl}/openid`
    const secret = randomBytes(32).toString('hex')
    let known: { id: string; secret: string } | undefined
    let profile: Record<string, unknown> | undefined
    const origin = await openShop(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const answer = await Auth(
        new Request(`${origin}${request.url}`, {
          method: request.method ?? 'GET',
          headers: request.headers as Record<string, string>,
          ...(chunks.length && { body: Buffer.concat(chunks) }),
        }),
        {
          basePath: '/auth',
          secret,
          trustHost: true,
          useSecureCookies: false,
          providers: [
            {
              id: 'limen',
              name: 'Limen',
              type: 'oidc',
              issuer,
              clientId: known?.id ?? '',
              clientSecret: known?.secret ?? '',
              checks: ['pkce', 'state', 'nonce'],
              authorization: { params: { scope: 'openid profile' } },
              client: { id_token_signed_response_alg: 'ES256' },
              idToken: false,
              profile: (said) => {
                profile = said
                return { id: said.sub, name: `${said.given_name} ${said.family_name}` }
              },
            },
          ],
        },
      )
      response.writeHead(answer.status, [...answer.headers].flat())
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
    known = await register(test, { redirectUris: [`${origin}/auth/callback/limen`] })
    const browser = openBrowser()
    const { csrfToken } = await (await browser.visit(`${origin}/auth/csrf`)).json()
    const body = new URLSearchParams({ csrfToken })
    const begun = await browser.visit(`${origin}/auth/signin/limen`, { method: 'POST', body })
    const answer = await verifyAt(locationOf(begun).href, browser)
    const back = await browser.visit(answer.href)
    assert.ok(!(back.headers.get('location') ?? '').includes('error'), back.headers.get('location') ?? '')
    assert.equal(profile?.family_name, 'ERIKSSON')
    const session = await (await browser.visit(`${origin}/auth/session`)).json()
    assert.equal(session.user.name, 'ANNA MARIA ERIKSSON')
  })

  it('passport-openidconnect', async () => {
    const issuer = `${test.baseUrl}/openid`
    const passport = new Passport()
    const sessions = new Map<string, object>()
    let person: { id: string; given?: string } | undefined
    const origin = await openShop((request, response) => {
      const id = /sid=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? randomBytes(8).toString('hex')
      const session = sessions.get(id) ?? {}
      sessions.set(id, session)
      response.setHeader('set-cookie', `sid=${id}; Path=/`)
      const query = Object.fromEntries(new URL(request.url ?? '', origin).searchParams)
      const asked = Object.assign(request, { session, query })
      passport.authenticate<typeof person>('openidconnect', { session: false }, (error, found) => {
        person = found
        response.statusCode = error || !found ? 500 : 200
        response.end(String(error ?? 'signed in'))
      })(asked, response, () => undefined)
    })
    const { id, secret } = await register(test, { redirectUris: [`${origin}/callback`] })
    const options = {
      issuer,
      authorizationURL: `${issuer}/auth`,
      tokenURL: `${issuer}/token`,
      userInfoURL: `${issuer}/me`,
      clientID: id,
      clientSecret: secret,
      callbackURL: `${origin}/callback`,
      scope: 'profile',
      skipUserProfile: false,
    }
    passport.use(
      new PkceStrategy(options, (_issuer, { id: sub, name }, done) => done(null, { id: sub, given: name?.givenName })),
    )
    const browser = openBrowser()
    const begun = locationOf(await browser.visit(`${origin}/sign-in`))
    const back = await browser.visit((await verifyAt(begun.href, browser)).href)
    assert.equal(await back.text(), 'signed in')
    assert.equal(person?.given, 'ANNA MARIA')
  })
})

/** passport-openidconnect knows neither PKCE nor a secret in the header: both are added here. */
class PkceStrategy extends OpenIdStrategy {
  // Not private: passport clones strategies by their prototype.
  readonly options: Record<string, string | boolean>
  constructor(options: Record<string, string | boolean>, verify: ConstructorParameters<typeof OpenIdStrategy>[1]) {
    super(options, verify)
    this.options = options
  }

  override authenticate(request: { session: { verifier?: string } }, options: object): void {
    const { tokenURL, clientID, clientSecret } = this.options
    request.session.verifier ??= drawPkce().verifier
    const { verifier } = request.session
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    this.authorizationParams = () => ({ code_challenge, code_challenge_method: 'S256' })
    const getOAuthAccessToken = (code: string, parameters: Record<string, string>, done: Redeemed) => {
      const authorization = `Basic ${Buffer.from(`${clientID}:${clientSecret}`).toString('base64')}`
      const body = new URLSearchParams({ ...parameters, code, code_verifier: verifier })
      fetch(String(tokenURL), { method: 'POST', headers: { authorization }, body })
        .then(async (answer) => (await answer.json()) as { access_token: string })
        .then((tokens) => done(null, tokens.access_token, undefined, tokens), done)
    }
    this._oauth2 = Object.assign(Object.create(this._oauth2) as typeof this._oauth2, { getOAuthAccessToken })
    super.authenticate(request, options)
  }
}
