import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { ComparedFingerprint } from '../../../../src/kernel/ports/images.ts'
import type { SessionEffects } from '../../../../src/kernel/ports/sessions.ts'
import type { Session } from '../../../../src/kernel/session/session.ts'
import type { Storage } from '../../../../src/kernel/storage/open.ts'
import { auditEntry, freshSession } from '../../../storage/sample.ts'
import { onEveryDatabase } from '../../../support/databases.ts'
import { template } from '../../decision/genuine.ts'

onEveryDatabase((place) => {
  let storage: Storage
  before(async () => {
    storage = await place.open()
  })

  /** A session that is about to be settled, and everything that can be told of it. */
  async function prepare(
    person: number,
  ): Promise<{ settled: Session; effects: SessionEffects; fingerprint: ComparedFingerprint }> {
    const session = freshSession()
    await storage.sessions.create(session)
    const document = { country: 'UTO', type: 'PASSPORT', number: `AAA00000${person}` } as const
    const face = template(...Array.from({ length: 8 }, (_, at) => (at === person ? 1 : 0)))
    const wanted = { sessionId: session.id, tenant: 'acme', mode: 'test', document, face } as const
    const { compared: fingerprint } = await storage.fingerprints.compare(wanted, 70)
    const effects: SessionEffects = {
      events: [{ type: 'status', status: 'MANUAL_APPROVED' }],
      review: { reviewer: 'ada', verdict: 'approve', reason: 'fine' },
      audit: auditEntry('review.approve', { sessionId: session.id }),
      fingerprint,
    }
    return { settled: { ...session, status: 'MANUAL_APPROVED' }, effects, fingerprint }
  }

  async function effectsOf({ id }: Session) {
    const { db } = storage.database
    const count = async (table: 'outbox' | 'review' | 'audit' | 'print') =>
      (await db.selectFrom(table).select('session_id').where('session_id', '=', id).execute()).length
    return [await count('outbox'), await count('review'), await count('audit'), await count('print')]
  }

  describe('a change of a session', () => {
    it('is written with everything that is told of it', async () => {
      const { settled, effects } = await prepare(1)
      assert.equal(await storage.sessions.save(settled, effects), true)
      assert.deepEqual(await effectsOf(settled), [1, 1, 1, 1])
    })

    it('is not written when a part of it cannot be: nothing is', async () => {
      const { settled, effects } = await prepare(2)
      const unwritable = auditEntry('review.approve', { sessionId: settled.id, actor: null as unknown as string })
      await assert.rejects(storage.sessions.save(settled, { ...effects, audit: unwritable }), /null/i)
      assert.deepEqual(await effectsOf(settled), [0, 0, 0, 0])
      assert.equal((await storage.sessions.load('acme', settled.id))?.status, 'PENDING')
      assert.equal((await storage.sessions.countByStatus()).test.MANUAL_APPROVED, 1, 'counts')
    })

    it('is not written when somebody else came first: nothing is', async () => {
      const { settled, effects } = await prepare(3)
      assert.equal(await storage.sessions.save({ ...settled, version: settled.version - 1 }, effects), false)
      assert.deepEqual(await effectsOf(settled), [0, 0, 0, 0])
    })

    it('is not written when one of the same document or face has come since they were compared', async () => {
      const [first, second] = [await prepare(4), await prepare(4)]
      assert.equal(await storage.sessions.save(first.settled, first.effects), true)
      assert.equal(await storage.sessions.save(second.settled, second.effects), false)
      assert.deepEqual(await effectsOf(second.settled), [0, 0, 0, 0])

      const { duplicates, compared } = await storage.fingerprints.compare(second.fingerprint, 70)
      assert.deepEqual(duplicates, { documentNumber: [first.settled.id], face: [first.settled.id] })
      assert.equal(await storage.sessions.save(second.settled, { ...second.effects, fingerprint: compared }), true)
    })

    it('waits for no other document and face', async () => {
      const [first, second] = [await prepare(5), await prepare(6)]
      assert.equal(await storage.sessions.save(first.settled, first.effects), true)
      assert.equal(await storage.sessions.save(second.settled, second.effects), true)
    })

    it('goes through for one of many of the same document at once, for each after the other', async () => {
      const many = await Promise.all(Array.from({ length: 6 }, () => prepare(7)))
      const written = await Promise.all(many.map(({ settled, effects }) => storage.sessions.save(settled, effects)))
      assert.equal(written.filter(Boolean).length, 1)
    })
  })
})
