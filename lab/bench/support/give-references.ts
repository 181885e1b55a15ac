import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { sealRequest, wrapDataKey } from '../../../src/kernel/session/tables/session-row.ts'
import type { Storage } from '../../../src/kernel/storage/open.ts'
import { newKey } from '../../../src/platform/keys/keys.ts'

/** Encrypts a reference into each of these sessions, so that a list has something to decrypt. */
export async function giveReferences({ database: { db }, keys }: Storage, ids: readonly string[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const id of ids) {
      const dataKey = newKey()
      const request = { externalId: `order of ${id}`, returnUrl: 'https://shop.example/back' }
      const { masterKeyId, wrapped } = wrapDataKey(keys, id, dataKey)
      const key = { master_key_id: masterKeyId, wrapped }
      await trx.updateTable('session_key').set(key).where('session_id', '=', id).execute()
      await sql`update session set sealed_request = ${sealRequest({ id, request }, dataKey)},
        external_id_hash = ${randomBytes(32).toString('hex')} where id = ${id}`.execute(trx)
    }
  })
}
