import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, syncFolder, writeDurably } from '../durable-file.ts'
import type { ObjectStore, StoredObject } from './object-store.ts'

/** Objects as files: `ab/cd/<session>/<object>`, by the first four digits of the session's id, so that no folder grows large. */
export function directoryStore(root: string): ObjectStore {
  const folderOf = (sessionId: string) => join(root, sessionId.slice(0, 2), sessionId.slice(2, 4), checked(sessionId))
  const pathOf = (sessionId: string, object: string) => join(folderOf(sessionId), checked(object))

  async function put(sessionId: string, object: string, bytes: Uint8Array): Promise<void> {
    await makeFolder(folderOf(sessionId))
    await writeDurably(pathOf(sessionId, object), bytes)
  }

  return {
    put,
    get: (sessionId, object) => ifThere(readFile(pathOf(sessionId, object))),
    async remove(sessionId, object) {
      await rm(pathOf(sessionId, object), { force: true })
      await ifThere(syncFolder(folderOf(sessionId)))
    },
    async removeAll(sessionId) {
      const folder = folderOf(sessionId)
      await rm(folder, { recursive: true, force: true })
      await ifThere(syncFolder(join(folder, '..')))
    },
    async list(after = '') {
      for (const prefix of await prefixes(root)) {
        if (prefix <= after) continue
        const objects = await objectsUnder(join(root, prefix))
        return { objects, next: prefix }
      }
      return { objects: [] }
    },
  }
}

/** Names come from the database and from this program; a path separator in one would be a fault. */
function checked(name: string): string {
  if (!/^[\w.-]+$/.test(name) || name.startsWith('.')) throw new Error(`not an object name: ${JSON.stringify(name)}`)
  return name
}

async function prefixes(root: string): Promise<string[]> {
  const first = (await ifThere(readdir(root))) ?? []
  const both = await Promise.all(
    first.map(async (one) => ((await ifThere(readdir(join(root, one)))) ?? []).map((two) => join(one, two))),
  )
  return both.flat().sort()
}

async function objectsUnder(folder: string): Promise<StoredObject[]> {
  const objects: StoredObject[] = []
  for (const sessionId of (await ifThere(readdir(folder))) ?? []) {
    for (const object of (await ifThere(readdir(join(folder, sessionId)))) ?? []) {
      const stats = await ifThere(stat(join(folder, sessionId, object)))
      if (stats) objects.push({ sessionId, object, storedAt: stats.mtime })
    }
  }
  return objects
}

async function ifThere<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  try {
    return await promise
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
