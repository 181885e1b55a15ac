import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from './context.ts'
import type { Migration } from './migrations/migration.ts'
import { version01 } from './migrations/version-0.1.ts'
import { version02 } from './migrations/version-0.2.ts'
import { version10 } from './migrations/version-1.0.ts'
import { version11 } from './migrations/version-1.1.ts'
import type { Schema } from './schema.ts'

/** In order. A database is at the schema of a release, or empty. */
export const MIGRATIONS: readonly Migration[] = [version01, version02, version10, version11]

const schemaAfter = (migrations: readonly Migration[]): number => migrations.at(-1)?.schema ?? 0

/** The schema that this program knows. */
export const SCHEMA = schemaAfter(MIGRATIONS)

/** The schema since which rows that give a right carry a MAC, and the content of every session is bound to its row. */
export const SIGNED_SINCE = version10.schema

/** The schema since which rows that turn a decision carry one too. */
export const DECIDING_SIGNED_SINCE = version11.schema

/**
 * The last migration that the previous version is not compatible with: running nodes that know fewer step aside. Raise
 * it to a migration's number when that removes or changes what the previous version reads or writes, or changes the
 * form of what is sealed or signed. Pure additions leave it as it is, and nodes of two versions can serve together
 * during an upgrade. The present one is that of the MACs: an earlier version would change rows without signing them.
 */
export const LEAST_SCHEMA = DECIDING_SIGNED_SINCE

/** Work of a start within the transaction of its migrations; `from` is the schema that it found, 0 for none. */
export type AfterMigration = (database: Pick<Database, 'db' | 'kind'>, from: number) => Promise<void>

/**
 * Migrates the schema in one transaction, under a lock, so that several nodes can start at once. A database that a
 * newer version of the program has changed is refused: this one would write into it without what the newer one
 * requires.
 */
export async function migrate(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  migrations = MIGRATIONS,
  least = Math.min(LEAST_SCHEMA, schemaAfter(migrations)),
  after: AfterMigration = async () => {},
): Promise<void> {
  const ahead = ['session']
  for (let tries = 1; ; tries++) {
    try {
      return await migrateOnce({ db, kind }, migrations, least, after, (trx) => lockTables(trx, ahead, tries))
    } catch (error) {
      if (!GIVEN_UP.includes(String((error as { code?: unknown }).code))) throw error
      if (tries === MOST_TRIES)
        throw new Error('The schema cannot be changed: a long query or a copy has locked its tables.', { cause: error })
      await setTimeout(Math.random() * 500)
    }
  }
}

/** PostgreSQL's codes for a lock timeout, and for a deadlock. */
const GIVEN_UP = ['55P03', '40P01']
const MOST_TRIES = 40
/** Less than the second after which PostgreSQL resolves a deadlock: this side gives way. */
const LOCK_MS = 700
/** The last tries wait long enough for PostgreSQL to cancel a vacuum that is in the way. */
const [PATIENT_SINCE, PATIENT_MS] = [30, 5_000]

async function migrateOnce(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  migrations: readonly Migration[],
  least: number,
  after: AfterMigration,
  lockAll: (trx: Kysely<Schema>) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx)
    await sql`create table if not exists schema_version (version integer primary key, applied_at bigint not null)`.execute(
      trx,
    )
    const version = await readVersion(trx)
    const known = schemaAfter(migrations)
    if (version > known) throw new NewerSchema(version, known)
    if (version && migrations.every(({ schema }) => schema !== version)) throw new UnreleasedSchema(version)
    if (kind === 'postgres' && version < known) await lockAll(trx)
    for (const { schema, statements } of migrations) {
      if (schema <= version) continue
      for (const statement of statements(kind)) await sql.raw(statement).execute(trx)
      await trx.insertInto('schema_version').values({ version: schema, applied_at: Date.now() }).execute()
    }
    await writeLeast(trx, least, version < known)
    await after({ db: trx, kind }, version)
  })
}

/**
 * Locks all tables before anything is changed: nodes of the previous version write until then, and wait while the
 * schema is changed. If a table is locked by somebody who waits for one that is locked here, it comes first in the next
 * try, so that the order becomes the one in which they write.
 */
async function lockTables(db: Kysely<Schema>, ahead: string[], tries: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = current_schema() and pg_has_role(tableowner, 'usage') order by 1`.execute(db)
  const names = new Set(rows.map(({ name }) => name))
  const order = new Set([...ahead.filter((name) => names.has(name)), ...names])
  await sql.raw(`set local lock_timeout = ${tries < PATIENT_SINCE ? LOCK_MS : PATIENT_MS}`).execute(db)
  for (const name of order) {
    try {
      await sql`lock table ${sql.table(name)} in access exclusive mode`.execute(db)
    } catch (error) {
      ahead.unshift(name)
      throw error
    }
  }
  await sql`set local lock_timeout = 0`.execute(db)
}

/** The database was changed by a newer version of this program. */
export class NewerSchema extends Error {
  constructor(version: number, known: number) {
    super(`${differ(version, known)}: start the version that changed it, or restore a backup of this one.`)
  }
}

/** The schema is between two releases: the program that left it was never released. */
class UnreleasedSchema extends Error {
  constructor(version: number) {
    super(`The database has schema version ${version}, which no released version left: restore a backup of one.`)
  }
}

const differ = (version: number, known: number) =>
  `The database has schema version ${version}, and this program knows ${known}`

/** Any number, the same in all nodes: "limen" in ASCII. */
const MIGRATION_LOCK = 0x6c696d65_6en

/**
 * Why a running node that knows this many migrations cannot continue with the database as it is; undefined when it can.
 */
export async function findMisfit(db: Kysely<Schema>, known = SCHEMA): Promise<string | undefined> {
  const version = await readVersion(db)
  if (version <= known) return undefined
  const row = await db.selectFrom('setting').select('value').where('name', '=', LEAST).executeTakeFirst()
  if (row && Number(row.value) <= known) return undefined
  return differ(version, known)
}

const LEAST = 'least schema'

/** If nothing was migrated, only if it is missing: an earlier backup may have been restored. */
async function writeLeast(db: Kysely<Schema>, least: number, changed: boolean): Promise<void> {
  const values = { value: String(least), updated_at: Date.now() }
  await db
    .insertInto('setting')
    .values({ name: LEAST, ...values })
    .onConflict((conflict) => {
      const there = conflict.column('name')
      return changed ? there.doUpdateSet(values) : there.doNothing()
    })
    .execute()
}

/** Zero for an empty database. */
export async function readVersion(db: Kysely<Schema>): Promise<number> {
  const row = await db
    .selectFrom('schema_version')
    .select(({ fn }) => fn.max('version').as('version'))
    .executeTakeFirst()
  return row?.version ?? 0
}
