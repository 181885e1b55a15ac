import type { Tracing } from '../../actions/ports/tracing.ts'
import type { ObjectStore } from './object-store.ts'

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
