import { createSecretKey, type KeyObject } from 'node:crypto'
import { type Keyring, newKey } from '../../keys/keys.ts'
import type { Context, Database } from '../database/context.ts'
import { secretContext } from '../installation/secrets.ts'
import { recordEntry } from './audit.ts'
import { linkInOrder } from './chain.ts'

const NAME = 'audit-mac'

/**
 * The key of the entries' MACs: drawn once, stored wrapped by the master key and wrapped again when that is rotated, so
 * that entries stay verifiable. Where it is drawn for a log that has entries already, an entry that carries the first MAC
 * vouches for them: afterwards nothing without a MAC is taken for an old entry. Within the transaction of the migrations,
 * which one node at a time is in.
 */
export async function openAuditKey(
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
