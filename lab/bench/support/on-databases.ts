import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import { defaultPolicy } from '../../../src/kernel/decision/change-policy.ts'
import { connectDatabase } from '../../../src/kernel/storage/database.ts'
import { openStorage, type Storage } from '../../../src/kernel/storage/open.ts'
import type { Schema } from '../../../src/kernel/storage/schema.ts'
import { postgresUnavailable, startPostgres } from '../../../test/support/postgres.ts'
import type { QuestionsFigures, Timed } from '../../evaluate/report/tables/storage.ts'

export type Kind = 'sqlite' | 'postgres'

/** An empty storage of one kind, and the number of sessions to create in it. */
export interface DatabasePlace {
  storage: Storage
  kind: Kind
  sessions: number
  /** The same database without the statement timeout. */
  filling: Kysely<Schema>
}

/**
 * Runs the same queries on each database, with each number of sessions: [--sessions=…,…] [--only=sqlite|postgres].
 * Reports a missing database.
 */
export async function onDatabases(
  args: string[],
  usual: number,
  ask: (place: DatabasePlace) => Promise<Timed[]>,
): Promise<QuestionsFigures> {
  const { values } = parseArgs({ args, options: { sessions: { type: 'string' }, only: { type: 'string' } } })
  const sizes = values.sessions?.split(',').map(Number) ?? [usual]
  const questions: Timed[] = []
  for (const kind of ['sqlite', 'postgres'] as const) {
    if (values.only && values.only !== kind) continue
    const missing = kind === 'postgres' ? postgresUnavailable() : undefined
    if (missing) console.log(`PostgreSQL was not measured: ${missing}`)
    else for (const sessions of sizes) questions.push(...(await onOne(kind, sessions, ask)))
  }
  return { sessions: Math.max(...sizes), questions }
}

async function onOne(kind: Kind, sessions: number, ask: (place: DatabasePlace) => Promise<Timed[]>): Promise<Timed[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'limen-bench-'))
  const server = kind === 'postgres' ? await startPostgres() : undefined
  const databaseUrl = await server?.createDatabase()
  const storage = await openStorage({ dataDir, databaseUrl, clock: () => new Date(), defaultPolicy: defaultPolicy() })
  const withoutTimeLimit = databaseUrl ? connectDatabase(databaseUrl) : undefined
  try {
    return await ask({ storage, kind, sessions, filling: withoutTimeLimit?.db ?? storage.database.db })
  } finally {
    await withoutTimeLimit?.close()
    await storage.close()
    await server?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
