import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { defaultPolicy } from '../src/actions/policy.ts'
import type { Session } from '../src/domain/session.ts'
import { newKey } from '../src/storage/keys.ts'
import { openStorage, type Storage } from '../src/storage/open.ts'
import { DAY, MINUTE } from '../src/storage/sql/session-count.ts'
import { sealRequest, settlementOf, stateColumns, wrapDataKey } from '../src/storage/sql/session-row.ts'
import { postgresUnavailable, startPostgres } from '../test/support/postgres.ts'

const PAGE_SIZE = 100
const REPEATS = 30
const RANDOM_PAGES = 200

/** npm run bench -- list [--sessions=1000000] [--only=sqlite|postgres]: how long pages of a long session list take. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { sessions: { type: 'string' }, only: { type: 'string' } } })
  const sessions = Number(values.sessions ?? 1_000_000)
  const rows: Record<string, string | number>[] = []
  for (const kind of ['sqlite', 'postgres'] as const) {
    if (values.only && values.only !== kind) continue
    const missing = kind === 'postgres' ? postgresUnavailable() : undefined
    if (missing) console.log(`PostgreSQL was not measured: ${missing}`)
    else rows.push(...(await measure(kind, sessions)))
  }
  console.table(rows)
}

async function measure(kind: 'sqlite' | 'postgres', sessions: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'limen-bench-'))
  const server = kind === 'postgres' ? await startPostgres() : undefined
  const databaseUrl = await server?.createDatabase()
  const storage = await openStorage({ dataDir, databaseUrl, clock: () => new Date(), defaultPolicy })
  try {
    await fill(storage, kind, sessions)
    return await timePages(storage, kind, sessions)
  } finally {
    await storage.close()
    await server?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function timePages(storage: Storage, kind: string, sessions: number) {
  const last = Math.ceil(sessions / PAGE_SIZE)
  const places = {
    first: () => 1,
    middle: () => Math.ceil(last / 2),
    last: () => last,
    random: () => 1 + Math.floor(Math.random() * last),
  }
  const rows = []
  for (const [name, number] of Object.entries(places)) {
    const times: number[] = []
    for (let repeat = 0; repeat < (name === 'random' ? RANDOM_PAGES : REPEATS); repeat++) {
      const start = performance.now()
      const page = await storage.sessions.list(TENANT, { number: number(), size: PAGE_SIZE })
      times.push(performance.now() - start)
      if (page.total !== sessions || !page.rows.length) throw new Error(`page ${number()} is not what it should be`)
    }
    times.sort((a, b) => a - b)
    rows.push({
      database: kind,
      sessions,
      page: name,
      'median ms': round(times[Math.floor(times.length / 2)]),
      'slowest ms': round(times.at(-1)),
    })
  }
  return rows
}

const TENANT = 'bench'
const BATCH = 1000
const SPREAD_DAYS = 90

/** Sessions over 90 days, as a tenant with the default retention would have them, written past the usual way in batches. */
async function fill(storage: Storage, kind: string, count: number): Promise<void> {
  const settings = { steps: ['document' as const, 'face' as const], frameOrigins: [], retentionDays: 90 }
  await storage.tenants.create({ id: TENANT, name: 'Bench', settings })
  const { db } = storage.database
  const start = Date.now() - SPREAD_DAYS * DAY
  for (let done = 0; done < count; done += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) =>
      session(new Date(Math.floor(start + ((done + index) / count) * SPREAD_DAYS * DAY))),
    )
    const keyed = batch.map((one) => ({ one, dataKey: newKey() }))
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('session')
        .values(keyed.map(({ one, dataKey }) => sessionColumns(one, dataKey)))
        .execute()
      await trx
        .insertInto('session_key')
        .values(keyed.map(({ one, dataKey }) => keyColumns(storage, one, dataKey)))
        .execute()
    })
    if (done % 100_000 === 0) console.log(`${kind}: ${done} of ${count} sessions`)
  }
  for (const span of [DAY, MINUTE]) {
    await sql`insert into session_count (tenant, span, start, sessions)
      select tenant, ${sql.lit(span)}, created_at - created_at % ${sql.lit(span)}, count(*) from session
      group by tenant, created_at - created_at % ${sql.lit(span)}`.execute(db)
  }
  // What PostgreSQL does by itself within minutes.
  if (kind === 'postgres') await sql`vacuum analyze`.execute(db)
}

function session(createdAt: Date): Session {
  return {
    id: randomUUID(),
    tenant: TENANT,
    status: 'AUTO_APPROVED',
    version: 3,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 14 * DAY),
    completedAt: new Date(createdAt.getTime() + 90_000),
    request: { externalId: `order ${createdAt.getTime()}`, returnUrl: 'https://shop.example/back' },
    images: { FACE: { face_original: randomUUID(), face_cropped: randomUUID() } },
  }
}

function sessionColumns(one: Session, dataKey: Uint8Array) {
  return {
    id: one.id,
    tenant: one.tenant,
    version: one.version,
    created_at: one.createdAt.getTime(),
    settled_at: settlementOf(one, one.createdAt),
    sealed_request: sealRequest(one, dataKey),
    ...stateColumns(one, dataKey),
  }
}

function keyColumns({ keys }: Storage, one: Session, dataKey: Uint8Array) {
  const { masterKeyId, wrapped } = wrapDataKey(keys, one.id, dataKey)
  return { session_id: one.id, master_key_id: masterKeyId, wrapped }
}

const round = (ms: number | undefined) => Math.round((ms ?? 0) * 10) / 10
