import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { openStorage, type Storage, type StorageOptions } from '../../../../src/kernel/storage/open.ts'
import type { FaceTemplate } from '../../../../src/vision/face/face-template.ts'
import { matchTemplates } from '../../../../src/vision/face/match-templates.ts'
import { auditEntry, freshSession } from '../../../storage/sample.ts'
import { onEveryDatabase, TEST_TENANT } from '../../../support/databases.ts'

const SCORE = 77
const CURVE: FaceTemplate['curve'] = [
  [-1, 0],
  [0.594, 77],
  [1, 100],
]

/** Somebody's face: the same person again differs a little each time. */
function faceOf(person: number, time = 0, model = 'first+second'): FaceTemplate {
  const values = Array.from({ length: 704 }, (_, at) => {
    const own = Math.sin(person * 12.9898 + at * 78.233) * 43_758.5453
    const now = Math.sin(time * 39.425 + at * 11.135) * 24_634.6345
    return own - Math.floor(own) - 0.5 + 0.5 * (now - Math.floor(now) - 0.5)
  })
  const parts = model.split('+').map((name, at) => ({ model: name, length: at ? 192 : 512, curve: CURVE }))
  return { model, values, curve: CURVE, ...(parts.length > 1 && { parts }) }
}

onEveryDatabase((place) => {
  let options: StorageOptions
  let here: Storage
  let there: Storage
  before(async () => {
    options = await place.options()
    here = await place.open(options)
    there = await openStorage(options)
    await here.faceIndex.refresh()
    await there.faceIndex.refresh()
  })

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

  describe('the index of faces', () => {
    it('finds what the comparison with everybody finds', async () => {
      const enrolled: string[] = []
      const fresh = await place.open(await place.options())
      for (let person = 0; person < 30; person += 1) enrolled.push((await enrol(fresh, faceOf(person))).id)
      const asked = Array.from({ length: 40 }, (_, person) => faceOf(person, 3))
      const exact = asked.map((face) =>
        enrolled.filter((_, person) => (matchTemplates(faceOf(person), face)?.score ?? 0) > SCORE).toSorted(),
      )
      const found = async () => (await Promise.all(asked.map((face) => compare(fresh, face)))).map(({ face }) => face)
      assert.deepEqual(await found(), exact)
      await fresh.faceIndex.refresh()
      assert.deepEqual(fresh.faceIndex.progress().faces, 30)
      assert.deepEqual(await found(), exact)
      assert.deepEqual(exact[7], [enrolled[7]])
      assert.deepEqual(exact[35], [])
    })

    it('knows at once what another node has enrolled', async () => {
      const { id } = await enrol(there, faceOf(100))
      assert.deepEqual((await compare(here, faceOf(100, 1))).face, [id])
    })

    it('keeps modes apart, and counts faces of recognisers that have nothing in common', async () => {
      await enrol(here, faceOf(200), 'live')
      assert.deepEqual((await compare(here, faceOf(200, 1))).face, [])
      await enrol(here, faceOf(201, 0, 'third+fourth'), 'live')
      assert.equal((await compare(here, faceOf(201, 1), 'live')).uncompared, 1)
    })

    it('finds nobody who was erased, on whichever node, and holds nothing of them after the next look', async () => {
      const { id } = await enrol(here, faceOf(300))
      assert.deepEqual((await compare(there, faceOf(300, 1))).face, [id])
      await here.sessions.beginErasure(TEST_TENANT.id, id, auditEntry('session.delete'))
      assert.deepEqual((await compare(here, faceOf(300, 1))).face, [])
      assert.deepEqual((await compare(there, faceOf(300, 1))).face, [])
      await here.sessions.finishErasure(id)
      await there.faceIndex.refresh()
      assert.deepEqual((await compare(there, faceOf(300, 1))).face, [])
    })

    it('forgets a face whose session stays, on every node', async () => {
      const session = await enrol(here, faceOf(400))
      assert.deepEqual((await compare(there, faceOf(400, 1))).face, [session.id])
      assert.ok(await here.sessions.save({ ...session, version: session.version + 1 }, { forgetFace: true }))
      for (const node of [here, there]) assert.deepEqual((await compare(node, faceOf(400, 1))).face, [])
    })
  })

  describe('reading faces at the start', () => {
    /** A storage with faces, closed. */
    async function leave(people: number): Promise<{ options: StorageOptions; ids: string[] }> {
      const options = await place.options()
      const storage = await openStorage(options)
      await storage.tenants.create(TEST_TENANT)
      const ids: string[] = []
      for (let person = 0; person < people; person += 1) ids.push((await enrol(storage, faceOf(person))).id)
      await storage.close()
      return { options, ids }
    }
    const opened = async (options: StorageOptions, use: (storage: Storage) => Promise<void>) => {
      const storage = await openStorage(options)
      try {
        await use(storage)
      } finally {
        await storage.close()
      }
    }
    const signsOf = ({ database }: Storage) =>
      database.db.selectFrom('face_signs').selectAll().orderBy('sequence').execute()

    it('makes the signs of faces of earlier versions, and keeps them for the next time', async () => {
      const { options, ids } = await leave(4)
      await opened(options, async (storage) => {
        const before = await signsOf(storage)
        assert.deepEqual(
          before.map(({ session_id }) => session_id),
          ids,
        )
        await storage.database.db.deleteFrom('face_signs').execute()
        await storage.faceIndex.refresh()
        const after = await signsOf(storage)
        assert.deepEqual(
          after.map(({ sealed_signs: _, ...rest }) => rest),
          before.map(({ sealed_signs: _, ...rest }) => rest),
        )
        for (const [person, id] of ids.entries())
          assert.deepEqual((await compare(storage, faceOf(person, 1))).face, [id])
      })
      await opened(options, async (storage) => {
        // The faces themselves are not read again.
        await storage.database.db.updateTable('print').set({ sealed_face: 'unreadable' }).execute()
        await storage.faceIndex.refresh()
        assert.equal(storage.faceIndex.progress().faces, 4)
      })
    })

    it('does not believe signs that somebody else wrote or moved, and says so', async () => {
      const { options, ids } = await leave(3)
      const said: string[] = []
      await opened({ ...options, warn: (message) => said.push(message) }, async (storage) => {
        const { db } = storage.database
        const [first, second, third] = await signsOf(storage)
        assert.ok(first && second && third)
        const change = (id: string, values: Partial<typeof first>) =>
          db.updateTable('face_signs').set(values).where('session_id', '=', id).execute()
        await change(first.session_id, { sealed_signs: second.sealed_signs })
        await change(third.session_id, { mode: 'live' })
        await storage.faceIndex.refresh()
        for (const [person, id] of ids.entries())
          assert.deepEqual((await compare(storage, faceOf(person, 1))).face, [id])
        assert.equal(said.length, 1)
        assert.match(said[0] ?? '', /the signs of 2 faces were changed/)
      })
    })

    it('keeps no tenant waiting for another one whose faces are damaged, and says which it is', async () => {
      const { options } = await leave(2)
      await opened(options, async (storage) => {
        const { db } = storage.database
        const whole = { ...TEST_TENANT, id: 'whole' }
        await storage.tenants.create(whole)
        const session = freshSession({ tenant: whole.id })
        await storage.sessions.create(session)
        const asked = { sessionId: session.id, tenant: whole.id, mode: 'test', face: faceOf(9) } as const
        const { compared } = await storage.fingerprints.compare(asked, SCORE)
        assert.ok(await storage.sessions.save(session, { fingerprint: compared }))
        await db.deleteFrom('face_signs').where('tenant', '=', TEST_TENANT.id).execute()
        await db.updateTable('print').set({ sealed_face: 'x' }).where('tenant', '=', TEST_TENANT.id).execute()
      })
      await opened(options, async (storage) => {
        await assert.rejects(storage.faceIndex.refresh(), /the faces of tenant .* could not be read/)
        const asked = { sessionId: '7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a11', mode: 'test', face: faceOf(9, 1) } as const
        const found = await storage.fingerprints.compare({ ...asked, tenant: 'whole' }, SCORE)
        assert.equal(found.duplicates.face.length, 1)
        assert.equal(storage.faceIndex.progress().isReady, false)
      })
    })

    it('reads many on a thread of their own, those of the earliest versions too', async () => {
      const people = 230
      const { options, ids } = await leave(people)
      await opened(options, async (storage) => {
        const { db } = storage.database
        // The first versions did not number prints.
        const half = ids.slice(0, people / 2)
        await db.updateTable('print').set({ sequence: 0 }).where('session_id', 'in', half).execute()
        await storage.faceIndex.refresh()
        assert.deepEqual(storage.faceIndex.progress().faces, people)
        for (const person of [0, 1, 114, 115, 199, 200, 229])
          assert.deepEqual((await compare(storage, faceOf(person, 1))).face, [ids[person]])
        assert.equal((await signsOf(storage)).filter(({ sequence }) => sequence === 0).length, people / 2)
      })
    })

    it('answers "not yet" until the tenant is ready, which comes first then, and waits no longer than it may', async () => {
      const { options, ids } = await leave(3)
      const gate = Promise.withResolvers<void>()
      const slow = { ...options, faceWaitSeconds: 0.2, faces: { beforeBatch: () => gate.promise } }
      await opened(slow, async (storage) => {
        const reading = storage.faceIndex.refresh()
        const began = performance.now()
        assert.deepEqual(await compare(storage, faceOf(1, 1)), {
          documentNumber: [],
          face: [],
          facesUnsearched: true,
        })
        const waited = performance.now() - began
        assert.ok(waited >= 190 && waited < 2_000, `${waited} ms`)
        assert.equal(storage.faceIndex.progress().isReady, false)
        assert.equal(storage.faceIndex.progress().unsearched, 1)
        setTimeout(gate.resolve, 20)
        assert.deepEqual((await compare(storage, faceOf(1, 1))).face, [ids[1]], 'it is read within the time')
        await reading
        assert.equal(storage.faceIndex.progress().isReady, true)
      })
    })

    it('keeps nothing of a session that is erased meanwhile', async () => {
      const { options, ids } = await leave(3)
      let batches = 0
      const erase: { now?: () => Promise<void> } = {}
      const beforeBatch = async () => {
        batches += 1
        await erase.now?.()
      }
      await opened({ ...options, faces: { beforeBatch } }, async (storage) => {
        erase.now = async () => {
          await storage.sessions.beginErasure(TEST_TENANT.id, ids[0] as string, auditEntry('session.delete'))
        }
        await storage.faceIndex.refresh()
        assert.equal(batches, 1)
        assert.equal(storage.faceIndex.progress().faces, 2)
        await storage.sessions.finishErasure(ids[0] as string)
        assert.equal((await signsOf(storage)).length, 2)
      })
    })
  })
})
