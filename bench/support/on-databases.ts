import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { defaultPolicy } from '../../src/actions/admin/policy.ts'
import type { QuestionsFigures, Timed } from '../../src/evaluate/report/tables/storage.ts'
import { openStorage, type Storage } from '../../src/storage/open.ts'
import { postgresUnavailable, startPostgres } from '../../test/support/postgres.ts'

export type Kind = 'sqlite' | 'postgres'

/** Asks the same of an empty storage on each database: [--sessions=…] [--only=sqlite|postgres]. What is not there is said. */
export async function onDatabases(
  args: string[],
  usual: number,
  ask: (storage: Storage, kind: Kind, sessions: number) => Promise<Timed[]>,
): Promise<QuestionsFigures> {
  const { values } = parseArgs({ args, options: { sessions: { type: 'string' }, only: { type: 'string' } } })
  const sessions = Number(values.sessions ?? usual)
  const questions: Timed[] = []
  for (const kind of ['sqlite', 'postgres'] as const) {
    if (values.only && values.only !== kind) continue
    const missing = kind === 'postgres' ? postgresUnavailable() : undefined
    if (missing) console.log(`PostgreSQL was not measured: ${missing}`)
    else questions.push(...(await onOne(kind, (storage) => ask(storage, kind, sessions))))
  }
  return { sessions, questions }
}

async function onOne(kind: Kind, ask: (storage: Storage) => Promise<Timed[]>): Promise<Timed[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'limen-bench-'))
  const server = kind === 'postgres' ? await startPostgres() : undefined
  const databaseUrl = await server?.createDatabase()
  const storage = await openStorage({ dataDir, databaseUrl, clock: () => new Date(), defaultPolicy })
  try {
    return await ask(storage)
  } finally {
    await storage.close()
    await server?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
