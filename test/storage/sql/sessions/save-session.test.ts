import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { ComparedPrint } from '../../../../src/actions/ports/prints.ts'
import type { ToldOfSession } from '../../../../src/actions/ports/sessions.ts'
import type { Session } from '../../../../src/domain/session.ts'
import type { Storage } from '../../../../src/storage/open.ts'
import { template } from '../../../domain/decision/genuine.ts'
import { onEveryDatabase } from '../../../support/databases.ts'
import { auditEntry, freshSession } from '../../sample.ts'

onEveryDatabase((place) => {
  let storage: Storage
  before(async () => {
    storage = await place.open()
  })

  /** A session that is about to be settled, and everything that can be told of it. */
  async function prepare(person: number): Promise<{ settled: Session; told: ToldOfSession; print: ComparedPrint }> {
    const session = freshSession()
    await storage.sessions.create(session)
    const document = { country: 'UTO', type: 'PASSPORT', number: `AAA00000${person}` } as const
    const face = template(...Array.from({ length: 8 }, (_, at) => (at === person ? 1 : 0)))
    const wanted = { sessionId: session.id, tenant: 'acme', mode: 'test', document, face } as const
    const { compared: print } = await storage.prints.compare(wanted, 70)
    const told: ToldOfSession = {
      events: [{ type: 'status', status: 'MANUAL_APPROVED' }],
      review: { reviewer: 'ada', verdict: 'approve', reason: 'fine' },
      audit: auditEntry('review.approve', { sessionId: session.id }),
      print,
    }
    return { settled: { ...session, status: 'MANUAL_APPROVED' }, told, print }
  }

  async function whatIsTold({ id }: Session) {
    const { db } = storage.database
    const count = async (table: 'outbox' | 'review' | 'audit' | 'print') =>
      (await db.selectFrom(table).select('session_id').where('session_id', '=', id).execute()).length
    return [await count('outbox'), await count('review'), await count('audit'), await count('print')]
  }

  describe('a change of a session', () => {
    it('is written with everything that is told of it', async () => {
      const { settled, told } = await prepare(1)
      assert.equal(await storage.sessions.save(settled, told), true)
      assert.deepEqual(await whatIsTold(settled), [1, 1, 1, 1])
    })

    it('is not written when a part of it cannot be: nothing is', async () => {
      const { settled, told } = await prepare(2)
      const unwritable = auditEntry('review.approve', { sessionId: settled.id, actor: null as unknown as string })
      await assert.rejects(storage.sessions.save(settled, { ...told, audit: unwritable }), /null/i)
      assert.deepEqual(await whatIsTold(settled), [0, 0, 0, 0])
      assert.equal((await storage.sessions.load('acme', settled.id))?.status, 'PENDING')
      assert.equal((await storage.sessions.countByStatus()).test.MANUAL_APPROVED, 1, 'counts')
    })

    it('is not written when somebody else came first: nothing is', async () => {
      const { settled, told } = await prepare(3)
      assert.equal(await storage.sessions.save({ ...settled, version: settled.version - 1 }, told), false)
      assert.deepEqual(await whatIsTold(settled), [0, 0, 0, 0])
    })

    it('is not written when one of the same document or face has come since they were compared', async () => {
      const [first, second] = [await prepare(4), await prepare(4)]
      assert.equal(await storage.sessions.save(first.settled, first.told), true)
      assert.equal(await storage.sessions.save(second.settled, second.told), false)
      assert.deepEqual(await whatIsTold(second.settled), [0, 0, 0, 0])

      const { duplicates, compared } = await storage.prints.compare(second.print, 70)
      assert.deepEqual(duplicates, { documentNumber: [first.settled.id], face: [first.settled.id] })
      assert.equal(await storage.sessions.save(second.settled, { ...second.told, print: compared }), true)
    })

    it('waits for no other document and face', async () => {
      const [first, second] = [await prepare(5), await prepare(6)]
      assert.equal(await storage.sessions.save(first.settled, first.told), true)
      assert.equal(await storage.sessions.save(second.settled, second.told), true)
    })

    it('goes through for one of many of the same document at once, for each after the other', async () => {
      const many = await Promise.all(Array.from({ length: 6 }, () => prepare(7)))
      const written = await Promise.all(many.map(({ settled, told }) => storage.sessions.save(settled, told)))
      assert.equal(written.filter(Boolean).length, 1)
    })
  })
})
