import { randomUUID } from 'node:crypto'
import type { Images } from '../../actions/ports/images.ts'
import { open, seal } from '../keys/seal.ts'
import type { Context } from '../sql/database/context.ts'
import { openDataKey } from '../sql/sessions/session-row.ts'
import type { ObjectStore, StoredObject } from './object-store.ts'

/** Listings a call of `orphans` reads at most, so that a sweep over a large store is spread over many. */
const LISTINGS_PER_CALL = 100

/** Pictures sealed under the key of their session, in any object store. */
export function sealedImages({ db, keys }: Pick<Context, 'db' | 'keys'>, store: ObjectStore): Images {
  let place: string | undefined

  /** Undefined when the session is unknown or being erased. */
  async function dataKeyOf(sessionId: string): Promise<Buffer | undefined> {
    const row = await db
      .selectFrom('session_key')
      .innerJoin('session', 'session.id', 'session_key.session_id')
      .select(['session_key.master_key_id', 'session_key.wrapped'])
      .where('session_key.session_id', '=', sessionId)
      .where('session.erased_at', 'is', null)
      .executeTakeFirst()
    return row && openDataKey(keys, sessionId, row)
  }

  /** Those that no row names: left by a write that lost, by a crash, or by a retake. */
  async function unreferenced(objects: StoredObject[]): Promise<StoredObject[]> {
    const ids = [...new Set(objects.map(({ sessionId }) => sessionId))]
    if (!ids.length) return []
    const rows = await db.selectFrom('session').select(['id', 'objects']).where('id', 'in', ids).execute()
    const referenced = new Set(rows.flatMap((row) => row.objects.split(' ').map((object) => `${row.id}/${object}`)))
    return objects.filter(({ sessionId, object }) => !referenced.has(`${sessionId}/${object}`))
  }

  return {
    async put(sessionId, bytes) {
      const dataKey = await dataKeyOf(sessionId)
      const object = randomUUID()
      if (dataKey) await store.put(sessionId, object, seal(dataKey, objectContext(sessionId, object), bytes))
      return object
    },
    async get(sessionId, object) {
      const dataKey = await dataKeyOf(sessionId)
      const sealed = dataKey && (await store.get(sessionId, object))
      return sealed && open(dataKey, objectContext(sessionId, object), sealed)
    },
    remove: (sessionId, object) => store.remove(sessionId, object),
    removeAll: (sessionId) => store.removeAll(sessionId),
    async orphans(before, limit) {
      const found: StoredObject[] = []
      for (let listing = 0; listing < LISTINGS_PER_CALL && found.length < limit; listing++) {
        const { objects, next } = await store.list(place)
        const orphans = await unreferenced(objects.filter(({ storedAt }) => storedAt < before))
        found.push(...orphans.slice(0, limit - found.length))
        // A listing with more orphans than were asked for is read again when these are removed.
        if (found.length < limit) place = next
        if (next === undefined) break
      }
      return found.map(({ sessionId, object }) => ({ sessionId, object }))
    },
  }
}

const objectContext = (sessionId: string, object: string) => `session:${sessionId}:object:${object}`
