import type { ObjectStore, StoredObject } from '../../src/platform/objects/object-store.ts'

/** Objects in memory, for runs so many that a folder would take half of their time. */
export function memoryStore(clock: () => Date): ObjectStore {
  const [kept, aside] = [new Map<string, Kept>(), new Map<string, Kept>()]
  const keyOf = (sessionId: string, object: string) => `${sessionId}/${object}`
  const removeAll = (objects: Map<string, Kept>, sessionId: string) => {
    for (const [key, each] of objects) if (each.sessionId === sessionId) objects.delete(key)
  }
  let owner: string | undefined
  return {
    async put(sessionId, object, bytes) {
      kept.set(keyOf(sessionId, object), { sessionId, object, storedAt: clock(), bytes: Uint8Array.from(bytes) })
    },
    async get(sessionId, object) {
      const key = keyOf(sessionId, object)
      return (kept.get(key) ?? aside.get(key))?.bytes
    },
    async remove(sessionId, object) {
      kept.delete(keyOf(sessionId, object))
    },
    async removeAll(sessionId) {
      removeAll(kept, sessionId)
      removeAll(aside, sessionId)
    },
    list: async () => ({ objects: [...kept.values()] }),
    async moveAside(sessionId, object) {
      const key = keyOf(sessionId, object)
      const found = kept.get(key)
      if (!found) return
      aside.set(key, { ...found, storedAt: clock() })
      kept.delete(key)
    },
    listAside: async () => [...aside.values()],
    async removeAside(sessionId, object) {
      aside.delete(keyOf(sessionId, object))
    },
    readOwner: async () => owner,
    async writeOwner(installation) {
      owner ??= installation
    },
    async check() {},
  }
}

interface Kept extends StoredObject {
  bytes: Uint8Array
}
