import { existsSync } from 'node:fs'
import type { BackupProgress, Restored } from '../actions/ports/backups.ts'
import { BackupError } from './backup/backup-file.ts'
import { putBack } from './backup/put-back.ts'
import { masterKeyFile } from './keys/keys.ts'
import { openKeyring, openStore, type StorageOptions } from './open.ts'
import { connectDatabase, defaultDatabaseUrl } from './sql/database/open.ts'

/** Puts a backup into the installation that the options name, which must be empty. */
export async function restoreStorage(
  options: StorageOptions,
  folder: string,
  erasedSince: ReadonlySet<string>,
  progress: BackupProgress,
): Promise<Restored> {
  const { dataDir, databaseUrl = defaultDatabaseUrl(dataDir), masterKey } = options
  // A new key would be made here that opens nothing.
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
