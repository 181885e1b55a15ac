import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { readGroupRoles } from '../../../src/kernel/accounts/group-roles.ts'
import type { TestApp } from '../../support/app.ts'
import { CLIENT } from '../../support/oidc.ts'
import { ORIGIN, startConsole } from './console.ts'

type Claims = Record<string, unknown>

/** What the provider does in a round; a test changes it. */
interface Lie {
  /** Claims of the ID token, in place of the honest ones. */
  claims: (honest: Claims) => Claims
  sign: (claims: Claims) => Promise<string>
  /** The document that says who the provider is and where its doors are. */
  discovery: (honest: Claims) => Claims
  userinfo: (honest: Claims) => Claims
  answer?: (response: import('node:http').ServerResponse) => void
}

const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
const stranger = await generateKeyPair('RS256', { extractable: true })
const signWith =
  (key: typeof privateKey, alg = 'RS256') =>
  (claims: Claims) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid: 'one' }).sign(key)
const honest = (): Lie => ({
  claims: (claims) => claims,
  sign: signWith(privateKey),
  discovery: (document) => document,
  userinfo: (claims) => claims,
})

describe('a provider that lies', () => {
  let server: Server
  let issuer: string
  let lie = honest()
  let nonce = ''

  before(async () => {
    server = createServer(async (request, response) => {
      const send = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
      const path = request.url?.split('?')[0]
      if (path === '/.well-known/openid-configuration')
        return send(
          lie.discovery({
            issuer,
            authorization_endpoint: `${issuer}/auth`,
            token_endpoint: `${issuer}/token`,
            jwks_uri: `${issuer}/jwks`,
            userinfo_endpoint: `${issuer}/me`,
            response_types_supported: ['code'],
            subject_types_supported: ['public'],
            id_token_signing_alg_values_supported: ['RS256'],
            authorization_response_iss_parameter_supported: true,
          }),
        )
      if (path === '/jwks')
        return send({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] })
      if (path === '/me') return send(lie.userinfo({ sub: 's-1', preferred_username: 'mallory', groups: ['chiefs'] }))
      if (lie.answer) return lie.answer(response)
      const now = Math.floor(Date.now() / 1000)
      const claims = { iss: issuer, aud: CLIENT.id, sub: 's-1', iat: now, exp: now + 300, nonce }
      const id_token = await lie.sign(lie.claims(claims))
      send({ access_token: 'opaque', token_type: 'Bearer', expires_in: 300, id_token })
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  /** A whole sign-in on a service of its own, since the provider's own description is asked for once. */
  async function comeBack(
    query: (state: string) => string = (state) => `code=abc&state=${state}&iss=${encodeURIComponent(issuer)}`,
  ) {
    const test: TestApp = await startConsole({
      settings: {
        oidcIssuer: issuer,
        oidcClientId: CLIENT.id,
        oidcClientSecret: CLIENT.secret,
        oidcScope: 'openid profile groups',
        oidcRoles: readGroupRoles('chiefs=admin'),
      },
    })
    try {
      const begun = await test.app.inject({ method: 'GET', url: '/console/sign-in/provider' })
      const address = new URL(String(begun.headers.location), ORIGIN)
      if (address.searchParams.get('refused')) return { outcome: address.searchParams.get('refused'), test: undefined }
      nonce = address.searchParams.get('nonce') ?? ''
      const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
      const url = `/console/sign-in/callback?${query(address.searchParams.get('state') ?? '')}`
      const answer = await test.app.inject({ method: 'GET', url, headers: { cookie } })
      assert.equal(answer.statusCode, 302)
      const outcome = new URL(String(answer.headers.location), ORIGIN).searchParams.get('refused') ?? 'signed in'
      if (outcome !== 'signed in') assert.ok(!String(answer.headers['set-cookie']).includes('limen-console='))
      return { outcome, accounts: (await test.ports.reviewers.list()).map(({ username }) => username) }
    } finally {
      await test.close()
    }
  }

  it('is believed while it says the truth', async () => {
    lie = honest()
    const { outcome, accounts } = await comeBack()
    assert.equal(outcome, 'signed in')
    assert.ok(accounts?.includes('mallory'))
  })

  const past = Math.floor(Date.now() / 1000) - 4_000
  const lies: [string, Partial<Lie>][] = [
    ['a token with another nonce', { claims: (claims) => ({ ...claims, nonce: 'another' }) }],
    ['a token without a nonce', { claims: ({ nonce: _, ...claims }) => claims }],
    ['a token of another issuer', { claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) }],
    ['a token for another client', { claims: (claims) => ({ ...claims, aud: 'another-client' }) }],
    ['a token for two clients that names no party', { claims: (claims) => ({ ...claims, aud: [CLIENT.id, 'other'] }) }],
    ['a token that has expired', { claims: (claims) => ({ ...claims, iat: past, exp: past + 60 }) }],
    ['a token with an empty subject', { claims: (claims) => ({ ...claims, sub: '' }) }],
    ['a token with a blank subject', { claims: (claims) => ({ ...claims, sub: ' ' }) }],
    ['a token without a subject', { claims: ({ sub: _, ...claims }) => claims }],
    ['a token signed by a stranger', { sign: signWith(stranger.privateKey) }],
    ['a token that nobody signed', { sign: async (claims) => new UnsecuredJWT(claims).encode() }],
    [
      'a token signed with the public key as a password',
      {
        sign: async (claims) =>
          new SignJWT(claims)
            .setProtectedHeader({ alg: 'HS256', kid: 'one' })
            .sign(Buffer.from(JSON.stringify(await exportJWK(publicKey)))),
      },
    ],
    ['userinfo of somebody else', { userinfo: (claims) => ({ ...claims, sub: 's-2' }) }],
    [
      'a description that names another issuer',
      { discovery: (document) => ({ ...document, issuer: 'https://evil.example' }) },
    ],
    ['an answer that is no JSON', { answer: (response) => void response.end('<html>hello</html>') }],
    [
      'an answer without a token',
      { answer: (response) => void response.setHeader('content-type', 'application/json').end('{}') },
    ],
    ['a line that is cut', { answer: (response) => void response.destroy() }],
  ]
  for (const [what, change] of lies)
    it(`is not believed: ${what}`, async () => {
      lie = { ...honest(), ...change }
      const { outcome, accounts = [] } = await comeBack()
      assert.ok(outcome === 'failed' || outcome === 'unavailable', String(outcome))
      assert.ok(!accounts.includes('mallory'), 'nothing is kept')
    })

  it('cannot pass off another provider’s answer as its own', async () => {
    lie = honest()
    const iss = encodeURIComponent('https://other.example')
    assert.equal((await comeBack((state) => `code=abc&state=${state}&iss=${iss}`)).outcome, 'failed')
    assert.equal(
      (await comeBack((state) => `code=abc&state=${state}`)).outcome,
      'failed',
      'it says that it names itself',
    )
    assert.equal(
      (await comeBack((state) => `code=abc&state=${state}&state=x&iss=${encodeURIComponent(issuer)}`)).outcome,
      'failed',
    )
  })
})
