import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Database } from '../../../kernel/storage/context.ts'
import type { Schema } from '../../../kernel/storage/schema.ts'
import { removePostingsHash } from './hash-postings.ts'

const texts = new Map<string, string>()

/** Inserts many rows of one shape with one statement, whose text is built once: imports write millions of rows. */
export async function insertMany(
  db: Kysely<Schema>,
  kind: Database['kind'],
  table: keyof Schema,
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS) {
    const part = rows.slice(from, from + ROWS)
    await db.executeQuery(CompiledQuery.raw(textOf(kind, table, columns, part.length), part.flat()))
  }
}

/** Few enough for the parameter limit of both databases with ten columns. */
const ROWS = 500

function textOf(kind: Database['kind'], table: string, columns: readonly string[], count: number): string {
  const key = [kind, table, count].join(' ')
  const there = texts.get(key)
  if (there) return there
  let parameter = 0
  const place = () => {
    parameter += 1
    return kind === 'sqlite' ? '?' : `$${parameter}`
  }
  const rows = Array.from({ length: count }, () => `(${columns.map(place).join(', ')})`)
  const text = `insert into ${table} (${columns.join(', ')}) values ${rows.join(', ')}`
  if (count === ROWS) texts.set(key, text)
  return text
}

/**
 * How long an old version is kept, since a search that began in it may still be reading it. An import that wrote
 * nothing for this long was interrupted.
 */
const GRACE_MS = 60 * 60_000
/** Rows per transaction: other writers wait no longer than one takes. */
const BATCH = 2_000

/** Tables with rows of versions, each with the column that orders its rows. */
const ROWS_OF_VERSION = [
  ['watchlist_entry', 'number'],
  ['watchlist_posting', 'posting_key'],
] as const

/**
 * Removes a batch of rows of a version that is no longer in force or was never activated. True while there are more.
 */
export async function clearStale(db: Kysely<Schema>, now: number): Promise<boolean> {
  const stale = await db
    .selectFrom('watchlist_version')
    .select('version')
    .where((eb) =>
      eb.or([
        eb('state', '=', 'abandoned'),
        eb.and([eb('state', '<>', 'current'), eb('touched_at', '<', now - GRACE_MS)]),
      ]),
    )
    .orderBy('version')
    .executeTakeFirst()
  if (!stale) return false
  const { version } = stale
  return db.transaction().execute(async (trx) => {
    for (const [table, order] of ROWS_OF_VERSION) {
      const { rows } = await sql<{ place: number }>`select ${sql.ref(order)} as place from ${sql.table(table)}
        where version = ${version} order by ${sql.ref(order)} limit ${BATCH}`.execute(trx)
      if (!rows.length) continue
      await sql`delete from ${sql.table(table)}
        where version = ${version} and ${sql.ref(order)} <= ${rows.at(-1)?.place ?? 0}`.execute(trx)
      return true
    }
    await removePostingsHash(trx, version)
    await trx.deleteFrom('watchlist_version').where('version', '=', version).execute()
    return true
  })
}
