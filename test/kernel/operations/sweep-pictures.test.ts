import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { deleteSession } from '../../../src/kernel/erasure/erase.ts'
import { type SweepLog, sweep } from '../../../src/kernel/operations/sweep.ts'
import type { Storage } from '../../../src/kernel/storage/open.ts'
import { directoryStore } from '../../../src/platform/objects/directory.ts'
import type { ObjectStore } from '../../../src/platform/objects/object-store.ts'
import { freshSession } from '../../storage/sample.ts'
import { onEveryDatabase, TEST_TENANT } from '../../support/databases.ts'
import { startS3 } from '../../support/s3.ts'

const DAY = 86_400_000

/** What the log was told, by kind. */
function writtenLog() {
  const lines: string[] = []
  const log: SweepLog = {
    movedAside: ({ sessionId, object }) => lines.push(`aside ${sessionId}/${object}`),
    removed: ({ sessionId, object }) => lines.push(`removed ${sessionId}/${object}`),
    refused: (reason) => lines.push(`refused ${reason}`),
    waits() {},
  }
  return { lines, log }
}

async function namesIn(store: ObjectStore): Promise<string[]> {
  const names: string[] = []
  for (let after: string | undefined; ; ) {
    const { objects, next } = await store.list(after)
    names.push(...objects.map(({ object }) => object))
    if (next === undefined) return names.sort()
    after = next
  }
}

/** A session with a picture that its row names. */
async function keepPicture(storage: Storage) {
  const session = freshSession()
  await storage.sessions.create(session)
  const object = await storage.images.put(session.id, Buffer.from('a picture'))
  await storage.sessions.save({ ...session, images: { FACE: { face_original: object } } })
  return { id: session.id, object }
}

onEveryDatabase((place) => {
  describe('the sweep of pictures', () => {
    it('removes at once what a crash left of a session that keeps its answer alone', async () => {
      const storage = await place.open()
      const { id, object } = await keepPicture(storage)
      const session = (await storage.sessions.load(TEST_TENANT.id, id)) ?? assert.fail()
      const ageAnswer = { atLeast: 18, answer: 'YES', evidenceSha256: 'ab'.repeat(32) } as const
      await storage.sessions.save({ ...session, images: {}, ageAnswer })
      assert.ok(await storage.images.get(id, object))
      const { lines, log } = writtenLog()
      const { orphansAside, orphansRemoved } = await sweep({ ...storage, clock: later() }, 60, log)
      assert.deepEqual({ orphansAside, orphansRemoved }, { orphansAside: 0, orphansRemoved: 1 })
      assert.deepEqual(lines, [`removed ${id}/${object}`])
      assert.equal(await storage.images.get(id, object), undefined)
    })

    /** So late that every object is old enough. */
    const later =
      (days = 1) =>
      () =>
        new Date(Date.now() + days * DAY)

    for (const kind of ['folder', 'S3'] as const)
      it(`of a ${kind} that another installation has filled is refused, and says so`, async (context) => {
        const s3 = kind === 'S3' ? await startS3() : undefined
        context.after(() => s3?.stop())
        const { dataDir } = await place.options()
        const where = s3 ? { imagesUrl: s3.url, s3: s3.credentials } : { imagesUrl: join(dataDir, 'shared') }
        const production = await place.open(where)
        const kept = [await keepPicture(production), await keepPicture(production)]
        await sweep({ ...production, clock: later() }, 60)

        const mistyped = await place.open(where)
        const { lines, log } = writtenLog()
        for (let round = 0; round < 3; round++) await sweep({ ...mistyped, clock: later() }, 60, log)
        assert.equal(lines.length, 3)
        assert.match(lines[0] ?? '', /^refused the picture store belongs to the installation [0-9a-f-]{36}, and this/)
        assert.match((await mistyped.foreignPictures()) ?? '', /belongs to the installation/)
        assert.equal(await production.foreignPictures(), undefined)
        for (const { id, object } of kept) assert.ok(await production.images.get(id, object))
      })

    it('of a store from before there were marks is refused where the database knows little of it', async () => {
      const { dataDir } = await place.options()
      const imagesUrl = join(dataDir, 'unmarked')
      const store = directoryStore(imagesUrl)
      const names = Array.from({ length: 6 }, () => randomUUID())
      for (const name of names) await store.put(randomUUID(), name, Buffer.from('of another database'))
      const empty = await place.open({ imagesUrl })
      const { lines, log } = writtenLog()
      await sweep({ ...empty, clock: later() }, 60, log)
      assert.match(lines.join(), /does not know \(6 of 6 looked at\)/)
      assert.equal(await store.readOwner(), undefined, 'and is not taken')
      assert.deepEqual(await namesIn(store), names.sort())
    })

    it('takes a store from before there were marks where the database knows what lies in it', async () => {
      const { dataDir } = await place.options()
      const imagesUrl = join(dataDir, 'upgraded')
      const storage = await place.open({ imagesUrl })
      await keepPicture(storage)
      await keepPicture(storage)
      const store = directoryStore(imagesUrl)
      await store.put(randomUUID(), 'lost', Buffer.from('left by a crash'))
      assert.equal(await storage.foreignPictures(), undefined)
      assert.equal(await store.readOwner(), undefined, 'asking marks nothing')
      assert.equal((await sweep({ ...storage, clock: later() }, 60)).orphansAside, 1)
      assert.ok(await store.readOwner())
    })

    it('puts what no row names aside for a week, and removes it then, with a line for each', async () => {
      const { dataDir } = await place.options()
      const imagesUrl = join(dataDir, 'aside')
      const storage = await place.open({ imagesUrl })
      const { id, object } = await keepPicture(storage)
      const store = directoryStore(imagesUrl)
      const lost = await storage.images.put(id, Buffer.from('replaced'))
      const { lines, log } = writtenLog()
      await sweep({ ...storage, clock: later() }, 60, log)
      assert.deepEqual(lines, [`aside ${id}/${lost}`])
      assert.ok(await storage.images.get(id, lost), 'it can still be had')
      await sweep({ ...storage, clock: later(6) }, 60, log)
      assert.equal(lines.length, 1)
      await sweep({ ...storage, clock: later(8) }, 60, log)
      assert.deepEqual(lines.slice(1), [`removed ${id}/${lost}`])
      assert.equal(await storage.images.get(id, lost), undefined)
      assert.deepEqual(await namesIn(store), [object])
    })

    it('puts back what a row names again', async () => {
      const { dataDir } = await place.options()
      const imagesUrl = join(dataDir, 'named-again')
      const storage = await place.open({ imagesUrl })
      const { id, object } = await keepPicture(storage)
      const store = directoryStore(imagesUrl)
      await store.moveAside(id, object)
      await utimes(join(imagesUrl, '.orphans', id, object), new Date(0), new Date(0))
      const { lines, log } = writtenLog()
      await sweep({ ...storage, clock: later() }, 60, log)
      assert.deepEqual(lines, [])
      assert.deepEqual(await namesIn(store), [object])
      assert.ok(await storage.images.get(id, object))
    })

    it('takes a small share at a time, but all of a person who was erased', async () => {
      const { dataDir } = await place.options()
      const imagesUrl = join(dataDir, 'share')
      const storage = await place.open({ imagesUrl })
      const store = directoryStore(imagesUrl)
      const { id } = await keepPicture(storage)
      await sweep({ ...storage, clock: later() }, 60)
      const erased = await keepPicture(storage)
      await deleteSession(
        { ...storage, clock: later() },
        { tenant: TEST_TENANT.id, mode: 'test', actor: 'x' },
        erased.id,
      )
      await store.put(erased.id, 'came-too-late', Buffer.from('a picture'))
      for (let at = 0; at < 60; at++) await store.put(id, `lost-${at}`, Buffer.from('x'))
      const swept = await sweep({ ...storage, clock: later() }, 60)
      assert.deepEqual([swept.orphansAside, swept.orphansRemoved], [20, 1])
      assert.equal(await store.get(erased.id, 'came-too-late'), undefined)
    })
  })
})
