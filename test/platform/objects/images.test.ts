import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sealedImages } from '../../../src/kernel/evidence/sealed.ts'
import type { Storage } from '../../../src/kernel/storage/open.ts'
import { directoryStore } from '../../../src/platform/objects/directory.ts'
import type { ObjectStore } from '../../../src/platform/objects/object-store.ts'
import { parseS3Url, s3Store } from '../../../src/platform/objects/s3.ts'
import { Unavailable } from '../../../src/platform/unavailable.ts'
import { freshSession } from '../../storage/sample.ts'
import { onEveryDatabase } from '../../support/databases.ts'
import { type S3Server, startS3 } from '../../support/s3.ts'

const FAR = new Date(Date.now() + 3_600_000)

function suite(open: () => ObjectStore) {
  it('hands back what was put, byte for byte', async () => {
    const store = open()
    const id = randomUUID()
    for (const size of [0, 1, 300_000]) {
      const bytes = new Uint8Array(randomBytes(size))
      await store.put(id, `object-${size}`, bytes)
      assert.deepEqual(Buffer.from((await store.get(id, `object-${size}`)) ?? []), Buffer.from(bytes))
    }
    assert.equal(await store.get(id, 'no-such-object'), undefined)
    assert.equal(await store.get(randomUUID(), 'object-1'), undefined)
    await store.removeAll(id)
  })

  it('removes one object, or all of a session and none of another', async () => {
    const store = open()
    const [one, two] = [randomUUID(), randomUUID()]
    for (const id of [one, two]) for (const object of ['a', 'b']) await store.put(id, object, Buffer.from(id))
    await store.remove(one, 'a')
    assert.equal(await store.get(one, 'a'), undefined)
    assert.ok(await store.get(one, 'b'))
    await store.removeAll(one)
    await store.removeAll(one)
    await store.remove(one, 'b')
    assert.equal(await store.get(one, 'b'), undefined)
    assert.ok(await store.get(two, 'a'))
    await store.removeAll(two)
  })

  it('keeps an object aside, where it is still found, until it is removed there or its session is', async () => {
    const store = open()
    const [one, two] = [randomUUID(), randomUUID()]
    for (const id of [one, two]) for (const object of ['a', 'b']) await store.put(id, object, Buffer.from(id))
    for (const id of [one, two]) await store.moveAside(id, 'a')
    await store.moveAside(one, 'no-such-object')
    assert.deepEqual(await namesListed(store), [`${one}/b`, `${two}/b`].sort(), 'it is no object like the others')
    assert.equal(Buffer.from((await store.get(one, 'a')) ?? []).toString(), one)
    const aside = await store.listAside()
    assert.deepEqual(
      aside.map(({ sessionId, object }) => `${sessionId}/${object}`).sort(),
      [`${one}/a`, `${two}/a`].sort(),
    )
    for (const { storedAt } of aside) assert.ok(Math.abs(storedAt.getTime() - Date.now()) < 120_000)
    await store.removeAside(one, 'a')
    await store.removeAll(two)
    assert.deepEqual(await store.listAside(), [])
    assert.equal(await store.get(two, 'a'), undefined)
    await store.removeAll(one)
  })

  it('says whose it is, and whoever was first stays', async () => {
    const store = open()
    assert.equal(await store.readOwner(), undefined)
    await store.writeOwner('first')
    assert.equal(await store.readOwner(), 'first')
    assert.deepEqual(await namesListed(store), [])
  })

  it('lists every object once, in as many steps as it takes', async () => {
    const store = open()
    const names = Array.from({ length: 12 }, () => ({ sessionId: randomUUID(), object: randomUUID() }))
    for (const { sessionId, object } of names) await store.put(sessionId, object, Buffer.from('x'))
    const listed: string[] = []
    for (let after: string | undefined; ; ) {
      const { objects, next } = await store.list(after)
      for (const { sessionId, object, storedAt } of objects) {
        listed.push(`${sessionId}/${object}`)
        assert.ok(Math.abs(storedAt.getTime() - Date.now()) < 120_000)
      }
      if (next === undefined) break
      after = next
    }
    assert.deepEqual(listed.sort(), names.map(({ sessionId, object }) => `${sessionId}/${object}`).sort())
    for (const { sessionId } of names) await store.removeAll(sessionId)
  })
}

async function namesListed(store: ObjectStore): Promise<string[]> {
  const names: string[] = []
  for (let after: string | undefined; ; ) {
    const { objects, next } = await store.list(after)
    names.push(...objects.map(({ sessionId, object }) => `${sessionId}/${object}`))
    if (next === undefined) return names.sort()
    after = next
  }
}

describe('pictures in a folder', () => {
  let root: string
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'limen-images-'))
  })
  after(() => rm(root, { recursive: true, force: true }))
  suite(() => directoryStore(join(root, 'store')))

  it('lie in files that nobody else may read, with no unfinished file next to them', async () => {
    const store = directoryStore(join(root, 'modes'))
    const id = randomUUID()
    await store.put(id, 'picture', Buffer.from('x'))
    const folder = join(root, 'modes', id.slice(0, 2), id.slice(2, 4), id)
    assert.deepEqual(await readdir(folder), ['picture'])
    assert.equal((await stat(join(folder, 'picture'))).mode & 0o777, 0o600)
    assert.equal((await stat(folder)).mode & 0o777, 0o700)
  })

  it('are stored also while the folder of their session is being removed', async () => {
    const store = directoryStore(join(root, 'churn'))
    const id = randomUUID()
    // A removal looks again at most ten times, and each time may cost a picture one of its 45 tries: four of them leave one.
    const removing = (async () => {
      for (let times = 0; times < 4; times++) {
        await setTimeout(8)
        await store.removeAll(id)
      }
    })()
    await Promise.all([
      removing,
      ...Array.from({ length: 40 }, (_, index) => store.put(id, `picture-${index}`, Buffer.from('x'))),
    ])
  })

  it('are not reached by a name that leaves the folder', async () => {
    const store = directoryStore(join(root, 'names'))
    for (const name of ['../../x', '..', 'a/b', '', '.hidden']) {
      await assert.rejects(async () => store.get(randomUUID(), name), /not an object name/)
      await assert.rejects(async () => store.removeAll(name), /not an object name/)
    }
  })
})

describe('pictures in S3', () => {
  let server: S3Server
  before(async () => {
    server = await startS3()
  })
  after(() => server.stop())
  suite(() => s3Store(server.url, server.credentials))

  it('are refused with a wrong secret', async () => {
    const store = s3Store(server.url, { ...server.credentials, secretAccessKey: 'wrong' })
    await assert.rejects(store.put(randomUUID(), 'x', Buffer.from('x')), /SignatureDoesNotMatch/)
  })

  it('report a bucket that is not there, instead of taking it for a missing picture', async () => {
    const store = s3Store(server.url.replace('pictures', 'elsewhere'), server.credentials)
    await assert.rejects(store.get(randomUUID(), 'x'), /NoSuchBucket/)
    await assert.rejects(store.put(randomUUID(), 'x', Buffer.from('x')), /bucket/)
    await assert.rejects(store.list(), /bucket/)
  })

  it('are listed in steps where there are more than one listing names', async () => {
    const store = s3Store(server.url, server.credentials)
    const id = randomUUID()
    const folder = join(server.folder, 'pictures', 'limen', id)
    await mkdir(folder, { recursive: true })
    const names = Array.from({ length: 1001 }, (_, index) => `object-${index + 1000}`)
    await Promise.all(names.map((name) => writeFile(join(folder, `${name}._S3rver_object`), 'x')))

    const first = await store.list()
    assert.deepEqual([first.objects.length, first.next], [1000, `limen/${id}/object-1999`])
    const rest = await store.list(first.next)
    assert.deepEqual([rest.objects.map(({ object }) => object), rest.next], [['object-2000'], undefined])
    await rm(folder, { recursive: true })
  })

  it('are asked for again when the store answers 500 or 503, and given up when it goes on so', async () => {
    const answers = [500, 503, 200, 500, 500, 500, 500, 500]
    const flaky = createServer((_, response) => {
      response.writeHead(answers.shift() ?? 500).end('<Code>SlowDown</Code><ListBucketResult></ListBucketResult>')
    }).listen(0, '127.0.0.1')
    await once(flaky, 'listening')
    const { port } = flaky.address() as AddressInfo
    const store = s3Store(`s3://pictures?endpoint=http://127.0.0.1:${port}`, server.credentials)
    assert.deepEqual(await store.list(), { objects: [] })
    const outcome = await store.list().catch((error: unknown) => error)
    flaky.close()
    assert.ok(outcome instanceof Unavailable)
    assert.equal(outcome.message, 'S3 GET answered 500 SlowDown')
    assert.deepEqual(answers, [])
  })

  it('are addressed in path style, under the prefix, at the endpoint or at AWS', () => {
    assert.deepEqual(parseS3Url('s3://box/a/b/?endpoint=http://s3.local:9000/&region=r1'), {
      bucket: 'box',
      bucketUrl: 'http://s3.local:9000/box',
      prefix: 'a/b/',
      region: 'r1',
      mayCreate: false,
    })
    assert.deepEqual(parseS3Url('s3://box?region=eu-north-1&create=true'), {
      bucket: 'box',
      bucketUrl: 'https://s3.eu-north-1.amazonaws.com/box',
      prefix: '',
      region: 'eu-north-1',
      mayCreate: true,
    })
  })

  it('need a bucket: one that is missing is named, and created where the setting says so', async (t) => {
    const s3 = await startS3()
    t.after(() => s3.stop())
    const url = s3.url.replace('s3://pictures/', 's3://elsewhere/')
    const store = s3Store(url, s3.credentials)
    const missing = /there is no bucket "elsewhere" \(S3 answered 404 NoSuchBucket\): create it/
    await assert.rejects(store.check(), missing)
    await assert.rejects(store.put('session', 'picture', Buffer.from('x')), missing)
    await assert.rejects(store.get('session', 'picture'), missing)
    await assert.rejects(store.list(), missing)
    await s3Store(`${url}&create=true`, s3.credentials).check()
    await store.check()
    await store.put('session', 'picture', Buffer.from('x'))
  })

  it('are read and written before anybody has checked the bucket, by three nodes at once', async (t) => {
    const s3 = await startS3()
    t.after(() => s3.stop())
    const open = () => s3Store(`${s3.url.replace('s3://pictures/', 's3://elsewhere/')}&create=true`, s3.credentials)
    const found = await Promise.all([open(), open(), open()].map((store) => store.readOwner()))
    assert.deepEqual(found, [undefined, undefined, undefined])
    await open().put('session', 'picture', Buffer.from('x'))
  })
})

onEveryDatabase((place) => {
  describe('objects that no row points at', () => {
    let storage: Storage
    let store: ObjectStore
    let root: string
    before(async () => {
      const options = await place.options()
      root = join(options.dataDir, 'pictures')
      storage = await place.open({ imagesUrl: root })
      store = directoryStore(root)
    })

    it('are found when they are old enough, and only they', async () => {
      const session = freshSession()
      await storage.sessions.create(session)
      const kept = await storage.images.put(session.id, Buffer.from('kept'))
      const replaced = await storage.images.put(session.id, Buffer.from('replaced'))
      await storage.sessions.save({ ...session, images: { FACE: { face_original: kept } } })
      const orphan = { sessionId: randomUUID(), object: randomUUID() }
      await store.put(orphan.sessionId, orphan.object, Buffer.from('of a session that is gone'))

      assert.deepEqual(await all(storage, new Date(Date.now() - 60_000)), [])
      const orphans = [{ sessionId: session.id, object: replaced }, orphan]
      assert.deepEqual(await all(storage, FAR), sorted(orphans))

      for (const { sessionId, object } of orphans) await storage.images.remove(sessionId, object)
      assert.deepEqual(await all(storage, FAR), [])
      assert.deepEqual(await storage.images.get(session.id, kept), Buffer.from('kept'))
    })

    it('include a file that a crash left unfinished', async () => {
      const session = freshSession()
      await storage.sessions.create(session)
      const object = await storage.images.put(session.id, Buffer.from('x'))
      await storage.sessions.save({ ...session, images: { FACE: { face_original: object } } })
      const unfinished = `${object}.${randomUUID()}.part`
      await store.put(session.id, unfinished, Buffer.from('half'))
      const path = join(root, session.id.slice(0, 2), session.id.slice(2, 4), session.id, unfinished)
      await utimes(path, new Date(0), new Date(0))
      assert.deepEqual(await all(storage, new Date(1)), [{ sessionId: session.id, object: unfinished }])
      await storage.images.remove(session.id, unfinished)
    })

    it('are found over several calls when there are more than one call hands out', async () => {
      const ids = Array.from({ length: 9 }, () => randomUUID())
      for (const id of ids) await store.put(id, 'lost', Buffer.from('x'))
      const images = sealedImages({ db: storage.database.db, keys: storage.keys }, store)
      const found: string[] = []
      for (let call = 0; call < 20 && found.length < ids.length; call++) {
        for (const { sessionId, object } of await images.orphans(FAR, 2)) {
          found.push(sessionId)
          await images.remove(sessionId, object)
        }
      }
      assert.deepEqual(found.sort(), ids.sort())
    })
  })
})

async function all(storage: Storage, before: Date) {
  return sorted((await storage.images.orphans(before, 1000)).map(({ ofErased: _, ...orphan }) => orphan))
}

function sorted(objects: { sessionId: string; object: string }[]) {
  return objects.toSorted((a, b) => (`${a.sessionId}/${a.object}` < `${b.sessionId}/${b.object}` ? -1 : 1))
}
