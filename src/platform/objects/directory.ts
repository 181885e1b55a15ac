import { access, constants, readdir, readFile, rename, rm, rmdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createDurably, makeFolder, syncFolder, writeDurably } from '../durable-file.ts'
import { asUnavailable } from '../storage-fault.ts'
import { ASIDE_NAME, type ObjectStore, OWNER_NAME, type StoredObject } from './object-store.ts'

/** Objects as files: `ab/cd/<session>/<object>`, by the first four digits of the session's id, so that no folder grows large. */
export function directoryStore(root: string): ObjectStore {
  const folderOf = (sessionId: string) => join(root, sessionId.slice(0, 2), sessionId.slice(2, 4), checked(sessionId))
  const pathOf = (sessionId: string, object: string) => join(folderOf(sessionId), checked(object))
  const asideFolder = join(root, ASIDE_NAME)
  const asideOf = (sessionId: string) => join(asideFolder, checked(sessionId))

  async function put(sessionId: string, object: string, bytes: Uint8Array): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await makeFolder(folderOf(sessionId))
        return await writeDurably(pathOf(sessionId, object), bytes)
      } catch (error) {
        // A removal may remove the folder while it is still empty (race condition): retried after a pause in which it
        // can finish.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === MAX_PUTS) throw asUnavailable(error)
        await setTimeout(tries)
      }
    }
  }

  return {
    put,
    get: async (sessionId, object) =>
      (await ifThere(readFile(pathOf(sessionId, object)))) ??
      (await ifThere(readFile(join(asideOf(sessionId), checked(object))))),
    remove: (sessionId, object) => removeFrom(folderOf(sessionId), checked(object)),
    async removeAll(sessionId) {
      for (const folder of [folderOf(sessionId), asideOf(sessionId)]) {
        // Retries: a picture that arrives meanwhile fills the folder again.
        await rm(folder, { recursive: true, force: true, maxRetries: MAX_TRIES, retryDelay: 20 })
        await ifThere(syncFolder(join(folder, '..')))
      }
    },
    async moveAside(sessionId, object) {
      const [from, to] = [folderOf(sessionId), asideOf(sessionId)]
      await makeFolder(to)
      const now = new Date()
      // The time first: a crash after the move must not leave it with its old time there.
      await ifThere(utimes(pathOf(sessionId, object), now, now))
      await ifThere(rename(pathOf(sessionId, object), join(to, object)))
      await syncFolder(to)
      await ifThere(syncFolder(from))
      if ((await ifThere(readdir(from)))?.length === 0) await removeIfEmpty(from)
      await removeIfEmpty(to)
    },
    listAside: () => objectsUnder(asideFolder),
    removeAside: (sessionId, object) => removeFrom(asideOf(sessionId), checked(object)),
    readOwner: async () => (await ifThere(readFile(join(root, OWNER_NAME), 'utf8')))?.trim(),
    async writeOwner(installation) {
      await makeFolder(root)
      await createDurably(join(root, OWNER_NAME), Buffer.from(`${installation}\n`))
    },
    async list(after = '') {
      const prefix = await prefixAfter(root, after)
      if (prefix === undefined) return { objects: [] }
      return { objects: await objectsUnder(join(root, prefix)), next: prefix }
    },
    async check() {
      await makeFolder(root)
      await access(root, constants.W_OK)
    },
  }
}

const MAX_TRIES = 10
/** Pauses add up to about a second: a removal takes far less. */
const MAX_PUTS = 45

/** Names come from the database and from this program; a path separator in one would be a bug. */
function checked(name: string): string {
  if (!/^[\w.-]+$/.test(name) || name.startsWith('.')) throw new Error(`not an object name: ${JSON.stringify(name)}`)
  return name
}

/** The first `ab/cd` after this one. */
async function prefixAfter(root: string, after: string): Promise<string | undefined> {
  for (const one of await namesIn(root)) {
    if (one < after.slice(0, 2)) continue
    for (const two of await namesIn(join(root, one))) {
      if (`${one}/${two}` > after) return `${one}/${two}`
    }
  }
  return undefined
}

async function namesIn(folder: string): Promise<string[]> {
  return ((await ifThere(readdir(folder))) ?? []).filter((name) => !name.startsWith('.')).sort()
}

async function objectsUnder(folder: string): Promise<StoredObject[]> {
  const objects: StoredObject[] = []
  for (const sessionId of await namesIn(folder)) {
    for (const object of await namesIn(join(folder, sessionId))) {
      const stats = await ifThere(stat(join(folder, sessionId, object)))
      if (stats) objects.push({ sessionId, object, storedAt: stats.mtime })
    }
  }
  return objects
}

async function removeFrom(folder: string, object: string): Promise<void> {
  await rm(join(folder, object), { force: true })
  await ifThere(syncFolder(folder))
  if ((await ifThere(readdir(folder)))?.length === 0) await removeIfEmpty(folder)
}

async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'ENOENT') throw error
  })
}

async function ifThere<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  try {
    return await promise
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
