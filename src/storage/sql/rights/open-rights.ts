import { createSecretKey, type KeyObject } from 'node:crypto'
import { type Keyring, newKey } from '../../keys/keys.ts'
import { recordEntry } from '../audit/audit.ts'
import { checkMac, linkInOrder } from '../audit/chain.ts'
import type { Context, Database } from '../database/context.ts'
import { SIGNED_SINCE } from '../database/migrate.ts'
import { secretContext } from '../installation/secrets.ts'
import { signRows } from './rights.ts'

/**
 * The key of the MACs, of the audit log and of rows that give a right. The start that adds MACs to a database of an earlier
 * version signs the rows that it finds, once, within the transaction of the migration, and records it. No later start does:
 * what is not signed then was written by somebody else, until an operator accepts it.
 */
export async function openRights(
  database: Pick<Database, 'db' | 'kind'>,
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  from: number,
): Promise<KeyObject> {
  const macKey = await openAuditKey(database, { keys, clock })
  const isUpgrade = from > 0 && from < SIGNED_SINCE
  if (!isUpgrade || (await wasTakenOver(database, macKey))) return macKey
  const rows = await signRows(database, macKey, () => true)
  if (!rows) return macKey
  const detail = { rows, schema: from }
  await recordEntry(database.db, macKey, { at: clock(), tenant: '*', actor: 'system', action: 'rights.accept', detail })
  return macKey
}

/** A database that has been signed once is not one of an earlier version, whatever its schema says. */
async function wasTakenOver({ db }: Pick<Database, 'db'>, macKey: KeyObject): Promise<boolean> {
  const entries = await db.selectFrom('audit').selectAll().where('action', '=', 'rights.accept').execute()
  return entries.some((entry) => checkMac(macKey, entry) === 'VALID')
}

const NAME = 'audit-mac'

/**
 * The key of the entries' MACs: drawn once, stored wrapped by the master key and wrapped again when that is rotated, so
 * that entries stay verifiable. Where it is drawn for a log that has entries already, an entry that carries the first MAC
 * vouches for them: afterwards nothing without a MAC is taken for an old entry. Within the transaction of the migrations,
 * which one node at a time is in.
 */
async function openAuditKey(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
): Promise<KeyObject> {
  const there = await read(db, keys)
  if (there) return there
  const last = await linkInOrder(db, kind)
  const secret = newKey()
  const { masterKeyId, wrapped } = keys.wrap(secretContext(NAME), secret)
  const at = clock()
  await db
    .insertInto('secret')
    .values({ name: NAME, master_key_id: masterKeyId, wrapped, created_at: at.getTime() })
    .execute()
  const key = createSecretKey(secret)
  if (last.seq > 0) {
    const detail = { through: last.seq, hash: last.hash }
    await recordEntry(db, key, { at, tenant: '*', actor: 'system', action: 'audit.accept', detail })
  }
  return key
}

async function read(db: Context['db'], keys: Keyring): Promise<KeyObject | undefined> {
  const row = await db.selectFrom('secret').selectAll().where('name', '=', NAME).executeTakeFirst()
  if (!row) return undefined
  return createSecretKey(keys.unwrap(secretContext(NAME), { masterKeyId: row.master_key_id, wrapped: row.wrapped }))
}
