import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import program from '../package.json' with { type: 'json' }
import { ensureFirstAdmin } from './actions/accounts/manage-reviewers.ts'
import { applyApiPassword, ensureFirstCredential } from './actions/admin/create-credential.ts'
import { ensureDefaultTenant } from './actions/admin/create-tenant.ts'
import { followModels } from './actions/documents/follow-models.ts'
import { readIssuerSecret } from './actions/issue/issuer-secret.ts'
import { linkAudit } from './actions/jobs/audit-chain.ts'
import { secondsSinceBackup } from './actions/jobs/back-up.ts'
import { type ClockWatch, openClockWatch } from './actions/jobs/clock-watch.ts'
import { openDelivery, type Post } from './actions/jobs/deliver-webhooks.ts'
import { createReadiness, engineCheck } from './actions/jobs/readiness.ts'
import { repeat } from './actions/jobs/repeat.ts'
import { type SweepLog, sweep } from './actions/jobs/sweep.ts'
import { readWebhookSecrets } from './actions/jobs/webhook-secret.ts'
import type { Chips } from './actions/ports/chips.ts'
import type { CredentialIssuer } from './actions/ports/credential-issuer.ts'
import type { Engine } from './actions/ports/engine.ts'
import type { Ports } from './actions/ports/ports.ts'
import type { Screening } from './actions/ports/screening.ts'
import type { Tracing } from './actions/ports/tracing.ts'
import type { Wallets } from './actions/ports/wallets.ts'
import { fetchList } from './actions/screening/fetch-list.ts'
import { clearStaleLists } from './actions/screening/import-list.ts'
import { listFigures } from './actions/screening/list-figures.ts'
import { monitorLists } from './actions/screening/monitor-lists.ts'
import type { Config } from './config.ts'
import type { Policy } from './domain/decision/policy.ts'
import type { Mode } from './domain/vocabulary.ts'
import { listCatalogue } from './engine/catalogue/known-documents.ts'
import { modelCheck } from './engine/nets/model-check.ts'
import { openEngine } from './engine/process/pool.ts'
import { buildApp } from './http/app.ts'
import { openInvitations } from './http/auth/invite.ts'
import { DEMO_ADDRESS, openDemonstration, postWithDemo } from './http/demo/demonstration.ts'
import { openListDownload } from './http/input/download-list.ts'
import { fetchGuarded } from './http/input/fetch-guarded.ts'
import { guardWebhooks } from './http/input/webhook-guard.ts'
import { openLogOutput } from './http/operations/log-output.ts'
import { createLogger } from './http/operations/logger.ts'
import { createMetrics } from './http/operations/metrics.ts'
import { tracePost } from './http/operations/trace-requests.ts'
import type { S3Credentials } from './storage/images/s3.ts'
import { openStorage } from './storage/open.ts'
import type { TelemetrySettings } from './telemetry/settings.ts'

export interface Service {
  /** Where it listens. */
  address: string
  /** The first credential, when this start made it: the only moment its password can be shown, unless the operator chose it. */
  firstCredential?: { username: string; password?: string; mode: Mode } | undefined
  /** The first account of the console, likewise. */
  firstAdmin?: { username: string; password: string } | undefined
  /** Finishes what was accepted, then releases everything. */
  close(): Promise<void>
}

interface Wiring {
  config: Config
  /** Decides for tenants without one of their own. */
  policy: Policy
  s3?: S3Credentials | undefined
  /** Where traces and metrics are sent, if anywhere. */
  telemetry?: TelemetrySettings | undefined
  /** In place of the real one, where a test is not about pictures. */
  engine?: Engine
  clock?: () => Date
}

const SWEEP_MS = 60_000
const WEBHOOK_MS = 1_000
/** What is published reaches every node within this time. */
const MODELS_MS = 2_000
/** How long an entry of the audit log may wait until it is bound to those before it. */
const LINK_MS = 1_000
/** How soon faces that other nodes erased leave the memory of this one; they are never found, whenever that is. */
const FACES_MS = 60_000
/** How soon after an erasure the files are cleaned. A log is cut in a moment; a vacuum reads whole tables. */
const COMPACT_MS = { sqlite: 1_000, postgres: 60_000 }

/** The composition root: settings → storage → engine → http, and the work that goes on outside requests. */
export async function startService({
  config,
  policy,
  s3,
  telemetry: asked,
  engine: given,
  clock = () => new Date(),
}: Wiring): Promise<Service> {
  const output = openLogOutput()
  const logger = createLogger(config.logLevel, output)
  const metrics = createMetrics()
  metrics.watch({ logLinesDropped: output.dropped })
  const warn = (message: string) => logger.warn(message)
  const telemetry = asked && (await startTelemetry(asked, metrics, warn))
  const tracing = telemetry?.tracing
  // First, since its workers take the longest to be ready.
  const pool = given ? undefined : startEngine(config, metrics, tracing, warn)
  const leastFreeBytes = config.minFreeMegabytes * 1e6
  const opening = openStorage({ ...config, s3, clock, leastFreeBytes, defaultPolicy: policy, tracing })
  const storage = await opening.catch(async (error) => {
    await pool?.close()
    throw error
  })
  const engine = given ?? (pool as Engine)
  const screening = lazyScreening(storage.watchlists)
  const ports: Ports = { ...storage, engine, catalogue: listCatalogue(), screening, clock }
  metrics.watch({
    ...(pool && { engineQueue: () => pool.state().queued }),
    sessionsByStatus: () => storage.sessions.countByStatus(),
    webhookBacklog: async () => (await storage.outbox.backlog()).pending,
    lists: () => listFigures(ports),
    faceIndex: () => storage.faceIndex.progress(),
    backupAge: () => secondsSinceBackup(storage.settings, clock),
  })

  await ensureDefaultTenant(ports, config.retentionDays)
  const { apiUsername: username, apiPassword: password, apiMode: mode } = config
  const firstCredential = await ensureFirstCredential(ports, { username, password, mode })
  const changedPassword = firstCredential ? undefined : await applyApiPassword(ports, { username, password })
  if (changedPassword) logger.warn(changedPassword)
  const firstAdmin = await ensureFirstAdmin(ports)
  const follow = followModels(ports)
  await follow()
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
  const demo = config.demo ? openDemonstration(secretsOf, clock) : undefined
  const ownModels = config.modelsFile ? { modelsFile: config.modelsFile } : {}
  const readiness = createReadiness([...storage.checks, engineCheck(engine), ...(given ? [] : [modelCheck(ownModels)])])
  const wallets = await openWalletVerifier(config, storage.trustedItems, metrics)
  const app = await buildApp({
    ports,
    chips: lazyChips(storage.trustedItems),
    wallets,
    issuer: await openTenantIssuer(ports, config.baseUrl),
    settings: config,
    logger,
    metrics,
    readiness,
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
    logger.error({ err: error }, `${where} failed; it is tried again`)
  }
  const delivery = demo
    ? openDelivery(
        ports,
        { ...webhooks, url: webhooks.url ?? DEMO_ADDRESS },
        postWithDemo(demo, post),
        problem('webhooks'),
      )
    : openDelivery(ports, webhooks, post, problem('webhooks'))
  const [swept, clockDoubt] = [sweepLog(logger), openClockWatch(storage.settings, clock)]
  const background = [
    repeat(WEBHOOK_MS, async () => (await delivery.round()) > 0, problem('webhooks')),
    repeat(MODELS_MS, follow, problem('documents')),
    repeat(SWEEP_MS, () => sweepOnce(ports, config.tokenMinutes, swept, clockDoubt), problem('sweep')),
    repeat(SWEEP_MS, () => clearStaleLists(ports), problem('lists')),
    repeat(SWEEP_MS, () => fetchDue(ports, config, webhooks.owner, warn), problem('fetching lists')),
    repeat(SWEEP_MS, () => monitorLists(ports, webhooks.owner), problem('monitoring of lists')),
    repeat(FACES_MS, () => storage.faceIndex.refresh().then(() => false), problem('face index')),
    repeat(LINK_MS, async () => (await linkAudit(ports)) > 0, problem('audit chain')),
    repeat(COMPACT_MS[storage.database.kind], () => storage.tidy().then(() => false), problem('compaction')),
  ]

  const address = await app.listen({ port: config.port, host: config.host })
  return {
    address,
    firstCredential,
    firstAdmin,
    close: async () => {
      await app.close()
      await Promise.all(background.map((each) => each.stop()))
      await delivery.settled()
      await engine.close()
      await telemetry?.close() // its last numbers ask the database
      await storage.close()
    },
  }
}

/** True when there may be more to sweep. */
async function sweepOnce(ports: Ports, tokenMinutes: number, log: SweepLog, doubt: ClockWatch): Promise<boolean> {
  const { orphansAside: _, ...swept } = await sweep(ports, tokenMinutes, log, await doubt())
  // Pictures that are put aside take their time: a share with each sweep, so that a mistake is noticed.
  return Object.values(swept).some((count) => count > 0)
}

/** One line for every picture. Why none may be touched is said when it changes, not with every sweep. */
function sweepLog(logger: ReturnType<typeof createLogger>): SweepLog {
  let said: string | undefined
  let waits: string | undefined
  return {
    movedAside: (picture) => logger.warn(picture, 'a picture that no session points at was put aside'),
    removed: (picture) => logger.warn(picture, 'a picture that no session points at was removed'),
    refused(reason) {
      if (reason !== said) logger.error(`no picture is swept: ${reason}`)
      said = reason
    },
    waits(reason) {
      if (reason !== undefined && reason !== waits)
        logger.error(`nothing is expired or erased by its age for a day: ${reason}`)
      waits = reason
    },
  }
}

/** Verifies chips; loaded with the first one that comes. */
function lazyChips(trustedItems: Ports['trustedItems']): Chips {
  return {
    async verify(files, asked) {
      const { openChips } = await import('./chip/stored-trust.ts')
      return openChips(trustedItems).verify(files, asked)
    },
  }
}

/** Issues credentials in tenants' names. */
async function openTenantIssuer(ports: Pick<Ports, 'secrets'>, baseUrl: string): Promise<CredentialIssuer> {
  const { openIssuer } = await import('./credential/issuer.ts')
  return openIssuer({ readSecret: () => readIssuerSecret(ports), baseUrl })
}

/** Finds people on lists; loaded with the first one that is looked for. */
function lazyScreening(watchlists: Ports['watchlists']): Screening {
  let opened: Promise<Screening> | undefined
  const load = () => {
    opened ??= import('./screening/open-screening.ts').then(({ openScreening }) => openScreening(watchlists))
    return opened
  }
  return {
    find: async (...asked) => (await load()).find(...asked),
    findAmong: async (...asked) => (await load()).findAmong(...asked),
    findChanged: async (...asked) => (await load()).findChanged(...asked),
  }
}

/** True when another list may be due. */
async function fetchDue(
  ports: Ports,
  { allowedHosts, dataDir }: Config,
  owner: string,
  warn: (message: string) => void,
): Promise<boolean> {
  const files = async () => (await import('./screening/list-files.ts')).listFiles
  const fetched = await fetchList(ports, files, openListDownload(allowedHosts, dataDir), owner)
  if (fetched?.result.outcome === 'failed')
    warn(`the list ${fetched.list} was not fetched and stays as it is: ${fetched.result.text}`)
  return fetched !== undefined
}

/** Asks wallets in the operator's name; loaded where the operator has a certificate, and nowhere else. */
async function openWalletVerifier(
  { walletCertificate, walletKey, walletClientId: clientId, walletIssuers: issuers, baseUrl }: Config,
  trustedItems: Ports['trustedItems'],
  metrics: Pick<ReturnType<typeof createMetrics>, 'watch'>,
): Promise<Wallets | undefined> {
  if (walletCertificate === undefined || walletKey === undefined) return undefined
  const { openWallets } = await import('./credential/wallets.ts')
  const { endOfCertificates } = await import('./credential/wallet-certificate.ts')
  const certificates = await readFile(walletCertificate, 'utf8')
  const end = endOfCertificates(certificates)
  if (end) metrics.watch({ walletCertificateEnd: end })
  return openWallets({
    certificates,
    key: await readFile(walletKey, 'utf8'),
    clientId,
    baseUrl,
    trustedItems,
    fetchStatusList: (uri) =>
      fetchFor(uri, 'application/statuslist+jwt, application/statuslist+cwt', LARGEST_STATUS_LIST),
    issuers,
    fetchMetadata: (uri) => fetchFor(uri, 'application/json', LARGEST_METADATA),
  })
}

/** What a credential refers to: over https and from public addresses alone. */
async function fetchFor(uri: string, accept: string, maxBytes: number): Promise<Uint8Array> {
  const { status, body } = await fetchGuarded({ kind: 'wallet issuer', allowedHosts: [] }, uri, {
    headers: { accept },
    maxBytes,
    redirects: 3,
  })
  if (status !== 200) throw new Error(`${uri} answered ${status}`)
  return body
}

/** Keys of an issuer, each of a few hundred characters. */
const LARGEST_METADATA = 100_000

/** A list of ten million credentials, signed, with room to spare. */
const LARGEST_STATUS_LIST = 4_000_000

/** Loaded where somebody asked for it, and nowhere else. */
async function startTelemetry(
  settings: TelemetrySettings,
  metrics: ReturnType<typeof createMetrics>,
  warn: (message: string) => void,
) {
  const { openTelemetry } = await import('./telemetry/open.ts')
  const readMetrics = () => metrics.registry.getMetricsAsJSON()
  return openTelemetry({ settings, version: program.version, readMetrics, warn, lost: metrics.spansLost })
}

function startEngine(
  config: Config,
  metrics: ReturnType<typeof createMetrics>,
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
      ...(config.modelsFile ? { modelsFile: config.modelsFile } : {}),
    },
    onStep: (task, { step, wallMs }) => metrics.engineStep(`${task}.${step}`, wallMs / 1000),
    onProblem,
    onRestart: metrics.workerRestarted,
    tracing,
  })
}
