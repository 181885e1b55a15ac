import { defaultPolicy } from '../../src/actions/admin/policy.ts'
import { sweep } from '../../src/actions/upkeep/sweep.ts'
import { readS3Credentials } from '../../src/cli/support/storage.ts'
import { readConfig } from '../../src/config.ts'
import { openStorage, type Storage } from '../../src/storage/open.ts'

/** Rows, keys and pictures that are still there of sessions said to be deleted, after the sweep of one more start. */
export async function countLeftOver(environment: NodeJS.ProcessEnv, deleted: string[]): Promise<number> {
  const clock = () => new Date()
  const storage = await openStorage({
    ...readConfig(environment),
    s3: readS3Credentials(environment),
    clock,
    defaultPolicy,
  })
  try {
    await sweep({ ...storage, clock }, 60)
    if (!(await storage.tidy())) throw new Error('the database could not be compacted')
    const { db } = storage.database
    const gone = new Set(deleted)
    const rows = [
      ...(await db.selectFrom('session').select('id').execute()).map(({ id }) => id),
      ...(await db.selectFrom('session_key').select('session_id').execute()).map(({ session_id }) => session_id),
      ...(await db.selectFrom('compaction_due').select('session_id').execute()).map(({ session_id }) => session_id),
    ]
    return [...rows, ...(await listOrphans(storage, rows.length + deleted.length))].filter((id) => gone.has(id)).length
  } finally {
    await storage.close()
  }
}

/** Sessions of every object that no row names, however young. A call lists a hundred sessions at least, then goes on. */
async function listOrphans({ images }: Pick<Storage, 'images'>, sessions: number): Promise<Set<string>> {
  const tomorrow = new Date(Date.now() + 86_400_000)
  const found = new Set<string>()
  for (let listed = 0; listed <= sessions; listed += 100)
    for (const { sessionId } of await images.orphans(tomorrow, Number.MAX_SAFE_INTEGER)) found.add(sessionId)
  return found
}
