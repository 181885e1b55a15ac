import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { ConsoleAuth } from '../../kernel/accounts/auth/console-auth.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { BadCall } from '../../kernel/http/problems.ts'
import { answers, noContent } from '../../kernel/http/responses.ts'
import { ClientEntry, ClientLook, ClientMade, ClientRequest } from './contract/clients.ts'
import { DEFAULT_CLIENT } from './domain/client.ts'
import { logoUrlOf } from './logo.ts'
import { changeClient, createClient, revokeClient } from './manage-clients.ts'

const Named = { params: Type.Object({ id: Type.String({ maxLength: 64 }) }) }

/** A logo of 200 kB, and what a client is registered with. */
const LARGEST_BODY = 400_000

/** The services that people sign in to. For admins; a secret is shown once and kept as a hash. */
export const clientRoutes = ({ ports, settings }: HttpContext, { actorOf }: ConsoleAuth): FastifyPluginAsyncTypebox =>
  async function clients(app) {
    app.get('/openid/clients', { schema: answers(Type.Array(ClientEntry)) }, async (): Promise<ClientEntry[]> => {
      const all = await ports.openIdClients.list()
      return all.map(({ secretSha256: _, jwks: __, logo, createdAt, revokedAt, ...client }) => ({
        ...client,
        ...(logo && !revokedAt && { logoUrl: logoUrlOf({ ...client, logo }) }),
        createdUtc: createdAt.toISOString(),
        ...(revokedAt && { revokedUtc: revokedAt.toISOString() }),
      }))
    })

    app.post(
      '/openid/clients',
      { bodyLimit: LARGEST_BODY, schema: { body: ClientRequest, ...answers(ClientMade) } },
      async (request): Promise<ClientMade> => {
        const { fapi, ...wanted } = request.body
        const created = await createClient(ports, {
          ...DEFAULT_CLIENT,
          ...wanted,
          authMethod: wanted.jwks ? 'private_key_jwt' : 'client_secret_basic',
          ...(fapi && { fapi }),
          actor: actorOf(request),
        })
        if (created.ok) return { ...created.value, issuer: `${settings.baseUrl}/openid` }
        throw new BadCall(
          'BAD_REQUEST',
          created.refusal === 'NO_SUCH_TENANT' ? `There is no tenant ${created.tenant}.` : `${created.problem}.`,
        )
      },
    )

    const change = { bodyLimit: LARGEST_BODY, schema: { ...Named, body: ClientLook, ...noContent } }
    app.patch('/openid/clients/:id', change, async (request, reply) => {
      const changed = await changeClient(ports, request.params.id, request.body, actorOf(request))
      if (!changed.ok && changed.refusal === 'NOT_FOUND') throw new BadCall('NOT_FOUND')
      if (!changed.ok) throw new BadCall('BAD_REQUEST', `${changed.problem}.`)
      return reply.code(204).send(null)
    })

    app.delete('/openid/clients/:id', { schema: { ...Named, ...noContent } }, async (request, reply) => {
      const revoked = await revokeClient(ports, request.params.id, actorOf(request))
      if (!revoked.ok) throw new BadCall('NOT_FOUND')
      return reply.code(204).send(null)
    })
  }
