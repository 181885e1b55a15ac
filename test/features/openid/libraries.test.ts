import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { exportJWK, generateKeyPair } from 'jose'
import * as client from 'openid-client'
import { type Came, services } from './services.ts'
import { begin, finish, locationOf, openBrowser, REDIRECT, register, startProviderApp, verify } from './sign-in.ts'

describe('signing in with', () => {
  let test: Awaited<ReturnType<typeof startProviderApp>>
  before(async () => {
    test = await startProviderApp()
  })
  after(() => test.close())
  /** The person's part, from the address of the provider to the answer to the service. */
  async function verifyAt(address: string, browser = openBrowser()): Promise<URL> {
    const { interaction, token } = await begin(browser, address)
    await verify(test, token)
    return finish(browser, interaction)
  }

  for (const [library, open] of Object.entries(services))
    it(library, async () => {
      const issuer = `${test.baseUrl}/openid`
      const service = await open({ issuer, register: (uri) => register(test, { redirectUris: [uri] }) })
      try {
        const browser = openBrowser()
        const begun = locationOf(await browser.visit(service.origin))
        let page = await browser.visit((await verifyAt(begun.href, browser)).href)
        if (page.headers.has('location')) page = await browser.visit(locationOf(page).href)
        const text = await page.text()
        const { token, info } = JSON.parse(/<pre id="came">(.*)<\/pre>/.exec(text)?.[1] ?? text) as Came
        assert.equal(info.given_name, 'ANNA MARIA')
        if (library === 'Auth.js') assert.equal(info.name, 'ANNA MARIA ERIKSSON')
        if (library !== 'openid-client') return
        assert.equal(token?.acr, 'urn:limen:assurance:basic')
        assert.equal(token?.age_over_18, true)
        const { verification, claims } = info.verified_claims as Record<string, Record<string, unknown>>
        assert.deepEqual(claims, { family_name: 'ERIKSSON', birthdate: '1974-08-12' })
        assert.equal(verification?.trust_framework, issuer)
      } finally {
        service.close()
      }
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
})
