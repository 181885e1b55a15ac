import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { verifyAudit } from '../../../src/kernel/audit/audit-chain.ts'
import { backUp } from '../../../src/kernel/backup/back-up.ts'
import { restoreStorage } from '../../../src/kernel/backup/restore.ts'
import { takeBackup } from '../../../src/kernel/backup/take-backup.ts'
import { SIGNED_SET_NAMES } from '../../../src/kernel/rights/signed-sets.ts'
import { connectDatabase, defaultDatabaseUrl } from '../../../src/kernel/storage/database.ts'
import { migrate, SIGNED_SINCE } from '../../../src/kernel/storage/migrate.ts'
import { version01 } from '../../../src/kernel/storage/migrations/version-0.1.ts'
import { version02 } from '../../../src/kernel/storage/migrations/version-0.2.ts'
import { version10 } from '../../../src/kernel/storage/migrations/version-1.0.ts'
import { version11 } from '../../../src/kernel/storage/migrations/version-1.1.ts'
import { openStorage, type Storage, type StorageOptions } from '../../../src/kernel/storage/open.ts'
import { keyringOf } from '../../../src/platform/keys/keys.ts'
import { directoryStore } from '../../../src/platform/objects/directory.ts'
import { onEveryDatabase, TEST_TENANT } from '../../support/databases.ts'

const BEFORE_MACS = [version01, version02]
const clock = () => new Date()
const urlOf = ({ databaseUrl, dataDir }: StorageOptions) => databaseUrl ?? defaultDatabaseUrl(dataDir)

/** One row in each of the tables that there were, as version 0.2 wrote them. */
const EARLIER_ROWS = [
  `tenant (id, name, settings, created_at) values ('acme', 'Acme', '{"steps":["document"]}', 1)`,
  `credential (username, tenant, mode, password_hash, created_at) values ('shop', 'acme', 'live', 'hash', 1)`,
  `reviewer (id, username, password_hash, role, failed_count, created_at) values ('1', 'ada', 'hash', 'admin', 0, 1)`,
  `sign_in (id_sha256, username, password_mark, created_at, seen_at) values ('ab', 'ada', 'mark', 1, 1)`,
  `policy (sha256, rules, created_at) values ('p', '{}', 1)`,
  `policy_use (id, tenant, sha256, since, actor) values ('u', 'acme', 'p', 1, 'system')`,
  `hand_over (code_sha256, tenant, session_id, expires_at, first_issued_at) values ('ef', 'acme', 's', 1, 1)`,
  `outbox (id, session_id, tenant, mode, sequence, status, state, created_at, queued_at, next_attempt_at, attempts)
    values ('msg_1', 's', 'acme', 'live', 1, 'EXPIRED', 'pending', 1, 1, 1, 0)`,
]

async function writeEarlier(options: StorageOptions): Promise<void> {
  const earlier = connectDatabase(urlOf(options))
  await migrate(earlier, BEFORE_MACS)
  for (const row of EARLIER_ROWS) await sql.raw(`insert into ${row}`).execute(earlier.db)
  await earlier.close()
}

/** What takes back a table, a column or an index that a statement has made or removed; all else is left as it is. */
function undone(statement: string): string {
  const [, table] = /^create table (\w+)/.exec(statement) ?? []
  const [, of, column] = /^alter table (\w+) add column (\w+)/.exec(statement) ?? []
  const [, index] = /^create (?:unique )?index (\w+)/.exec(statement) ?? []
  if (statement === 'drop table print_sequence') return 'create table print_sequence (tenant text, last bigint)'
  if (table) return `drop table ${table}`
  if (column) return `alter table ${of} drop column ${column}`
  return index ? `drop index if exists ${index}` : 'select 1'
}

const acceptances = async (storage: Storage) =>
  (await storage.audit.list({}, 100)).filter(({ action }) => action === 'rights.accept').map(({ detail }) => detail)

onEveryDatabase((place) => {
  describe('rows of a version without MACs', () => {
    let options: StorageOptions
    before(async () => {
      options = await place.options({ masterKey: randomBytes(32) })
      await writeEarlier(options)
    })

    it('are signed by the start that upgrades, which records it', async () => {
      const storage = await openStorage(options)
      assert.deepEqual(await storage.installation.unsignedRows(), [])
      assert.equal((await storage.tenants.load('acme'))?.name, 'Acme')
      assert.equal((await storage.credentials.find('shop'))?.tenant, 'acme')
      assert.equal((await storage.reviewers.byUsername('ada'))?.role, 'admin')
      assert.equal((await storage.signIns.find('ab'))?.username, 'ada')
      assert.deepEqual(await acceptances(storage), [{ rows: EARLIER_ROWS.length, schema: version02.schema }])
      assert.deepEqual((await verifyAudit(storage)).problems, [])
      await storage.close()
    })

    it('that come later are not, by no start', async () => {
      const storage = await openStorage(options)
      await sql
        .raw(`insert into reviewer (id, username, password_hash, role, failed_count, created_at)
          values ('2', 'eve', 'hash', 'admin', 0, 1)`)
        .execute(storage.database.db)
      await storage.close()
      const again = await openStorage(options)
      assert.equal(await again.reviewers.byUsername('eve'), undefined)
      assert.deepEqual(await again.installation.unsignedRows(), [{ id: 'reviewer:2', says: 'username=eve role=admin' }])
      assert.equal((await acceptances(again)).length, 1)
      await again.close()
    })

    it('nor by a start that finds the schema put back to what it was before', async () => {
      const { db, close } = connectDatabase(urlOf(options))
      for (const statement of [version11, version10].flatMap(({ statements }) => statements(place.kind).toReversed()))
        await sql.raw(undone(statement)).execute(db)
      await sql`delete from schema_version where version >= ${SIGNED_SINCE}`.execute(db)
      await close()
      const storage = await openStorage(options)
      assert.equal(await storage.reviewers.byUsername('eve'), undefined)
      assert.equal(
        (await storage.installation.unsignedRows()).length,
        // The mark of the policy in use of the one tenant, too.
        EARLIER_ROWS.length + 1 + SIGNED_SET_NAMES.length + 1,
      )
      await storage.close()
    })

    it('are refused where the key of the MACs was taken out of the database', async () => {
      const other = await place.options({ masterKey: randomBytes(32) })
      await writeEarlier(other)
      const storage = await openStorage(other)
      await storage.database.db.deleteFrom('secret').where('name', '=', 'row-mac').execute()
      await storage.close()
      const again = await openStorage(other)
      assert.equal(await again.reviewers.byUsername('ada'), undefined)
      assert.equal((await again.installation.unsignedRows()).length, EARLIER_ROWS.length)
      await again.close()
    })
  })

  describe('the MACs of rows', () => {
    let root: string
    before(async () => {
      root = await mkdtemp(join(tmpdir(), 'limen-rows-'))
    })
    after(() => rm(root, { recursive: true, force: true }))

    async function fill(storage: Storage): Promise<void> {
      await storage.tenants.create(TEST_TENANT)
      const account = { username: 'ada', passwordHash: 'hash', role: 'admin' } as const
      await storage.reviewers.create(account)
      const ada = await storage.reviewers.byUsername('ada')
      await storage.reviewers.change(ada?.id ?? '', { totpSecret: randomBytes(20) })
      const credential = {
        username: 'shop',
        tenant: 'acme',
        mode: 'live',
        passwordHash: 'hash',
        createdAt: clock(),
      } as const
      await storage.credentials.create(credential)
    }

    it('hold after a rotation of the master key, which seals second factors again', async () => {
      const options = await place.options()
      const storage = await openStorage(options)
      await fill(storage)
      await storage.installation.rotateMasterKey()
      assert.ok((await storage.reviewers.byUsername('ada'))?.totpSecret)
      await storage.close()
      const again = await openStorage(options)
      assert.deepEqual(await again.installation.unsignedRows(), [])
      assert.ok((await again.reviewers.byUsername('ada'))?.totpSecret)
      await again.close()
    })

    it('hold for a text that ends with half of a character', async () => {
      const storage = await openStorage(await place.options())
      await storage.tenants.create({ ...TEST_TENANT, name: 'Acme \ud83d' })
      const [tenant, createdAt] = [TEST_TENANT.id, clock()]
      const half = { tenant, mode: 'live', passwordHash: 'hash', createdAt, label: '\ud83d' } as const
      await storage.credentials.create({ username: 'shop', ...half })
      assert.equal((await storage.tenants.load(tenant))?.name, 'Acme \ufffd')
      assert.equal((await storage.credentials.find('shop'))?.label, '\ufffd')
      assert.deepEqual(await storage.installation.unsignedRows(), [])
      await storage.close()
    })

    it('come back with a backup', async () => {
      const masterKey = randomBytes(32)
      const source = await openStorage(await place.options({ masterKey }))
      await fill(source)
      await backUp({ ...source, clock }, join(root, place.kind), 'system', () => {})
      await source.close()
      const target = await place.options({ masterKey })
      await restoreStorage(target, join(root, place.kind), new Set(), () => {})
      const restored = await openStorage(target)
      assert.deepEqual(await restored.installation.unsignedRows(), [])
      assert.deepEqual(await acceptances(restored), [])
      assert.equal((await restored.credentials.find('shop'))?.tenant, 'acme')
      await restored.close()
    })

    it('are made as a backup of an earlier version is restored', async () => {
      const masterKey = randomBytes(32)
      const earlier = await place.options({ masterKey })
      await writeEarlier(earlier)
      const database = connectDatabase(urlOf(earlier))
      const [store, keys] = [directoryStore(join(root, 'pictures')), keyringOf(masterKey)]
      const folder = join(root, `${place.kind}-earlier`)
      await takeBackup({ database, store, keys, now: clock() }, folder, () => {})
      await database.close()
      const target = await place.options({ masterKey })
      await restoreStorage(target, folder, new Set(), () => {})
      const restored = await openStorage(target)
      assert.deepEqual(await restored.installation.unsignedRows(), [])
      assert.equal((await restored.reviewers.byUsername('ada'))?.role, 'admin')
      assert.deepEqual(await acceptances(restored), [{ rows: EARLIER_ROWS.length, schema: version02.schema }])
      await restored.close()
    })

    it('hold where one account is changed twice at the same time, by two nodes where there can be two', async () => {
      const options = await place.options({ masterKey: randomBytes(32) })
      const one = await openStorage(options)
      const two = place.kind === 'postgres' ? await openStorage(options) : one
      await fill(one)
      const id = (await one.reviewers.byUsername('ada'))?.id ?? ''
      await Promise.all(
        Array.from({ length: 10 }, (_, round) => [
          one.reviewers.change(id, { passwordHash: `hash ${round}` }),
          two.reviewers.change(id, { tenants: [`tenant-${round}`] }),
        ]).flat(),
      )
      assert.deepEqual(await one.installation.unsignedRows(), [])
      assert.ok(await two.reviewers.byUsername('ada'))
      await one.close()
      if (two !== one) await two.close()
    })
  })
})
