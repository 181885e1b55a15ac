import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import * as client from 'openid-client'
import { REDIRECT, register, signIn, startProviderApp } from './sign-in.ts'

describe('signing in with openid-client', () => {
  let test: Awaited<ReturnType<typeof startProviderApp>>
  before(async () => {
    test = await startProviderApp()
  })
  after(() => test.close())

  async function discover(id: string, secret: string) {
    return client.discovery(
      new URL(`${test.baseUrl}/openid`),
      id,
      { id_token_signed_response_alg: 'ES256' },
      client.ClientSecretBasic(secret),
      { execute: [client.allowInsecureRequests] },
    )
  }

  it('verifies a person and answers what was asked for', async () => {
    const { id, secret } = await register(test)
    const config = await discover(id, secret)
    const verifier = client.randomPKCECodeVerifier()
    const [state, nonce] = [client.randomState(), client.randomNonce()]
    const claims = {
      id_token: { given_name: null, age_over_18: null },
      userinfo: {
        nationalities: null,
        verified_claims: {
          verification: {
            trust_framework: null,
            time: null,
            evidence: [{ type: { value: 'document' }, check_details: null }],
          },
          claims: { family_name: null, birthdate: null },
        },
      },
    }
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT,
      scope: 'openid profile',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      claims: JSON.stringify(claims),
      ui_locales: 'ja de',
    })
    const answer = await signIn(test, address.href)
    assert.equal(answer.origin + answer.pathname, REDIRECT)
    const tokens = await client.authorizationCodeGrant(config, answer, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    const idToken = tokens.claims()
    console.log(idToken)
    const info = await client.fetchUserInfo(config, tokens.access_token, idToken?.sub ?? '')
    console.log(JSON.stringify(info, undefined, 1))
  })
})
