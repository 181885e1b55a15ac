import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { type App, type AppParts, buildApp } from '../../src/app.ts'
import { features } from '../../src/features/index.ts'
import { openWallets, type WalletVerifier } from '../../src/features/wallet/verify/open-wallets.ts'
import { accept } from '../../src/formats/result.ts'
import { hashApiPassword } from '../../src/kernel/accounts/api-password.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { defaultPolicy } from '../../src/kernel/decision/change-policy.ts'
import type { HttpSettings } from '../../src/kernel/http/context.ts'
import { installFeatures } from '../../src/kernel/install-features.ts'
import { createLogger } from '../../src/kernel/operations/logger.ts'
import { createMetrics } from '../../src/kernel/operations/metrics.ts'
import { createReadiness, engineCheck } from '../../src/kernel/operations/readiness.ts'
import type { Ports } from '../../src/kernel/ports/ports.ts'
import type { Mode } from '../../src/kernel/session/session-words.ts'
import type { Storage, StorageOptions } from '../../src/kernel/storage/open.ts'
import type { TenantSettings } from '../../src/kernel/tenants/tenant.ts'
import { loadingFacesOf, openParts } from '../../src/main.ts'
import type { Guard } from '../../src/platform/http/fetch-guarded.ts'
import type { PageReading } from '../../src/vision/document/page-reading.ts'
import type { Engine, FaceResult, PageResult } from '../../src/vision/engine.ts'
import { licencePages, passportPage, selfie } from '../kernel/decision/genuine.ts'
import { placeMigrated } from './migrated.ts'
import { noTeaching } from './no-teaching.ts'

/** The real application on a storage of its own, with an engine that returns written readings. */
export interface TestApp {
  app: App
  ports: Ports
  storage: Storage
  /** Where its database and pictures lie, unless the options say otherwise. */
  dataDir: string
  settings: HttpSettings
  engine: WrittenEngine
  /** Everything that was logged so far. */
  log(): string
  /** The clock of the application; tests move it. */
  clock: { now: Date }
  /** The value of an Authorization header for a credential of the tenant. */
  login(tenant?: string, mode?: Mode): Promise<string>
  addTenant(id: string, settings?: Partial<TenantSettings>): Promise<void>
  close(): Promise<void>
}

/** What the engine answers next. Tests change it. */
export interface WrittenEngine extends Engine {
  page: Engine['readPage']
  face: Engine['readFace']
  challenge: Engine['readChallenge']
  isReady: boolean
  seen: Uint8Array[]
}

export interface TestAppOptions {
  settings?: Partial<HttpSettings>
  guard?: Omit<Guard, 'allowedHosts' | 'kind'>
  storage?: Partial<StorageOptions>
  logLevel?: string
  /** Of the credentials, where a test does not say: test. */
  mode?: Mode
  webhooks?: AppParts['webhooks']
  demo?: AppParts['demo']
  /** All of them, where a test does not say. */
  features?: AppParts['features']
  /** With which wallets are asked; without, none are. */
  wallets?: Pick<WalletVerifier, 'certificates' | 'key' | 'fetchStatusList' | 'issuers' | 'fetchMetadata'>
}

/** Starts an application on a storage of its own. */
export type StartApp = (options?: TestAppOptions) => Promise<TestApp>

const TENANT_SETTINGS: TenantSettings = {
  steps: ['document', 'face'],
  frameOrigins: [],
  retentionDays: 90,
  themes: { plain: {} },
}

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'limen-http-'))
  const clock = { now: new Date('2026-06-15T10:00:00.000Z') }
  const chosen = options.features ?? features
  installFeatures(chosen)
  if (!options.storage?.databaseUrl) await placeMigrated(folder)
  const engine = writtenEngine()
  const settings: HttpSettings = { ...DEFAULTS, ...options.settings }
  const lines: string[] = []
  const logger = createLogger(options.logLevel ?? 'trace', collect(lines))
  const metrics = createMetrics()
  const { storage, services, ports } = await openParts({
    config: { ...readConfig({ DATA_DIR: folder }), baseUrl: settings.baseUrl },
    storage: { dataDir: folder, ...options.storage, clock: () => clock.now, defaultPolicy: defaultPolicy() },
    engine,
    clock: () => clock.now,
    features: chosen,
    metrics,
  })
  const { guard, webhooks, demo } = options
  const readiness = createReadiness([...storage.checks, engineCheck(engine)], { limitMs: 3_000, keptMs: 0 })
  const app = await buildApp({
    ports,
    features: chosen,
    services: {
      ...services,
      ...(options.wallets && {
        wallets: openWallets({
          ...options.wallets,
          clientId: 'x509_hash',
          baseUrl: settings.baseUrl,
          trustedItems: storage.trustedItems,
        }),
      }),
    },
    settings,
    logger,
    metrics,
    readiness,
    loadingFaces: () => loadingFacesOf(storage),
    webhooks,
    demo,
    ...(guard ? { guard } : {}),
  })

  const addTenant = async (id: string, more: Partial<TenantSettings> = {}) => {
    await storage.tenants.create({ id, name: id, settings: { ...TENANT_SETTINGS, ...more } })
  }
  await addTenant('acme')

  return {
    app,
    ports,
    storage,
    dataDir: folder,
    settings,
    engine,
    clock,
    addTenant,
    log: () => lines.join(''),
    async login(tenant = 'acme', mode = options.mode ?? 'test') {
      const username = `user-${randomBytes(4).toString('hex')}`
      const password = randomBytes(32).toString('base64url')
      const passwordHash = await hashApiPassword(password)
      await storage.credentials.create({ username, tenant, mode, passwordHash, createdAt: clock.now })
      return basic(username, password)
    },
    async close() {
      await app.close()
      await storage.close()
      await rm(folder, { recursive: true, force: true })
      if (options.features) installFeatures(features)
    },
  }
}

export const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

export const DEFAULTS: HttpSettings = {
  baseUrl: 'http://localhost:8080',
  sessionMinutes: 60,
  sessionDays: 14,
  tokenMinutes: 60,
  retentionDays: 90,
  maxImageBytes: 10_000_000,
  maxMegapixels: 50,
  tokenRenewHours: 24,
  undoSeconds: 0,
  maxSide: 12_000,
  leastUploadRate: 0,
  allowedHosts: [],
  pictureHosts: [],
  trustProxy: [],
  rateLimit: 0,
  maxUploads: 48,
  uploadMegabytes: 160,
  frameAncestors: [],
  demo: true,
  codesFollowPage: false,
  demoPictures: true,
  localAccounts: true,
  requireSecondFactor: false,
  oidcName: 'your company account',
  oidcScope: 'openid profile email',
  oidcGroupsClaim: 'groups',
  oidcSubjectClaim: 'sub',
  oidcRoles: new Map(),
}

export const passport = (): PageResult => ({
  reading: passportPage(),
  images: { original_FRONT: JPEG, original_normalized_FRONT: JPEG, primary_face: JPEG },
  hash: new Uint8Array(),
})
export const front = (): PageResult => ({
  reading: licencePages()[0] as PageReading,
  images: { original_FRONT: JPEG, original_normalized_FRONT: JPEG, primary_face: JPEG },
  hash: new Uint8Array(),
})
export const back = (): PageResult => ({
  reading: licencePages()[1] as PageReading,
  images: { original_BACK: JPEG, original_normalized_BACK: JPEG },
  hash: new Uint8Array(),
})
export const face = (): FaceResult => ({
  reading: selfie({ age: 34, gender: 9200 }),
  images: { face_original: JPEG, face_cropped: JPEG },
  hash: new Uint8Array(),
})

/** A whole JPEG of 8 × 8 pixels. */
export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAAIAAgBAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APn+v//Z',
  'base64',
)

/** Answers as it was told, whatever the picture shows. */
export function writtenEngine(): WrittenEngine {
  return {
    ...noTeaching,
    seen: [],
    isReady: true,
    page: async () => accept(passport()),
    face: async () => accept(face()),
    challenge: async () => ({ seen: { frames: [] }, images: {}, models: [] }),
    readPage(picture, asked) {
      this.seen.push(Buffer.from(picture))
      return this.page(picture, asked)
    },
    readFace(picture, asked) {
      this.seen.push(Buffer.from(picture))
      return this.face(picture, asked)
    },
    readChallenge(frames) {
      this.seen.push(...frames)
      return this.challenge(frames)
    },
    readStoredPortrait: async (picture) => ({ image: picture }),
    rewritePicture: async (picture) => ({ image: Buffer.from(picture), hash: new Uint8Array() }),
    ready() {
      return this.isReady
    },
    async close() {},
  }
}

function collect(lines: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString('utf8'))
      done()
    },
  })
}
