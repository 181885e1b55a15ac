import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { readVersion, SCHEMA } from './sql/database/migrate.ts'
import { connectDatabase } from './sql/database/open.ts'

/** A database as it is found, before anything changes it. */
export interface ExaminedDatabase {
  kind: 'sqlite' | 'postgres'
  /** Version of the server or of the library. */
  server: string
  /** 0 where there is nothing yet. */
  schema: number
  /** The schema that this program would bring it to; one that is further on it refuses. */
  known: number
}

/** Looks without making, migrating or opening anything sealed. */
export async function examineDatabase(url: string): Promise<ExaminedDatabase> {
  const known = SCHEMA
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined
  if (file !== undefined && !existsSync(file)) return { kind: 'sqlite', server: ownSqlite(), schema: 0, known }
  const { db, kind, close } = connectDatabase(url)
  try {
    const tables = (await db.introspection.getTables()).map(({ name }) => name)
    const schema = tables.includes('schema_version') ? await readVersion(db) : 0
    const server = kind === 'sqlite' ? ownSqlite() : await postgresVersion()
    return { kind, server, schema, known }
  } finally {
    await close()
  }

  async function postgresVersion(): Promise<string> {
    const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db)
    return rows[0]?.server_version ?? 'unknown'
  }
}

const ownSqlite = (): string => process.versions.sqlite ?? 'unknown'
