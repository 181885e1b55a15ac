import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
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
      const fresh = await place.options()
      const plain = await place.open(fresh)
      const enrolled = []
      for (let person = 0; person < 30; person += 1) enrolled.push((await enrol(plain, faceOf(person))).id)
      assert.equal(plain.faceIndex.progress().isReady, false)
      const asked = Array.from({ length: 40 }, (_, person) => faceOf(person, 3))
      const exact = await Promise.all(asked.map((face) => compare(plain, face)))
      await plain.faceIndex.refresh()
      assert.deepEqual(plain.faceIndex.progress().faces, 30)
      assert.deepEqual(await Promise.all(asked.map((face) => compare(plain, face))), exact)
      assert.deepEqual(exact[7]?.face, [enrolled[7]])
      assert.deepEqual(exact[35]?.face, [])
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
})
