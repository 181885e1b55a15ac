import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Refused } from '../../../formats/result.ts'
import type { HttpContext } from '../../http/context.ts'
import { BadCall } from '../../http/problems.ts'
import { answers, noContent } from '../../http/responses.ts'
import {
  AccountChange,
  AccountChanged,
  AccountEntry,
  AccountRequest,
  CredentialEntry,
  CredentialRequest,
  ShownOnce,
  SignInEntry,
} from '../../tenants/contract/console-settings.ts'
import type { NoSuchTenant } from '../../tenants/tenant-scope.ts'
import type { ConsoleAuth } from '../auth/console-auth.ts'
import { RIGHTS } from '../credential-rights.ts'
import { createCredential, revokeCredential } from '../credentials.ts'
import { changeReviewer, createReviewer } from '../manage-reviewers.ts'
import { endSignIn, listSignIns } from '../sign-in.ts'

/** API credentials and the accounts of the console. For admins; a password is shown once and kept as a hash. */
export const consolePeopleRoutes = ({ ports }: HttpContext, { actorOf }: ConsoleAuth): FastifyPluginAsyncTypebox =>
  async function people(app) {
    const named = { params: Type.Object({ username: Type.String({ maxLength: 256 }) }) }

    app.get('/credentials', { schema: answers(Type.Array(CredentialEntry)) }, async (): Promise<CredentialEntry[]> => {
      const all = await ports.credentials.list()
      return all.map(({ passwordHash: _, createdAt, lastUsedAt, revokedAt, ...credential }) => ({
        rights: RIGHTS,
        ...credential,
        createdUtc: createdAt.toISOString(),
        lastUsedUtc: lastUsedAt?.toISOString(),
        revokedUtc: revokedAt?.toISOString(),
      }))
    })

    app.post(
      '/credentials',
      { schema: { body: CredentialRequest, ...answers(ShownOnce) } },
      async (request): Promise<ShownOnce> => {
        const created = await createCredential(ports, { mode: 'test', ...request.body, actor: actorOf(request) })
        if (!created.ok) throw new BadCall('BAD_REQUEST', inWords(created))
        return created.value
      },
    )

    app.delete('/credentials/:username', { schema: { ...named, ...noContent } }, async (request, reply) => {
      if (!(await revokeCredential(ports, request.params.username, actorOf(request)))) throw new BadCall('NOT_FOUND')
      return reply.code(204).send(null)
    })

    app.get('/accounts', { schema: answers(Type.Array(AccountEntry)) }, async (): Promise<AccountEntry[]> => {
      const now = ports.clock()
      const all = await ports.reviewers.list()
      return all.map(({ passwordHash: _, subject, totpSecret, createdAt, lockedUntil, disabledAt, ...account }) => ({
        ...account,
        secondFactor: totpSecret !== undefined,
        byProvider: subject !== undefined,
        createdUtc: createdAt.toISOString(),
        locked: lockedUntil !== undefined && lockedUntil > now,
        disabled: disabledAt !== undefined,
      }))
    })

    app.post(
      '/accounts',
      { schema: { body: AccountRequest, ...answers(ShownOnce) } },
      async (request): Promise<ShownOnce> => {
        const { tenants = 'all', ...wanted } = request.body
        const seen = tenants === 'all' ? {} : { tenants }
        const created = await createReviewer(ports, { ...wanted, ...seen, actor: actorOf(request) })
        if (!created.ok) throw new BadCall('BAD_REQUEST', inWords(created))
        return created.value
      },
    )

    const change = { schema: { ...named, body: AccountChange, ...answers(AccountChanged) } }
    app.patch('/accounts/:username', change, async (request): Promise<AccountChanged> => {
      const changed = await changeReviewer(ports, request.params.username, request.body, actorOf(request))
      if (changed.ok) return changed.value
      if (changed.refusal === 'NOT_FOUND') throw new BadCall('NOT_FOUND')
      if (changed.refusal === 'NOT_ADMIN') throw new BadCall('FORBIDDEN', inWords(changed))
      throw new BadCall('BAD_REQUEST', inWords(changed))
    })
  }

const WORDS = {
  BAD_NAME: 'A name has 2 to 64 of a-z, 0-9, dot, dash and underscore.',
  NAME_IN_USE: 'This name is in use.',
  WEAK_PASSWORD: 'This password is too easy to guess.',
  LAST_ADMIN: 'This is the last admin. Make another one first.',
  NOT_FOUND: 'The account does not exist.',
  NOT_ADMIN: 'This account is no longer an admin.',
  BY_PROVIDER: 'The provider of this account says what it may do; here it can only be disabled.',
}

const inWords = (refused: Refused<keyof typeof WORDS> | NoSuchTenant): string =>
  refused.refusal === 'NO_SUCH_TENANT' ? `There is no tenant ${refused.tenant}.` : WORDS[refused.refusal]

const One = {
  schema: { params: Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64 }) }), ...noContent },
}

/** Who is signed in where: one's own under `session/`, everybody for admins. */
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
      return all.map(({ idSha256, passwordMark: _, createdAt, seenAt, ...signIn }) => ({
        ...signIn,
        id: idSha256,
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
