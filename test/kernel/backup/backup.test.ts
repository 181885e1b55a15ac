import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { backUp, secondsSinceBackup } from '../../../src/kernel/backup/back-up.ts'
import { BackupError, tablesOf } from '../../../src/kernel/backup/backup-file.ts'
import { erasedIn, restoreStorage } from '../../../src/kernel/backup/restore.ts'
import { finishErasure } from '../../../src/kernel/erasure/erase.ts'
import { createMetrics } from '../../../src/kernel/operations/metrics.ts'
import { openStorage, type Storage, type StorageOptions } from '../../../src/kernel/storage/open.ts'
import { watchStorage } from '../../../src/main.ts'
import { auditEntry, freshSession, page } from '../../storage/sample.ts'
import { onEveryDatabase, TEST_TENANT } from '../../support/databases.ts'

const clock = () => new Date()
const masterKey = randomBytes(32)
const quiet = () => {}
const SURNAME = 'NOBODYSNAME'

onEveryDatabase((place) => {
  let root: string
  let storage: Storage
  let options: StorageOptions
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'limen-backup-'))
    options = await place.options({ masterKey })
    storage = await openStorage(options)
    await storage.tenants.create(TEST_TENANT)
  })
  after(async () => {
    await storage.close()
    await rm(root, { recursive: true, force: true })
  })

  const folder = (name: string) => join(root, name)
  const enrol = async () => {
    const session = freshSession()
    await storage.sessions.create(session)
    const object = await storage.images.put(session.id, randomBytes(3000))
    const next = {
      ...session,
      document: { pages: [page(SURNAME)] },
      images: { FRONT: { original_FRONT: object } },
    }
    assert.ok(await storage.sessions.save(next))
    return { id: session.id, object }
  }
  const erase = async (id: string) => {
    await storage.sessions.beginErasure('acme', id, auditEntry('session.delete'))
    await finishErasure(storage, id)
  }
  const take = (to: string) => backUp({ ...storage, clock }, to, 'system', quiet)
  /** Everything in the tables, in an order that does not depend on the database. */
  const contentOf = async ({ database }: Storage) => {
    const names = await tablesOf(database)
    const rows = names.map(async (name) => {
      const all = await database.db
        .selectFrom(name as 'session')
        .selectAll()
        .execute()
      return [name, all.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort()] as const
    })
    return Object.fromEntries(await Promise.all(rows))
  }

  it('comes back whole in a database of either kind, pictures included', async () => {
    const enrolled = [await enrol(), await enrol(), await enrol()]
    const before = await contentOf(storage)
    const report = await take(folder('whole'))
    assert.deepEqual([report.pictures, report.faults], [3, []])

    for (const target of [
      await place.options({ masterKey }),
      { ...options, dataDir: folder('elsewhere'), databaseUrl: undefined },
    ]) {
      const restored = await restoreStorage(target, folder('whole'), new Set(), quiet)
      assert.deepEqual([restored.pictures, restored.leftOut], [3, []])
      const other = await openStorage(target)
      try {
        assert.deepEqual(await contentOf(other), before)
        for (const { id, object } of enrolled) {
          assert.equal((await other.sessions.load('acme', id))?.document?.pages[0]?.visual[0]?.value, SURNAME)
          assert.deepEqual(await other.images.get(id, object), await storage.images.get(id, object))
        }
      } finally {
        await other.close()
      }
      await assert.rejects(restoreStorage(target, folder('whole'), new Set(), quiet), /in use/)
    }
  })

  it('is known afterwards by when it was taken, and so is that there is none', async () => {
    const age = () => secondsSinceBackup(storage.settings, clock)
    await take(folder('dated'))
    const later = () => new Date(clock().getTime() + 3_600_000)
    assert.ok(((await age()) ?? Number.NaN) < 3_600)
    assert.ok(((await secondsSinceBackup(storage.settings, later)) ?? 0) >= 3_600)
    const metrics = createMetrics()
    const settings = { ...storage.settings, get: async () => undefined }
    watchStorage(metrics, { ...storage, settings }, clock)
    assert.doesNotMatch(await metrics.registry.metrics(), /^limen_backup_age_seconds /m)
    Object.assign(settings, storage.settings)
    assert.match(await metrics.registry.metrics(), /^limen_backup_age_seconds \d/m)
  })

  it('shows nothing of a person, nor of the tables, without the key', async () => {
    await take(folder('sealed'))
    for (const file of await readdir(folder('sealed'), { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue
      const text = (await readFile(join(file.parentPath, file.name))).toString('latin1')
      assert.ok(!text.includes(SURNAME) && !text.includes('acme'), file.name)
    }
    const stranger = await place.options({ masterKey: randomBytes(32) })
    await assert.rejects(restoreStorage(stranger, folder('sealed'), new Set(), quiet), /MASTER_KEY/)
    const keyless = await place.options({ masterKey: undefined })
    await assert.rejects(restoreStorage(keyless, folder('sealed'), new Set(), quiet), /no master key/)
  })

  it('brings nobody back who was erased after it was taken, and says who', async () => {
    const [stays, goes] = [await enrol(), await enrol()]
    await take(folder('before'))
    await erase(goes.id)
    const erased = new Set(await erasedIn(options.databaseUrl ?? `sqlite:${join(options.dataDir, 'limen.db')}`))
    assert.ok(erased.has(goes.id) && !erased.has(stays.id))
    const target = await place.options({ masterKey })
    const { leftOut } = await restoreStorage(target, folder('before'), erased, quiet)
    assert.ok(leftOut.includes(goes.id))
    const other = await openStorage(target)
    try {
      assert.equal(await other.sessions.load('acme', goes.id), undefined)
      assert.equal(await other.images.get(goes.id, goes.object), undefined)
      assert.ok(await other.sessions.load('acme', stays.id))
      const keys = await other.database.db.selectFrom('session_key').select('session_id').execute()
      assert.ok(!keys.some(({ session_id }) => session_id === goes.id))
      assert.equal(await other.figures.recount(), 0)
    } finally {
      await other.close()
    }
  })

  it('taken again copies what is new, and drops what was erased', async () => {
    const { id } = await enrol()
    const first = await take(folder('again'))
    await enrol()
    await erase(id)
    const second = await take(folder('again'))
    assert.deepEqual([second.copied, second.dropped, second.pictures], [1, 1, first.pictures])
    const names = (await readdir(folder('again'), { recursive: true })).join('\n')
    assert.ok(!names.includes(`${id}/`) && !names.includes(first.id))
  })

  it('notes a session that is erased while it is taken', async () => {
    const { id } = await enrol()
    let erased = false
    const report = await storage.installation.takeBackup(folder('meanwhile'), (what) => {
      if (what === 'tables' && !erased) {
        erased = true
        pending = erase(id)
      }
    })
    await pending
    const target = await place.options({ masterKey })
    await restoreStorage(target, folder('meanwhile'), new Set(), quiet)
    const other = await openStorage(target)
    const back = await other.sessions.load('acme', id)
    // Either the copy is from before, with all of its pictures, or the session is not in it.
    const picture = back?.images.FRONT?.original_FRONT && (await other.images.get(id, back.images.FRONT.original_FRONT))
    assert.ok(back === undefined || picture, `${report.erased} erased`)
    await other.close()
  })
  let pending: Promise<void> | undefined

  it('that was cut short, changed or lost a part is not put back, and says what is wrong', async () => {
    await assert.rejects(storage.installation.verifyBackup(folder('nowhere'), quiet), BackupError)
    await take(folder('harmed'))
    const parts = await readdir(folder('harmed'), { recursive: true, withFileTypes: true })
    const files = parts.filter((file) => file.isFile() && file.name !== 'manifest.json')
    for (const { parentPath, name } of [files[0], files.at(-1)].filter((file) => file !== undefined)) {
      const copy = await mkdtemp(join(root, 'copy-'))
      await cp(folder('harmed'), copy, { recursive: true })
      const path = join(copy, join(parentPath, name).slice(folder('harmed').length))
      const bytes = await readFile(path)
      await writeFile(path, bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 1))
      assert.equal(
        (await storage.installation.verifyBackup(copy, quiet)).faults.filter((fault) => /not as it was/.test(fault))
          .length,
        1,
      )
      const target = await place.options({ masterKey })
      await assert.rejects(restoreStorage(target, copy, new Set(), quiet), /as it was written/)
      const other = await openStorage(target)
      assert.equal((await other.tenants.all()).length, 0)
      await other.close()
      await rm(path)
      assert.ok((await storage.installation.verifyBackup(copy, quiet)).faults.some((fault) => /missing/.test(fault)))
    }
    const manifest = join(folder('harmed'), 'manifest.json')
    const text = await readFile(manifest, 'utf8')
    const read = JSON.parse(text)
    const { mac: _, ...unsealed } = read
    for (const [changed, says] of [
      [
        { ...read, tables: read.tables.filter(({ name }: { name: string }) => name !== 'block_entry') },
        /as it was written/,
      ],
      [
        { ...read, tables: read.tables.filter(({ name }: { name: string }) => name !== 'tombstone') },
        /as it was written/,
      ],
      [{ ...read, erased: ['x'] }, /as it was written/],
      [{ ...read, schemaVersion: 37 }, /as it was written/],
      [unsealed, /as it was written/],
      [{ ...unsealed, format: 1 }, /MASTER_KEY/],
    ] as const) {
      await writeFile(manifest, JSON.stringify(changed))
      await assert.rejects(storage.installation.verifyBackup(folder('harmed'), quiet), says)
      const target = await place.options({ masterKey })
      const restoring = restoreStorage(target, folder('harmed'), new Set(), quiet, { unsealed: true })
      await assert.rejects(restoring, says)
    }
    await writeFile(manifest, JSON.stringify({ ...unsealed, format: 1 }))
    const plain = restoreStorage(await place.options({ masterKey }), folder('harmed'), new Set(), quiet)
    await assert.rejects(plain, /--unsealed/)
    await writeFile(manifest, text)
    assert.deepEqual((await storage.installation.verifyBackup(folder('harmed'), quiet)).faults, [])
    await rm(manifest)
    await assert.rejects(storage.installation.verifyBackup(folder('harmed'), quiet), /no complete backup/)
  })
})
