import { createSecretKey, type KeyObject } from 'node:crypto'
import { newKey } from '../../keys/keys.ts'
import { recordEntry } from '../audit/audit.ts'
import { linkInOrder } from '../audit/chain.ts'
import type { Context, Database } from '../database/context.ts'
import { SIGNED_SINCE } from '../database/migrate.ts'
import { secretContext } from '../installation/secrets.ts'
import { signRows } from './rights.ts'

type Keys = Pick<Context, 'keys' | 'clock'>

/**
 * The key of the MACs, of the audit log and of rows that give a right: drawn once, stored wrapped by the master key and wrapped
 * again when that is rotated, so that entries stay verifiable. The start that draws it for a database of an earlier version
 * signs the rows that it finds, once, within the transaction of the migration, and records it. No later start does: what is
 * not signed then was written by somebody else, until an operator accepts it.
 */
export async function openRights(
  database: Pick<Database, 'db' | 'kind'>,
  { keys, clock }: Keys,
  from: number,
): Promise<KeyObject> {
  const row = await database.db.selectFrom('secret').selectAll().where('name', '=', NAME).executeTakeFirst()
  if (row)
    return createSecretKey(keys.unwrap(secretContext(NAME), { masterKeyId: row.master_key_id, wrapped: row.wrapped }))
  const macKey = await drawKey(database, { keys, clock })
  if (from === 0 || from >= SIGNED_SINCE) return macKey
  const rows = await signRows(database, macKey, () => true)
  if (!rows) return macKey
  const detail = { rows, schema: from }
  await recordEntry(database.db, macKey, { at: clock(), tenant: '*', actor: 'system', action: 'rights.accept', detail })
  return macKey
}

const NAME = 'audit-mac'

/**
 * Where the log has entries already, an entry that carries the first MAC vouches for them: afterwards nothing without a MAC is
 * taken for an old entry.
 */
async function drawKey({ db, kind }: Pick<Database, 'db' | 'kind'>, { keys, clock }: Keys): Promise<KeyObject> {
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
