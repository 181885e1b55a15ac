import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backUp } from '../../src/kernel/backup/back-up.ts'
import { erasedIn, restoreStorage } from '../../src/kernel/backup/restore.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { defaultPolicy } from '../../src/kernel/decision/change-policy.ts'
import { defaultDatabaseUrl } from '../../src/kernel/storage/database.ts'
import { openStorage, type StorageOptions } from '../../src/kernel/storage/open.ts'
import { readS3Credentials } from '../../src/kernel/storage/open-for-command.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { startS3 } from '../../test/support/s3.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { Measurement } from './support/bench.ts'
import { startCluster } from './support/cluster.ts'
import { enrol, forget, newPromise, PASSWORD, type Promised, USERNAME } from './support/person.ts'

const PEOPLE = 4
/** One person in this many asks to be erased, most of them after a backup was taken. */
const FORGOTTEN = 3
/** Sessions finished between two backups. */
const NEW = 5
const clock = () => new Date()

/**
 * npm run bench -- backup [ROUNDS]: while people enrol and ask to be erased, a backup is taken, a process is killed,
 * and the backup is restored elsewhere. Everyone who had finished before the backup must exist, byte for byte, and
 * nobody whose erasure was requested before the restore.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const rounds = Number(args[0] ?? 50)
  const rows = [await drill('SQLite, folder', rounds, {}, async () => ({}))]
  const postgres = await startPostgres()
  const s3 = await startS3()
  try {
    const credentials = {
      AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    }
    const place = async (prefix: string) => ({
      DATABASE_URL: await postgres.createDatabase(),
      IMAGES_URL: s3.url.replace('?', `/${prefix}?`),
      ...credentials,
    })
    rows.push(await drill('PostgreSQL, S3', rounds, await place('first'), (round) => place(`round-${round}`)))
  } finally {
    await s3.stop()
    await postgres.stop()
  }
  for (const table of tablesOf('backup', { rows })) console.log(renderTable(table))
  if (rows.some(({ lost, changed, resurrected }) => lost + changed + resurrected > 0)) process.exitCode = 1
  return [{ set: 'backup', figures: { rows } }]
}

type Environment = Record<string, string>

async function drill(
  storage: string,
  rounds: number,
  source: Environment,
  target: (round: number) => Promise<Environment>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'limen-backup-'))
  const settings = {
    ...process.env,
    DATA_DIR: join(folder, 'data'),
    API_USERNAME: USERNAME,
    API_PASSWORD: PASSWORD,
    RATE_LIMIT: '0',
    LOG_LEVEL: 'silent',
    ...source,
  }
  const cluster = await startCluster(1, settings)
  const promises: Promised[] = []
  let running = true
  /** No new sessions during a restore: each round would otherwise take longer than the one before it. */
  let pause: Promise<void> | undefined
  const people = Array.from({ length: PEOPLE }, async () => {
    while (running) {
      await pause
      const promised = newPromise()
      promises.push(promised)
      await enrol(cluster.any, promised)
      const earlier = promises.find((each, at) => at % FORGOTTEN === 0 && each.completed && !each.deleted)
      if (earlier && Math.random() < 0.5) await forget(cluster.any, earlier)
    }
  })
  const found = { storage, rounds, sessions: 0, restored: 0, leftOut: 0, lost: 0, changed: 0, resurrected: 0 }
  const options = optionsOf(settings)
  const own = await openStorage(options)
  for (let round = 1; round <= rounds; round++) {
    const finished = () => promises.filter(({ completed }) => completed)
    for (const before = finished().length; finished().length < before + NEW; )
      await new Promise((resolve) => setTimeout(resolve, 100 * Math.random()))
    const done = finished()
    await backUp({ ...own, clock }, join(folder, 'backup'), 'system', () => {})
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 800))
    const { promise, resolve: goOn } = Promise.withResolvers<void>()
    pause = promise
    await cluster.killOne()
    const forgotten = promises.filter(({ deleted }) => deleted)
    const there = join(folder, `restored-${round}`)
    const elsewhere = optionsOf({ ...settings, ...(await target(round)), DATA_DIR: there })
    const masterKey = Buffer.from(await readFile(join(folder, 'data', 'master.key'), 'utf8'), 'base64')
    const erased = new Set(await erasedIn(options.databaseUrl ?? defaultDatabaseUrl(options.dataDir)))
    const { leftOut } = await restoreStorage({ ...elsewhere, masterKey }, join(folder, 'backup'), erased, () => {})
    found.leftOut += leftOut.length
    await compare({ ...elsewhere, masterKey }, done, forgotten, erased, found)
    await rm(there, { recursive: true, force: true })
    goOn()
    process.stderr.write(`\r${storage}: ${round} of ${rounds} rounds, ${promises.length} sessions`)
  }
  running = false
  await Promise.all(people)
  await own.close()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
  process.stderr.write('\n')
  return { ...found, sessions: promises.length }
}

function optionsOf(environment: NodeJS.ProcessEnv): StorageOptions {
  return { ...readConfig(environment), clock, s3: readS3Credentials(environment), defaultPolicy: defaultPolicy() }
}

/** Only the most recent sessions: those of an earlier round were compared in it. */
const COMPARED = 60

async function compare(
  options: StorageOptions,
  done: readonly Promised[],
  forgotten: readonly Promised[],
  erased: ReadonlySet<string>,
  found: { restored: number; lost: number; changed: number; resurrected: number },
): Promise<void> {
  const restored = await openStorage(options)
  try {
    const tenant = (await restored.tenants.all())[0]?.id ?? ''
    for (const { sessionId } of forgotten) if (await restored.sessions.load(tenant, sessionId)) found.resurrected++
    for (const { sessionId, pictures, deleted } of done.slice(-COMPARED)) {
      if (deleted) continue
      const session = await restored.sessions.load(tenant, sessionId)
      if (!session?.status.startsWith('AUTO_')) {
        // Erasure was requested, and the answer was lost in the kill: erased without an answer.
        if (!erased.has(sessionId)) found.lost++
        continue
      }
      found.restored++
      const objects = Object.assign({}, ...Object.values(session.images)) as Record<string, string>
      for (const [name, sent] of Object.entries(pictures)) {
        const stored = objects[name] && (await restored.images.get(sessionId, objects[name]))
        if (!stored || !Buffer.from(stored).equals(sent)) found.changed++
      }
    }
  } finally {
    await restored.close()
  }
}
