import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Auth, skipCSRFCheck } from '@auth/core'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { Passport } from 'passport'
import OpenIdStrategy, { type Redeemed } from 'passport-openidconnect'
import { drawPkce } from './sign-in.ts'

/** Who came to a service: what its library made of the answer. */
export interface Came {
  /** Of the ID token, where the library shows it. */
  token?: Record<string, unknown>
  info: Record<string, unknown>
}

interface Keys {
  id: string
  secret: string
}

interface Asked {
  issuer: string
  register(redirectUri: string): Promise<Keys>
}

/** What a request of a browser is answered with: the way to the provider, or who came. */
type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<Came | undefined>

export const CLAIMS = {
  id_token: { age_over_18: null },
  userinfo: {
    verified_claims: {
      verification: { trust_framework: null, time: null, evidence: [{ type: { value: 'document' } }] },
      claims: { family_name: null, birthdate: null },
    },
  },
}

/** A service on a port of its own: `/` begins a sign-in, and the page after it shows who came, as JSON. */
async function open({ issuer, register }: Asked, path: string, make: (asked: Made) => Promise<Handler>) {
  let handle: Handler | undefined
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin)
    handle?.(request, response, url).then(
      (came) => {
        if (response.headersSent) return
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(`<title>Shop</title><pre id="came">${JSON.stringify(came)}</pre>`)
      },
      (error) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const redirectUri = `${origin}${path}`
  handle = await make({ issuer, origin, redirectUri, ...(await register(redirectUri)) })
  return {
    origin,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

interface Made extends Keys {
  issuer: string
  origin: string
  redirectUri: string
}

type Opened = Awaited<ReturnType<typeof open>>

/** The libraries of docs/openid.md, each in a service. */
export const services: Record<string, (asked: Asked) => Promise<Opened>> = {
  'openid-client': (asked) =>
    open(asked, '/callback', async ({ issuer, id, secret, redirectUri: redirect_uri }) => {
      const metadata = { id_token_signed_response_alg: 'ES256' }
      const config = await openid.discovery(new URL(issuer), id, metadata, openid.ClientSecretBasic(secret), {
        execute: [openid.allowInsecureRequests],
      })
      const pkceCodeVerifier = openid.randomPKCECodeVerifier()
      const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()]
      return async (_request, response, url) => {
        if (url.pathname !== '/callback') {
          const address = openid.buildAuthorizationUrl(config, {
            redirect_uri,
            scope: 'openid profile',
            code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
            code_challenge_method: 'S256',
            state: expectedState,
            nonce: expectedNonce,
            claims: JSON.stringify(CLAIMS),
          })
          response.writeHead(302, { location: address.href }).end()
          return undefined
        }
        const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true }
        const tokens = await openid.authorizationCodeGrant(config, url, checks)
        const token = tokens.claims()
        const info = await openid.fetchUserInfo(config, tokens.access_token, token?.sub ?? '')
        return { token: { ...token }, info: { ...info } }
      }
    }),

  oauth4webapi: (asked) =>
    open(asked, '/callback', async ({ issuer, id, secret, redirectUri }) => {
      const insecure = { [oauth.allowInsecureRequests]: true }
      const found = await oauth.discoveryRequest(new URL(issuer), insecure)
      const server = await oauth.processDiscoveryResponse(new URL(issuer), found)
      const own: oauth.Client = { client_id: id, id_token_signed_response_alg: 'ES256' }
      const verifier = oauth.generateRandomCodeVerifier()
      const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()]
      return async (_request, response, url) => {
        if (url.pathname !== '/callback') {
          const address = new URL(server.authorization_endpoint ?? '')
          address.search = new URLSearchParams({
            client_id: id,
            redirect_uri: redirectUri,
            response_type: 'code',
            scope: 'openid profile',
            code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
            code_challenge_method: 'S256',
            state,
            nonce,
          }).toString()
          response.writeHead(302, { location: address.href }).end()
          return undefined
        }
        const answer = oauth.validateAuthResponse(server, own, url, state)
        const authentication = oauth.ClientSecretBasic(secret)
        const redeemed = await oauth.authorizationCodeGrantRequest(
          server,
          own,
          authentication,
          answer,
          redirectUri,
          verifier,
          insecure,
        )
        const checks = { expectedNonce: nonce, requireIdToken: true }
        const tokens = await oauth.processAuthorizationCodeResponse(server, own, redeemed, checks)
        await oauth.validateApplicationLevelSignature(server, redeemed, insecure)
        const token = oauth.getValidatedIdTokenClaims(tokens)
        const said = await oauth.userInfoRequest(server, own, tokens.access_token, insecure)
        const info = await oauth.processUserInfoResponse(server, own, token?.sub ?? '', said)
        return { token: { ...token }, info: { ...info } }
      }
    }),

  'Auth.js': (asked) =>
    open(asked, '/auth/callback/limen', async ({ issuer, origin, id, secret }) => {
      const own = randomBytes(32).toString('hex')
      let info: Record<string, unknown> = {}
      const ask = (path: string, method: string, headers: Record<string, string>) =>
        Auth(new Request(`${origin}${path}`, { method, headers }), {
          basePath: '/auth',
          secret: own,
          trustHost: true,
          useSecureCookies: false,
          // The button of the service stands for the page with a button that Auth.js brings.
          skipCSRFCheck,
          providers: [
            {
              id: 'limen',
              name: 'Limen',
              type: 'oidc',
              issuer,
              clientId: id,
              clientSecret: secret,
              checks: ['pkce', 'state', 'nonce'],
              authorization: { params: { scope: 'openid profile' } },
              client: { id_token_signed_response_alg: 'ES256' },
              idToken: false,
              profile: (said) => {
                info = said
                return { id: said.sub, name: `${said.given_name} ${said.family_name}` }
              },
            },
          ],
        })
      return async ({ headers, url: path = '' }, response, { pathname }) => {
        const sent = headers as Record<string, string>
        if (pathname === '/signed-in') {
          const { user } = (await (await ask('/auth/session', 'GET', sent)).json()) as { user: { name: string } }
          return { info: { ...info, name: user.name } }
        }
        const isCallback = pathname === '/auth/callback/limen'
        const answer = isCallback ? await ask(path, 'GET', sent) : await ask('/auth/signin/limen', 'POST', sent)
        const location = answer.headers.get('location') ?? ''
        const isIn = isCallback && !location.includes('error')
        response.setHeader('set-cookie', answer.headers.getSetCookie())
        response.writeHead(302, { location: isIn ? `${origin}/signed-in` : location }).end()
        return undefined
      }
    }),

  'passport-openidconnect': (asked) =>
    open(asked, '/callback', async ({ issuer, origin, id, secret, redirectUri }) => {
      const passport = new Passport()
      const sessions = new Map<string, object>()
      const options = {
        issuer,
        authorizationURL: `${issuer}/auth`,
        tokenURL: `${issuer}/token`,
        userInfoURL: `${issuer}/me`,
        clientID: id,
        clientSecret: secret,
        callbackURL: redirectUri,
        scope: 'profile',
        skipUserProfile: false,
      }
      passport.use(
        new PkceStrategy(options, (_issuer, { id: sub, name }, done) =>
          done(null, { sub, given_name: name?.givenName, family_name: name?.familyName }),
        ),
      )
      return (request, response, url) =>
        new Promise((resolve, reject) => {
          const sid = /sid=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? randomBytes(8).toString('hex')
          const session = sessions.get(sid) ?? {}
          sessions.set(sid, session)
          response.setHeader('set-cookie', `sid=${sid}; Path=/`)
          response.once('finish', () => resolve(undefined))
          const query = Object.fromEntries(new URL(request.url ?? '', origin).searchParams)
          const asked = Object.assign(request, { session, query })
          passport.authenticate<Record<string, unknown>>('openidconnect', { session: false }, (error, found) =>
            error || !found ? reject(error ?? new Error(`nobody came at ${url.pathname}`)) : resolve({ info: found }),
          )(asked, response, () => undefined)
        })
    }),
}

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
