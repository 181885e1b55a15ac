import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import type { ObjectStore } from '../../platform/objects/object-store.ts'
import { sharesConnections } from '../../platform/sql/find-pooling.ts'
import { readCheck, tryKey } from '../rights/check-master-key.ts'
import type { Context, Database } from './context.ts'
import { connectDatabase } from './database.ts'
import { findMisfit, readVersion, SCHEMA } from './migrate.ts'

/** See kernel/operations/readiness.ts. */
export interface StorageCheck {
  name: string
  run(): Promise<void>
}

interface CheckedStorage extends Context {
  database: Database
  store: ObjectStore
  /** Folders on whose disks space is needed. */
  folders: string[]
  leastFreeBytes: number
  /** The free space below a folder. */
  freeBytes?: (folder: string) => Promise<number>
}

/** The maximum clock difference of two nodes for tokens; beyond that people are refused. */
const MOST_SKEW_MS = 30_000

/** Checks what storage depends on: each throws with the reason when it is not available. */
export function storageChecks({
  database,
  store,
  folders,
  leastFreeBytes,
  keys,
  clock,
  ...rest
}: CheckedStorage): StorageCheck[] {
  const { db, kind } = database
  const { freeBytes = freeOn } = rest
  return [
    {
      name: 'database',
      async run() {
        const updated_at = clock().getTime()
        await db
          .insertInto('setting')
          .values({ name: 'health', value: '', updated_at })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ updated_at }))
          .execute()
      },
    },
    {
      name: 'master key',
      async run() {
        const trial = await readCheck(db)
        if (!trial) throw new Error('the database has lost its check value')
        tryKey(keys, trial)
      },
    },
    { name: 'picture store', run: () => store.check() },
    {
      name: 'disk',
      async run() {
        for (const folder of folders) {
          const free = await freeBytes(folder)
          if (free < leastFreeBytes) throw new Error(`${Math.floor(free / 1e6)} MB are free below ${folder}`)
        }
      },
    },
    ...(kind === 'postgres' ? [{ name: 'clock', run: () => compareClocks(database, clock) }] : []),
    {
      // During an upgrade: a node of the earlier version is taken out of service if it would only fail.
      name: 'schema',
      async run() {
        const misfit = await findMisfit(db)
        if (misfit) throw new Error(misfit)
      },
    },
  ]
}

async function compareClocks({ db }: Database, clock: Context['clock']): Promise<void> {
  const { rows } = await sql<{
    now: number
  }>`select extract(epoch from clock_timestamp())::float8 * 1000 as now`.execute(db)
  const apart = clock().getTime() - (rows[0]?.now ?? 0)
  if (Math.abs(apart) > MOST_SKEW_MS)
    throw new Error(`this clock and the database's are ${Math.round(apart / 1000)} s apart`)
}

/** A folder that was not written to yet is created on the disk of its parent. */
export async function freeOn(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error
    return freeOn(dirname(folder))
  }
}

/** A database as it is found, before anything changes it. */
export interface ExaminedDatabase {
  kind: 'sqlite' | 'postgres'
  /** Version of the server or of the library. */
  server: string
  /** A pooler gives its connections to others between two transactions. */
  isShared?: boolean
  /** 0 for an empty database. */
  schema: number
  /** The schema to which this program would migrate it; a newer one is refused. */
  known: number
}

/** Examines it without creating, migrating or opening anything sealed. */
export async function examineDatabase(url: string): Promise<ExaminedDatabase> {
  const known = SCHEMA
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined
  if (file !== undefined && !existsSync(file)) return { kind: 'sqlite', server: ownSqlite(), schema: 0, known }
  const { db, kind, close } = connectDatabase(url)
  try {
    const tables = (await db.introspection.getTables()).map(({ name }) => name)
    const schema = tables.includes('schema_version') ? await readVersion(db) : 0
    if (kind === 'sqlite') return { kind, server: ownSqlite(), schema, known }
    return { kind, server: await postgresVersion(), schema, known, isShared: await sharesConnections(url) }
  } finally {
    await close()
  }

  async function postgresVersion(): Promise<string> {
    const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db)
    return rows[0]?.server_version ?? 'unknown'
  }
}

const ownSqlite = (): string => process.versions.sqlite ?? 'unknown'
