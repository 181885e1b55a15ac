import { join } from 'node:path'
import { Kysely, type Logger, PostgresDialect, sql } from 'kysely'
import { BUSY_MS, nodeSqliteDialect } from '../../platform/sql/node-sqlite.ts'
import { STATEMENT_MS, timedPool } from '../../platform/sql/timed-pool.ts'
import type { Tracing } from '../../platform/telemetry/tracing.ts'
import type { Database } from './context.ts'
import { type AfterMigration, MIGRATIONS, migrate } from './migrate.ts'
import type { Schema } from './schema.ts'

interface Opening {
  /** May refuse the database as it is found. */
  look?: (db: Kysely<Schema>) => Promise<void>
  after?: AfterMigration
  tracing?: Tracing | undefined
}

/** Opens `sqlite:<path>` or `postgres://…` and migrates its schema. */
export async function openDatabase(url: string, { look, after, tracing }: Opening = {}): Promise<Database> {
  const database = connect(url, STATEMENT_MS, tracing)
  try {
    await look?.(database.db)
    await migrateUnhurried(database, url, after)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** A day; the maximum of a timer is 24 days. */
const FOREVER_MS = 86_400_000

/** As it is, whatever its schema, and without a time limit unless one is given: for copying whole tables. */
export const connectDatabase = (url: string, limitMs = FOREVER_MS): Database => connect(url, limitMs)

const connect = (url: string, limitMs: number, tracing?: Tracing): Database =>
  url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length), tracing) : openPostgres(url, limitMs, tracing)

/** Statements of a migration have no time limit. */
async function migrateUnhurried(database: Database, url: string, after?: AfterMigration): Promise<void> {
  if (database.kind === 'sqlite') return migrate(database, MIGRATIONS, undefined, after)
  await withoutTimeLimit(url, (db) => migrate({ db, kind: 'postgres' }, MIGRATIONS, undefined, after))
}

/** A connection of its own without a time limit, for work that may take minutes. */
async function withoutTimeLimit<Value>(url: string, use: (db: Kysely<Schema>) => Promise<Value>): Promise<Value> {
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: timedPool(url, FOREVER_MS) }) })
  try {
    return await use(db)
  } finally {
    await db.destroy()
  }
}

/** Where the embedded database is when no other is named. */
export const defaultDatabaseUrl = (dataDir: string) => `sqlite:${join(dataDir, 'limen.db')}`

function openSqlite(path: string, tracing?: Tracing): Database {
  const db = new Kysely<Schema>({ dialect: nodeSqliteDialect(path), ...traceQueries(tracing, 'sqlite') })
  return {
    kind: 'sqlite',
    db,
    compact: () => truncateLog(db),
    close: () => db.destroy(),
  }
}

/**
 * Moves the log into the database and truncates it. A reader in another process is not waited for: every request of
 * this process would wait as well.
 */
async function truncateLog(db: Kysely<Schema>): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    await sql`pragma busy_timeout = 0`.execute(connection)
    try {
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(connection)
      return rows[0]?.busy === 0
    } finally {
      await sql.raw(`pragma busy_timeout = ${BUSY_MS}`).execute(connection)
    }
  })
}

function openPostgres(url: string, limitMs: number, tracing?: Tracing): Database {
  if (!/^postgres(ql)?:\/\//.test(url)) throw new Error('DATABASE_URL is sqlite:<path> or postgres://…')
  const dialect = new PostgresDialect({ pool: timedPool(url, limitMs) })
  const db = new Kysely<Schema>({ dialect, ...traceQueries(tracing, 'postgresql') })
  return {
    kind: 'postgres',
    db,
    compact: async () => {
      await withoutTimeLimit(url, async (own) => {
        await sql`vacuum session_key, session, outbox, review, print, face_signs, sent_picture, picture_band`.execute(
          own,
        )
        // Its indexes have the content of rows as well, and are passed over when few of them are dead.
        await sql`vacuum (index_cleanup on) face_vector`.execute(own)
      })
      return true
    },
    close: () => db.destroy(),
  }
}

/** Traces every statement as a span: its operation and table, and none of its values. */
function traceQueries(tracing: Tracing | undefined, system: 'sqlite' | 'postgresql'): { log?: Logger } {
  if (!tracing) return {}
  return {
    log({ level, query: { sql }, queryDurationMillis, ...rest }) {
      const span = tracing.here()
      if (!span) return
      const { operation, table } = describeStatement(sql)
      const failure = level === 'error' && 'error' in rest ? rest.error : undefined
      const facts = {
        'db.system.name': system,
        'db.operation.name': operation,
        ...(table !== undefined && { 'db.collection.name': table }),
        ...(level === 'error' && { 'error.type': failure instanceof Error ? failure.name : 'Error' }),
      }
      const now = performance.now()
      span.addPart(table === undefined ? operation : `${operation} ${table}`, facts, now - queryDurationMillis, now)
    },
  }
}

/** The first word and the first table. */
function describeStatement(sql: string): { operation: string; table?: string } {
  const [, operation = 'statement'] = /^\s*(\w+)/.exec(sql) ?? []
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)"?/i.exec(sql) ?? []
  return { operation: operation.toUpperCase(), ...(table !== undefined && { table }) }
}
