import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { ConsoleAuth } from '../../../kernel/accounts/auth/console-auth.ts'
import type { HttpContext } from '../../../kernel/http/context.ts'
import { BadCall } from '../../../kernel/http/problems.ts'
import { answers, noContent } from '../../../kernel/http/responses.ts'
import { tenantsOf } from '../../../kernel/tenants/tenant-scope.ts'
import { BLOCK_REFUSALS, blockPerson, unblockPerson } from '../actions/blocklist.ts'
import { BlockedResponse, BlocklistQuery, BlocklistView, BlockRequest } from '../contract/watchlist.ts'
import type { Blocked } from '../domain/blocklist.ts'

/** The tenant's own list. Anyone who reviews its sessions may read it. */
export const consoleBlocklistRoutes = ({ ports }: HttpContext, { personOf }: ConsoleAuth): FastifyPluginAsyncTypebox =>
  async function blocklist(app) {
    app.get(
      '/blocklist',
      { schema: { querystring: BlocklistQuery, ...answers(BlocklistView) } },
      async (request): Promise<BlocklistView> => {
        const person = personOf(request)
        const seen = tenantsOf(person)
        const shown = (await ports.tenants.all()).filter(({ id }) => seen?.includes(id) ?? true)
        const wanted = request.query.tenant ?? shown[0]?.id
        const tenant = shown.find(({ id }) => id === wanted)
        if (!tenant) throw new BadCall('NOT_FOUND')
        const entries = await ports.blocklist.all(tenant.id, request.query.mode ?? 'live')
        return {
          tenant: tenant.id,
          tenants: shown.map(({ id, name }) => ({ id, name })),
          mayChange: person.role === 'admin',
          entries: entries.map(viewOf),
        }
      },
    )
  }

function viewOf(entry: Blocked): BlocklistView['entries'][number] {
  const { id, kind, name, birth, number, sessionId, reason, by, at, faceGone } = entry
  const what = kind === 'name' ? [name, birth].filter(Boolean).join(', ') : kind === 'number' ? number : sessionId
  return {
    id,
    kind,
    what,
    reason,
    by,
    atUtc: at.toISOString(),
    faceGone,
  }
}

/** Only admins may change it. */
export const consoleBlocklistAdminRoutes = (
  { ports }: HttpContext,
  { personOf, actorOf }: ConsoleAuth,
): FastifyPluginAsyncTypebox =>
  async function blocklistAdmin(app) {
    app.post(
      '/blocklist',
      { schema: { body: BlockRequest, response: { 201: BlockedResponse } } },
      async (request, reply) => {
        const { tenant, mode, ...given } = request.body
        if (!(await ports.tenants.load(tenant))) throw new BadCall('NOT_FOUND')
        const who = { tenant, mode, actor: actorOf(request), by: personOf(request).username }
        const blocked = await blockPerson(ports, who, given)
        if (!blocked.ok) throw new BadCall('BAD_REQUEST', BLOCK_REFUSALS[blocked.refusal])
        return reply.code(201).send({ id: blocked.value.id })
      },
    )

    const one = {
      schema: {
        params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
        querystring: Type.Required(BlocklistQuery),
        ...noContent,
      },
    }
    app.delete('/blocklist/:id', one, async (request, reply) => {
      const { tenant, mode } = request.query
      const removed = await unblockPerson(ports, { tenant, mode, actor: actorOf(request) }, request.params.id)
      if (!removed) throw new BadCall('NOT_FOUND')
      return reply.code(204).send(null)
    })
  }
