import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Keyring, masterKeyFile } from '../../platform/keys/keys.ts'
import type { ObjectStore } from '../../platform/objects/object-store.ts'
import { recount } from '../figures/tables/session-count.ts'
import { INSTALLATION_ID } from '../operations/tables/installation.ts'
import type { BackupProgress, Restored } from '../ports/installation.ts'
import { openRights } from '../rights/rights.ts'
import { signedRows } from '../rights/signed-rows.ts'
import { signSet } from '../rights/signed-sets.ts'
import { bindSessions } from '../session/tables/bind-sessions.ts'
import type { Database } from '../storage/context.ts'
import { connectDatabase, defaultDatabaseUrl } from '../storage/database.ts'
import { MIGRATIONS, migrate, SCHEMA } from '../storage/migrate.ts'
import { openKeyring, openStore, type StorageOptions } from '../storage/open.ts'
import {
  BackupError,
  insertRows,
  type KeptPicture,
  type Manifest,
  partReader,
  type Row,
  readManifest,
  sha256Of,
  tablesOf,
} from './backup-file.ts'
import { pictureFile } from './take-backup.ts'

/** Restores a backup into the installation that the options name, which must be empty. */
export async function restoreStorage(
  options: StorageOptions,
  folder: string,
  erasedSince: ReadonlySet<string>,
  progress: BackupProgress,
  { unsealed = false } = {},
): Promise<Restored> {
  const { dataDir, databaseUrl = defaultDatabaseUrl(dataDir), masterKey } = options
  // Otherwise a new key would be made here, which opens nothing.
  if (!masterKey && !existsSync(masterKeyFile(dataDir)))
    throw new BackupError(`there is no master key: set MASTER_KEY, or put the file master.key into ${dataDir}`)
  const keys = await openKeyring(options)
  const database = connectDatabase(databaseUrl)
  try {
    return await putBack(
      { database, store: openStore(options), keys, now: options.clock() },
      folder,
      erasedSince,
      progress,
      unsealed,
    )
  } finally {
    await database.close()
  }
}

/** The sessions that a database says were erased, or are being erased. It needs no key. */
export async function erasedIn(databaseUrl: string): Promise<string[]> {
  const { db, close } = connectDatabase(databaseUrl)
  try {
    const buried = await db.selectFrom('tombstone').select('session_id').execute()
    const marked = await db.selectFrom('session').select('id').where('erased_at', 'is not', null).execute()
    return [...buried.map(({ session_id }) => session_id), ...marked.map(({ id }) => id)]
  } finally {
    await close()
  }
}

interface Target {
  /** Opened without migrating. */
  database: Database
  store: ObjectStore
  keys: Keyring
  now: Date
}

/**
 * Restores a backup into an empty database and an empty picture store, of either kind. Sessions that were erased since
 * it was taken are left out: nobody's data comes back. Tables come last and in one transaction, so that an interrupted
 * restore leaves an empty database, and can be started again.
 */
async function putBack(
  { database, store, keys, now }: Target,
  folder: string,
  erasedSince: ReadonlySet<string>,
  progress: BackupProgress,
  unsealed: boolean,
): Promise<Restored> {
  const manifest = await readManifest(folder, keys, { unsealed })
  if (manifest.schemaVersion > SCHEMA)
    throw new BackupError('the backup was taken by a newer program: restore it with that program')
  await migrate(
    database,
    MIGRATIONS.filter(({ schema }) => schema <= manifest.schemaVersion),
  )
  await refuseUnlessEmpty(database)
  const erased = new Set([...manifest.erased, ...erasedSince])
  const pictures = await putPictures(manifest, folder, { store, keys }, erased, progress)
  const { rows, leftOut } = await putTables(manifest, folder, { database, keys, now }, erased, progress)
  await migrate(database, MIGRATIONS, undefined, async (migrated, from) => {
    const macKey = await openRights(migrated, { keys, clock: () => now }, from)
    // The faces of people who were erased since were left out here.
    if (leftOut.length) await signSet(migrated.db, signedRows(macKey), 'block_entry')
    await bindSessions(migrated, keys, from)
  })
  await recount(database)
  return { id: manifest.id, takenAt: manifest.takenAt, rows, pictures, leftOut }
}

async function refuseUnlessEmpty({ db }: Database): Promise<void> {
  for (const table of ['session', 'tenant'] as const) {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count))
      throw new BackupError(`the database is in use (${count} rows in ${table}): restore into an empty one`)
  }
}

async function putPictures(
  { pictures, ...manifest }: Manifest,
  folder: string,
  { store, keys }: Pick<Target, 'store' | 'keys'>,
  erased: ReadonlySet<string>,
  progress: BackupProgress,
): Promise<number> {
  const read = partReader(folder, manifest, keys)
  let put = 0
  for (const part of pictures.parts)
    for (const { session_id, object, sha256 } of await read<KeptPicture>(part)) {
      if (erased.has(session_id)) continue
      const bytes = await readFile(pictureFile(folder, session_id, object)).catch(() => undefined)
      if (!bytes || sha256Of(bytes) !== sha256)
        throw new BackupError(`picture ${session_id}/${object} is missing or not as it was written: run backup verify`)
      await store.put(session_id, object, bytes)
      progress('pictures', ++put, pictures.count)
    }
  return put
}

async function putTables(
  manifest: Manifest,
  folder: string,
  { database, keys, now }: Pick<Target, 'database' | 'keys' | 'now'>,
  erased: ReadonlySet<string>,
  progress: BackupProgress,
): Promise<{ rows: number; leftOut: string[] }> {
  const read = partReader(folder, manifest, keys)
  const leftOut = new Map<string, Row>()
  let rows = 0
  await database.db.transaction().execute(async (trx) => {
    // The rows that migrations insert are in the backup too.
    for (const table of (await tablesOf({ db: trx, kind: database.kind })).toReversed())
      await sql`delete from ${sql.table(table)}`.execute(trx)
    for (const { name, parts } of manifest.tables)
      for (const part of parts) {
        const all = await read(part)
        for (const row of all) if (name === 'session' && erased.has(String(row.id))) leftOut.set(String(row.id), row)
        const kept = all.filter(
          (row) => name === 'audit' || !erased.has(String(name === 'session' ? row.id : row.session_id)),
        )
        if (kept.length) await insertRows(trx, name, kept)
        rows += kept.length
        progress('tables', rows)
      }
    // It is another installation than the original, which may still exist with its pictures.
    await trx.deleteFrom('setting').where('name', '=', INSTALLATION_ID).execute()
    const tombstones = [...leftOut].map(([session_id, { tenant, mode }]) => ({
      session_id,
      tenant: tenant as string,
      mode: mode as 'test' | 'live',
      erased_at: now.getTime(),
      actor: 'restore',
    }))
    for (const tombstone of tombstones) await trx.insertInto('tombstone').values(tombstone).execute()
  })
  return { rows, leftOut: [...leftOut.keys()] }
}
