import type { Kysely } from 'kysely'
import { type ObjectStore, OWNER_NAME } from '../../platform/objects/object-store.ts'
import type { Schema } from '../storage/schema.ts'
import { installationId } from './tables/installation.ts'

/** The number of sessions that are sampled in a store without a mark. */
const MOST_SAMPLED = 40
const MOST_LISTINGS = 20

/**
 * Why pictures in this store must not be swept: they belong to another installation, or may. Undefined if they belong
 * to this one. A store without a mark, from before marks existed, is marked as this one's if it is empty or if this
 * database knows most of its contents.
 */
export async function findForeignReason(
  db: Kysely<Schema>,
  store: ObjectStore,
  { claims }: { claims: boolean },
): Promise<string | undefined> {
  const own = await installationId({ db })
  const owner = await store.readOwner()
  if (owner !== undefined) return owner === own ? undefined : strangerSentence(owner, own)
  const { known, sampled } = await sample(db, store)
  if (known * 2 < sampled)
    return `the picture store holds pictures of sessions that this database does not know (${sampled - known} of ${sampled} looked at), and does not say whose they are`
  if (!claims) return undefined
  await store.writeOwner(own)
  const written = await store.readOwner()
  return written === own ? undefined : strangerSentence(written, own)
}

const strangerSentence = (owner: string | undefined, own: string): string =>
  `the picture store belongs to the installation ${owner}, and this database is ${own}: ${OWNER_NAME} in the store says so`

async function sample(db: Kysely<Schema>, store: ObjectStore): Promise<{ known: number; sampled: number }> {
  const sessions = new Set<string>()
  let after: string | undefined
  for (let listing = 0; listing < MOST_LISTINGS && sessions.size < MOST_SAMPLED; listing++) {
    const { objects, next } = await store.list(after)
    for (const { sessionId } of objects) sessions.add(sessionId)
    if (next === undefined) break
    after = next
  }
  const ids = [...sessions].slice(0, MOST_SAMPLED)
  if (!ids.length) return { known: 0, sampled: 0 }
  const rows = await db.selectFrom('session').select('id').where('id', 'in', ids).execute()
  const graves = await db.selectFrom('tombstone').select('session_id').where('session_id', 'in', ids).execute()
  return {
    known: new Set([...rows.map(({ id }) => id), ...graves.map((row) => row.session_id)]).size,
    sampled: ids.length,
  }
}
