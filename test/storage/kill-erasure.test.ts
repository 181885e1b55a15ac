import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cpSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StatementSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { defaultPolicy } from '../../src/kernel/decision/change-policy.ts'
import { finishErasure } from '../../src/kernel/erasure/erase.ts'
import { sweep } from '../../src/kernel/operations/sweep.ts'
import { openStorage, type Storage } from '../../src/kernel/storage/open.ts'
import { TEST_TENANT } from '../support/databases.ts'
import { auditEntry, freshSession, page } from './sample.ts'

const PICTURE = randomBytes(20_000)
const clock = () => new Date()
const open = (dataDir: string) => openStorage({ dataDir, clock, defaultPolicy: defaultPolicy() })

/**
 * A process that is killed leaves its files as they are at that moment. So they are copied after every statement of a
 * deletion, and the service is started on each of the copies.
 */
describe('a deletion on SQLite that is killed', () => {
  let root: string
  let storage: Storage
  let planted: { id: string; sealed: string[] }
  const copies: string[] = []

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'limen-kill-erasure-'))
    const dataDir = join(root, 'killed')
    storage = await open(dataDir)
    await storage.tenants.create(TEST_TENANT)
    planted = await plant(storage, dataDir)
    const restore = afterEveryStatement(() => {
      const copy = join(root, `after-${copies.length + 1}`)
      cpSync(dataDir, copy, { recursive: true })
      copies.push(copy)
    })
    await storage.sessions.beginErasure('acme', planted.id, auditEntry('session.delete'))
    await finishErasure(storage, planted.id)
    await storage.tidy()
    restore()
  })
  after(async () => {
    await storage.close()
    await rm(root, { recursive: true, force: true })
  })

  it('has left the sealed bytes at some steps, or this search would be blind', async () => {
    const left = await Promise.all(copies.map((copy) => countLeft(copy, planted.sealed)))
    assert.ok(copies.length > 12)
    assert.ok((left[0] ?? 0) > 500)
    assert.ok(left.filter((count) => count > 0).length > copies.length / 2)
    assert.equal(await countLeft(join(root, 'killed'), planted.sealed), 0)
  })

  it('leaves nothing once the next start has swept, whichever statement was the last', async () => {
    for (const [step, copy] of copies.entries()) {
      const next = await open(copy)
      await sweep({ ...next, clock }, 60)
      // Before the mark is written nothing has been promised: the caller asks again.
      if (await next.sessions.load('acme', planted.id)) {
        await next.sessions.beginErasure('acme', planted.id)
        await sweep({ ...next, clock }, 60)
      }
      assert.equal(await next.tidy(), true)
      assert.equal(await countLeft(copy, planted.sealed), 0, `left over after statement ${step + 1}`)
      assert.deepEqual(await next.database.db.selectFrom('compaction_due').selectAll().execute(), [])
      await next.close()
    }
  })

  it('is clean at the next start already, when only the compaction was missing', async () => {
    const dataDir = join(root, 'only-compaction')
    const first = await open(dataDir)
    await first.tenants.create(TEST_TENANT)
    const { id, sealed } = await plant(first, dataDir)
    await first.sessions.beginErasure('acme', id)
    await finishErasure(first, id)
    const copy = join(root, 'only-compaction-copy')
    cpSync(dataDir, copy, { recursive: true })
    await first.close()
    assert.ok((await countLeft(copy, sealed)) > 0)

    const next = await open(copy)
    assert.equal(await countLeft(copy, sealed), 0)
    await next.close()
  })

  it('is not said to be done while somebody reads the log', async () => {
    const dataDir = join(root, 'read')
    const [one, other] = [await open(dataDir), await open(dataDir)]
    await one.tenants.create(TEST_TENANT)
    const { id, sealed } = await plant(one, dataDir)
    await other.database.db
      .transaction()
      .setAccessMode('read only')
      .execute(async (reading) => {
        await reading.selectFrom('session').select('id').execute()
        await one.sessions.beginErasure('acme', id)
        await finishErasure(one, id)
        assert.equal(await one.tidy(), false)
      })
    assert.ok((await countLeft(dataDir, sealed)) > 0)
    assert.equal(await one.tidy(), true)
    assert.equal(await countLeft(dataDir, sealed), 0)
    await one.close()
    await other.close()
  })
})

/** Calls back after every statement that SQLite carries out, until it is told to stop. */
function afterEveryStatement(callback: () => void): () => void {
  const { run, all } = StatementSync.prototype
  const watch = (original: (...values: never[]) => unknown) =>
    function (this: StatementSync, ...values: never[]) {
      const result = original.apply(this, values)
      callback()
      return result
    }
  Object.assign(StatementSync.prototype, { run: watch(run), all: watch(all) })
  return () => Object.assign(StatementSync.prototype, { run, all })
}

/** A session with a picture; and every sealed text of it, and its wrapped key, as they lie in the files. */
async function plant(storage: Storage, dataDir: string): Promise<{ id: string; sealed: string[] }> {
  const session = freshSession({ request: { externalId: 'erased' } })
  await storage.sessions.create(session)
  const object = await storage.images.put(session.id, PICTURE)
  await storage.sessions.save({
    ...session,
    document: { pages: [page('QUARTZ'.repeat(500))] },
    images: { FACE: { face_original: object } },
  })
  const row = await storage.database.db
    .selectFrom('session')
    .innerJoin('session_key', 'session_key.session_id', 'session.id')
    .select(['session_key.wrapped', 'session.sealed_content', 'session.sealed_request'])
    .where('session.id', '=', session.id)
    .executeTakeFirstOrThrow()
  const folder = join(dataDir, 'images', session.id.slice(0, 2), session.id.slice(2, 4), session.id)
  const picture = (await readFile(join(folder, object))).toString('latin1')
  return { id: session.id, sealed: [...Object.values(row), picture] }
}

/** How many pieces of the sealed texts the files of a folder hold; long enough that none is there by chance. */
async function countLeft(folder: string, sealed: string[]): Promise<number> {
  const pieces = sealed.flatMap((text) =>
    Array.from({ length: text.length >> 5 }, (_, at) => text.slice(at << 5, (at + 1) << 5)),
  )
  let found = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const bytes = (await readFile(join(entry.parentPath, entry.name))).toString('latin1')
    found += pieces.filter((piece) => bytes.includes(piece)).length
  }
  return found
}
