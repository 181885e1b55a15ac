import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { submitDocument } from '../../../src/features/document/submit-document.ts'
import { submitFace } from '../../../src/features/selfie/submit-face.ts'
import { accept } from '../../../src/formats/result.ts'
import { withSha256 } from '../../../src/kernel/decision/change-policy.ts'
import { deleteSession } from '../../../src/kernel/erasure/erase.ts'
import { sweep } from '../../../src/kernel/operations/sweep.ts'
import type { Ports } from '../../../src/kernel/ports/ports.ts'
import { completeSession } from '../../../src/kernel/session/complete-session.ts'
import type { Session } from '../../../src/kernel/session/session.ts'
import type { Storage } from '../../../src/kernel/storage/open.ts'
import type { PageReading } from '../../../src/vision/document/page-reading.ts'
import { BANDS, MIN_EQUAL_BANDS } from '../../../src/vision/picture/same-picture.ts'
import { auditEntry, freshSession } from '../../storage/sample.ts'
import { face, passport } from '../../support/app.ts'
import { onEveryDatabase, TEST_TENANT } from '../../support/databases.ts'
import { fingerprintOf, hashOf, type Pattern, waves } from '../../support/fingerprints.ts'
import { licencePages, passportPage, selfie, withRule } from '../decision/genuine.ts'
import { portsOf } from '../tenants/decided-sessions.ts'

/** What stands for the bytes of a picture: the scene it shows, whose head is on it, and what else was read. */
interface Shown {
  scene: Pattern
  head?: number
  bands?: number[]
  page?: PageReading
}

const photoOf = (scene: number, head = scene): Shown => ({ scene: waves(scene), head })

onEveryDatabase((place) => {
  let storage: Storage
  let ports: Ports
  before(async () => {
    storage = await place.open()
    await storage.tenants.create({ ...TEST_TENANT, id: 'other' })
    ports = portsOf(storage)
  })

  /** Reads a picture as it was written down. */
  const reading = ({ scene, head, bands, page }: Shown): Ports => {
    const hash = hashOf(scene)
    if (bands) hash.set(bands, 1)
    const photograph = head === undefined ? {} : { photograph: fingerprintOf(waves(head)) }
    return {
      ...ports,
      engine: {
        ...ports.engine,
        readPage: async () => accept({ ...passport(), reading: { ...(page ?? passportPage()), ...photograph }, hash }),
        readFace: async () => accept({ ...face(), reading: selfie(photograph), hash }),
      },
    }
  }

  const sent = { picture: Uint8Array.of(1), source: 'api' } as const
  const enrolmentOf = ({ id, tenant, mode }: Session) => ({ sessionId: id, tenant, mode })
  const sendPage = async (session: Session, shown: Shown) =>
    assert.ok((await submitDocument(reading(shown), enrolmentOf(session), sent, { validDays: 14 })).ok)
  const sendFace = async (session: Session, shown: Shown) =>
    assert.ok((await submitFace(reading(shown), enrolmentOf(session), sent, { validDays: 14 })).ok)

  async function open(change: Partial<Session> = {}): Promise<Session> {
    const session = freshSession({ mode: 'live', ...change })
    await ports.sessions.create(session)
    return session
  }

  async function complete(session: Session) {
    assert.ok((await completeSession(ports, enrolmentOf(session))).ok)
    const { decision, status } = (await ports.sessions.load(session.tenant, session.id)) ?? {}
    const factor = decision?.factors.find(({ name }) => name === 'captureIntegrity')
    return { id: session.id, status, sentBefore: decision?.evidence.capture?.sentBefore, factor }
  }

  async function enrol(front: Shown, selfie: Shown, change: Partial<Session> = {}) {
    const session = await open(change)
    await sendPage(session, front)
    await sendFace(session, selfie)
    return complete(session)
  }

  const rowsOf = async (id: string) => {
    const { db } = storage.database
    const pictures = await db.selectFrom('sent_picture').select('part').where('session_id', '=', id).execute()
    const bands = await db.selectFrom('picture_band').select('band_hash').where('session_id', '=', id).execute()
    return [pictures.length, bands.length]
  }

  describe('a picture that was sent before', () => {
    it('is found in another session, and a person looks', async () => {
      const first = await enrol(photoOf(1), photoOf(2))
      assert.deepEqual(first.sentBefore, [])
      const again = await enrol(photoOf(1), photoOf(2))
      assert.deepEqual(again.sentBefore, [
        { part: 'FACE', sessionId: first.id },
        { part: 'FRONT', sessionId: first.id },
      ])
      assert.equal(again.status, 'WAITING_FOR_MANUAL_APPROVE')
      assert.match(again.factor?.reason ?? '', /The picture of the selfie and the front was sent in another session/)
    })

    it('is found when it was changed: cropped, and most of its bands too', async () => {
      const first = await enrol(photoOf(3), photoOf(4))
      const scene = waves(3)
      const bands = Array.from({ length: BANDS }, (_, at) => (at < MIN_EQUAL_BANDS ? 0x5a : 0x5b))
      const cropped: Shown = { scene: (x, y) => scene(x * 0.96 + 0.03, y * 0.98), head: 3, bands }
      const again = await enrol(cropped, photoOf(5))
      assert.deepEqual(again.sentBefore, [{ part: 'FRONT', sessionId: first.id }])
    })

    it('is another one when it was taken again of the same person and document', async () => {
      await enrol(photoOf(6), photoOf(7))
      const scene = waves(6)
      const retaken: Shown = { scene: (x, y) => scene(x + 0.02 * y + 0.03, y - 0.02 * x), head: 6 }
      assert.deepEqual((await enrol(retaken, { ...photoOf(8), head: 7 })).sentBefore, [])
    })

    it('is not held against who sends it again in the same session', async () => {
      const session = await open()
      for (let time = 0; time < 3; time++) {
        await sendPage(session, photoOf(9))
        await sendFace(session, photoOf(10))
      }
      assert.deepEqual((await complete(session)).sentBefore, [])
      assert.deepEqual(await rowsOf(session.id), [2, 2 * BANDS])
    })

    it('is found in a session that was never completed, and by both of two that are open at once', async () => {
      const [first, second] = [await open(), await open()]
      for (const session of [first, second]) {
        await sendPage(session, photoOf(11))
        await sendFace(session, photoOf(session === first ? 12 : 13))
      }
      const [one, other] = await Promise.all([complete(first), complete(second)])
      assert.deepEqual(one.sentBefore, [{ part: 'FRONT', sessionId: second.id }])
      assert.deepEqual(other.sentBefore, [{ part: 'FRONT', sessionId: first.id }])
    })

    it('is forgotten when another one takes its place', async () => {
      const session = await open()
      const [front, rear] = licencePages() as [PageReading, PageReading]
      await sendPage(session, { ...photoOf(14), page: front })
      await sendPage(session, { ...photoOf(15), page: rear })
      assert.deepEqual(await rowsOf(session.id), [2, 2 * BANDS])
      await sendPage(session, { ...photoOf(16), page: front })
      assert.deepEqual(await rowsOf(session.id), [1, BANDS], 'a new front takes the back with it')
      assert.deepEqual((await enrol(photoOf(14), photoOf(17))).sentBefore, [])
      assert.deepEqual((await enrol(photoOf(16), photoOf(18))).sentBefore, [{ part: 'FRONT', sessionId: session.id }])
    })

    it('is not looked for among other tenants, the other mode and other parts', async () => {
      await enrol(photoOf(19), photoOf(20))
      assert.deepEqual((await enrol(photoOf(19), photoOf(20), { tenant: 'other' })).sentBefore, [])
      assert.deepEqual((await enrol(photoOf(19), photoOf(20), { mode: 'test' })).sentBefore, [])
      assert.deepEqual((await enrol(photoOf(20), photoOf(19))).sentBefore, [])
    })

    it('is noted on trial, where the same pictures are sent again and again', async () => {
      const first = await enrol(photoOf(21), photoOf(22), { mode: 'test' })
      const again = await enrol(photoOf(21), photoOf(22), { mode: 'test' })
      assert.equal(again.sentBefore?.[0]?.sessionId, first.id)
      assert.equal(again.status, 'AUTO_APPROVED')
    })

    it('leaves nothing that says what it shows, and nothing at all once its session is deleted', async () => {
      const { id } = await enrol(photoOf(23), photoOf(24))
      assert.deepEqual(await rowsOf(id), [2, 2 * BANDS])
      const { db } = storage.database
      const bands = await db.selectFrom('picture_band').select('band_hash').where('session_id', '=', id).execute()
      assert.equal(new Set(bands.map(({ band_hash }) => band_hash)).size, 2 * BANDS, 'equal bits, unequal hashes')

      assert.ok(await ports.sessions.beginErasure('acme', id))
      assert.deepEqual((await enrol(photoOf(23), photoOf(25))).sentBefore, [], 'nobody finds what is being erased')
      await ports.sessions.finishErasure(id)
      assert.deepEqual(await rowsOf(id), [0, 0])

      const reader = { tenant: 'acme', mode: 'live', actor: 'credential:shop' } as const
      const deleted = await enrol(photoOf(26), photoOf(27))
      assert.ok(await deleteSession(ports, reader, deleted.id))
      assert.deepEqual(await rowsOf(deleted.id), [0, 0])
      assert.deepEqual((await enrol(photoOf(26), photoOf(27))).sentBefore, [])
    })

    it('refers the person where somebody removed it from the database', async () => {
      const first = await enrol(photoOf(40), photoOf(41))
      const { db } = storage.database
      const kept = await db.selectFrom('sent_picture').selectAll().where('session_id', '=', first.id).execute()
      await db.deleteFrom('sent_picture').where('session_id', '=', first.id).execute()
      const again = await enrol(photoOf(42), photoOf(43))
      assert.equal(again.status, 'WAITING_FOR_MANUAL_APPROVE')
      assert.match(again.factor?.reason ?? '', /changed in the database/)
      await db.insertInto('sent_picture').values(kept).execute()
      assert.deepEqual((await enrol(photoOf(44), photoOf(45))).sentBefore, [])
    })

    it('is gone with the retention period', async () => {
      const { id } = await enrol(photoOf(28), photoOf(29), { mode: 'test' })
      const later = () => new Date(Date.now() + 91 * 86_400_000)
      await sweep({ ...portsOf(storage, later) }, 60)
      assert.deepEqual(await rowsOf(id), [0, 0])
    })

    it('is not kept where no face is on it, nor looked for where the policy does not ask', async () => {
      const { id } = await enrol({ scene: waves(30) }, photoOf(31))
      assert.deepEqual(await rowsOf(id), [1, BANDS])
      await ports.policies.use(
        'acme',
        withSha256(withRule('captureIntegrity', { enabled: false })),
        auditEntry('policy.use'),
      )
      assert.equal((await enrol(photoOf(30), photoOf(31))).sentBefore, undefined)
    })
  })
})
