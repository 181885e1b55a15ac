import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { DAY, MINUTE } from '../../../src/kernel/figures/tables/session-count.ts'
import type { Schema } from '../../../src/kernel/storage/schema.ts'
import type { DatabasePlace, Kind } from './on-databases.ts'

export const TENANT = 'bench'
/** One session in fifty has it. */
export const SECOND_TENANT = 'second'
/** One in a hundred thousand has it. */
export const SMALL_TENANT = 'small'

const SPREAD_DAYS = 90
const BATCH = 500_000

/**
 * Sessions over 90 days, as tenants with the default retention would have them, created by the database itself, without
 * indexes and checks, which are restored at the end.
 */
export async function fillSessions({ storage, kind, sessions, filling }: DatabasePlace): Promise<void> {
  const settings = { steps: ['document' as const, 'face' as const], frameOrigins: [], retentionDays: SPREAD_DAYS }
  for (const id of [TENANT, SECOND_TENANT, SMALL_TENANT]) await storage.tenants.create({ id, name: id, settings })
  await inHaste(filling, kind, async (db) => {
    const indexes = await dropIndexes(db, kind)
    for (let from = 0; from < sessions; from += BATCH) {
      console.log(`${kind}: ${from} of ${sessions} sessions`)
      await sql.raw(insertSessions(kind, sessions, from, Math.min(sessions, from + BATCH) - 1)).execute(db)
    }
    for (const statement of [...COMPANIONS, ...indexes]) await sql.raw(statement).execute(db)
  })
  // The prints are accepted as they are: otherwise every session of the bench would be referred.
  const unsigned = (await storage.installation.unsignedRows()).map(({ id }) => id)
  const entry = { at: new Date(), tenant: '*', actor: 'system', action: 'rights.accept' } as const
  await storage.installation.acceptRows(
    unsigned.filter((id) => id.startsWith('fingerprints:')),
    entry,
  )
}

/** On one connection without durability, for data that can be generated again. */
export async function inHaste(
  filling: Kysely<Schema>,
  kind: Kind,
  work: (db: Kysely<Schema>) => Promise<void>,
): Promise<void> {
  await filling.connection().execute(async (db) => {
    for (const statement of HASTE[kind]) await sql.raw(statement).execute(db)
    await work(db)
    for (const statement of CALM[kind]) await sql.raw(statement).execute(db)
  })
}

/** No log, no foreign keys. */
const HASTE: Record<Kind, string[]> = {
  sqlite: [
    'pragma foreign_keys = off',
    'pragma journal_mode = off',
    'pragma synchronous = off',
    'pragma cache_size = -2000000',
  ],
  postgres: ['set session_replication_role = replica', `set maintenance_work_mem = '1GB'`, `set work_mem = '256MB'`],
}

/**
 * In the state in which the service opens it, with the log written back; and what PostgreSQL does automatically within
 * minutes.
 */
const CALM: Record<Kind, string[]> = {
  sqlite: [
    'pragma journal_mode = wal',
    'pragma synchronous = full',
    'pragma foreign_keys = on',
    'pragma cache_size = -65536',
    'pragma wal_checkpoint(truncate)',
  ],
  postgres: ['vacuum analyze', 'set session_replication_role = origin'],
}

async function dropIndexes(db: Kysely<Schema>, kind: Kind): Promise<string[]> {
  const { rows } = await sql.raw<{ name: string; made: string }>(INDEXES[kind]).execute(db)
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db)
  return rows.map(({ made }) => made)
}

const INDEXES: Record<Kind, string> = {
  sqlite: `select name, sql as made from sqlite_master
    where type = 'index' and tbl_name in ('session', 'print') and sql is not null`,
  postgres: `select indexname as name, indexdef as made from pg_indexes
    where tablename in ('session', 'print') and indexname not like '%_pkey'`,
}

/**
 * Of every thousand, 100 were rejected automatically, 50 approved by a reviewer, 49 expired after the front, one waits;
 * of a hundred thousand one was rejected by a reviewer. Types and countries are drawn independently.
 */
function insertSessions(kind: Kind, count: number, from: number, to: number): string {
  const start = Date.now() - SPREAD_DAYS * DAY
  const created = `cast(${start} + cast(i as bigint) * ${(SPREAD_DAYS * DAY) / count} as bigint)`
  const drawn = (prime: number, of: number) => `((cast(i as bigint) * ${prime}) % ${of})`
  return `insert into session (id, tenant, mode, status, version, created_at, expires_at, completed_at, settled_at,
      document_type, country, reached, objects, sealed_request, sealed_content)
    select id, tenant, 'live', status, 3, created, created + ${14 * DAY},
      case when status = 'EXPIRED' then null else created + 60000 end,
      case status when 'EXPIRED' then null when 'WAITING_FOR_MANUAL_APPROVE' then null else created + 90000 end,
      case when type < 600 then 'IDENTITY_CARD' when type < 900 then 'PASSPORT' when type < 996 then 'DRIVER_LICENSE'
        else 'RESIDENCE_PERMIT' end,
      case when country = 0 then 'XOM' when country < 90000 then 'UTO' else 'D' end,
      case when status = 'EXPIRED' then 'front' else 'completed' end, '', '', '${FILLER}'
    from (select ${UUID[kind]} as id, ${created} as created, ${drawn(7919, 997)} as type, ${drawn(104729, 100_003)} as country,
      case when ${drawn(15485863, 100_019)} = 0 then '${SMALL_TENANT}' when ${drawn(1299709, 53)} = 0 then '${SECOND_TENANT}'
        else '${TENANT}' end as tenant,
      case when ${drawn(611953, 100_049)} = 0 then 'MANUAL_REJECTED' when ${drawn(86028121, 1000)} < 100 then 'AUTO_REJECTED'
        when ${drawn(86028121, 1000)} < 150 then 'MANUAL_APPROVED' when ${drawn(86028121, 1000)} < 199 then 'EXPIRED'
        when ${drawn(86028121, 1000)} = 199 then 'WAITING_FOR_MANUAL_APPROVE' else 'AUTO_APPROVED' end as status
      from ${SERIES[kind](from, to)}) as drawn`
}

/** Rows of other tables for the sessions: keys, counts, and the hash of each document number. */
const COMPANIONS = [
  `insert into session_key (session_id, master_key_id, wrapped) select id, 'none', '${randomBytes(63).toString('base64')}'
    from session order by id`,
  ...[DAY, MINUTE].map(
    (span) => `insert into session_count (tenant, mode, span, start, sessions)
      select tenant, mode, ${span}, created_at - created_at % ${span}, count(*) from session
      group by tenant, mode, created_at - created_at % ${span}`,
  ),
  `insert into status_count (tenant, mode, day, status, sessions)
    select tenant, mode, created_at - created_at % ${DAY}, status, count(*) from session
    group by tenant, mode, created_at - created_at % ${DAY}, status`,
  `insert into print (session_id, tenant, sequence, document_hash)
    select id, tenant, created_at, substr(id, 1, 8) || substr(id, 10, 4) || substr(id, 15, 4) || '${randomBytes(24).toString('hex')}'
    from session order by id`,
]

/** A third of the size of a session without face templates; the list does not decrypt it. */
const FILLER = randomBytes(200).toString('base64')

const UUID: Record<Kind, string> = {
  sqlite: `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(2)) || '-' ||
    hex(randomblob(2)) || '-' || hex(randomblob(6)))`,
  postgres: 'gen_random_uuid()::text',
}

const SERIES: Record<Kind, (from: number, to: number) => string> = {
  sqlite: (from, to) =>
    `(with recursive n (i) as (select ${from} union all select i + 1 from n where i < ${to}) select i from n)`,
  postgres: (from, to) => `generate_series(${from}, ${to}) as n (i)`,
}
