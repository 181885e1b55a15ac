import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createReadiness } from '../../../src/kernel/operations/readiness.ts'
import { FETCHED_NETS } from '../../../src/platform/resources.ts'
import { modelCheck } from '../../../src/vision/nets/find-missing.ts'
import { clientOf } from '../../api/client.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { type PostgresServer, postgresUnavailable, startPostgres } from '../../support/postgres.ts'
import { type S3Server, startS3 } from '../../support/s3.ts'

/** What /healthz says; it answers although something hangs. */
async function health({ app }: TestApp): Promise<string> {
  const answer = await app.inject('/healthz')
  return answer.statusCode === 200 ? 'ready' : (answer.json() as { detail: string }).detail
}

/** Until it says so; a service that recovers needs no restart. */
async function untilReady(test: TestApp): Promise<void> {
  while ((await health(test)) !== 'ready') await new Promise((resolve) => setTimeout(resolve, 20))
}

describe('readiness on one machine', () => {
  let test: TestApp
  let free = 1e12
  before(async () => {
    test = await startTestApp({ storage: { leastFreeBytes: 5e8, freeBytes: async () => free } })
  })
  after(() => test.close())

  it('is there when everything is', async () => assert.equal(await health(test), 'ready'))

  it('says that the disk is full, and when it is not any more', async () => {
    free = 4e8
    assert.equal(await health(test), 'Not ready: disk.')
    free = 6e8
    assert.equal(await health(test), 'ready')
  })

  it('says that the engine is not ready', async () => {
    test.engine.isReady = false
    assert.equal(await health(test), 'Not ready: engine.')
    test.engine.isReady = true
    assert.equal(await health(test), 'ready')
  })

  it('says that the key is gone from the database', async () => {
    const { db } = test.storage.database
    const [row] = await db.selectFrom('secret').selectAll().where('name', '=', 'master-key-check').execute()
    assert.ok(row)
    await db.updateTable('secret').set({ master_key_id: '0011223344556677' }).where('name', '=', row.name).execute()
    assert.equal(await health(test), 'Not ready: master key.')
    await db.updateTable('secret').set({ master_key_id: row.master_key_id }).where('name', '=', row.name).execute()
    assert.equal(await health(test), 'ready')
  })

  it('says that pictures cannot be stored', async () => {
    const images = join(test.dataDir, 'images')
    await health(test)
    await rename(images, `${images}-away`)
    await writeFile(images, 'in the way')
    assert.equal(await health(test), 'Not ready: picture store.')
    await rename(images, `${images}-file`)
    await rename(`${images}-away`, images)
    assert.equal(await health(test), 'ready')
  })

  it('names what is missing and nothing else: no address, no folder', async () => {
    free = 0
    const { body } = await test.app.inject('/healthz')
    assert.doesNotMatch(body, new RegExp(test.dataDir))
    assert.match(test.log(), /0 MB are free/)
    free = 1e12
  })
})

describe('readiness on PostgreSQL and S3', { skip: postgresUnavailable() ?? false }, () => {
  let postgres: PostgresServer
  let s3: S3Server
  let test: TestApp
  before(async () => {
    ;[postgres, s3] = await Promise.all([startPostgres({ durable: true }), startS3()])
    const databaseUrl = await postgres.createDatabase()
    test = await startTestApp({ storage: { databaseUrl, imagesUrl: s3.url, s3: s3.credentials } })
    test.clock.now = new Date()
    await test.app.ready() // the first request is not about readiness
  })
  after(async () => {
    await test.close()
    await Promise.all([postgres.stop(), s3.stop()])
  })

  it('is there when everything is', async () => assert.equal(await health(test), 'ready'))

  it('says that the database hangs, does not ask it again meanwhile, and recovers', async () => {
    postgres.freeze()
    assert.match(await health(test), /^Not ready: database, master key/)
    assert.match(await health(test), /^Not ready: database, master key/)
    postgres.thaw()
    await untilReady(test)
  })

  it('says that the database is stopped, lets callers come again, and goes on when it is back', async () => {
    const login = await test.login()
    const ask = () => clientOf(test, login).get(`${randomUUID()}/status`)
    assert.equal((await ask()).statusCode, 404)
    await postgres.halt()
    assert.match(await health(test), /^Not ready: database, master key/)
    assert.equal((await ask()).statusCode, 503)
    await postgres.resume()
    await untilReady(test)
    assert.equal((await ask()).statusCode, 404)
  })

  it('says that S3 is gone, and when it is back', async () => {
    await s3.pause()
    assert.equal(await health(test), 'Not ready: picture store.')
    await s3.resume()
    await untilReady(test)
  })

  it('says that its clock is five minutes from the database’s, either way', async () => {
    for (const minutes of [5, -5]) {
      test.clock.now = new Date(Date.now() + minutes * 60_000)
      assert.equal(await health(test), 'Not ready: clock.')
    }
    test.clock.now = new Date()
    assert.equal(await health(test), 'ready')
  })
})

describe('room on the disk', () => {
  it('is asked of the disk itself, also before the first picture', async (t) => {
    const test = await startTestApp({ storage: { leastFreeBytes: 1 } })
    t.after(() => test.close())
    const disk = test.storage.checks.find(({ name }) => name === 'disk')
    await disk?.run()
    const full = await startTestApp({ storage: { leastFreeBytes: Number.MAX_SAFE_INTEGER } })
    t.after(() => full.close())
    assert.equal(await health(full), 'Not ready: disk.')
  })
})

describe('the files of the models', () => {
  it('are missed as soon as one is gone, by name, and not any more when it is back', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'limen-models-'))
    t.after(() => rm(folder, { recursive: true }))
    const modelsFolder = join(folder, 'models')
    await symlink(FETCHED_NETS, modelsFolder)
    const readiness = createReadiness([modelCheck({ modelsFolder })], { keptMs: 0 })
    assert.deepEqual(await readiness.problems(), [])
    await rename(modelsFolder, `${modelsFolder}-away`)
    const [problem] = await readiness.problems()
    assert.equal(problem?.name, 'models')
    assert.match(problem?.message ?? '', /^no file of .*face/)
    await rename(`${modelsFolder}-away`, modelsFolder)
    assert.deepEqual(await readiness.problems(), [])
  })
})

describe('a check of readiness', () => {
  it('runs once for all who ask within a second; while it hangs it is started again, and hangs twice at most', async () => {
    let runs = 0
    const hangs = {
      name: 'slow',
      run() {
        runs += 1
        return new Promise<void>(() => {})
      },
    }
    const readiness = createReadiness([hangs], { limitMs: 20, keptMs: 100 })
    const all = await Promise.all(Array.from({ length: 50 }, () => readiness.problems()))
    assert.deepEqual(all[49], [{ name: 'slow', message: 'no answer within 20 ms' }])
    assert.equal(runs, 1)
    let message = ''
    while (!/since it was last asked/.test(message)) message = (await readiness.problems())[0]?.message ?? ''
    assert.equal(runs, 2)
  })

  it('that hung is there again as soon as its next run answers', async () => {
    let hangs = true
    const check = { name: 'slow', run: () => (hangs ? new Promise<void>(() => {}) : Promise.resolve()) }
    const readiness = createReadiness([check], { limitMs: 20, keptMs: 0 })
    assert.equal((await readiness.problems()).length, 1)
    hangs = false
    while ((await readiness.problems()).length) await new Promise((resolve) => setTimeout(resolve, 5))
  })

  it('is asked again soon after something was missing, and not while all is there', async () => {
    let isThere = false
    let runs = 0
    const check = {
      name: 'late',
      async run() {
        runs += 1
        if (!isThere) throw new Error('not yet')
      },
    }
    const readiness = createReadiness([check], { keptMs: 3_600_000 })
    assert.equal((await readiness.problems()).length, 1)
    isThere = true
    while ((await readiness.problems()).length) await new Promise((resolve) => setTimeout(resolve, 10))
    assert.equal(runs, 2)
    await new Promise((resolve) => setTimeout(resolve, 120))
    await readiness.problems()
    assert.equal(runs, 2)
  })
})
