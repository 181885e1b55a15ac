import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { snapshotFolder } from '../../../../src/features/duplicates/faces/snapshot.ts'
import { defaultDatabaseUrl } from '../../../../src/kernel/storage/database.ts'
import { openStorage, type Storage, type StorageOptions } from '../../../../src/kernel/storage/open.ts'
import type { FaceTemplate } from '../../../../src/vision/face/face-template.ts'
import { auditEntry, freshSession } from '../../../storage/sample.ts'
import { onEveryDatabase, TEST_TENANT } from '../../../support/databases.ts'

const SCORE = 77
const CURVE: FaceTemplate['curve'] = [
  [-1, 0],
  [0.594, 77],
  [1, 100],
]
/** Full segments of eight faces, written at once. */
const SEGMENT = 8
const SMALL = { segmentRows: SEGMENT, quietMs: 0 }
const PEOPLE = 20

function faceOf(person: number): FaceTemplate {
  const values = Array.from({ length: 512 }, (_, at) => {
    const noise = Math.sin(person * 12.9898 + at * 78.233) * 43_758.5453
    return noise - Math.floor(noise) - 0.5
  })
  return { model: 'first', values, curve: CURVE }
}

async function compare({ fingerprints }: Storage, person: number) {
  const asked = {
    sessionId: '7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a11',
    tenant: TEST_TENANT.id,
    mode: 'test' as const,
    face: faceOf(person),
  }
  return (await fingerprints.compare(asked, SCORE)).duplicates.face
}

async function enrol(storage: Storage, person: number): Promise<string> {
  const session = freshSession({ mode: 'test' })
  await storage.sessions.create(session)
  const asked = { sessionId: session.id, tenant: TEST_TENANT.id, mode: 'test' as const, face: faceOf(person) }
  const { compared } = await storage.fingerprints.compare(asked, SCORE)
  assert.ok(await storage.sessions.save(session, { fingerprint: compared }))
  return session.id
}

async function erase({ sessions }: Storage, id: string): Promise<void> {
  await sessions.beginErasure(TEST_TENANT.id, id, auditEntry('session.delete'))
  await sessions.finishErasure(id)
}

const filesIn = async ({ dataDir }: StorageOptions) =>
  (await readdir(snapshotFolder(dataDir)).catch(() => [] as string[])).toSorted()
const segmentsIn = async (options: StorageOptions) => (await filesIn(options)).filter((file) => /\.faces$/.test(file))

onEveryDatabase((place) => {
  /** A storage on these data, with what it warns of. */
  async function opened(options: StorageOptions, use: (storage: Storage, said: string[]) => Promise<void>) {
    const said: string[] = []
    const storage = await openStorage({ ...options, faces: SMALL, warn: (message) => said.push(message) })
    try {
      await use(storage, said)
    } finally {
      await storage.close()
    }
  }

  /** With the same database and key, and no snapshot. */
  const onAnotherNode = async (options: StorageOptions, use: (storage: Storage) => Promise<void>) =>
    opened(
      {
        ...options,
        databaseUrl: options.databaseUrl ?? defaultDatabaseUrl(options.dataDir),
        dataDir: join(options.dataDir, 'another-node'),
        masterKey: await keyOf(options),
      },
      use,
    )

  /** Data with a snapshot, and the sessions in it by person. */
  async function leave(people = PEOPLE) {
    const options = await place.options()
    const ids: string[] = []
    await opened(options, async (storage) => {
      await storage.tenants.create(TEST_TENANT)
      for (let person = 0; person < people; person += 1) ids.push(await enrol(storage, person))
      await storage.faceIndex.refresh()
    })
    return { options, ids }
  }

  /** Everybody is found, whatever the snapshot had. */
  async function assertAllFound(storage: Storage, ids: readonly string[]) {
    for (const [person, id] of ids.entries()) assert.deepEqual(await compare(storage, person), [id], `person ${person}`)
  }

  describe('a snapshot of the index of faces', () => {
    it('is read at the start instead of the database, which has what came since', async () => {
      const { options, ids } = await leave()
      assert.equal((await segmentsIn(options)).length, 2)
      await onAnotherNode(options, async (node) => {
        ids.push(await enrol(node, PEOPLE))
      })
      await opened(options, async (storage, said) => {
        // Of those in the snapshot nothing is read from the database.
        const inside = ids.slice(0, 2 * SEGMENT)
        const { db } = storage.database
        const kept = await db.selectFrom('print').selectAll().where('session_id', 'in', inside).execute()
        await db.deleteFrom('face_signs').where('session_id', 'in', inside).execute()
        await db.updateTable('print').set({ sealed_face: 'unreadable' }).where('session_id', 'in', inside).execute()
        await storage.faceIndex.refresh()
        assert.equal(storage.faceIndex.progress().faces, PEOPLE + 1)
        for (const { session_id, sealed_face } of kept)
          await db.updateTable('print').set({ sealed_face }).where('session_id', '=', session_id).execute()
        await assertAllFound(storage, ids)
        assert.deepEqual(said, [])
      })
    })

    it('holds nobody who was erased, at once on this node and after a start on another', async () => {
      const { options, ids } = await leave()
      await opened(options, async (storage) => {
        await storage.faceIndex.refresh()
        const before = await segmentsIn(options)
        await storage.sessions.beginErasure(TEST_TENANT.id, ids[0] as string, auditEntry('session.delete'))
        assert.equal((await segmentsIn(options)).length, before.length - 1)
        await storage.sessions.finishErasure(ids[0] as string)
        await storage.faceIndex.refresh()
        const after = await segmentsIn(options)
        assert.equal(after.length, before.length, 'the others of the segment are written again')
        assert.equal(after.filter((file) => !before.includes(file)).length, 1)
      })
      await onAnotherNode(options, (node) => erase(node, ids[1] as string))
      const before = await segmentsIn(options)
      await opened(options, async (storage, said) => {
        await storage.faceIndex.refresh()
        assert.equal(storage.faceIndex.progress().faces, PEOPLE - 2)
        assert.equal((await segmentsIn(options)).filter((file) => !before.includes(file)).length, 1)
        for (const person of [0, 1]) assert.deepEqual(await compare(storage, person), [])
        assert.deepEqual(await compare(storage, 2), [ids[2]])
        assert.deepEqual(said, [])
      })
    })

    it('loses nobody after a shutdown in which many were erased and others came in their place', async () => {
      const { options, ids } = await leave(3 * SEGMENT)
      await opened(options, async (storage) => {
        await storage.faceIndex.refresh()
        for (const id of ids.slice(0, 6)) await erase(storage, id)
        for (let person = 100; person < 110; person += 1) ids.push(await enrol(storage, person))
      })
      await opened(options, async (storage, said) => {
        await storage.faceIndex.refresh()
        assert.equal(storage.faceIndex.progress().faces, 3 * SEGMENT - 6 + 10)
        for (const person of [6, 7, 8, 23]) assert.deepEqual(await compare(storage, person), [ids[person]])
        for (const person of [100, 109]) assert.deepEqual(await compare(storage, person), [ids[person - 100 + 24]])
        assert.deepEqual(said, [])
      })
    })

    const spoiled: Record<string, { spoil(options: StorageOptions): Promise<void>; says: RegExp }> = {
      'a damaged part': {
        async spoil(options) {
          const path = join(snapshotFolder(options.dataDir), (await segmentsIn(options))[0] as string)
          const bytes = await readFile(path)
          bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1
          await writeFile(path, bytes)
        },
        says: /a file of the snapshot of the faces is damaged/,
      },
      'a truncated part': {
        async spoil(options) {
          await truncate(join(snapshotFolder(options.dataDir), (await segmentsIn(options))[1] as string), 100)
        },
        says: /a file of the snapshot of the faces is damaged/,
      },
      'a part in the place of another': {
        async spoil(options) {
          const [one, other] = (await segmentsIn(options)).map((file) => join(snapshotFolder(options.dataDir), file))
          await cp(one as string, other as string)
        },
        says: /a file of the snapshot of the faces is damaged/,
      },
      'a truncated list': {
        spoil: (options) => truncate(join(snapshotFolder(options.dataDir), 'manifest.json'), 100),
        says: /the snapshot of the faces is not used/,
      },
      'an empty list': {
        spoil: (options) => truncate(join(snapshotFolder(options.dataDir), 'manifest.json'), 0),
        says: /the snapshot of the faces is not used/,
      },
      'one of another version': {
        async spoil(options) {
          const path = join(snapshotFolder(options.dataDir), 'manifest.json')
          await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), format: 0 }))
        },
        says: /another version/,
      },
      'one of another installation': {
        async spoil(options) {
          const { options: others } = await leave()
          await rm(snapshotFolder(options.dataDir), { recursive: true })
          await cp(snapshotFolder(others.dataDir), snapshotFolder(options.dataDir), { recursive: true })
        },
        says: /another master key/,
      },
      'one of another database under the same key': {
        async spoil(options) {
          const others = { ...(await place.options()), masterKey: await keyOf(options) }
          await opened(others, async (storage) => {
            await storage.tenants.create(TEST_TENANT)
            for (let person = 0; person < PEOPLE; person += 1) await enrol(storage, person + 500)
            await storage.faceIndex.refresh()
          })
          await rm(snapshotFolder(options.dataDir), { recursive: true })
          await cp(snapshotFolder(others.dataDir), snapshotFolder(options.dataDir), { recursive: true })
        },
        says: /another one, or an earlier state of it/,
      },
    }
    for (const [what, { spoil, says }] of Object.entries(spoiled))
      it(`is not used if it is ${what}`, async () => {
        const { options, ids } = await leave()
        await spoil(options)
        await opened(options, async (storage, said) => {
          await storage.faceIndex.refresh()
          assert.equal(said.length, 1)
          assert.match(said[0] ?? '', says)
          assert.equal(storage.faceIndex.progress().faces, PEOPLE)
          await assertAllFound(storage, ids)
        })
        await opened(options, async (storage, said) => {
          await storage.faceIndex.refresh()
          assert.deepEqual(said, [], 'a good one was written')
          assert.equal((await segmentsIn(options)).length, 2)
        })
      })

    it('is not used with an earlier state of the database', async () => {
      const { options, ids } = await leave()
      let earlier: { name: string; value: string }[] = []
      const settings = ({ database: { db } }: Storage) =>
        db.selectFrom('setting').select(['name', 'value']).where('name', 'like', 'face snapshot %').execute()
      await opened(options, async (storage) => {
        earlier = await settings(storage)
        for (let person = PEOPLE; person < PEOPLE + 2 * SEGMENT; person += 1) ids.push(await enrol(storage, person))
        await storage.faceIndex.refresh()
      })
      await opened(options, async (storage, said) => {
        assert.notDeepEqual(await settings(storage), earlier)
        for (const { name, value } of earlier)
          await storage.database.db.updateTable('setting').set({ value }).where('name', '=', name).execute()
        await storage.faceIndex.refresh()
        assert.match(said.join(), /an earlier state of it/)
        await assertAllFound(storage, ids)
      })
    })

    it('is not used if the database has more faces than it', async () => {
      const { options, ids } = await leave()
      await onAnotherNode(options, async (node) => {
        const id = await enrol(node, 300)
        await node.database.db.updateTable('print').set({ sequence: 2 }).where('session_id', '=', id).execute()
        ids.push(id)
      })
      await opened(options, async (storage, said) => {
        await storage.faceIndex.refresh()
        assert.match(said.join(), /fewer than the database/)
        assert.deepEqual(await compare(storage, 300), [ids.at(-1)])
        assert.equal(storage.faceIndex.progress().faces, PEOPLE + 1)
      })
    })

    it('ends with the rotation of the master key, and is written under the new one', async () => {
      const { options, ids } = await leave()
      await opened(options, async (storage) => {
        await storage.faceIndex.refresh()
        const before = await segmentsIn(options)
        await opened(options, async (command) => {
          await command.installation.rotateMasterKey()
        })
        assert.deepEqual(await filesIn(options), [])
        await storage.faceIndex.refresh()
        const after = await segmentsIn(options)
        assert.equal(after.length, before.length)
        assert.ok(after.every((file) => !before.includes(file)))
      })
      await opened(options, async (storage, said) => {
        await storage.faceIndex.refresh()
        assert.deepEqual(said, [])
        await assertAllFound(storage, ids)
      })
    })

    it('is whole or absent when the process is killed while it is written', async () => {
      const { options, ids } = await leave(3 * SEGMENT)
      const program = `
        import './src/features/index.ts'
        import { rm } from 'node:fs/promises'
        import { defaultPolicy } from './src/kernel/decision/change-policy.ts'
        import { openStorage } from './src/kernel/storage/open.ts'
        const options = JSON.parse(process.env.OPTIONS)
        for (;;) {
          const storage = await openStorage({ ...options, clock: () => new Date(), defaultPolicy: defaultPolicy() })
          await rm(options.folder, { recursive: true, force: true })
          console.log('again')
          await storage.faceIndex.refresh()
          await storage.close()
        }`
      const passed = {
        dataDir: options.dataDir,
        databaseUrl: options.databaseUrl,
        faces: SMALL,
        folder: snapshotFolder(options.dataDir),
      }
      for (const afterMs of [3, 12, 25]) {
        const child = spawn(
          process.execPath,
          ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program],
          { env: { ...process.env, OPTIONS: JSON.stringify(passed) }, stdio: ['ignore', 'pipe', 'inherit'] },
        )
        await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
        assert.equal(child.exitCode, null, 'the program ended by itself')
        await wait(afterMs)
        child.kill('SIGKILL')
        await once(child, 'exit')
        await opened(options, async (storage, said) => {
          await storage.faceIndex.refresh()
          assert.deepEqual(said, [])
          await assertAllFound(storage, ids)
          assert.deepEqual(
            (await filesIn(options)).filter((file) => file.endsWith('.part')),
            [],
          )
        })
      }
    })
  })
})

const keyOf = async ({ dataDir, masterKey }: StorageOptions) =>
  masterKey ?? Buffer.from((await readFile(join(dataDir, 'master.key'), 'utf8')).trim(), 'base64')
