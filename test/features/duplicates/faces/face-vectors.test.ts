import '../../../../src/features/index.ts'
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { openMask, ROW_SIGNS } from '../../../../src/features/duplicates/faces/masked-signs.ts'
import { snapshotFolder } from '../../../../src/features/duplicates/faces/snapshot.ts'
import { judgeFaces } from '../../../../src/features/duplicates/judge-faces.ts'
import { readConfig } from '../../../../src/kernel/config.ts'
import { defaultPolicy } from '../../../../src/kernel/decision/change-policy.ts'
import { openStorage, type Storage, type StorageOptions } from '../../../../src/kernel/storage/open.ts'
import { packSigns } from '../../../../src/vision/face/face-signs.ts'
import type { FaceTemplate } from '../../../../src/vision/face/face-template.ts'
import { matchTemplates } from '../../../../src/vision/face/match-templates.ts'
import { auditEntry, freshSession } from '../../../storage/sample.ts'
import { TEST_TENANT } from '../../../support/databases.ts'
import { findPgvector } from '../../../support/pgvector.ts'
import { type PostgresServer, postgresUnavailable, startPostgres } from '../../../support/postgres.ts'

const SCORE = 77
const CURVE: FaceTemplate['curve'] = [
  [-1, 0],
  [0.594, 77],
  [1, 100],
]

/** Somebody's face: the same person again differs a little each time. */
function faceOf(person: number, time = 0, model = 'first+second'): FaceTemplate {
  const values = Array.from({ length: ROW_SIGNS }, (_, at) => {
    const own = Math.sin(person * 12.9898 + at * 78.233) * 43_758.5453
    const now = Math.sin(time * 39.425 + at * 11.135) * 24_634.6345
    return own - Math.floor(own) - 0.5 + 0.5 * (now - Math.floor(now) - 0.5)
  })
  const parts = model.split('+').map((name, at) => ({ model: name, length: at ? 192 : 512, curve: CURVE }))
  return { model, values, curve: CURVE, parts }
}

const compare = async (node: Storage, face: FaceTemplate, mode: 'test' | 'live' = 'test') => {
  const asked = { sessionId: '7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a11', tenant: TEST_TENANT.id, mode, face }
  return (await node.fingerprints.compare(asked, SCORE)).duplicates
}

const enrol = async (node: Storage, face: FaceTemplate, mode: 'test' | 'live' = 'test') => {
  const session = freshSession({ mode })
  await node.sessions.create(session)
  const asked = { sessionId: session.id, tenant: TEST_TENANT.id, mode, face }
  const { compared } = await node.fingerprints.compare(asked, SCORE)
  assert.ok(await node.sessions.save(session, { fingerprint: compared }))
  return session
}

const rowsOf = ({ database }: Storage) =>
  database.db.selectFrom('face_vector').selectAll().orderBy('sequence').execute()

/** Every search is played on a server with pgvector as well, with an index from a few faces on. */
function suite(start: () => Promise<PostgresServer>, { hasPgvector }: { hasPgvector: boolean }): void {
  let server: PostgresServer
  let root: string
  const opened: Storage[] = []
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'limen-vectors-'))
    server = await start()
  })
  after(async () => {
    await Promise.all(opened.map((storage) => storage.close()))
    await server.stop()
    await rm(root, { recursive: true, force: true })
  })

  const options = async (): Promise<StorageOptions> => ({
    dataDir: await mkdtemp(join(root, 'node-')),
    databaseUrl: await server.createDatabase(),
    clock: () => new Date(),
    defaultPolicy: defaultPolicy(),
    masterKey: randomBytes(32),
    faceIndex: 'pgvector',
    faceWaitSeconds: 60,
    faces: { indexFrom: 20 },
  })
  const open = async (of: StorageOptions, more: Partial<StorageOptions> = {}) => {
    const storage = await openStorage({ ...of, ...more })
    opened.push(storage)
    return storage
  }
  const fresh = async () => {
    const of = await options()
    const storage = await open(of)
    await storage.tenants.create(TEST_TENANT)
    return { of, storage }
  }
  const indexed = async (storage: Storage) => {
    for (let tries = 0; tries < 200; tries += 1) {
      const { rows } = await sql<{ valid: boolean }>`
        select indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
        where relname like 'face_vector_near_%'`.execute(storage.database.db)
      if (rows.some(({ valid }) => valid)) return true
      await wait(50)
    }
    return false
  }

  it('finds what the comparison with everybody finds, whatever the index is', async () => {
    const { of, storage } = await fresh()
    const enrolled: string[] = []
    for (let person = 0; person < 30; person += 1) enrolled.push((await enrol(storage, faceOf(person))).id)
    const asked = Array.from({ length: 40 }, (_, person) => faceOf(person, 3))
    const exact = asked.map((face) =>
      enrolled.filter((_, person) => (matchTemplates(faceOf(person), face)?.score ?? 0) > SCORE).toSorted(),
    )
    const found = async () => (await Promise.all(asked.map((face) => compare(storage, face)))).map(({ face }) => face)
    assert.deepEqual(await found(), exact)
    assert.deepEqual(exact[7], [enrolled[7]])
    assert.deepEqual(exact[35], [])
    await storage.faceIndex.refresh()
    assert.deepEqual(storage.faceIndex.progress(), { isReady: true, faces: 30, total: 30, bytes: 0, unsearched: 0 })
    assert.equal((await rowsOf(storage)).length, 30)
    if (!hasPgvector) return
    assert.ok(await indexed(storage))
    await storage.faceIndex.refresh()
    assert.deepEqual(await found(), exact)
    const later = await enrol(storage, faceOf(50))
    assert.deepEqual((await compare(storage, faceOf(50, 1))).face, [later.id])
    const [finding] = await judgeFaces(await open(of))
    assert.equal(finding?.verdict, 'good')
    assert.match(finding?.text ?? '', /^pgvector 0\.8\.\d+, 31 faces, 1 indexes$/)
  })

  it('knows at once what another node has enrolled, keeps modes apart, and counts other recognisers', async () => {
    const { of, storage } = await fresh()
    const other = await open(of)
    const { id } = await enrol(other, faceOf(100))
    assert.deepEqual((await compare(storage, faceOf(100, 1))).face, [id])
    assert.deepEqual((await compare(storage, faceOf(100, 1), 'live')).face, [])
    await enrol(storage, faceOf(101, 0, 'third+fourth'), 'live')
    await compare(storage, faceOf(102), 'live')
    const again = await open(of)
    assert.equal((await compare(again, faceOf(101, 1), 'live')).uncompared, 1)
  })

  it('holds nothing of a face that was erased, in the same transaction', async () => {
    const { of, storage } = await fresh()
    const other = await open(of)
    const [erased, forgotten] = [await enrol(storage, faceOf(1)), await enrol(storage, faceOf(2))]
    assert.deepEqual((await compare(other, faceOf(1, 1))).face, [erased.id])
    await storage.sessions.beginErasure(TEST_TENANT.id, erased.id, auditEntry('session.delete'))
    assert.deepEqual((await compare(other, faceOf(1, 1))).face, [])
    await storage.sessions.finishErasure(erased.id)
    assert.deepEqual(
      (await rowsOf(storage)).map(({ session_id }) => session_id),
      [forgotten.id],
    )
    assert.ok(await storage.sessions.save({ ...forgotten, version: forgotten.version + 1 }, { forgetFace: true }))
    assert.deepEqual(await rowsOf(storage), [])
    for (const node of [storage, other]) assert.deepEqual((await compare(node, faceOf(2, 1))).face, [])
  })

  it('takes over from memory and gives back to it; an hour later nothing is left in the database', async () => {
    const { of, storage: vectors } = await fresh()
    const memory = await open(of, { faceIndex: 'memory' })
    const { id } = await enrol(memory, faceOf(7))
    await memory.faceIndex.refresh()
    assert.deepEqual(await rowsOf(memory), [])
    await vectors.faceIndex.refresh()
    assert.equal((await rowsOf(memory)).length, 1)
    assert.deepEqual((await compare(vectors, faceOf(7, 1))).face, [id])
    await memory.faceIndex.refresh()
    assert.equal((await rowsOf(memory)).length, 1, 'a node with pgvector may be running')
    const later = await open(of, { faceIndex: 'memory', clock: () => new Date(Date.now() + 61 * 60_000), warn() {} })
    assert.match((await judgeFaces(later))[0]?.text ?? '', /memory, and masked signs of 1 faces are in the database/)
    await later.faceIndex.refresh()
    assert.deepEqual(await rowsOf(later), [])
    assert.deepEqual((await compare(later, faceOf(7, 1))).face, [id])
    await vectors.faceIndex.refresh()
    assert.equal((await rowsOf(memory)).length, 1, 'a node that was away for an hour fills the table again')
  })

  it('removes the snapshot that a node with memory left, which would keep who is erased', async () => {
    const { of } = await fresh()
    const folder = snapshotFolder(of.dataDir)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'segment.faces'), 'sealed')
    const vectors = await open(of)
    await vectors.faceIndex.refresh()
    assert.equal(existsSync(folder), false)
  })

  it('fills the rows that somebody removed, and the doctor names them', async () => {
    const { of, storage } = await fresh()
    const { id } = await enrol(storage, faceOf(9))
    await compare(storage, faceOf(10))
    await storage.database.db.deleteFrom('face_vector').execute()
    const texts = (await judgeFaces(storage)).map(({ text }) => text)
    assert.ok(texts.includes('0 of 1 faces can be searched in PostgreSQL'), texts.join())
    const restarted = await open(of)
    assert.deepEqual((await compare(restarted, faceOf(9, 1))).face, [id])
  })

  it('refers a search whose rows are still being made', async () => {
    const { of, storage } = await fresh()
    await enrol(storage, faceOf(11))
    const gate = Promise.withResolvers<void>()
    const slow = await open(of, { faceWaitSeconds: 0.2, faces: { beforeBatch: () => gate.promise } })
    assert.equal((await compare(slow, faceOf(11, 1))).facesUnsearched, true)
    gate.resolve()
    await slow.faceIndex.refresh()
    assert.equal((await compare(slow, faceOf(11, 1))).facesUnsearched, undefined)
  })

  it('finds the same after the master key was rotated', async () => {
    const { of, storage } = await fresh()
    const { id } = await enrol(storage, faceOf(12))
    await compare(storage, faceOf(12, 1))
    const masterKey = randomBytes(32)
    const rotating = await open(of, { masterKey, previousMasterKey: of.masterKey })
    await rotating.installation.rotateMasterKey()
    const after = await open(of, { masterKey })
    assert.deepEqual((await compare(after, faceOf(12, 1))).face, [id])
    assert.equal((await rowsOf(after)).length, 1)
  })
}

describe('the search for faces in PostgreSQL', { skip: postgresUnavailable() ?? false }, () => {
  suite(() => startPostgres(), { hasPgvector: false })
})

const pgvector = findPgvector()
describe('the search for faces with pgvector', { skip: 'missing' in pgvector ? pgvector.missing : false }, () => {
  suite(() => startPostgres('installed' in pgvector ? pgvector : {}), { hasPgvector: true })
})

describe('masked signs', () => {
  const secret = randomBytes(32)
  const group = { tenant: 'acme', mode: 'live', model: 'first+second' } as const
  const bitsOf = (text: string) => BigInt(`0${text}`).toString(2).padStart(ROW_SIGNS, '0')
  const differing = (a: string, b: string) => [...a].filter((bit, at) => bit !== b[at]).length
  const signsOf = (face: FaceTemplate) => packSigns(face.values)
  const masked = (of: Parameters<typeof openMask>[1], face: FaceTemplate, with_: Uint8Array = secret) =>
    bitsOf(openMask(with_, of)(signsOf(face)) ?? '')

  it('differ in as many places as the signs themselves', () => {
    const [a, b] = [faceOf(1), faceOf(1, 2)]
    const real = a.values.filter((value, at) => value > 0 !== (b.values[at] as number) > 0).length
    assert.ok(real > 20)
    assert.equal(differing(masked(group, a), masked(group, b)), real)
  })

  it('say nothing across tenants, modes, models and installations', () => {
    const face = faceOf(1)
    const here = masked(group, face)
    for (const there of [
      masked({ ...group, tenant: 'other' }, face),
      masked({ ...group, mode: 'test' }, face),
      masked({ ...group, model: 'third' }, face),
      masked(group, face, randomBytes(32)),
    ])
      assert.ok(Math.abs(differing(here, there) - ROW_SIGNS / 2) < 90)
    assert.notEqual(here, bitsOf(`x${signsOf(face).subarray(2).toString('hex')}`))
  })

  it('are not made of a face with more numbers than a row has', () => {
    assert.equal(openMask(secret, group)(packSigns(Array.from({ length: ROW_SIGNS + 1 }, () => 1))), undefined)
  })
})

describe('FACE_INDEX=pgvector', () => {
  it('needs PostgreSQL', () => {
    assert.throws(() => readConfig({ FACE_INDEX: 'pgvector' }), /FACE_INDEX: pgvector needs DATABASE_URL/)
    assert.equal(
      readConfig({ FACE_INDEX: 'pgvector', DATABASE_URL: 'postgres://localhost/limen' }).faceIndex,
      'pgvector',
    )
  })
})
