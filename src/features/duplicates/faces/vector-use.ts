import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../kernel/storage/schema.ts'
import type { Clock } from '../../../platform/clock.ts'
import { clearVectors } from './vector-indexes.ts'

/** The row of `setting` that nodes with pgvector renew. Whoever removes the vectors removes it too. */
const IN_USE = 'face vectors'
/** Nobody has searched them for this long: nodes that come back within it find them as they were. */
const UNUSED_MS = 60 * 60_000

/** Renews it, and answers which filling of the table it stands for: another one, if the table was emptied meanwhile. */
export async function renewUse(db: Kysely<Schema>, clock: Clock): Promise<string> {
  const updated_at = clock().getTime()
  const { value } = await db
    .insertInto('setting')
    .values({ name: IN_USE, value: randomUUID(), updated_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ updated_at }))
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}

/** Removes what an earlier choice of pgvector left in the database, an hour after the last node with that choice. */
export async function removeUnused(db: Kysely<Schema>, clock: Clock): Promise<boolean> {
  const removed = await db
    .deleteFrom('setting')
    .where('name', '=', IN_USE)
    .where('updated_at', '<', clock().getTime() - UNUSED_MS)
    .returning('name')
    .executeTakeFirst()
  if (!removed) return false
  await clearVectors(db)
  return true
}
