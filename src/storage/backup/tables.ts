import { type Kysely, sql } from 'kysely'
import type { Database } from '../sql/database/context.ts'
import type { Schema } from '../sql/database/schema.ts'

/** A row of any table: every column is text, a number or null. */
export type Row = Record<string, string | number | null>

/** Tables that others point at come first, so that rows can be put back in this order. */
const FIRST = ['tenant', 'policy', 'session', 'outbox']
/** How far the schema is; a restored database is brought there first. */
const VERSIONS = 'schema_version'

/** The names of all tables that hold data, whichever migrations made them. */
export async function tablesOf({ db, kind }: Pick<Database, 'db' | 'kind'>): Promise<string[]> {
  const query =
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
  const names = (await query.execute(db)).rows.map(({ name }) => name).filter((name) => name !== VERSIONS)
  return [...FIRST.filter((name) => names.includes(name)), ...names.filter((name) => !FIRST.includes(name)).sort()]
}

/** The rows of a table, or those of which a condition holds, in the order in which they lie, a batch at a time. */
export async function* rowsOf(
  db: Kysely<Schema>,
  kind: Database['kind'],
  table: string,
  only = 'true',
): AsyncGenerator<Row[]> {
  const place = sql.raw(kind === 'sqlite' ? 'rowid' : 'ctid')
  let after: string | number | undefined
  for (;;) {
    const beyond =
      after === undefined ? sql`` : kind === 'sqlite' ? sql`and rowid > ${after}` : sql`and ctid > ${after}::tid`
    const text = kind === 'sqlite' ? place : sql`${place}::text`
    const { rows } = await sql<Row & { place_: string | number }>`
      select ${text} as place_, ${sql.table(table)}.* from ${sql.table(table)} where ${sql.raw(only)} ${beyond} order by ${place} limit ${sql.lit(BATCH)}
    `.execute(db)
    if (!rows.length) return
    after = rows.at(-1)?.place_
    yield rows.map(({ place_: _, ...row }) => row)
  }
}

/** Rows in one query: a few megabytes where sessions are large. */
const BATCH = 500

/** Puts rows back as they were. */
export async function insertRows(db: Kysely<Schema>, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  // SQLite takes 32,766 parameters, PostgreSQL 65,535.
  const most = Math.max(1, Math.floor(30_000 / columns.length))
  for (let from = 0; from < rows.length; from += most) {
    const values = rows.slice(from, from + most).map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values ${sql.join(values)}`.execute(
      db,
    )
  }
}
