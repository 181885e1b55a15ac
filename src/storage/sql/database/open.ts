import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { BUSY_MS, nodeSqliteDialect } from './node-sqlite.ts'
import type { Schema } from './schema.ts'

/** Opens `sqlite:<path>` or `postgres://…` and brings its schema up to date. */
export async function openDatabase(url: string): Promise<Database> {
  const database = connectDatabase(url)
  try {
    await migrate(database)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** As it is, whatever its schema. */
export const connectDatabase = (url: string): Database =>
  url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length)) : openPostgres(url)

/** Where the embedded database lies when no other is named. */
export const defaultDatabaseUrl = (dataDir: string) => `sqlite:${join(dataDir, 'limen.db')}`

function openSqlite(path: string): Database {
  const db = new Kysely<Schema>({ dialect: nodeSqliteDialect(path) })
  return {
    kind: 'sqlite',
    db,
    compact: () => truncateLog(db),
    close: () => db.destroy(),
  }
}

/**
 * Moves the log into the database and cuts it to nothing. Whoever reads at this moment in another process is not waited
 * for: every request of this one would wait as well.
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

function openPostgres(url: string): Database {
  if (!/^postgres(ql)?:\/\//.test(url)) throw new Error('DATABASE_URL is sqlite:<path> or postgres://…')
  const pool = new pg.Pool({ connectionString: url, max: 10, types: { getTypeParser: typeParser } })
  // A connection that breaks while idle is dropped by the pool; the next query opens another or reports the fault.
  pool.on('error', () => {})
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return {
    kind: 'postgres',
    db,
    compact: async () => {
      await sql`vacuum session_key, session, outbox, review, print, sent_picture, picture_band`.execute(db)
      return true
    },
    close: () => db.destroy(),
  }
}

/** Times and counts are bigint columns, far below 2^53. */
const typeParser: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: string) =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')
