import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { demoInbox } from '../../../src/apps/demo/server/demo.ts'
import { accept } from '../../../src/formats/result.ts'
import { hashPassword } from '../../../src/kernel/accounts/passwords.ts'
import { CONSOLE_HEADER } from '../../../src/kernel/contract/console-words.ts'
import { MODES, type Mode } from '../../../src/kernel/session/session-words.ts'
import { finishedSession, startSession } from '../../api/client.ts'
import { ORIGIN, signIn } from '../../apps/console/console.ts'
import { issuedPage } from '../../kernel/decision/genuine.ts'
import { basic, passport, startTestApp, type TestApp } from '../../support/app.ts'
import { ACCESS, type Answer, type Line, MATRIX, ROLES, type Role } from './matrix.ts'

const TENANTS = ['globex', 'initech'] as const
type Tenant = (typeof TENANTS)[number]
const METRICS_TOKEN = 'a-token-of-those-who-run-the-service'
/** In the form of those that the service makes, which is checked without the slow hash. */
const PASSWORD = randomBytes(32).toString('base64url')

const otherTenant = (tenant: Tenant): Tenant => (tenant === 'globex' ? 'initech' : 'globex')
const otherMode = (mode: Mode): Mode => (mode === 'test' ? 'live' : 'test')

describe('who may do what: every route, every role, both modes, two tenants', () => {
  let test: TestApp
  let passwordHash: string
  const routes = new Set<string>()
  const collect = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) routes.add(`${each} ${url}`)
    })
  }

  before(async () => {
    subscribe('fastify.initialization', collect)
    const oidc = { oidcIssuer: 'https://127.0.0.1:9', oidcClientId: 'limen', oidcClientSecret: 'secret' }
    test = await startTestApp({
      logLevel: 'silent',
      settings: { metricsToken: METRICS_TOKEN, ...oidc },
      demo: demoInbox(
        async () => [],
        () => new Date(),
      ),
    })
    unsubscribe('fastify.initialization', collect)
    // Waits for a reviewer once it is finished.
    test.engine.page = async () => accept({ ...passport(), reading: issuedPage({ editor: 'Some Editor 1.0' }) })
    const issuance = { claims: ['given_name' as const], days: 30 }
    for (const tenant of TENANTS) await test.addTenant(tenant, { issuance })
    passwordHash = await hashPassword(PASSWORD)
    for (const tenant of TENANTS)
      await test.ports.reviewers.create({ username: `of-${tenant}`, passwordHash, role: 'reviewer', tenants: [tenant] })
    await test.ports.reviewers.create({ username: 'admin', passwordHash, role: 'admin' })
  })
  after(() => test.close())

  it('has a line for every route, and no line without a route', () => {
    const shown = [...routes].filter((route) => !route.startsWith('HEAD ')).sort()
    assert.deepEqual(shown, Object.keys(MATRIX).sort())
    const heads = [...routes].filter((route) => route.startsWith('HEAD '))
    for (const head of heads) assert.ok(routes.has(head.replace('HEAD', 'GET')), `${head} has no GET`)
  })

  for (const tenant of TENANTS)
    for (const mode of MODES)
      it(`a ${mode} session of ${tenant}`, async () => {
        const browsers = new Map<string, string>()
        const browserOf = async (username: string) => {
          const cookie = browsers.get(username) ?? (await signIn(test, username, PASSWORD)).cookie
          browsers.set(username, cookie)
          return { cookie }
        }
        const target = await finishedSession(test, {}, tenant, mode)
        const kept = new Map<Role, string>([['token', `Bearer ${target.accessToken}`]])
        const wrong: string[] = []
        for (const [route, line] of Object.entries(MATRIX)) {
          for (const role of refusedFirst(line)) {
            const expected = ACCESS[line.access][role]
            const changes = expected === 'allowed' && !route.startsWith('GET ')
            const { sessionId } =
              changes && route.includes(':sessionId') ? await finishedSession(test, {}, tenant, mode) : target
            const username = role.includes('another') ? `of-${otherTenant(tenant)}` : `of-${tenant}`
            const headers = isConsole(role)
              ? await browserOf(role === 'admin' ? 'admin' : username)
              : { authorization: await authorizationOf(role, { line, tenant, mode }, kept) }
            const answer = await test.app.inject(requestFor(route, line, { tenant, mode, sessionId }, headers))
            if (line.signsOut && expected === 'allowed') browsers.clear()
            if (route.endsWith('/events')) answer.stream().destroy()
            const given = classOf(answer.statusCode, line, expected)
            if (given !== expected)
              wrong.push(
                `${route}, ${role}: ${given} (${answer.statusCode} ${answer.headers['content-type']}), not ${expected}`,
              )
          }
        }
        assert.deepEqual(wrong, [])
        const { status } = (await target.integrator.get(`${target.sessionId}/status`)).json()
        assert.equal(status, 'WAITING_FOR_MANUAL_APPROVE', 'those who were refused changed nothing')
      })

  /**
   * The value of the header. A new one where the session of the token would change, and where a name and a password are refused:
   * guessing the same again and again is slowed down.
   */
  async function authorizationOf(
    role: Role,
    { line, ...of }: { line: Line; tenant: Tenant; mode: Mode },
    kept: Map<Role, string>,
  ): Promise<string> {
    const isNew =
      (role.startsWith('token') && line.access === 'token') ||
      (role.startsWith('credential') && line.access.endsWith('by the API')) ||
      (role.endsWith('by the API') && line.access.startsWith('credential'))
    const value = (isNew ? undefined : kept.get(role)) ?? (await newAuthorization(role, of))
    if (!isNew) kept.set(role, value)
    return value
  }

  async function newAuthorization(role: Role, { tenant, mode }: { tenant: Tenant; mode: Mode }): Promise<string> {
    if (role === 'operator') return `Bearer ${METRICS_TOKEN}`
    const of = role.includes('another tenant') ? otherTenant(tenant) : tenant
    if (role.startsWith('token')) return `Bearer ${(await startSession(test, {}, of, mode)).accessToken}`
    if (role.startsWith('credential')) return test.login(of, role.endsWith('other mode') ? otherMode(mode) : mode)
    if (!role.endsWith('by the API')) return ''
    const username = `person-${randomUUID()}`
    const rights = role.startsWith('admin') ? { role: 'admin' as const } : { role: 'reviewer' as const, tenants: [of] }
    await test.ports.reviewers.create({ username, passwordHash, ...rights })
    return basic(username, PASSWORD)
  }
})

const isConsole = (role: Role) => role === 'admin' || role === 'reviewer' || role === 'reviewer of another tenant'

/** Those who may change it come last. */
const refusedFirst = ({ access }: Line): Role[] =>
  ROLES.toSorted((a, b) => Number(ACCESS[access][a] === 'allowed') - Number(ACCESS[access][b] === 'allowed'))

function classOf(status: number, { missing }: Line, expected: Answer) {
  if (status === 404 && missing && expected === 'allowed') return expected
  return status === 401 || status === 403 || status === 404 ? status : status < 500 ? 'allowed' : 'fault'
}

let addresses = 0

function requestFor(
  route: string,
  { body }: Line,
  { tenant, mode, sessionId }: { tenant: Tenant; mode: Mode; sessionId: string },
  headers: Record<string, string>,
): InjectOptions {
  const [method = '', path = ''] = route.split(' ')
  const names: Record<string, string> = {
    sessionId,
    tenant,
    mode,
    otherId: randomUUID(),
    imageName: 'original_FRONT',
    list: '0',
    version: '1',
    id: path.includes('/documents/') || path.includes('/wallet/') ? randomUUID() : 'a'.repeat(64),
  }
  addresses += 1
  return {
    method: method as NonNullable<InjectOptions['method']>,
    url: path.replace(/:(\w+)/g, (_, name: string) => names[name] ?? 'none').replace('*', 'none'),
    // Everything that a browser sends by itself; only who asks differs.
    headers: { [CONSOLE_HEADER]: '1', origin: ORIGIN, ...headers },
    // A stream that goes on is not waited for.
    payloadAsStream: path.endsWith('/events'),
    remoteAddress: `198.51.${(addresses >> 8) & 255}.${addresses & 255}`,
    ...(method !== 'GET' && body && { payload: body }),
  }
}
