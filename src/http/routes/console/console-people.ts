import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { createCredential } from '../../../actions/admin/create-credential.ts'
import { changeReviewer, createReviewer } from '../../../actions/admin/manage-reviewers.ts'
import {
  AccountChange,
  type AccountEntry,
  AccountRequest,
  type CredentialEntry,
  CredentialRequest,
  type ShownOnce,
  type TenantsSeen,
} from '../../../contract/console/console-settings.ts'
import type { ConsoleAuth } from '../../auth/console-auth.ts'
import type { HttpContext } from '../../context.ts'
import { BadCall } from '../../present/problems.ts'

/** API credentials and the accounts of the console. For admins; a password is shown once and kept as a hash. */
export const consolePeopleRoutes = ({ ports }: HttpContext, { actorOf }: ConsoleAuth): FastifyPluginAsyncTypebox =>
  async function people(app) {
    const named = { params: Type.Object({ username: Type.String({ maxLength: 256 }) }) }

    const known = async (tenants: TenantsSeen = 'all') => {
      if (tenants === 'all') return
      const all = (await ports.tenants.all()).map(({ id }) => id)
      const stranger = tenants.find((tenant) => !all.includes(tenant))
      if (stranger !== undefined) throw new BadCall('BAD_REQUEST', `There is no tenant ${stranger}.`)
    }

    app.get('/credentials', async (): Promise<CredentialEntry[]> => {
      const all = await ports.credentials.list()
      return all.map(({ username, tenant, createdAt, lastUsedAt, revokedAt }) => ({
        username,
        tenant,
        createdUtc: createdAt.toISOString(),
        ...(lastUsedAt && { lastUsedUtc: lastUsedAt.toISOString() }),
        ...(revokedAt && { revokedUtc: revokedAt.toISOString() }),
      }))
    })

    app.post('/credentials', { schema: { body: CredentialRequest } }, async (request): Promise<ShownOnce> => {
      const { tenant } = request.body
      if (!(await ports.tenants.load(tenant))) throw new BadCall('BAD_REQUEST', 'There is no such tenant.')
      return createCredential(ports, { tenant, actor: actorOf(request) })
    })

    app.delete('/credentials/:username', { schema: named }, async (request, reply) => {
      const { username } = request.params
      const now = ports.clock()
      const credential = (await ports.credentials.list()).find((each) => each.username === username)
      if (!credential || !(await ports.credentials.revoke(username, now))) throw new BadCall('NOT_FOUND')
      const entry = { at: now, tenant: credential.tenant, actor: actorOf(request), detail: { username } }
      await ports.audit.record({ ...entry, action: 'credential.revoke' })
      return reply.code(204).send()
    })

    app.get('/accounts', async (): Promise<AccountEntry[]> => {
      const now = ports.clock()
      const all = await ports.reviewers.list()
      return all.map(({ username, role, tenants, totpSecret, createdAt, lockedUntil, disabledAt }) => ({
        username,
        role,
        ...(tenants && { tenants }),
        secondFactor: totpSecret !== undefined,
        createdUtc: createdAt.toISOString(),
        locked: lockedUntil !== undefined && lockedUntil > now,
        disabled: disabledAt !== undefined,
      }))
    })

    app.post('/accounts', { schema: { body: AccountRequest } }, async (request): Promise<ShownOnce> => {
      const { tenants = 'all', ...wanted } = request.body
      await known(tenants)
      const seen = tenants === 'all' ? {} : { tenants }
      const created = await createReviewer(ports, { ...wanted, ...seen, actor: actorOf(request) })
      if (!created.ok) throw new BadCall('BAD_REQUEST', 'This name is in use.')
      return created.value
    })

    const change = { schema: { ...named, body: AccountChange } }
    app.patch('/accounts/:username', change, async (request): Promise<{ password?: string }> => {
      await known(request.body.tenants)
      const changed = await changeReviewer(ports, request.params.username, request.body, actorOf(request))
      if (changed.ok) return changed.value
      if (changed.refusal === 'NOT_FOUND') throw new BadCall('NOT_FOUND')
      throw new BadCall('BAD_REQUEST', 'This is the last admin. Make another one first.')
    })
  }
