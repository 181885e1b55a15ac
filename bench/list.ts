import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { renderTable } from '../src/evaluate/measure/table.ts'
import { tablesOf } from '../src/evaluate/report/measured.ts'
import type { Timed } from '../src/evaluate/report/tables/storage.ts'
import { newKey } from '../src/storage/keys/keys.ts'
import type { Storage } from '../src/storage/open.ts'
import { DAY, MINUTE } from '../src/storage/sql/counts/session-count.ts'
import { sealRequest, wrapDataKey } from '../src/storage/sql/sessions/session-row.ts'
import type { Measurement } from './support/bench.ts'
import { type Kind, onDatabases } from './support/on-databases.ts'

const PAGE_SIZE = 100
const REPEATS = 30
const RANDOM_PAGES = 60

/** npm run bench -- list [--sessions=1000000] [--only=sqlite|postgres]: how long pages of a long session list take. */
export async function run(args: string[]): Promise<Measurement[]> {
  const figures = await onDatabases(args, 1_000_000, measure)
  for (const table of tablesOf('list', figures)) console.log(renderTable(table))
  return [{ set: 'list', figures }]
}

async function measure(storage: Storage, kind: Kind, sessions: number): Promise<Timed[]> {
  await fill(storage, kind, sessions)
  return await timePages(storage, kind, sessions)
}

const TENANT = 'bench'
const SPREAD_DAYS = 90
const BATCH = 100_000

async function timePages(storage: Storage, kind: string, sessions: number): Promise<Timed[]> {
  const last = Math.ceil(sessions / PAGE_SIZE)
  const random = Array.from({ length: RANDOM_PAGES }, () => 1 + Math.floor(Math.random() * last))
  const places = {
    first: repeated(1),
    middle: repeated(Math.ceil(last / 2)),
    last: repeated(last),
    random,
  }
  for (const number of new Set(Object.values(places).flat())) await giveReferences(storage, number)

  const rows: Timed[] = []
  for (const [page, numbers] of Object.entries(places)) {
    const taken = await timed(numbers, async (number) => {
      const { total, rows } = await storage.sessions.list({ tenant: TENANT, mode: 'live' }, { number, size: PAGE_SIZE })
      if (total !== sessions || !rows.every(({ externalId }) => externalId)) throw new Error(`page ${number} is wrong`)
    })
    rows.push({ database: kind, what: `${page} page`, ...taken })
  }
  const counted = await timed(repeated(0), () => storage.sessions.countByStatus())
  return [...rows, { database: kind, what: 'counts by status', ...counted }]
}

export async function timed(values: number[], act: (value: number) => Promise<unknown>) {
  const times: number[] = []
  const cpu = process.cpuUsage()
  for (const value of values) {
    const start = performance.now()
    await act(value)
    times.push(performance.now() - start)
  }
  const { user, system } = process.cpuUsage(cpu)
  times.sort((a, b) => a - b)
  return {
    medianMs: round(times[Math.floor(times.length / 2)]),
    slowestMs: round(times.at(-1)),
    cpuMs: round((user + system) / 1000 / times.length),
  }
}

const repeated = (number: number) => Array.from({ length: REPEATS }, () => number)

/** Sessions over 90 days, as a tenant with the default retention would have them, made by the database itself. */
export async function fill(storage: Storage, kind: 'sqlite' | 'postgres', count: number): Promise<void> {
  const settings = { steps: ['document' as const, 'face' as const], frameOrigins: [], retentionDays: 90 }
  await storage.tenants.create({ id: TENANT, name: 'Bench', settings })
  const { db } = storage.database
  const start = Date.now() - SPREAD_DAYS * DAY
  const step = (SPREAD_DAYS * DAY) / count
  for (let done = 0; done < count; done += BATCH) {
    console.log(`${kind}: ${done} of ${count} sessions`)
    const created = `cast(${start} + cast(i as bigint) * ${step} as bigint)`
    await sql
      .raw(`insert into session (id, tenant, mode, status, version, created_at, expires_at, completed_at, settled_at,
          document_type, country, objects, sealed_request, sealed_content)
        select ${UUID[kind]}, '${TENANT}', 'live', 'AUTO_APPROVED', 3, ${created}, ${created} + ${14 * DAY}, ${created} + 90000,
          ${created} + 90000, 'IDENTITY_CARD', 'UTO', '', '', '${FILLER}'
        from ${SERIES[kind](done, Math.min(count, done + BATCH) - 1)}`)
      .execute(db)
  }
  await sql`insert into session_key (session_id, master_key_id, wrapped)
    select id, 'none', ${sql.lit(FILLER.slice(0, 84))} from session`.execute(db)
  for (const span of [DAY, MINUTE]) {
    await sql`insert into session_count (tenant, mode, span, start, sessions)
      select tenant, mode, ${sql.lit(span)}, created_at - created_at % ${sql.lit(span)}, count(*) from session
      group by tenant, mode, created_at - created_at % ${sql.lit(span)}`.execute(db)
  }
  await sql`insert into status_count (tenant, mode, day, status, sessions)
    select tenant, mode, created_at - created_at % ${sql.lit(DAY)}, status, count(*) from session
    group by tenant, mode, created_at - created_at % ${sql.lit(DAY)}, status`.execute(db)
  // What PostgreSQL does by itself within minutes.
  if (kind === 'postgres') await sql`vacuum analyze`.execute(db)
}

/** As long as what a session without face templates holds; the list does not open it. */
const FILLER = randomBytes(600).toString('base64')

const UUID = {
  sqlite: `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(2)) || '-' ||
    hex(randomblob(2)) || '-' || hex(randomblob(6)))`,
  postgres: 'gen_random_uuid()::text',
}

const SERIES = {
  sqlite: (from: number, to: number) =>
    `(with recursive n (i) as (select ${from} union all select i + 1 from n where i < ${to}) select i from n)`,
  postgres: (from: number, to: number) => `generate_series(${from}, ${to}) as n (i)`,
}

/** Seals a reference into each session of a page, so that the list has something to open. */
async function giveReferences({ sessions, database: { db }, keys }: Storage, number: number): Promise<void> {
  const { rows } = await sessions.list({ tenant: TENANT, mode: 'live' }, { number, size: PAGE_SIZE })
  await db.transaction().execute(async (trx) => {
    for (const { id } of rows) {
      const dataKey = newKey()
      const request = { externalId: `order of ${id}`, returnUrl: 'https://shop.example/back' }
      const { masterKeyId, wrapped } = wrapDataKey(keys, id, dataKey)
      const key = { master_key_id: masterKeyId, wrapped }
      await trx.updateTable('session_key').set(key).where('session_id', '=', id).execute()
      await sql`update session set sealed_request = ${sealRequest({ id, request }, dataKey)},
        external_id_hash = ${randomBytes(32).toString('hex')} where id = ${id}`.execute(trx)
    }
  })
}

const round = (ms: number | undefined) => Math.round((ms ?? 0) * 10) / 10
