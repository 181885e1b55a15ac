import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { limitRate } from '../../kernel/accounts/auth/auth.ts'
import type { AuditAction } from '../../kernel/audit/audit-actions.ts'
import { commonEntry } from '../../kernel/audit/audit-entries.ts'
import { PROBLEMS } from '../../kernel/contract/problem.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { badCallOf } from '../../kernel/http/problems.ts'
import { MOST_RESULTS, providerConfig, resourceTypes, schemas } from './discovery.ts'
import { readFilter } from './domain/filter.ts'
import { patchGroup, patchUser, readOperations } from './domain/patch.ts'
import {
  invalidValue,
  presentGroup,
  presentUser,
  type Read,
  readGroup,
  readUser,
  type ScimGroup,
  type ScimProblem,
  type ScimUser,
} from './domain/resources.ts'
import { endAccount, followUser } from './follow-directory.ts'
import { findToken } from './tokens.ts'

const MEDIA = 'application/scim+json'
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** A group of ten thousand members. */
const LARGEST_BODY = 1_500_000
const DEFAULT_RESULTS = 100

const hidden = { hide: true } as const
const Named = { ...hidden, params: Type.Object({ id: Type.String({ maxLength: 200 }) }) }
const text = Type.Optional(Type.String({ maxLength: 2_000 }))
const Listed = {
  ...hidden,
  querystring: Type.Object({ filter: text, startIndex: text, count: text, attributes: text, excludedAttributes: text }),
}

/** An error of the protocol. */
class ScimError extends Error {
  readonly problem: ScimProblem
  constructor(problem: ScimProblem) {
    super(problem.detail)
    this.problem = problem
  }
}

const NOT_FOUND: ScimProblem = { status: 404, detail: 'There is no such resource.' }
const TAKEN: ScimProblem = { status: 409, type: 'uniqueness', detail: 'Another one has this name or external id.' }

/** Accounts and groups as the company's directory sends them (RFC 7644). */
export const scimRoutes = ({ ports, settings, ...context }: HttpContext): FastifyPluginAsyncTypebox =>
  async function scim(app) {
    const base = `${settings.baseUrl}/scim/v2`
    const actors = new WeakMap<FastifyRequest, string>()

    app.removeAllContentTypeParsers()
    const parse = app.getDefaultJsonParser('error', 'error')
    app.addContentTypeParser([MEDIA, 'application/json'], { parseAs: 'string', bodyLimit: LARGEST_BODY }, parse)

    app.setErrorHandler((error, request, reply) => {
      if (error instanceof ScimError) return sendProblem(reply, error.problem)
      const bad = badCallOf(error, [MEDIA])
      if (!bad) {
        request.log.error({ err: error }, 'a request of the directory failed')
        return sendProblem(reply, { status: 500, detail: 'Something went wrong here.' })
      }
      if (bad.retryAfterSeconds) reply.header('retry-after', bad.retryAfterSeconds)
      const [status, title] = PROBLEMS[bad.code]
      return sendProblem(reply, { status, detail: bad.message || title })
    })

    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const token = await findToken(ports, request.headers.authorization)
      if (!token) {
        reply.header('www-authenticate', 'Bearer')
        throw new ScimError({ status: 401, detail: 'The token is missing, unknown or revoked.' })
      }
      limitRate({ ports, settings, ...context }, `scim:${token.id}`)
      actors.set(request, `scim:${token.id}`)
    })

    const rulesOf = (request: FastifyRequest) => ({
      issuer: settings.oidcIssuer ?? '',
      roles: settings.oidcRoles,
      actor: actors.get(request) ?? '',
    })
    const entry = (request: FastifyRequest, action: AuditAction, detail: Record<string, string>) =>
      commonEntry(ports, actors.get(request) ?? '', action, detail)
    /** What groups give has changed: the accounts of these users follow. */
    const followMembers = async (request: FastifyRequest, ids: Iterable<string>) => {
      for (const id of new Set(ids)) {
        const [user] = await ports.scim.findUsers({ id })
        if (user) await followUser(ports, rulesOf(request), user)
      }
    }

    app.get('/ServiceProviderConfig', { schema: hidden }, async (_, reply) => send(reply, providerConfig(base)))
    for (const [path, all] of [
      ['/ResourceTypes', resourceTypes(base)],
      ['/Schemas', schemas(base)],
    ] as const) {
      app.get(path, { schema: hidden }, async (_, reply) => send(reply, listOf<object>(all, 1, all.length)))
      app.get(`${path}/:id`, { schema: Named }, async ({ params }, reply) =>
        send(reply, found(all.find(({ id }) => id === params.id))),
      )
    }

    app.get('/Users', { schema: Listed }, async ({ query }, reply) => {
      const filter = readOf(readFilter(query.filter, ['userName', 'externalId', 'id']))
      const users = await ports.scim.findUsers(filter)
      return send(
        reply,
        page(
          users.map((user) => presentUser(user, base)),
          query,
        ),
      )
    })

    app.get('/Users/:id', { schema: Named }, async ({ params }, reply) => {
      const [user] = await ports.scim.findUsers({ id: params.id })
      return send(reply, presentUser(found(user), base))
    })

    app.post('/Users', { schema: hidden }, async (request, reply) => {
      const now = ports.clock()
      const user: ScimUser = { id: randomUUID(), ...readOf(readUser(request.body)), createdAt: now, changedAt: now }
      const audit = entry(request, 'scim.user.create', { user: user.userName, active: String(user.active) })
      if (!(await ports.scim.createUser(user, audit))) throw new ScimError(TAKEN)
      await followUser(ports, rulesOf(request), user)
      const shown = presentUser(user, base)
      return send(reply.code(201).header('location', shown.meta.location), shown)
    })

    const changeUser = async (request: FastifyRequest, id: string, change: (user: ScimUser) => ScimUser) => {
      const known = found((await ports.scim.findUsers({ id }))[0])
      // The earlier account first, so that a crash between the two leaves nobody signed in whom no user stands for.
      const isOther = change(known).externalId !== known.externalId
      if (isOther) await endAccount(ports, rulesOf(request), known.externalId)
      const audit = entry(request, 'scim.user.change', { user: known.userName })
      const changedAt = ports.clock()
      const changed = await ports.scim.changeUser(id, (user) => ({ ...change(user), id, changedAt }), audit)
      if (changed === 'taken') {
        if (isOther) await followUser(ports, rulesOf(request), known)
        throw new ScimError(TAKEN)
      }
      const { before, after } = found(changed)
      if (before.externalId !== after.externalId) await endAccount(ports, rulesOf(request), before.externalId)
      await followUser(ports, rulesOf(request), after)
      return presentUser(after, base)
    }

    app.put('/Users/:id', { schema: Named }, async (request, reply) => {
      const change = (user: ScimUser): ScimUser => {
        const { createdAt, changedAt, id } = user
        return { id, createdAt, changedAt, ...readOf(readUser(request.body, user.active)) }
      }
      return send(reply, await changeUser(request, request.params.id, change))
    })

    app.patch('/Users/:id', { schema: Named }, async (request, reply) => {
      const operations = readOf(readOperations(request.body))
      const change = (user: ScimUser) => readOf(patchUser(user, operations))
      return send(reply, await changeUser(request, request.params.id, change))
    })

    app.delete('/Users/:id', { schema: Named }, async (request, reply) => {
      const { id } = request.params
      const [known] = await ports.scim.findUsers({ id })
      const { userName, externalId } = found(known)
      // The account first: after a crash between the two the directory finds the user still there, and deletes again.
      await endAccount(ports, rulesOf(request), externalId)
      for (const group of await ports.scim.findGroups({})) {
        if (!group.members.includes(id)) continue
        const left = entry(request, 'scim.group.change', { group: group.displayName })
        const without = (each: ScimGroup) => ({ ...each, members: each.members.filter((member) => member !== id) })
        await ports.scim.changeGroup(group.id, without, left)
      }
      found(await ports.scim.deleteUser(id, entry(request, 'scim.user.delete', { user: userName })))
      return reply.code(204).send()
    })

    app.get('/Groups', { schema: Listed }, async ({ query }, reply) => {
      const filter = readOf(readFilter(query.filter, ['displayName', 'externalId', 'id']))
      const groups = await ports.scim.findGroups(filter)
      const withMembers = showsMembers(query)
      return send(
        reply,
        page(
          groups.map((group) => presentGroup(group, base, withMembers)),
          query,
        ),
      )
    })

    app.get('/Groups/:id', { schema: { ...Named, ...Listed } }, async ({ params, query }, reply) => {
      const [group] = await ports.scim.findGroups({ id: params.id })
      return send(reply, presentGroup(found(group), base, showsMembers(query)))
    })

    app.post('/Groups', { schema: hidden, bodyLimit: LARGEST_BODY }, async (request, reply) => {
      const now = ports.clock()
      const fields = readOf(readGroup(request.body))
      const group: ScimGroup = { id: randomUUID(), ...fields, createdAt: now, changedAt: now }
      await knowMembers(group.members)
      const audit = entry(request, 'scim.group.create', { group: group.displayName })
      if (!(await ports.scim.createGroup(group, audit))) throw new ScimError(TAKEN)
      await followMembers(request, group.members)
      const shown = presentGroup(group, base)
      return send(reply.code(201).header('location', shown.meta.location), shown)
    })

    /** A member who is not there could be another one tomorrow. */
    async function knowMembers(ids: readonly string[]) {
      const known = new Set((await ports.scim.findUsers({})).map(({ id }) => id))
      const unknown = ids.find((id) => !known.has(id))
      if (unknown !== undefined) throw new ScimError(invalidValue(`There is no user ${unknown}.`))
    }

    const changeGroup = async (request: FastifyRequest, id: string, change: (group: ScimGroup) => ScimGroup) => {
      const [known] = await ports.scim.findGroups({ id })
      const group = found(known)
      const wanted = change(group).members
      await knowMembers(wanted.filter((member) => !group.members.includes(member)))
      const audit = entry(request, 'scim.group.change', { group: group.displayName })
      const changedAt = ports.clock()
      const changed = await ports.scim.changeGroup(id, (each) => ({ ...change(each), id, changedAt }), audit)
      if (changed === 'taken') throw new ScimError(TAKEN)
      const { before, after } = found(changed)
      const renamed = before.displayName !== after.displayName || before.externalId !== after.externalId
      const [old, next] = [new Set(before.members), new Set(after.members)]
      const touched = [...before.members, ...after.members].filter(
        (member) => renamed || old.has(member) !== next.has(member),
      )
      // A directory that got no answer sends the same again: then nothing has changed here, but an account may lack it.
      await followMembers(request, touched.length ? touched : after.members)
      return presentGroup(after, base)
    }

    app.put('/Groups/:id', { schema: Named, bodyLimit: LARGEST_BODY }, async (request, reply) => {
      const fields = readOf(readGroup(request.body))
      const change = ({ id, createdAt, changedAt }: ScimGroup): ScimGroup => ({ id, createdAt, changedAt, ...fields })
      return send(reply, await changeGroup(request, request.params.id, change))
    })

    app.patch('/Groups/:id', { schema: Named, bodyLimit: LARGEST_BODY }, async (request, reply) => {
      const operations = readOf(readOperations(request.body))
      const change = (group: ScimGroup) => readOf(patchGroup(group, operations))
      return send(reply, await changeGroup(request, request.params.id, change))
    })

    app.delete('/Groups/:id', { schema: Named }, async (request, reply) => {
      const { id } = request.params
      const [known] = await ports.scim.findGroups({ id })
      const audit = entry(request, 'scim.group.delete', { group: known?.displayName ?? id })
      const group = found(await ports.scim.deleteGroup(id, audit))
      await followMembers(request, group.members)
      return reply.code(204).send()
    })
  }

const send = (reply: FastifyReply, body: object) => reply.type(`${MEDIA}; charset=utf-8`).send(body)

const sendProblem = (reply: FastifyReply, { status, type, detail }: ScimProblem) =>
  send(reply.code(status), {
    schemas: [ERROR],
    status: String(status),
    ...(type && { scimType: type }),
    detail,
  })

function found<Resource>(resource: Resource | undefined): Resource {
  if (resource === undefined) throw new ScimError(NOT_FOUND)
  return resource
}

function readOf<Value>(read: Read<Value>): Value {
  if (!read.ok) throw new ScimError(read.refusal)
  return read.value
}

type Query = Partial<Record<'startIndex' | 'count' | 'attributes' | 'excludedAttributes', string>>

/** A page of a list; the first has the number 1 (RFC 7644, 3.4.2.4). */
function page(all: readonly object[], { startIndex, count }: Query) {
  const first = Math.max(1, whole(startIndex, 1))
  return listOf(all, first, Math.min(MOST_RESULTS, Math.max(0, whole(count, DEFAULT_RESULTS))))
}

const whole = (text: string | undefined, otherwise: number): number =>
  text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : otherwise

function listOf<Resource extends object>(all: readonly Resource[], first: number, count: number) {
  const Resources = all.slice(first - 1, first - 1 + count)
  return {
    schemas: [LIST],
    totalResults: all.length,
    startIndex: first,
    itemsPerPage: Resources.length,
    Resources,
  }
}

const showsMembers = ({ attributes, excludedAttributes }: Query): boolean =>
  !names(excludedAttributes).includes('members') && (attributes === undefined || names(attributes).includes('members'))

const names = (list = ''): string[] => list.split(',').map((name) => name.trim().toLowerCase())
