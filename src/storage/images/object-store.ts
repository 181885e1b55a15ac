import type { Tracing } from '../../actions/ports/tracing.ts'

/** Where objects lie, by session and random name. It sees sealed bytes only. */
export interface ObjectStore {
  /** Durable when it returns. */
  put(sessionId: string, object: string, bytes: Uint8Array): Promise<void>
  /** Undefined when there is no such object. */
  get(sessionId: string, object: string): Promise<Uint8Array | undefined>
  remove(sessionId: string, object: string): Promise<void>
  removeAll(sessionId: string): Promise<void>
  /** The next objects in some fixed order, after a place in it that an earlier call handed back; `next` is absent at the end. */
  list(after?: string): Promise<{ objects: StoredObject[]; next?: string }>
  /** Puts an object where the sweep keeps what it will remove; `get` goes on finding it. Nothing happens where there is none. */
  moveAside(sessionId: string, object: string): Promise<void>
  /** What lies aside, with the time it was put there; in some fixed order, at most some hundred of them. */
  listAside(): Promise<StoredObject[]>
  removeAside(sessionId: string, object: string): Promise<void>
  /** The id of the installation whose pictures these are; undefined where nobody has said so yet. */
  readOwner(): Promise<string | undefined>
  /** Says whose pictures these are. Whoever was first stays: read it again. */
  writeOwner(installation: string): Promise<void>
  /** Throws when it could store nothing at this moment. */
  check(): Promise<void>
}

export interface StoredObject {
  sessionId: string
  object: string
  storedAt: Date
}

/** Where a store says whose pictures it holds, and where it keeps what will be removed. No session's id begins with a dot. */
export const OWNER_NAME = '.limen-installation'
export const ASIDE_NAME = '.orphans'

/** The same store, which tells of every picture that is put, fetched or removed as a part of what asked for it. */
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
