import { randomUUID } from 'node:crypto'
import { open, SEAL_BYTES, seal } from '../../platform/keys/seal.ts'
import { type ObjectStore, type StoredObject, sizedName } from '../../platform/objects/object-store.ts'
import { Unavailable } from '../../platform/unavailable.ts'
import { findForeignReason } from '../operations/store-owner.ts'
import type { Images } from '../ports/images.ts'
import { readDataKey } from '../session/tables/session-row.ts'
import type { Context } from '../storage/context.ts'

/**
 * How many listings a call of `orphans` reads at most, so that a sweep over a large store is spread over many calls.
 */
const LISTINGS_PER_CALL = 100

/** How often a picture is fetched whose bytes cannot be opened. */
const MAX_READS = 2

/**
 * The maximum share of the examined objects that a call returns as orphans: a mistake is noticed before it has grown.
 */
const MOST_SHARE = 0.05
/** And never fewer than this: what a crash leaves in a small store. */
const LEAST_SHARE = 20

/** Pictures sealed under the key of their session, in any object store. */
export function sealedImages({ db, keys }: Pick<Context, 'db' | 'keys'>, store: ObjectStore): Images {
  let place: string | undefined

  /** Undefined when the session is unknown or being erased. */
  const dataKeyOf = (sessionId: string) => readDataKey({ db, keys }, sessionId)

  /** Orphans, which no row refers to: left by a write that lost, by a crash, or by a retake. */
  async function unreferenced(objects: StoredObject[]): Promise<StoredObject[]> {
    const ids = [...new Set(objects.map(({ sessionId }) => sessionId))]
    if (!ids.length) return []
    const rows = await db.selectFrom('session').select(['id', 'objects']).where('id', 'in', ids).execute()
    const referenced = new Set(rows.flatMap((row) => row.objects.split(' ').map((object) => `${row.id}/${object}`)))
    return objects.filter(({ sessionId, object }) => !referenced.has(`${sessionId}/${object}`))
  }

  async function erasedAmong(objects: StoredObject[]): Promise<Set<string>> {
    const ids = [...new Set(objects.map(({ sessionId }) => sessionId))]
    if (!ids.length) return new Set()
    const rows = await db.selectFrom('tombstone').select('session_id').where('session_id', 'in', ids).execute()
    return new Set(rows.map(({ session_id }) => session_id))
  }

  return {
    async put(sessionId, bytes) {
      const dataKey = await dataKeyOf(sessionId)
      const object = sizedName(randomUUID(), bytes.length + SEAL_BYTES)
      if (dataKey) await store.put(sessionId, object, seal(dataKey, objectContext(sessionId, object), bytes))
      return object
    },
    async get(sessionId, object) {
      const dataKey = await dataKeyOf(sessionId)
      if (!dataKey) return undefined
      for (let tries = 1; ; tries++) {
        const sealed = await store.get(sessionId, object)
        if (!sealed) return undefined
        try {
          return open(dataKey, objectContext(sessionId, object), sealed)
        } catch (cause) {
          // A store that returned a part of it may return all of it the next time.
          if (tries === MAX_READS)
            throw new Unavailable(`picture ${sessionId}/${object} is not as it was put into the store`, { cause })
        }
      }
    },
    remove: (sessionId, object) => store.remove(sessionId, object),
    removeAll: (sessionId) => store.removeAll(sessionId),
    foreignReason: () => findForeignReason(db, store, { claims: true }),
    async orphans(before, limit) {
      const found: StoredObject[] = []
      let examined = 0
      for (let listing = 0; listing < LISTINGS_PER_CALL && found.length < limit; listing++) {
        const { objects, next } = await store.list(place)
        const orphans = await unreferenced(objects.filter(({ storedAt }) => storedAt < before))
        examined += objects.length
        found.push(...orphans.slice(0, limit - found.length))
        // A listing with more orphans than were requested is read again when these are removed.
        if (found.length < limit) place = next
        if (next === undefined) break
      }
      const buried = await erasedAmong(found)
      const share = Math.max(LEAST_SHARE, Math.ceil(examined * MOST_SHARE))
      const ofErased = found.filter(({ sessionId }) => buried.has(sessionId))
      const others = found.filter(({ sessionId }) => !buried.has(sessionId)).slice(0, share)
      return [
        ...ofErased.map(({ sessionId, object }) => ({ sessionId, object, ofErased: true })),
        ...others.map(({ sessionId, object }) => ({ sessionId, object, ofErased: false })),
      ]
    },
    moveAside: (sessionId, object) => store.moveAside(sessionId, object),
    async takeExpiredAside(before, limit) {
      const old = (await store.listAside()).filter(({ storedAt }) => storedAt < before).slice(0, limit)
      const expired = await unreferenced(old)
      const named = old.filter((object) => !expired.includes(object))
      for (const { sessionId, object } of named) {
        const bytes = await store.get(sessionId, object)
        if (bytes) await store.put(sessionId, object, bytes)
        await store.removeAside(sessionId, object)
      }
      for (const { sessionId, object } of expired) await store.removeAside(sessionId, object)
      return expired.map(({ sessionId, object }) => ({ sessionId, object }))
    },
  }
}

const objectContext = (sessionId: string, object: string) => `session:${sessionId}:object:${object}`
