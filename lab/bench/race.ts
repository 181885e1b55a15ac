import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { defaultPolicy } from '../../src/kernel/decision/change-policy.ts'
import { openStorage } from '../../src/kernel/storage/open.ts'
import { TEST_TENANT } from '../../test/support/databases.ts'
import { postgresUnavailable, startPostgres } from '../../test/support/postgres.ts'
import { raceOnce } from '../../test/support/race.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { Measurement } from './support/bench.ts'

/** npm run bench -- race [--rounds=500]: pictures, complete, deletion and expiry on one session at once, on both databases. */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string' } } })
  const rounds = Number(values.rounds ?? 500)
  const rows = []
  for (const kind of ['sqlite', 'postgres'] as const) {
    const missing = kind === 'postgres' ? postgresUnavailable() : undefined
    if (missing) console.log(`PostgreSQL was not tried: ${missing}`)
    else rows.push({ database: kind, rounds, impossibleEndStates: await countFaults(kind, rounds) })
  }
  for (const table of tablesOf('race', { rows })) console.log(renderTable(table))
  if (rows.some((row) => row.impossibleEndStates > 0)) process.exitCode = 1
  return [{ set: 'race', figures: { rows } }]
}

async function countFaults(kind: 'sqlite' | 'postgres', rounds: number): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'limen-bench-'))
  const server = kind === 'postgres' ? await startPostgres({ durable: true }) : undefined
  const databaseUrl = await server?.createDatabase()
  const storage = await openStorage({ dataDir, databaseUrl, clock: () => new Date(), defaultPolicy: defaultPolicy() })
  let faults = 0
  try {
    await storage.tenants.create(TEST_TENANT)
    for (let round = 0; round < rounds; round++) {
      await raceOnce(storage, TEST_TENANT.id).catch((error: unknown) => {
        faults += 1
        console.log(`${kind}, round ${round}: ${error instanceof Error ? error.message : String(error)}`)
      })
    }
  } finally {
    await storage.close()
    await server?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return faults
}
