import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { endSignIn, listSignIns } from '../../../actions/accounts/sign-ins.ts'
import { SignInEntry } from '../../../contract/console/console-settings.ts'
import type { ConsoleAuth } from '../../auth/console-auth.ts'
import type { HttpContext } from '../../context.ts'
import { BadCall } from '../../present/problems.ts'
import { answers, noContent } from './answers.ts'

const One = { schema: { params: Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{64}$' }) }), ...noContent } }

/** Who is signed in where: oneself under `session/`, everybody for admins. */
export const consoleSignInsRoutes = (
  { ports }: HttpContext,
  auth: ConsoleAuth,
  whose: 'own' | 'all',
): FastifyPluginAsyncTypebox =>
  async function signIns(app) {
    const path = whose === 'own' ? '/session/sign-ins' : '/sign-ins'
    const only = (request: FastifyRequest) => (whose === 'own' ? auth.personOf(request).username : undefined)

    app.get(path, { schema: answers(Type.Array(SignInEntry)) }, async (request): Promise<SignInEntry[]> => {
      const here = auth.hereOf(request)
      const all = await listSignIns(ports, only(request))
      return all.map(({ idSha256, username, network, agent, createdAt, seenAt }) => ({
        id: idSha256,
        username,
        network,
        agent,
        sinceUtc: createdAt.toISOString(),
        seenUtc: seenAt.toISOString(),
        here: idSha256 === here,
      }))
    })

    app.delete(`${path}/:id`, One, async (request, reply) => {
      const { id } = request.params as { id: string }
      const ended = await endSignIn(ports, id, auth.actorOf(request), only(request))
      if (!ended.ok) throw new BadCall('NOT_FOUND')
      return reply.code(204).send(null)
    })
  }
