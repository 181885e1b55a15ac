import type { Database } from './context.ts'

/** Sessions forgotten in one statement. */
const BATCH = 500

/**
 * Compacts when sessions were erased since the last time, by whichever node and before whichever crash: an erasure
 * notes itself in its own transaction, and the note goes once the files are clean. False when somebody reads just now.
 */
export async function compactErased({ db, compact }: Pick<Database, 'db' | 'compact'>): Promise<boolean> {
  const due = await db.selectFrom('compaction_due').select('session_id').execute()
  if (!due.length) return true
  if (!(await compact())) return false
  const ids = due.map(({ session_id }) => session_id)
  for (let at = 0; at < ids.length; at += BATCH)
    await db
      .deleteFrom('compaction_due')
      .where('session_id', 'in', ids.slice(at, at + BATCH))
      .execute()
  return true
}
