import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate as takeTurns, setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openShard } from '../../src/features/duplicates/faces/shard.ts'
import { removeSnapshot } from '../../src/features/duplicates/faces/snapshot.ts'
import { defaultPolicy } from '../../src/kernel/decision/change-policy.ts'
import {
  faceContext,
  type KeptFace,
  selectPrints,
  templateOf,
} from '../../src/kernel/session/tables/keep-fingerprint.ts'
import { openDataKey } from '../../src/kernel/session/tables/session-row.ts'
import { connectDatabase } from '../../src/kernel/storage/database.ts'
import { openStorage, type Storage, type StorageOptions } from '../../src/kernel/storage/open.ts'
import { openJson } from '../../src/platform/keys/seal.ts'
import { postgresUnavailable, startPostgres } from '../../test/support/postgres.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { FaceLoadRow } from '../evaluate/report/tables/storage.ts'
import { giveFaces } from './duplicates.ts'
import type { Measurement } from './support/bench.ts'
import { fillSessions } from './support/fill-sessions.ts'

const BATCH = 200

/**
 * npm run bench -- face-load [--faces=100000] [--only=sqlite|postgres]: how the faces of earlier sessions are loaded
 * after a start: one by one as before there were signs, the first time, every time, and from a snapshot.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({
    args,
    options: { faces: { type: 'string', default: '100000' }, only: { type: 'string' } },
  })
  const rows: FaceLoadRow[] = []
  for (const kind of ['sqlite', 'postgres'] as const) {
    if (values.only && values.only !== kind) continue
    const missing = kind === 'postgres' ? postgresUnavailable() : undefined
    if (missing) console.log(`PostgreSQL was not measured: ${missing}`)
    else rows.push(...(await onOne(kind, Number(values.faces))))
  }
  const figures = { rows }
  for (const table of tablesOf('faceLoad', figures)) console.log(renderTable(table))
  return [{ set: 'faceLoad', figures }]
}

async function onOne(kind: 'sqlite' | 'postgres', faces: number): Promise<FaceLoadRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'limen-bench-'))
  const server = kind === 'postgres' ? await startPostgres() : undefined
  const databaseUrl = await server?.createDatabase()
  const options = { dataDir, databaseUrl, clock: () => new Date(), defaultPolicy: defaultPolicy() }
  const rows: FaceLoadRow[] = []
  const take = async (what: string, load: (storage: Storage) => Promise<void>) => {
    rows.push(await measure(options, load).then((taken) => ({ database: kind, faces, what, ...taken })))
    console.log(rows.at(-1))
  }
  try {
    const storage = await openStorage(options)
    const own = databaseUrl ? connectDatabase(databaseUrl) : undefined
    const filling = own?.db ?? storage.database.db
    await fillSessions({ storage, kind, sessions: faces, filling })
    await giveFaces({ storage, filling })
    await own?.close()
    await storage.close()
    await take('whole faces, as 1.0 did', loadWhole)
    await take('whole faces, whose signs are kept', untilReady)
    await removeSnapshot(dataDir)
    await take('signs', untilReady)
    const writing = await openStorage(options)
    await writing.faceIndex.refresh()
    await writing.close()
    await take('a snapshot', untilReady)
  } finally {
    await server?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return rows
}

async function measure(options: StorageOptions, load: (storage: Storage) => Promise<void>) {
  const storage = await openStorage(options)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  await takeTurns()
  delay.enable()
  const [before, start] = [process.cpuUsage(), performance.now()]
  await load(storage)
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(before)
  delay.disable()
  const { faces } = await storage.database.db
    .selectFrom('print')
    .select(({ fn }) => fn.countAll<number | string>().as('faces'))
    .where('sealed_face', 'is not', null)
    .executeTakeFirstOrThrow()
  await storage.close()
  return { cpuMicros: (user + system) / Number(faces), seconds, stallMs: delay.max / 1e6 }
}

async function untilReady({ faceIndex }: Storage): Promise<void> {
  const reading = faceIndex.refresh()
  while (!faceIndex.progress().isReady) await Promise.race([reading, wait(5)])
}

/** As the service loaded them before their signs were kept. */
async function loadWhole({ database: { db }, keys }: Storage): Promise<void> {
  let shard: ReturnType<typeof openShard> | undefined
  for (let after = ''; ; ) {
    const rows = await selectPrints(db)
      .where('print.sealed_face', 'is not', null)
      .where('print.session_id', '>', after)
      .orderBy('print.session_id')
      .limit(BATCH)
      .execute()
    for (const row of rows) {
      const dataKey = openDataKey(keys, row.session_id, row)
      const kept = openJson<KeptFace>(dataKey, faceContext(row.session_id), row.sealed_face as string)
      const { values } = templateOf(row.face_model as string, kept)
      shard ??= openShard(values.length)
      shard.add(row.session_id, values)
    }
    after = rows.at(-1)?.session_id ?? ''
    if (rows.length < BATCH) break
    await takeTurns()
  }
  shard?.clear()
}
