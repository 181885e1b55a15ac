import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { acceptAudit, linkAudit, verifyAudit } from '../../../src/kernel/audit/audit-chain.ts'
import { backUp } from '../../../src/kernel/backup/back-up.ts'
import { restoreStorage } from '../../../src/kernel/backup/restore.ts'
import { CHAIN_START, hashLink } from '../../../src/kernel/ports/audit.ts'
import { connectDatabase, defaultDatabaseUrl } from '../../../src/kernel/storage/database.ts'
import { MIGRATIONS, migrate } from '../../../src/kernel/storage/migrate.ts'
import { openStorage, type Storage, type StorageOptions } from '../../../src/kernel/storage/open.ts'
import type { Row, Schema } from '../../../src/kernel/storage/schema.ts'
import { makeTimeOrderedId } from '../../../src/platform/sql/identifiers.ts'
import { auditEntry } from '../../storage/sample.ts'
import { onEveryDatabase } from '../../support/databases.ts'

const BEFORE_MACS = MIGRATIONS.slice(0, -1)
const clock = () => new Date()

/** An entry as somebody writes it who can write to the database, or a node of an earlier version. */
async function insertEntry(db: Kysely<Schema>, more: Partial<Row<'audit'>> = {}): Promise<Row<'audit'>> {
  const row = {
    id: makeTimeOrderedId(),
    at: Date.now(),
    tenant: 'acme',
    actor: 'reviewer:somebody',
    action: 'review.approve',
    session_id: null,
    detail: null,
    ...more,
  }
  await db
    .insertInto('audit')
    .values(row as Row<'audit'>)
    .execute()
  await db.insertInto('audit_unlinked').values({ audit_id: row.id }).execute()
  return { mac: null, ...row }
}

onEveryDatabase((place) => {
  describe('the MACs of the audit log', () => {
    let options: StorageOptions
    let storage: Storage
    let root: string
    before(async () => {
      root = await mkdtemp(join(tmpdir(), 'limen-mac-'))
      options = await place.options({ masterKey: randomBytes(32) })
      storage = await openStorage(options)
    })
    after(async () => {
      await storage.close()
      await rm(root, { recursive: true, force: true })
    })

    it('show a forged entry that was inserted with its mark as not linked yet', async () => {
      for (let count = 0; count < 5; count++) await storage.audit.record(auditEntry('read.case'))
      assert.deepEqual((await verifyAudit(storage)).problems, [], 'a fresh log needs no entry that vouches for it')
      const [genuine] = await storage.database.db.selectFrom('audit').selectAll().limit(1).execute()
      assert.ok(genuine?.mac)
      await insertEntry(storage.database.db)
      await insertEntry(storage.database.db, { mac: genuine.mac })
      await insertEntry(storage.database.db, { mac: 'ab'.repeat(32) })
      await insertEntry(storage.database.db, { mac: '' })
      const { problems, entries } = await verifyAudit(storage)
      assert.equal(entries, 9)
      assert.equal(problems.length, 4)
      assert.equal(problems.filter((problem) => /not written by this installation/.test(problem)).length, 3)
      assert.match(problems.join(' '), /entry 6 \(.*carries no MAC: an earlier version wrote it, or it was inserted/)
    })

    it('cannot be accepted by an entry that carries none', async () => {
      const [link] = await storage.audit.linked(8, 1)
      assert.ok(link)
      const detail = JSON.stringify({ through: 9, hash: link.hash })
      await insertEntry(storage.database.db, { action: 'audit.accept', detail })
      assert.equal((await verifyAudit(storage)).problems.length, 5)
    })

    it('hold after a rotation of the master key, for a node that began before it too', async () => {
      const next = await place.options()
      const node = await openStorage(next)
      await node.audit.record(auditEntry('read.case'))
      await node.installation.rotateMasterKey()
      await node.audit.record(auditEntry('read.case'))
      await node.close()
      const again = await openStorage(next)
      await again.audit.record(auditEntry('read.case'))
      assert.deepEqual(await verifyAudit(again), { entries: 3, problems: [] })
      await again.close()
    })

    it('come back with a backup', async () => {
      const source = await openStorage(await place.options({ masterKey: options.masterKey }))
      await source.audit.record(auditEntry('read.case'))
      await linkAudit(source)
      await backUp({ ...source, clock }, join(root, 'backup'), 'system', () => {})
      await source.close()
      const target = await place.options({ masterKey: options.masterKey })
      await restoreStorage(target, join(root, 'backup'), new Set(), () => {})
      const restored = await openStorage(target)
      await restored.audit.record(auditEntry('read.case'))
      const { problems, entries } = await verifyAudit(restored)
      assert.deepEqual(problems, [])
      assert.ok(entries >= 2)
      await restored.close()
    })
  })

  describe('the audit log of a version without MACs', () => {
    let options: StorageOptions
    let storage: Storage
    before(async () => {
      options = await place.options()
      const url = options.databaseUrl ?? defaultDatabaseUrl(options.dataDir)
      const earlier = connectDatabase(url)
      await migrate(earlier, BEFORE_MACS)
      await earlier.db.transaction().execute(async (trx) => {
        for (let count = 0; count < 600; count++) await insertEntry(trx)
      })
      await earlier.close()
      storage = await openStorage(options)
    })
    after(() => storage.close())

    it('stays verifiable, by an entry that the upgrade writes', async () => {
      assert.deepEqual(await verifyAudit(storage), { entries: 601, problems: [] })
      const again = await openStorage(options)
      assert.deepEqual(await verifyAudit(again), { entries: 601, problems: [] }, 'it is written once')
      await again.close()
    })

    it('takes no entry without a MAC after that, until somebody has looked at it and accepts it', async () => {
      await insertEntry(storage.database.db)
      await storage.audit.record(auditEntry('read.case'))
      const { problems } = await verifyAudit(storage)
      assert.equal(problems.length, 1)
      assert.match(problems.join(), /entry 602 .*carries no MAC/)

      assert.equal(await acceptAudit({ ...storage, clock }, 9_999, 'system'), undefined)
      assert.equal((await acceptAudit({ ...storage, clock }, 602, 'system'))?.seq, 602)
      assert.deepEqual((await verifyAudit(storage)).problems, [])
      await insertEntry(storage.database.db)
      assert.match((await verifyAudit(storage)).problems.join(), /entry 605 .*carries no MAC/)
    })

    it('shows an old entry that was changed, though every hash after it was made again', async () => {
      const { db } = storage.database
      for (const table of ['audit', 'audit_link']) {
        const on = place.kind === 'postgres' ? ` on ${table}` : ''
        await sql.raw(`drop trigger ${table}_refuse_update${on}`).execute(db)
      }
      const [first] = await storage.audit.linked(0, 1)
      assert.ok(first?.entry)
      await db.updateTable('audit').set({ actor: 'nobody' }).where('id', '=', first.entry.id).execute()
      let previous = CHAIN_START
      const links = await storage.audit.linked(0, 10_000)
      await db.transaction().execute(async (trx) => {
        for (const { seq, entry } of links) {
          assert.ok(entry)
          previous = hashLink(previous, seq, entry)
          await trx.updateTable('audit_link').set({ hash: previous }).where('seq', '=', seq).execute()
        }
      })
      const { problems } = await verifyAudit(storage)
      assert.match(problems.join(' '), /the chain at 600 is not the one that was accepted/)
    })
  })
})
