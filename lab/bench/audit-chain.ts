import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { linkAudit } from '../../src/kernel/audit/audit-chain.ts'
import { recordEntry } from '../../src/kernel/audit/tables/audit.ts'
import { defaultPolicy } from '../../src/kernel/decision/change-policy.ts'
import { openStorage } from '../../src/kernel/storage/open.ts'
import { postgresUnavailable, startPostgres } from '../../test/support/postgres.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { AuditChainFigures } from '../evaluate/report/tables/storage.ts'
import type { Measurement } from './support/bench.ts'

const WRITTEN = 500

/** npm run bench -- audit-chain [--entries=20000]: how fast one node extends the chain of the audit log. */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({ args, options: { entries: { type: 'string', default: '20000' } } })
  const rows: AuditChainFigures['rows'] = []
  for (const kind of ['sqlite', 'postgres'] as const) {
    const missing = kind === 'postgres' ? postgresUnavailable() : undefined
    if (missing) console.log(`PostgreSQL was not measured: ${missing}`)
    else rows.push(await measure(kind, Number(values.entries)))
  }
  const figures = { rows }
  for (const table of tablesOf('auditChain', figures)) console.log(renderTable(table))
  return [{ set: 'auditChain', figures }]
}

async function measure(kind: 'sqlite' | 'postgres', entries: number): Promise<AuditChainFigures['rows'][number]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'limen-bench-'))
  const server = kind === 'postgres' ? await startPostgres({ durable: true }) : undefined
  const databaseUrl = await server?.createDatabase()
  const storage = await openStorage({ dataDir, databaseUrl, clock: () => new Date(), defaultPolicy: defaultPolicy() })
  try {
    const key = createSecretKey(randomBytes(32))
    for (let at = 0; at < entries; at += WRITTEN)
      await storage.database.db.transaction().execute(async (trx) => {
        for (let each = 0; each < WRITTEN; each += 1)
          await recordEntry(trx, key, {
            at: new Date(),
            tenant: 'bench',
            actor: 'token',
            action: 'session.complete',
            sessionId: randomUUID(),
            detail: { outcome: 'approve' },
          })
      })
    const [before, start] = [process.cpuUsage(), performance.now()]
    const linked = await linkAudit(storage)
    const seconds = (performance.now() - start) / 1000
    const { user, system } = process.cpuUsage(before)
    return { database: kind, entries: linked, aSecond: linked / seconds, cpuMicros: (user + system) / linked }
  } finally {
    await storage.close()
    await server?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
