import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { defaultPolicy } from '../src/actions/policy.ts'
import { newKey } from '../src/storage/keys.ts'
import { openStorage, type Storage } from '../src/storage/open.ts'
import type { Schema } from '../src/storage/sql/schema.ts'
import { DAY, MINUTE } from '../src/storage/sql/session-count.ts'
import { sealRequest, wrapDataKey } from '../src/storage/sql/session-row.ts'
import { postgresUnavailable, startPostgres } from '../test/support/postgres.ts'

const PAGE_SIZE = 100
const REPEATS = 30
const RANDOM_PAGES = 200

/** npm run bench -- list [--sessions=1000000] [--only=sqlite|postgres]: how long pages of a long session list take. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { sessions: { type: 'string' }, only: { type: 'string' } } })
  const sessions = Number(values.sessions ?? 1_000_000)
  for (const kind of ['sqlite', 'postgres'] as const) {
    if (values.only && values.only !== kind) continue
    const missing = kind === 'postgres' ? postgresUnavailable() : undefined
    if (missing) console.log(`PostgreSQL was not measured: ${missing}`)
    else console.table(await measure(kind, sessions))
  }
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
    const cpu = process.cpuUsage()
    for (let repeat = 0; repeat < (name === 'random' ? RANDOM_PAGES : REPEATS); repeat++) {
      const start = performance.now()
      const page = await storage.sessions.list(TENANT, { number: number(), size: PAGE_SIZE })
      times.push(performance.now() - start)
      if (page.total !== sessions || !page.rows.length) throw new Error(`page ${number()} is not what it should be`)
    }
    const { user, system } = process.cpuUsage(cpu)
    times.sort((a, b) => a - b)
    rows.push({
      database: kind,
      sessions,
      page: name,
      'median ms': round(times[Math.floor(times.length / 2)]),
      'slowest ms': round(times.at(-1)),
      'own CPU ms': round((user + system) / 1000 / times.length),
    })
  }
  const start = performance.now()
  await storage.sessions.countByStatus()
  const ms = round(performance.now() - start)
  rows.push({ database: kind, sessions, page: 'counts by status', 'median ms': ms, 'slowest ms': ms, 'own CPU ms': ms })
  return rows
}

const TENANT = 'bench'
const BATCH = 5000
const SPREAD_DAYS = 90

/** Sessions over 90 days, as a tenant with the default retention would have them, written past the usual way in batches. */
async function fill(storage: Storage, kind: string, count: number): Promise<void> {
  const settings = { steps: ['document' as const, 'face' as const], frameOrigins: [], retentionDays: 90 }
  await storage.tenants.create({ id: TENANT, name: 'Bench', settings })
  const { db } = storage.database
  const start = Date.now() - SPREAD_DAYS * DAY
  const insert = kind === 'sqlite' ? insertSqlite : insertPostgres
  for (let done = 0; done < count; done += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) =>
      columnsOf(storage, Math.floor(start + ((done + index) / count) * SPREAD_DAYS * DAY)),
    )
    await db.transaction().execute(async (trx) => {
      await insert(
        trx,
        'session',
        rows.map(({ session }) => session),
      )
      await insert(
        trx,
        'session_key',
        rows.map(({ key }) => key),
      )
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

type Rows = Record<string, string | number>[]

async function insertSqlite(trx: Kysely<Schema>, table: string, rows: Rows): Promise<void> {
  const names = Object.keys(rows[0] ?? {})
  const values = names.map((name) => `value ->> '${name}'`).join(', ')
  const insert = sql.raw(`insert into ${table} (${names.join(', ')}) select ${values} from json_each(`)
  await sql`${insert}${JSON.stringify(rows)})`.execute(trx)
}

async function insertPostgres(trx: Kysely<Schema>, table: string, rows: Rows): Promise<void> {
  const names = Object.keys(rows[0] ?? {}).join(', ')
  const insert = sql.raw(
    `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, `,
  )
  await sql`${insert}${JSON.stringify(rows)}::json)`.execute(trx)
}

/** As long as what a session without face templates holds; the list does not open it. */
const FILLER = randomBytes(600).toString('base64')

function columnsOf({ keys }: Storage, createdAt: number) {
  const id = randomUUID()
  const dataKey = newKey()
  const request = { externalId: `order ${createdAt}`, returnUrl: 'https://shop.example/back' }
  const { masterKeyId, wrapped } = wrapDataKey(keys, id, dataKey)
  return {
    session: {
      id,
      tenant: TENANT,
      status: 'AUTO_APPROVED',
      version: 3,
      created_at: createdAt,
      expires_at: createdAt + 14 * DAY,
      completed_at: createdAt + 90_000,
      settled_at: createdAt + 90_000,
      document_type: 'IDENTITY_CARD',
      country: 'UTO',
      external_id_hash: randomBytes(32).toString('hex'),
      objects: `${randomUUID()} ${randomUUID()}`,
      sealed_request: sealRequest({ id, request }, dataKey),
      sealed_content: FILLER,
    },
    key: { session_id: id, master_key_id: masterKeyId, wrapped },
  }
}

const round = (ms: number | undefined) => Math.round((ms ?? 0) * 10) / 10
