import { randomUUID } from 'node:crypto'
import program from '../package.json' with { type: 'json' }
import { buildApp } from './app.ts'
import { DEMO_ADDRESS, demoInbox, postWithDemo } from './apps/demo/server/demo.ts'
import { features as all } from './features/index.ts'
import { openInvitations } from './kernel/accounts/auth/invite.ts'
import { applyApiPassword, ensureFirstCredential } from './kernel/accounts/credentials.ts'
import { ensureFirstAdmin } from './kernel/accounts/manage-reviewers.ts'
import { linkAudit } from './kernel/audit/audit-chain.ts'
import { secondsSinceBackup } from './kernel/backup/back-up.ts'
import type { Config } from './kernel/config.ts'
import type { Policy } from './kernel/decision/policy.ts'
import { openDelivery, type Post } from './kernel/events/deliver-webhooks.ts'
import { readWebhookSecrets } from './kernel/events/webhook-secret.ts'
import type { Feature } from './kernel/feature.ts'
import type { Services } from './kernel/feature-types.ts'
import { installFeatures } from './kernel/install-features.ts'
import { createLogger } from './kernel/operations/logger.ts'
import { createMetrics, keptForScrape, type Metrics } from './kernel/operations/metrics.ts'
import { createReadiness, engineCheck, type LoadingFaces } from './kernel/operations/readiness.ts'
import { repeat } from './kernel/operations/repeat.ts'
import { type ClockWatch, openClockWatch, type SweepLog, sweep } from './kernel/operations/sweep.ts'
import { tracePost } from './kernel/operations/trace-requests.ts'
import { openWatchdog } from './kernel/operations/watchdog.ts'
import type { Ports } from './kernel/ports/ports.ts'
import type { Mode } from './kernel/session/session-words.ts'
import { openStorage, type Storage, type StorageOptions } from './kernel/storage/open.ts'
import { ensureDefaultTenant } from './kernel/tenants/tenants.ts'
import { fetchGuarded, guardWebhooks } from './platform/http/fetch-guarded.ts'
import type { S3Credentials } from './platform/objects/s3.ts'
import { warnOfSharing } from './platform/sql/find-pooling.ts'
import { openLogOutput } from './platform/telemetry/log-output.ts'
import type { TelemetrySettings } from './platform/telemetry/settings.ts'
import type { Tracing } from './platform/telemetry/tracing.ts'
import { listCatalogue } from './vision/catalogue/catalogue.ts'
import type { Engine } from './vision/engine.ts'
import { modelCheck } from './vision/nets/find-missing.ts'
import { openEngine } from './vision/process/pool.ts'

export interface Service {
  /** Where it listens. */
  address: string
  /** The first credential, if this start made it: its password can only be shown now, unless the operator chose it. */
  firstCredential?: { username: string; password?: string; mode: Mode } | undefined
  /** The first account of the console, likewise. */
  firstAdmin?: { username: string; password: string } | undefined
  /** Finishes what was accepted, then releases everything. */
  close(): Promise<void>
}

interface Wiring {
  config: Config
  /** The policy for tenants without one of their own. */
  policy: Policy
  s3?: S3Credentials | undefined
  /** Where traces and metrics are sent, if anywhere. */
  telemetry?: TelemetrySettings | undefined
  /** In place of the real one, for tests that are not about pictures. */
  engine?: Engine
  clock?: () => Date
  /** All of them, unless a test wants fewer. */
  features?: readonly Feature[]
  /** How often a supervisor has started the service again. */
  restarts?: number
  /** Whether the process is ended when its event loop stands still. */
  isWatched?: boolean
}

const SWEEP_MS = 60_000
const WEBHOOK_MS = 1_000
/** How long an audit entry may wait until it is added to the hash chain. */
const LINK_MS = 1_000
/** How soon after an erasure the files are cleaned. A log is truncated quickly; a vacuum reads whole tables. */
const COMPACT_MS = { sqlite: 1_000, postgres: 60_000 }

/** The composition root: settings → storage → engine → http, and the work outside requests. */
export async function startService({
  config,
  policy,
  s3,
  telemetry: asked,
  engine: given,
  clock = () => new Date(),
  features = all,
  restarts = 0,
  isWatched = false,
}: Wiring): Promise<Service> {
  const output = openLogOutput()
  const logger = createLogger(config.logLevel, output)
  const metrics = createMetrics()
  metrics.watch('limen_log_lines_dropped_total', 'Lines of the log that could not be written.', output.dropped)
  const warn = (message: string) => logger.warn(message)
  const info = (message: string) => logger.info(message)
  const restarted = 'How often the supervisor has started the service again after a fault.'
  metrics.watch('limen_service_restarts_total', restarted, () => restarts)
  if (restarts) logger.error({ restarts }, 'the service was started again after a fault')
  const telemetry = asked && (await startTelemetry(asked, metrics, warn))
  const tracing = telemetry?.tracing
  // First, since its workers take the longest to be ready.
  const pool = given ? undefined : startEngine(config, metrics, tracing, warn)
  const leastFreeBytes = config.minFreeMegabytes * 1e6
  const refusedRow = openRefusedLog(warn)
  const options = { ...config, s3, clock, leastFreeBytes, defaultPolicy: policy, tracing, refusedRow, warn }
  const engine = given ?? (pool as Engine)
  const opening = openParts({ config, storage: options, engine, clock, features, metrics })
  const { storage, services, ports } = await opening.catch(async (error) => {
    await pool?.close()
    throw error
  })
  if (pool) metrics.watch('limen_engine_queue_length', 'Pictures that wait for a worker.', () => pool.state().queued)
  watchStorage(metrics, storage, clock)
  if (storage.database.kind === 'postgres') await warnOfSharing(config.databaseUrl, warn)

  for (const { id } of await storage.installation.unsignedRows({ withoutEntries: true })) refusedRow(id)
  await ensureDefaultTenant(ports, config.retentionDays)
  const { apiUsername: username, apiPassword: password, apiMode: mode } = config
  const firstCredential = await ensureFirstCredential(ports, { username, password, mode })
  const changedPassword = firstCredential ? undefined : await applyApiPassword(ports, { username, password })
  if (changedPassword) logger.warn(changedPassword)
  const firstAdmin = await ensureFirstAdmin(ports)
  const webhooks = {
    url: config.webhookUrl,
    secrets: config.webhookSecret,
    invite: openInvitations(ports, config),
    owner: randomUUID(),
  }
  const secretsOf = async (id: string) => {
    const tenant = await ports.tenants.load(id)
    return tenant ? (await readWebhookSecrets(ports, webhooks.secrets, tenant)).map(({ secret }) => secret) : []
  }
  const demo = config.demo ? demoInbox(secretsOf, clock) : undefined
  const readiness = createReadiness([
    ...storage.checks,
    engineCheck(engine),
    ...(given ? [] : [modelCheck({ modelsFile: config.modelsFile })]),
  ])
  const watchdog = isWatched ? openWatchdog({ isSilent: config.logLevel === 'silent' }) : undefined
  const app = await buildApp({
    ports,
    features,
    services,
    settings: config,
    logger,
    metrics,
    readiness,
    loadingFaces: () => loadingFacesOf(storage),
    restarts,
    watchdog,
    webhooks,
    demo,
    tracing,
  })
  const send: Post = async (url, headers, body) =>
    (
      await fetchGuarded(guardWebhooks(config.allowedHosts, config.webhookUrl), url, {
        method: 'POST',
        headers,
        body,
        maxBytes: 65_536,
        redirects: 0,
      })
    ).status
  const post = tracePost(send, tracing)
  const problem = (where: string) => (error: unknown) => {
    metrics.fault(where)
    logger.error({ err: error }, `${where} failed; it will be retried`)
  }
  const delivery = demo
    ? openDelivery(ports, { ...webhooks, demoUrl: DEMO_ADDRESS }, postWithDemo(demo, post), problem('webhooks'))
    : openDelivery(ports, webhooks, post, problem('webhooks'))
  const [swept, clockDoubt] = [sweepLog(logger), openClockWatch(storage.settings, clock)]
  const { owner } = webhooks
  const jobs = await Promise.all(
    features.map((each) => each.jobs?.({ ports, storage, config, metrics, owner, info, warn }) ?? []),
  )
  const background = [
    ...jobs.flat().map(({ name, everyMs, run }) => repeat(everyMs, run, problem(name))),
    repeat(WEBHOOK_MS, async () => (await delivery.round()) > 0, problem('webhooks')),
    repeat(SWEEP_MS, () => sweepOnce(ports, config.tokenMinutes, swept, clockDoubt), problem('sweep')),
    repeat(LINK_MS, async () => (await linkAudit(ports)) > 0, problem('audit chain')),
    repeat(COMPACT_MS[storage.database.kind], () => storage.tidy().then(() => false), problem('compaction')),
  ]

  const close = async () => {
    await app.close()
    await Promise.all([storage.faceIndex.stop(), ...background.map((each) => each.stop())])
    await delivery.settled()
    await engine.close()
    await telemetry?.close() // its last metrics query the database
    await storage.close()
    await watchdog?.stop()
  }
  const address = await app.listen({ port: config.port, host: config.host }).catch(async (error) => {
    await close()
    throw error
  })
  watchdog?.start()
  return { address, firstCredential, firstAdmin, close }
}

/** The faces that are still being read; the service answers meanwhile, and refers who it cannot search for. */
export function loadingFacesOf({ faceIndex }: Pick<Storage, 'faceIndex'>): LoadingFaces | undefined {
  const { faces, total } = faceIndex.progress()
  return faces < total ? { loaded: faces, total } : undefined
}

/** Figures that the storage provides for the whole installation. */
export function watchStorage(
  { watch }: Metrics,
  { sessions, outbox, settings }: Pick<Storage, 'sessions' | 'outbox' | 'settings'>,
  clock: () => Date,
): void {
  const countSessions = keptForScrape(() => sessions.countByStatus())
  const byModeAndStatus = async () =>
    Object.entries(await countSessions()).flatMap(([mode, counts]) =>
      Object.entries(counts).map(([status, value]) => ({ labels: { mode, status }, value })),
    )
  watch('limen_sessions', 'Sessions by mode and status.', byModeAndStatus, ['mode', 'status'])
  watch(
    'limen_webhook_backlog',
    'Webhooks that are still to be delivered.',
    async () => (await outbox.backlog()).pending,
  )
  watch('limen_backup_age_seconds', 'Time since the last backup without a fault was taken.', () =>
    secondsSinceBackup(settings, clock),
  )
}

/** One line for every row that would give a right and that somebody else wrote; not for every use of it. */
function openRefusedLog(warn: (message: string) => void): (id: string) => void {
  const reported = new Set<string>()
  return (id) => {
    if (reported.has(id) || reported.size >= MOST_REFUSED_ROWS) return
    reported.add(id)
    warn(`the row ${id} of the database was not written by this installation and gives no right: see cli rights list`)
  }
}

const MOST_REFUSED_ROWS = 1_000

/** True when there may be more to sweep. */
async function sweepOnce(ports: Ports, tokenMinutes: number, log: SweepLog, doubt: ClockWatch): Promise<boolean> {
  const { orphansAside: _, ...swept } = await sweep(ports, tokenMinutes, log, await doubt())
  // Pictures are set aside slowly: a share with each sweep, so that a mistake is noticed.
  return Object.values(swept).some((count) => count > 0)
}

/** One line for every picture. The reason why none may be touched is logged when it changes, not with every sweep. */
function sweepLog(logger: ReturnType<typeof createLogger>): SweepLog {
  let lastReason: string | undefined
  let waits: string | undefined
  return {
    movedAside: (picture) => logger.warn(picture, 'a picture that no session points at was set aside'),
    removed: (picture) => logger.warn(picture, 'a picture that no session points at was removed'),
    refused(reason) {
      if (reason !== lastReason) logger.error(`no picture is swept: ${reason}`)
      lastReason = reason
    },
    waits(reason) {
      if (reason !== undefined && reason !== waits)
        logger.error(`nothing is expired or erased by its age for a day: ${reason}`)
      waits = reason
    },
  }
}

interface Parts {
  config: Config
  storage: StorageOptions
  engine: Engine
  clock: () => Date
  features: readonly Feature[]
  metrics: Metrics
}

/**
 * The storage, what the features add to it, and the ports that consist of both. Tests of the application begin with
 * these too.
 */
export async function openParts({ config, storage: options, engine, clock, features, metrics }: Parts) {
  installFeatures(features)
  const storage = await openStorage(options)
  const opened = await Promise.all(features.map(({ open }) => open?.({ config, storage, metrics })))
  const services: Services = Object.assign({}, ...opened)
  const { screening, seals } = services
  const found = { ...(screening && { screening }), ...(seals && { seals }) }
  const ports: Ports = { ...storage, ...found, engine, catalogue: listCatalogue(), clock }
  return { storage, services, ports }
}

/** Loaded only if somebody asked for it. */
async function startTelemetry(settings: TelemetrySettings, metrics: Metrics, warn: (message: string) => void) {
  const { openTelemetry } = await import('./platform/telemetry/open.ts')
  const readMetrics = () => metrics.registry.getMetricsAsJSON()
  return openTelemetry({ settings, version: program.version, readMetrics, warn, lost: metrics.spansLost })
}

function startEngine(
  config: Config,
  metrics: Metrics,
  tracing: Tracing | undefined,
  onProblem: (message: string) => void,
) {
  return openEngine({
    ...(config.engineWorkers ? { workers: config.engineWorkers } : {}),
    queueLimit: config.engineQueue,
    timeLimitMs: config.engineSeconds * 1000,
    settings: {
      maxMegapixels: config.maxMegapixels,
      maxSide: config.maxSide,
      ageAndGender: config.ageAndGender,
      faceRules: config.faceRules,
      warmUp: config.engineWarmUp,
      modelsFile: config.modelsFile,
    },
    onStep: (task, { step, wallMs }) => metrics.engineStep(`${task}.${step}`, wallMs / 1000),
    onProblem,
    onRestart: metrics.workerRestarted,
    tracing,
  })
}
