import { link, rename, rm } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { syncFolder } from '../../platform/durable-file.ts'
import {
  createMasterKeyFile,
  type Keyring,
  masterKeyFile,
  previousKeyFile,
  readIfThere,
} from '../../platform/keys/keys.ts'
import { totpContext } from '../accounts/tables/reviewers.ts'
import { secretContext, signingKeyContext } from '../operations/tables/installation.ts'
import { sessionKeyContext } from '../session/tables/session-row.ts'
import type { Schema } from '../storage/schema.ts'

/**
 * Wraps every stored key again, under the current master key. Each batch is one transaction and the rows say which key
 * wrapped them, so it can be interrupted and started again at any point. Answers how many it wrapped.
 */
export async function rewrapAll(db: Kysely<Schema>, keys: Keyring): Promise<number> {
  let total = 0
  for (const column of WRAPPED) {
    for (let after = ''; ; ) {
      const batch = await db.transaction().execute((trx) => rewrapBatch(trx, keys, column, after))
      const last = batch.at(-1)
      if (last === undefined) break
      total += batch.length
      after = last
    }
  }
  return total
}

/**
 * Replaces the key file of DATA_DIR, even while the service runs: it reads the new file before it wraps the next key.
 * The old key stays next to it until nothing needs it. After a crash, start again: it continues where it was.
 */
export async function rotateKeyFile(dataDir: string, db: Kysely<Schema>, keys: Keyring): Promise<number> {
  await replaceKeyFile(dataDir)
  let total = await rewrapAll(db, keys)
  // A session that was being created while the file changed may have been wrapped by the old key.
  for (let quiet = 0; quiet < QUIET_ROUNDS; quiet++) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
    const late = await rewrapAll(db, keys)
    total += late
    if (late) quiet = -1
  }
  await rm(previousKeyFile(dataDir), { force: true })
  await syncFolder(dataDir)
  return total
}

/** Afterwards there is a new key, and the old one next to it; unless that was so before. */
async function replaceKeyFile(dataDir: string): Promise<void> {
  const [current, previous] = [masterKeyFile(dataDir), previousKeyFile(dataDir)]
  const old = readIfThere(previous)
  if (old !== undefined && old !== readIfThere(current)) return
  if (old === undefined) await link(current, previous)
  const next = `${current}.next`
  await createMasterKeyFile(next)
  await syncFolder(dataDir)
  await rename(next, current)
  await syncFolder(dataDir)
}

/** Together far longer than the time between reading the key file and committing a session. */
const QUIET_ROUNDS = 2
const QUIET_MS = 500

const BATCH = 500

interface WrappedColumn {
  table: string
  id: string
  keyId: string
  wrapped: string
  context: (id: string) => string
}

/** Every column that contains something wrapped by a master key. */
const WRAPPED: WrappedColumn[] = [
  { table: 'session_key', id: 'session_id', keyId: 'master_key_id', wrapped: 'wrapped', context: sessionKeyContext },
  { table: 'signing_key', id: 'kid', keyId: 'master_key_id', wrapped: 'wrapped', context: signingKeyContext },
  { table: 'reviewer', id: 'id', keyId: 'totp_master_key_id', wrapped: 'totp_wrapped', context: totpContext },
  // Last: the check value of the master key is among them, and must not confirm a key while others are still under the
  // old one.
  { table: 'secret', id: 'name', keyId: 'master_key_id', wrapped: 'wrapped', context: secretContext },
]

async function rewrapBatch(
  trx: Kysely<Schema>,
  keys: Keyring,
  column: WrappedColumn,
  after: string,
): Promise<string[]> {
  const table = sql.ref(column.table)
  const [id, keyId, wrapped] = [sql.ref(column.id), sql.ref(column.keyId), sql.ref(column.wrapped)]
  const { rows } = await sql<{ id: string; key_id: string; wrapped: string }>`
    select ${id} as id, ${keyId} as key_id, ${wrapped} as wrapped from ${table}
    where ${id} > ${after} and ${keyId} <> ${keys.currentId()} order by ${id} limit ${sql.lit(BATCH)}`.execute(trx)
  for (const row of rows) {
    const context = column.context(row.id)
    const again = keys.wrap(context, keys.unwrap(context, { masterKeyId: row.key_id, wrapped: row.wrapped }))
    await sql`update ${table} set ${keyId} = ${again.masterKeyId}, ${wrapped} = ${again.wrapped}
      where ${id} = ${row.id} and ${keyId} = ${row.key_id}`.execute(trx)
  }
  return rows.map((row) => row.id)
}
