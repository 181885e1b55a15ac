import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { limitRate } from '../../kernel/accounts/auth/auth.ts'
import { words } from '../../kernel/contract/schema.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { BadCall } from '../../kernel/http/problems.ts'
import { MODES } from '../../kernel/session/session-words.ts'
import { takeForms } from '../../platform/http/form-bodies.ts'
import { type IssueRefusal, issueCredential, redeemCode } from './issue-credential.ts'
import { ISSUED_CONFIGURATION, PRE_AUTHORIZED } from './issued-credentials.ts'
import { publishedKeys } from './rotate-issuer-key.ts'

const Params = Type.Object({ tenant: Type.String({ maxLength: 64 }), mode: words(MODES) })
type Params = Static<typeof Params>
const ListParams = Type.Object({ ...Params.properties, list: Type.String({ pattern: '^\\d{1,6}$', maxLength: 6 }) })

/** How long wallets and verifiers may cache the metadata of an issuer and its status lists. */
const KEPT_SECONDS = 300
/** How long a node reuses a signed status list; a revocation appears in the next one. */
const SIGNED_MS = 30_000
/** The largest request for a credential: a proof and a name. */
const LARGEST_BODY = 16_384

/**
 * What a wallet requests to get the tenant's own credential (OpenID4VCI 1.0, pre-authorized code), and what verifiers
 * look up: keys, type and status lists. Each tenant and mode is one issuer.
 */
export const issuerRoutes = (context: HttpContext): FastifyPluginAsyncTypebox =>
  async function issuer(app) {
    const { ports, issuer } = context
    if (!issuer) return
    const needs = { ...ports, issuer }
    const lists = new Map<string, { at: number; token: string }>()

    /**
     * A tenant that issues credentials, or has issued some that are still valid. Any other is answered as if it did not
     * exist, so that names cannot be guessed.
     */
    const issuerOf = async (params: Params) => {
      const tenant = await ports.tenants.load(params.tenant)
      const isPublic =
        tenant?.settings.issuance ?? (tenant && (await ports.issuedCredentials.oldestKey(params, ports.clock())))
      if (!tenant || isPublic === undefined) throw new BadCall('NOT_FOUND')
      return tenant
    }
    const issuingTenantOf = async (params: Params) => {
      const tenant = await ports.tenants.load(params.tenant)
      if (!tenant?.settings.issuance) throw new BadCall('NOT_FOUND')
      return tenant
    }

    takeForms(app, LARGEST_BODY)

    /** The address of the issuer comes after the name of the metadata (RFC 8414, 3.1; OpenID4VCI 1.0, 12.2.2). */
    const describe = (name: string, read: (params: Params) => Promise<object>) =>
      app.get(
        `/.well-known/${name}/api/v1/issuer/:tenant/:mode`,
        { schema: { hide: true, params: Params } },
        async ({ params }, reply) => kept(reply).send(await read(params)),
      )
    describe('openid-credential-issuer', async (params) =>
      issuer.metadata(params, await issuingTenantOf(params)).issuer)
    describe('oauth-authorization-server', async (params) =>
      issuer.metadata(params, await issuingTenantOf(params)).authorization)
    describe('jwt-vc-issuer', async (params) => {
      const keys = await publishedKeys(needs, params, await issuerOf(params))
      const jwks = { keys: keys.map(({ kid, jwk }) => ({ ...jwk, kid, use: 'sig', alg: 'ES256' })) }
      return { issuer: issuer.namesOf(params).issuer, jwks }
    })

    app.get(
      '/api/v1/issuer/:tenant/:mode/identity-verified',
      { schema: { hide: true, params: Params } },
      async ({ params }, reply) => kept(reply).send(issuer.metadata(params, await issuerOf(params)).type),
    )

    app.get(
      '/api/v1/issuer/:tenant/:mode/status/:list',
      { schema: { hide: true, params: ListParams } },
      async ({ params }, reply) => {
        const { settings } = await issuerOf(params)
        const now = ports.clock()
        const name = [params.tenant, params.mode, params.list].join('/')
        const known = lists.get(name)
        const age = known ? now.getTime() - known.at : SIGNED_MS
        let token = age >= 0 && age < SIGNED_MS ? known?.token : undefined
        if (token === undefined) {
          const list = Number(params.list)
          const revoked = await ports.issuedCredentials.revokedIn(params, list)
          if (!revoked) throw new BadCall('NOT_FOUND')
          const generation = settings.issuerKey?.generation ?? 0
          token = await issuer.signStatusList(params, generation, { list, revoked, now })
          lists.set(name, { at: now.getTime(), token })
        }
        return kept(reply).type('application/statuslist+jwt').send(token)
      },
    )

    app.post(
      '/api/v1/issuer/:tenant/:mode/nonce',
      { schema: { hide: true, params: Params } },
      async ({ params }, reply) => {
        await issuingTenantOf(params)
        return reply
          .header('cache-control', 'no-store')
          .send({ c_nonce: await issuer.drawNonce(params, ports.clock()) })
      },
    )

    app.post(
      '/api/v1/issuer/:tenant/:mode/token',
      { bodyLimit: LARGEST_BODY, schema: { hide: true, params: Params } },
      async ({ params, body }, reply) => {
        await issuingTenantOf(params)
        const { grant_type: grant, 'pre-authorized_code': code } = (body ?? {}) as Record<string, unknown>
        if (grant !== PRE_AUTHORIZED) return refuse(reply, 400, 'unsupported_grant_type')
        if (typeof code !== 'string') return refuse(reply, 400, 'invalid_request')
        const taken = await redeemCode(ports, params, code)
        if (!taken) return refuse(reply, 400, 'invalid_grant')
        return { access_token: taken.token, token_type: 'Bearer', expires_in: taken.seconds }
      },
    )

    app.post(
      '/api/v1/issuer/:tenant/:mode/credential',
      { bodyLimit: LARGEST_BODY, schema: { hide: true, params: Params } },
      async ({ params, body, headers }, reply) => {
        await issuingTenantOf(params)
        const [, token] = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(headers.authorization ?? '') ?? []
        if (!token) return refuse(reply, 401, 'invalid_token')
        limitRate(context, `wallet ${token}`)
        const { credential_configuration_id: wanted, proofs } = (body ?? {}) as Record<string, unknown>
        if (wanted !== ISSUED_CONFIGURATION) return refuse(reply, 400, 'unknown_credential_configuration')
        const jwts: unknown = (proofs as { jwt?: unknown } | undefined)?.jwt
        const [proof, ...others] = Array.isArray(jwts) ? (jwts as unknown[]) : []
        if (typeof proof !== 'string' || others.length) return refuse(reply, 400, 'invalid_proof')
        const issued = await issueCredential(needs, params, { token, proof })
        if (!issued.ok) return refuse(reply, issued.refusal === 'TOKEN_INVALID' ? 401 : 400, ERRORS[issued.refusal])
        return { credentials: [{ credential: issued.value }] }
      },
    )
  }

const ERRORS: Record<IssueRefusal, string> = {
  TOKEN_INVALID: 'invalid_token',
  PROOF_INVALID: 'invalid_proof',
  NONCE_INVALID: 'invalid_nonce',
}

/** An error response of OAuth (RFC 6749, 5.2; RFC 6750, 3; OpenID4VCI 1.0, 8.3.1). */
function refuse(reply: FastifyReply, status: 400 | 401, error: string) {
  if (status === 401) reply.header('www-authenticate', `Bearer error="${error}"`)
  return reply.code(status).send({ error })
}

const kept = (reply: FastifyReply) =>
  reply.header('cache-control', `public, max-age=${KEPT_SECONDS}`).header('access-control-allow-origin', '*')
