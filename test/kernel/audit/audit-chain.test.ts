import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import {
  type Anchor,
  anchorAudit,
  type ExportedLine,
  exportAudit,
  linkAudit,
  verifyAudit,
  verifyExport,
} from '../../../src/kernel/audit/audit-chain.ts'
import { openStorage, type Storage } from '../../../src/kernel/storage/open.ts'
import { auditEntry } from '../../storage/sample.ts'
import { onEveryDatabase, TEST_TENANT } from '../../support/databases.ts'

onEveryDatabase((place) => {
  describe('the chain of the audit log', () => {
    let storage: Storage
    let other: Storage
    const clock = () => new Date()
    const record = (node: Storage, count: number) =>
      Promise.all(
        Array.from({ length: count }, () => node.audit.record(auditEntry('read.case', { detail: { count } }))),
      )

    before(async () => {
      const options = await place.options()
      storage = await openStorage(options)
      // Two nodes on SQLite are two processes: within one they would wait for each other.
      other = place.kind === 'sqlite' ? storage : await openStorage(options)
      await storage.tenants.create(TEST_TENANT)
    })
    after(async () => {
      await storage.close()
      if (other !== storage) await other.close()
    })

    it('has one order, also when two nodes write and link at the same time', async () => {
      await Promise.all([
        record(storage, 40),
        record(other, 40),
        ...[storage, other, storage, other].map((node) => linkAudit(node)),
      ])
      const { entries, problems } = await verifyAudit(other)
      assert.deepEqual(problems, [])
      assert.equal(entries, 80)
    })

    it('is exported as lines, which verify without the service', async () => {
      const lines = await collect(exportAudit(storage))
      assert.equal(lines.length, 80)
      assert.deepEqual(verifyExport(lines), [])
      assert.deepEqual(verifyExport(await collect(exportAudit(storage, 30))), [])
      const changed = lines.map((line) => (line.seq === 7 ? { ...line, actor: 'nobody' } : line))
      assert.deepEqual(verifyExport(changed), ['line 7 (7) was changed'])
      assert.deepEqual(verifyExport(lines.toSpliced(9, 1)), ['line 10 does not follow'])
    })

    it('is held by an anchor that somebody else keeps', async () => {
      const anchor = (await anchorAudit({ ...storage, clock })) as Anchor
      assert.equal(anchor.seq, 80)
      await record(storage, 3)
      assert.deepEqual((await verifyAudit(storage, [anchor])).problems, [])
      const forged = { ...anchor, hash: 'ab'.repeat(32) }
      const { problems } = await verifyAudit(storage, [forged])
      assert.match(problems.join(' '), /at 80 was not signed by this installation.*not the one that was anchored/)
      const later = { ...anchor, seq: 500 }
      assert.match((await verifyAudit(storage, [later])).problems.join(' '), /ends before the anchor at 500/)
    })

    it('shows an entry that was changed, removed or slipped in past the program', async () => {
      const { db } = storage.database
      const all = await db.selectFrom('audit').selectAll().orderBy('id').execute()
      const [changed, removed] = [all[10], all[20]]
      assert.ok(changed && removed)
      for (const verb of ['update', 'delete']) {
        const on = place.kind === 'postgres' ? ' on audit' : ''
        await sql.raw(`drop trigger audit_refuse_${verb}${on}`).execute(db)
      }
      await db.updateTable('audit').set({ actor: 'system' }).where('id', '=', changed.id).execute()
      assert.deepEqual((await verifyAudit(storage)).problems, [], 'the same words are no change')
      await db.updateTable('audit').set({ actor: 'nobody' }).where('id', '=', changed.id).execute()
      await db.deleteFrom('audit').where('id', '=', removed.id).execute()
      await db
        .insertInto('audit')
        .values({ ...removed, id: `${removed.id}x` })
        .execute()
      const { problems } = await verifyAudit(storage)
      assert.equal(problems.length, 3)
      assert.match(
        problems.join(' '),
        /was changed.*is gone from the log.*1 entries of the log were never in the chain/,
      )
    })
  })
})

async function collect(lines: AsyncIterable<ExportedLine>): Promise<ExportedLine[]> {
  const all: ExportedLine[] = []
  for await (const line of lines) all.push(line)
  return all
}
