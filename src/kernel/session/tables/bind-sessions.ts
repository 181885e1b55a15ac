import { sql } from 'kysely'
import type { Keyring } from '../../../platform/keys/keys.ts'
import { openJson } from '../../../platform/keys/seal.ts'
import type { Database } from '../../storage/context.ts'
import { SIGNED_SINCE } from '../../storage/migrate.ts'
import { openDataKey, sealContent } from './session-row.ts'

const BATCH = 500

/** In Base64, the second letter of a seal of version 1 has two bits of the version and four of the nonce. */
const LETTERS_OF_1 = [...'QRSTUVWXYZabcdef']

/**
 * Version 0.1 sealed a session's content with its id only, so that tenant, mode and status of a row could be changed by
 * other means. The upgrade seals such content again, bound to its row, within the transaction of the migration. Answers
 * how many.
 */
export async function bindSessions({ db }: Pick<Database, 'db'>, keys: Keyring, from: number): Promise<number> {
  if (from === 0 || from >= SIGNED_SINCE) return 0
  let bound = 0
  for (;;) {
    const rows = await db
      .selectFrom('session')
      .innerJoin('session_key', 'session_key.session_id', 'session.id')
      .select(['id', 'tenant', 'mode', 'status', 'version', 'sealed_content', 'master_key_id', 'wrapped'])
      .where(sql<string>`substr(sealed_content, 2, 1)`, 'in', LETTERS_OF_1)
      .limit(BATCH)
      .execute()
    for (const row of rows) {
      const dataKey = openDataKey(keys, row.id, row)
      const content = openJson<object>(dataKey, `session:${row.id}:content`, row.sealed_content)
      await db
        .updateTable('session')
        .set({ sealed_content: sealContent(row, dataKey, content) })
        .where('id', '=', row.id)
        .execute()
    }
    bound += rows.length
    if (rows.length < BATCH) return bound
  }
}
