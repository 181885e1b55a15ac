import type { Tracing } from '../telemetry/tracing.ts'

/** Stores objects by session and random name. It sees only sealed bytes. */
export interface ObjectStore {
  /** Durable when it returns. */
  put(sessionId: string, object: string, bytes: Uint8Array): Promise<void>
  /** Undefined when there is no such object. */
  get(sessionId: string, object: string): Promise<Uint8Array | undefined>
  remove(sessionId: string, object: string): Promise<void>
  removeAll(sessionId: string): Promise<void>
  /** The next objects in a fixed order, after a cursor that an earlier call returned; `next` is absent at the end. */
  list(after?: string): Promise<{ objects: StoredObject[]; next?: string }>
  /**
   * Moves an object to where the sweep keeps what it will remove; `get` still finds it. Nothing happens if it does not
   * exist.
   */
  moveAside(sessionId: string, object: string): Promise<void>
  /** Objects that were set aside, with the time of that; in a fixed order, at most some hundred of them. */
  listAside(): Promise<StoredObject[]>
  removeAside(sessionId: string, object: string): Promise<void>
  /** The id of the installation that owns these pictures; undefined if the store is not marked yet. */
  readOwner(): Promise<string | undefined>
  /** Marks the owner of these pictures. The first mark stays: read it again. */
  writeOwner(installation: string): Promise<void>
  /** Throws when it cannot store anything at this moment. */
  check(): Promise<void>
}

export interface StoredObject {
  sessionId: string
  object: string
  storedAt: Date
}

/**
 * The name of the owner's mark, and of the folder for objects that will be removed. No session's id begins with a dot.
 */
export const OWNER_NAME = '.limen-installation'
export const ASIDE_NAME = '.orphans'

/** A name that says how many bytes the object has: the row that refers to it limits what a store may answer. */
export const sizedName = (name: string, bytes: number): string => `${name}_${bytes}`

/** Undefined for a name of an earlier version. */
export function sizeIn(object: string): number | undefined {
  const [, bytes] = /_(\d{1,12})$/.exec(object) ?? []
  return bytes === undefined ? undefined : Number(bytes)
}

/** The same store with a trace span for every picture that is put, fetched or removed. */
export function tracedStore(store: ObjectStore, tracing: Tracing | undefined, kind: 'folder' | 's3'): ObjectStore {
  if (!tracing) return store

  async function tell<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    const span = tracing?.here()
    if (!span) return work()
    const from = performance.now()
    const facts = { 'limen.store': kind }
    try {
      const value = await work()
      span.addPart(name, facts, from, performance.now())
      return value
    } catch (error) {
      const type = error instanceof Error ? error.name : typeof error
      span.addPart(name, { ...facts, 'error.type': type }, from, performance.now())
      throw error
    }
  }

  return {
    ...store,
    put: (session, object, bytes) => tell('put picture', () => store.put(session, object, bytes)),
    get: (session, object) => tell('get picture', () => store.get(session, object)),
    remove: (session, object) => tell('remove picture', () => store.remove(session, object)),
    removeAll: (session) => tell('remove pictures', () => store.removeAll(session)),
  }
}
