import { readConfig } from '../../../src/kernel/config.ts'
import { defaultPolicy } from '../../../src/kernel/decision/change-policy.ts'
import { sweep } from '../../../src/kernel/operations/sweep.ts'
import { openStorage, openStore } from '../../../src/kernel/storage/open.ts'
import { readS3Credentials } from '../../../src/kernel/storage/open-for-command.ts'
import type { ObjectStore } from '../../../src/platform/objects/object-store.ts'

/** Remaining rows, keys and pictures of sessions reported as deleted, after the sweep of another start. */
export async function countLeftOver(environment: NodeJS.ProcessEnv, deleted: string[]): Promise<number> {
  const clock = () => new Date()
  const options = {
    ...readConfig(environment),
    s3: readS3Credentials(environment),
    clock,
    defaultPolicy: defaultPolicy(),
  }
  const storage = await openStorage(options)
  try {
    await sweep({ ...storage, clock }, 60)
    if (!(await storage.tidy())) throw new Error('the database could not be compacted')
    const { db } = storage.database
    const erased = new Set(deleted)
    const rows = [
      ...(await db.selectFrom('session').select('id').execute()).map(({ id }) => id),
      ...(await db.selectFrom('session_key').select('session_id').execute()).map(({ session_id }) => session_id),
      ...(await db.selectFrom('compaction_due').select('session_id').execute()).map(({ session_id }) => session_id),
    ]
    return [...rows, ...(await listOwners(openStore(options)))].filter((id) => erased.has(id)).length
  } finally {
    await storage.close()
  }
}

/** The session of every object in the store. */
async function listOwners(store: ObjectStore): Promise<Set<string>> {
  const owners = new Set<string>()
  for (let after: string | undefined; ; ) {
    const { objects, next } = await store.list(after)
    for (const { sessionId } of objects) owners.add(sessionId)
    if (next === undefined) return owners
    after = next
  }
}
