import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashApiPassword, makeApiPassword } from '../../../src/kernel/accounts/api-password.ts'
import { readConfig } from '../../../src/kernel/config.ts'
import { defaultPolicy } from '../../../src/kernel/decision/change-policy.ts'
import type { InitializeResponse } from '../../../src/kernel/session/contract/session.ts'
import { openStorage } from '../../../src/kernel/storage/open.ts'
import type { TenantSettings } from '../../../src/kernel/tenants/tenant.ts'
import { type Service, startService } from '../../../src/main.ts'
import type { Engine } from '../../../src/vision/engine.ts'
import { basic } from '../../support/app.ts'

/** The whole service on a port and a folder of its own, with one tenant. */
export interface Stage {
  base: string
  login: { username: string; password: string }
  /** Makes a credential for live mode. */
  makeLive(): Promise<{ username: string; password: string }>
  clock: { now: () => Date }
  /** Of the process, where the service has its own. */
  pid: number | undefined
  /** Opens the storage of the service a second time, as a command does. */
  openStorage(): ReturnType<typeof openStorage>
  /** What a built service has printed: its log. */
  printed(): string
  /** The first account of the console. */
  admin: { username: string; password: string }
  /** Opens a session, as an integrator's server does. */
  initialize(body?: object): Promise<InitializeResponse>
  /** Asks a data endpoint. */
  data<Answer>(path: string): Promise<Answer>
  /** Calls an enrolment endpoint with a session's token, as another device would. */
  enrol(token: string, path: string, picture?: Uint8Array): Promise<unknown>
  close(): Promise<void>
}

export interface StageOptions {
  /** In place of the real one, where a test is not about pictures. */
  engine?: Engine
  settings?: Partial<TenantSettings>
  environment?: Record<string, string>
  tenantName?: string
  /** The service as `npm start` runs it, from dist and in a process of its own, instead of from its source. */
  built?: boolean
  /** In addition, under the supervisor. */
  supervised?: boolean
}

type Config = ReturnType<typeof readConfig>

export async function startStage(options: StageOptions = {}): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'limen-e2e-'))
  const port = await freePort()
  const login = { username: 'shop', password: makeApiPassword() }
  const environment = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    API_USERNAME: login.username,
    API_PASSWORD: login.password,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: '0',
    ...options.environment,
  }
  const config = readConfig(environment)
  const clock = { now: () => new Date() }
  await createTenant(config, options)
  const service = options.built
    ? await startBuilt(environment, options.supervised)
    : await startService({
        policy: defaultPolicy(),
        config,
        clock: () => clock.now(),
        ...(options.engine ? { engine: options.engine } : {}),
      })
  const base = config.baseUrl
  const authorization = basic(login.username, login.password)

  return {
    base,
    login,
    makeLive: () => makeLive(config),
    clock,
    pid: 'pid' in service ? service.pid : undefined,
    openStorage: () => openStorage({ ...config, clock: () => new Date(), defaultPolicy: defaultPolicy() }),
    printed: () => ('printed' in service ? service.printed() : ''),
    admin: service.firstAdmin ?? { username: '', password: '' },
    async initialize(body = {}) {
      const response = await fetch(`${base}/api/v1/enrolment/initialize`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ sessionId: randomUUID(), ...body }),
      })
      if (!response.ok) throw new Error(`initialize: ${response.status} ${await response.text()}`)
      return (await response.json()) as InitializeResponse
    },
    async data<Answer>(path: string) {
      const response = await fetch(`${base}/api/v1/data/${path}`, { headers: { authorization } })
      return (await response.json()) as Answer
    },
    async enrol(token, path, picture) {
      const response = await fetch(`${base}/api/v1/enrolment/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, ...(picture ? { 'content-type': 'image/jpeg' } : {}) },
        ...(picture ? { body: new Uint8Array(picture) } : {}),
      })
      return response.json()
    },
    async close() {
      await service.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What `npm start` starts, once it listens. */
async function startBuilt(
  environment: Record<string, string>,
  supervised = false,
): Promise<Pick<Service, 'firstAdmin' | 'close'> & { pid: number | undefined; printed(): string }> {
  const program = fileURLToPath(new URL('../../../dist/server/cli.js', import.meta.url))
  const { PATH, HOME } = process.env
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program, 'serve', ...(supervised ? ['--supervised'] : [])],
    {
      env: { PATH, HOME, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'exit')
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    printed += chunk
  })
  while (child.exitCode === null && child.signalCode === null) {
    const [, username, file] = /console name (\S+)\s+password +in (\S+)/.exec(printed) ?? []
    if (username && file) {
      const password = (await readFile(file, 'utf8')).trim()
      const close = async () => {
        child.kill('SIGTERM')
        await ended
      }
      return { firstAdmin: { username, password }, pid: child.pid, printed: () => printed, close }
    }
    await Promise.race([once(child.stdout, 'data'), ended])
  }
  throw new Error(`the built service ended before it listened: ${printed}`)
}

async function createTenant(config: Config, { settings, tenantName }: StageOptions) {
  const storage = await openStorage({ ...config, clock: () => new Date(), defaultPolicy: defaultPolicy() })
  await storage.tenants.create({
    id: 'default',
    name: tenantName ?? 'Utopia Bank',
    settings: { steps: ['document', 'face'], frameOrigins: [], retentionDays: 90, asksConsent: false, ...settings },
  })
  await storage.close()
}

async function makeLive(config: Config): Promise<Stage['login']> {
  const login = { username: 'shop-live', password: makeApiPassword() }
  const storage = await openStorage({ ...config, clock: () => new Date(), defaultPolicy: defaultPolicy() })
  await storage.credentials.create({
    username: login.username,
    tenant: 'default',
    mode: 'live',
    passwordHash: await hashApiPassword(login.password),
    createdAt: new Date(),
  })
  await storage.close()
  return login
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
