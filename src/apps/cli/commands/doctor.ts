import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { features } from '../../../features/index.ts'
import { type Config, readConfig } from '../../../kernel/config.ts'
import { bad, type Finding, formatFinding, good, unsafe } from '../../../kernel/operations/finding.ts'
import { type Check, createReadiness } from '../../../kernel/operations/readiness.ts'
import type { Tenant } from '../../../kernel/ports/tenants.ts'
import { WrongMasterKey } from '../../../kernel/rights/check-master-key.ts'
import { readSetup } from '../../../kernel/setup/read-setup.ts'
import { setupOf } from '../../../kernel/setup/setup.ts'
import { examineDatabase } from '../../../kernel/storage/checks.ts'
import type { Storage } from '../../../kernel/storage/open.ts'
import { readTelemetrySettings, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { defineCommand } from '../../../platform/cli/command.ts'
import { guardWebhooks, refusalOf } from '../../../platform/http/fetch-guarded.ts'
import { findMissingModels, findSpoiltModels } from '../../../vision/nets/find-missing.ts'
import { findSandbox, readableFor, trySandbox } from '../../../vision/process/sandbox.ts'
import { DEFAULT_SETTINGS } from '../../../vision/settings.ts'
import { judgeAddress, judgeKeyFile, judgeMemory, judgeRefused, judgeSpace, judgeVersions } from '../doctor/machine.ts'
import { judgeSettings } from '../doctor/settings.ts'
import { judgeAccounts, judgeDatabase, judgeRights } from '../doctor/stored.ts'

export const command = defineCommand({
  summary: 'check this machine, its settings and its data',
  details: 'Changes nothing: run it before and after an upgrade. Ends with 1 when the service could not serve.',
  printsItself: { json: true },
  run: async ({ json }) => {
    const config = readConfig(process.env)
    const found: Finding[] = []
    const say = (...findings: Finding[]) => {
      found.push(...findings)
      if (!json) for (const finding of findings) console.log(formatFinding(finding))
    }
    say(...judgeVersions(), judgeMemory(config.engineWorkers), ...judgeSettings(config))
    say(...(await judgeKeyFile(config)))
    for (const feature of features) say(...((await feature.judgeSettings?.(config, new Date())) ?? []))
    say(...(await judgeModels(config)), ...(await judgeSpace(config, foldersOf(config))))
    const addresses = await judgeStorage(config, say)
    const webhookGuard = guardWebhooks(config.allowedHosts, config.webhookUrl)
    for (const [name, address] of addresses) {
      const refusal = isWebhook(name) ? refusalOf(webhookGuard, address) : undefined
      say(refusal ? judgeRefused(name, address, refusal) : await judgeAddress(name, address, new Date()))
    }
    say(...(await judgeSandbox(config.modelsFile)))
    if (json) console.log(JSON.stringify(found, null, 2))
    return found.some(({ verdict }) => verdict === 'bad') ? 1 : 0
  },
})

const isWebhook = (name: string): boolean => name === 'WEBHOOK_URL' || name.startsWith('webhook ')

async function judgeModels({ modelsFile }: Config): Promise<Finding[]> {
  const settings = modelsFile ? { modelsFile } : {}
  const missing = await findMissingModels(settings)
  if (missing.length) return [bad('models', `no file of ${missing.join(', ')}`, 'run node tools/models.mjs')]
  const spoilt = await findSpoiltModels(settings)
  if (spoilt.length) return [bad('models', `not the measured ones: ${spoilt.join(', ')}`, 'run node tools/models.mjs')]
  return [good('models', 'every file is present and is the measured one')]
}

function foldersOf({ dataDir, imagesUrl, databaseUrl }: Config): string[] {
  const pictures = imagesUrl.startsWith('s3:') ? [] : [imagesUrl]
  const own = databaseUrl.startsWith('sqlite:') ? [dataDir] : []
  return [...new Set([...own, ...pictures.filter((folder) => folder !== join(dataDir, 'images') || !own.length)])]
}

/** Answers the addresses that must be reachable. The database is opened only if it needs no change. */
async function judgeStorage(config: Config, say: (...findings: Finding[]) => void): Promise<[string, string][]> {
  const { baseUrl, webhookUrl, databaseUrl } = config
  const telemetry = readTelemetrySettings(process.env)
  const collector = telemetry?.traces ?? telemetry?.metrics
  const addresses = new Map<string, string>([
    [baseUrl, 'BASE_URL'],
    ...(webhookUrl ? [[webhookUrl, 'WEBHOOK_URL'] as const] : []),
    ...(collector ? [[collector.url, 'collector'] as const] : []),
  ])
  const examined = await examineDatabase(databaseUrl).catch((error: Error) => error)
  if (examined instanceof Error) {
    say(bad('database', `cannot be reached: ${examined.message}`, 'look at DATABASE_URL and whether it runs'))
  } else {
    say(...judgeDatabase(examined))
    if (examined.schema === examined.known)
      await withStorage(async (storage) => {
        say(...(await judgeChecks(storage.checks)), await judgePictures(storage), ...(await judgeAccounts(storage)))
        say(await judgeRights(storage))
        for (const tenant of await storage.tenants.all()) say(...(await judgeSetup(storage, tenant, config)))
        for (const feature of features) say(...((await feature.judgeStorage?.(storage, new Date())) ?? []))
        for (const { id, settings } of await storage.tenants.all())
          if (settings.webhookUrl) addresses.set(settings.webhookUrl, `webhook ${id}`)
      }).catch((error: unknown) => {
        if (!(error instanceof WrongMasterKey)) throw error
        say(bad('master key', error.message, ADVICE['master key'] ?? ''))
      })
  }
  return [...addresses].map(([address, name]) => [name, address])
}

/** With a mistyped database, or on the bucket of another installation, nothing is swept until somebody has looked. */
async function judgePictures(storage: Pick<Storage, 'foreignPictures'>): Promise<Finding> {
  const reason = await storage.foreignPictures().catch((error: Error) => error.message)
  return reason === undefined
    ? good('pictures', 'those of this installation')
    : bad('pictures', `no picture is swept: ${reason}`, FOREIGN)
}

const FOREIGN =
  'look at DATABASE_URL, DATA_DIR and IMAGES_URL: one of them is another installation’s. Only if that installation is gone for good, remove .limen-installation from the store; this database then takes the store if it knows most of the pictures'

/** The checks of /healthz; disk space is reported with its size. */
async function judgeChecks(checks: Check[]): Promise<Finding[]> {
  const problems = await createReadiness(checks, { limitMs: 10_000 }).problems()
  return checks
    .filter(({ name }) => name !== 'disk' && name !== 'schema')
    .map(({ name }) => {
      const problem = problems.find((each) => each.name === name)
      return problem ? bad(name, problem.message, ADVICE[name] ?? 'see docs/monitoring.md') : good(name, 'in order')
    })
}

const ADVICE: Record<string, string> = {
  database: 'it must take writes: look at its disk, its rights and whether it is a replica',
  'master key': 'give the key that this database was sealed with: MASTER_KEY, or master.key in DATA_DIR',
  'picture store': 'look at the rights of the folder, or at bucket and credentials of S3',
  clock: 'set both clocks by NTP: tokens are refused beyond 30 s',
}

/** The open steps of the set-up, as the console lists them. A step that was left out on purpose is not named again. */
export async function judgeSetup(
  storage: Parameters<typeof readSetup>[0],
  tenant: Tenant,
  { baseUrl, webhookUrl }: Pick<Config, 'baseUrl' | 'webhookUrl'>,
): Promise<Finding[]> {
  const lines = setupOf(await readSetup(storage, tenant, { baseUrl, webhookUrl }))
  const open = lines.filter(({ state }) => state === 'open')
  const name = `set-up ${tenant.id}`
  if (!open.length) return [good(name, `${lines.length} steps done or left out on purpose`)]
  return open.map(({ title, now, command, place }) =>
    unsafe(name, `${title}: ${now}`, `${command.replace(' ID ', ` ${tenant.id} `)}, or /console/${place}`),
  )
}

/** Judged by a process that tries to break out: what it managed counts, not the configuration. */
async function judgeSandbox(modelsFile: string | undefined): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'limen-doctor-'))
  const secret = join(folder, randomUUID())
  await writeFile(secret, 'not for a worker', { mode: 0o600 })
  const readable = readableFor({ ...DEFAULT_SETTINGS, ...(modelsFile && { modelsFile }) })
  const sandbox = findSandbox(readable)
  const { readSecret, readEnvironment, wroteFile, startedProcess, openedSocket, user } = await trySandbox(
    sandbox,
    readable,
    secret,
  ).finally(() => rm(folder, { recursive: true }))
  const kept = !(readSecret || readEnvironment || wroteFile || startedProcess)
  const other = user !== process.getuid?.()
  return [
    kept
      ? good('sandbox: files', 'a worker reads program and models, and nothing else')
      : bad(
          'sandbox: files',
          'does not hold',
          'do not serve strangers from this machine: a malicious picture could take it over',
        ),
    openedSocket
      ? unsafe(
          'sandbox: network',
          'not granted by this machine',
          'let it make user namespaces (kernel.unprivileged_userns_clone, container profile)',
        )
      : good('sandbox: network', 'a worker reaches nobody'),
    other
      ? good('sandbox: user', `a worker is user ${user}`)
      : good('sandbox: user', 'the same as the service; only root can choose'),
    sandbox.memory === undefined
      ? unsafe(
          'sandbox: memory',
          'watched only',
          'limit it from outside: MemoryMax of systemd, or the limits of the container',
        )
      : good('sandbox: memory', `${sandbox.memory / 1e9} GB at most`),
  ]
}
