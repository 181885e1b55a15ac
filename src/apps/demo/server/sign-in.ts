import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createLocalJWKSet, importJWK, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose'
import { type OpenIdClient, PROFILE_CLAIMS } from '../../../features/openid/domain/client.ts'
import { keyFor, macOf } from '../../../features/openid/keys.ts'
import { createClient } from '../../../features/openid/manage-clients.ts'
import { type Result, refuse } from '../../../formats/result.ts'
import type { HttpContext } from '../../../kernel/http/context.ts'
import { p256Key } from '../../../platform/keys/p256-key.ts'
import type { SignedIn, SignInBegun } from './sign-in-answers.ts'

/** What the page keeps until the person is back. */
interface Asked {
  tenant: string
  actor: string
}

const CLAIMS = [...PROFILE_CLAIMS, 'age_over_18', 'verified_claims']

const WANTED = {
  id_token: { age_over_18: null },
  userinfo: {
    verified_claims: {
      verification: { trust_framework: null, assurance_level: null, time: null, evidence: [{ type: null }] },
      claims: { given_name: null, family_name: null, birthdate: null },
    },
  },
}

/** The demo as a service that people sign in to: its server's part. Its client is for test mode, one for each tenant. */
export function demoSignIn({ ports, settings: { baseUrl } }: HttpContext, app: FastifyInstance) {
  const [issuer, redirectUri] = [`${baseUrl}/openid`, `${baseUrl}/demo`]

  async function clientOf({ tenant, actor }: Asked): Promise<Result<string, string>> {
    const { d: _, ...jwk } = await demoKey(ports, tenant)
    const isDemo = ({ mode, revokedAt, jwks }: OpenIdClient) =>
      mode === 'test' && !revokedAt && jwks?.keys[0]?.x === jwk.x
    const known = (await ports.openIdClients.list(tenant)).find(isDemo)
    if (known?.redirectUris.includes(redirectUri)) return { ok: true, value: known.id }
    const made = await createClient(ports, {
      tenant,
      mode: 'test',
      name: 'Limen demo',
      redirectUris: [redirectUri],
      postLogoutRedirectUris: [],
      authMethod: 'private_key_jwt',
      jwks: { keys: [{ ...jwk, alg: 'ES256', use: 'sig' }] },
      flow: 'identity',
      assurance: 'basic',
      claims: CLAIMS,
      onReferral: 'return',
      waitMinutes: 10,
      actor,
    })
    if (made.ok) return { ok: true, value: made.value.id }
    return refuse(made.refusal === 'UNUSABLE' ? made.problem : 'the tenant is not there')
  }

  /** The requests of the service's server, which reach this process without leaving it. */
  async function ask(url: string, authorization: string | undefined, fields?: Record<string, string>) {
    const answer = await app.inject({
      method: fields ? 'POST' : 'GET',
      url,
      headers: {
        ...(authorization && { authorization }),
        ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(fields && { payload: new URLSearchParams(fields).toString() }),
    })
    const said = answer.json<Record<string, unknown>>()
    return answer.statusCode === 200 ? said : refuse(`${url}: ${String(said.error_description ?? said.error)}`)
  }

  return {
    async begin(asked: Asked): Promise<Result<SignInBegun, string>> {
      const client = await clientOf(asked)
      if (!client.ok) return client
      const [state, nonce, verifier] = [1, 2, 3].map(() => randomBytes(32).toString('base64url')) as [
        string,
        string,
        string,
      ]
      const address = `${issuer}/auth?${new URLSearchParams({
        client_id: client.value,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid profile',
        state,
        nonce,
        claims: JSON.stringify(WANTED),
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })}`
      return { ok: true, value: { address, state, nonce, verifier } }
    },

    async finish(
      asked: Asked,
      { code, verifier, nonce }: { code: string; verifier: string; nonce: string },
    ): Promise<Result<SignedIn, string>> {
      const client = await clientOf(asked)
      if (!client.ok) return client
      const key = await importJWK({ ...(await demoKey(ports, asked.tenant)), alg: 'ES256' })
      const assertion = await new SignJWT({ jti: randomUUID() })
        .setProtectedHeader({ alg: 'ES256' })
        .setIssuer(client.value)
        .setSubject(client.value)
        .setAudience(issuer)
        .setIssuedAt()
        .setExpirationTime('1m')
        .sign(key)
      const tokens = await ask('/openid/token', undefined, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      })
      if (isRefused(tokens)) return tokens
      const keys = await ask('/openid/jwks', undefined)
      if (isRefused(keys)) return keys
      const { payload } = await jwtVerify(
        String(tokens.id_token),
        createLocalJWKSet(keys as unknown as JSONWebKeySet),
        { issuer, audience: client.value, algorithms: ['ES256'] },
      )
      if (payload.nonce !== nonce) return refuse('the answer is to another request')
      const userinfo = await ask('/openid/me', `Bearer ${String(tokens.access_token)}`)
      if (isRefused(userinfo)) return userinfo
      return { ok: true, value: { idToken: payload, userinfo } }
    },
  }
}

type Refused = ReturnType<typeof refuse<string>>

const isRefused = (answer: Record<string, unknown> | Refused): answer is Refused =>
  'ok' in answer && answer.ok === false

/** The key of the demo's client: every node of the installation derives the same one. */
async function demoKey({ secrets }: Pick<HttpContext['ports'], 'secrets'>, tenant: string) {
  const key = await keyFor(secrets, 'demo')
  return p256Key((attempt) => macOf(key, tenant, String(attempt)))
}
