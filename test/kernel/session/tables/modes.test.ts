import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Session } from '../../../../src/kernel/session/session.ts'
import { MODES, type Mode } from '../../../../src/kernel/session/session-words.ts'
import type { Storage } from '../../../../src/kernel/storage/open.ts'
import { freshSession } from '../../../storage/sample.ts'
import { onEveryDatabase } from '../../../support/databases.ts'
import { template } from '../../decision/genuine.ts'

const START = Date.UTC(2030, 0, 1)
const of = (mode: Mode) => ({ tenant: 'acme', mode })
/** How many there are of each; unlike, so that none passes for the other. */
const COUNTS: Record<Mode, number> = { test: 5, live: 3 }

onEveryDatabase((place) => {
  describe('test and live', () => {
    let storage: Storage
    const sessions: Record<Mode, Session[]> = { test: [], live: [] }
    before(async () => {
      storage = await place.open({ clock: () => new Date(START) })
      for (let at = 0; at < 5; at++)
        for (const mode of MODES) {
          if (at >= COUNTS[mode]) continue
          const createdAt = new Date(START + at * 1000)
          const more = { completedAt: createdAt, request: { externalId: 'order 9' } }
          const session = freshSession({ mode, createdAt, status: 'WAITING_FOR_MANUAL_APPROVE', ...more })
          await storage.sessions.create(session)
          sessions[mode].unshift(session)
        }
    })
    const idsOf = (mode: Mode) => sessions[mode].map(({ id }) => id)

    for (const mode of MODES)
      it(`sessions in ${mode} are listed, found, queued and counted by themselves`, async () => {
        const seen: string[] = []
        for (const number of [1, 2, 3]) {
          const { total, rows } = await storage.sessions.list(of(mode), { number, size: 2 })
          assert.equal(total, COUNTS[mode])
          for (const row of rows) assert.equal(row.mode, mode)
          seen.push(...rows.map(({ id }) => id))
        }
        assert.deepEqual(seen, idsOf(mode))

        const page = { limit: 10, countTo: 10 }
        for (const filter of [{}, { externalId: 'order 9' }, { status: 'WAITING_FOR_MANUAL_APPROVE' as const }]) {
          const found = await storage.sessionSearch.find({ mode, ...filter }, page)
          assert.deepEqual([found.total, found.rows.map(({ id }) => id)], [COUNTS[mode], idsOf(mode)])
        }
        const queue = await storage.reviews.waiting(new Date(START), { offset: 0, limit: 10 }, { mode })
        assert.deepEqual(
          [queue.total, queue.cases.map(({ mode }) => mode)],
          [COUNTS[mode], idsOf(mode).map(() => mode)],
        )
        assert.deepEqual(await storage.figures.perDay(new Date(0), { mode }), [
          { day: new Date(START), status: 'WAITING_FOR_MANUAL_APPROVE', sessions: COUNTS[mode] },
        ])
        assert.equal((await storage.sessions.countByStatus())[mode].WAITING_FOR_MANUAL_APPROVE, COUNTS[mode])
      })

    it('stay apart as they are settled and erased', async () => {
      const [session] = sessions.live
      assert.ok(session)
      const settled: Session = { ...session, status: 'MANUAL_APPROVED' }
      await storage.sessions.save(settled, { events: [{ type: 'status', status: 'MANUAL_APPROVED' }] })
      const edges = [1000]
      const none = [0, 0]
      const took = await storage.figures.timesToDecide(new Date(0), edges, { mode: 'live' })
      assert.deepEqual(
        took.reviewed.reduce((sum, count) => sum + count),
        1,
      )
      assert.deepEqual(await storage.figures.timesToDecide(new Date(0), edges, { mode: 'test' }), {
        automatic: none,
        reviewed: none,
      })
      assert.deepEqual(await storage.outbox.backlog({ mode: 'live' }), { pending: 1, failed: 0 })
      assert.deepEqual(await storage.outbox.backlog({ mode: 'test' }), { pending: 0, failed: 0 })

      assert.ok(await storage.sessions.beginErasure('acme', session.id))
      await storage.sessions.finishErasure(session.id)
      assert.equal((await storage.sessions.list(of('live'), { number: 1, size: 1 })).total, COUNTS.live - 1)
      assert.equal((await storage.sessions.list(of('test'), { number: 1, size: 1 })).total, COUNTS.test)
      const [event] = await storage.outbox.claim('node', new Date(START), 60, 1)
      assert.deepEqual([event?.sessionId, event?.mode], [session.id, 'live'], 'what is still owed knows its mode')
    })

    it('an id of the other mode is taken, as another tenant’s is, also once it is erased', async () => {
      const session = freshSession({ mode: 'live' })
      await storage.sessions.create(session)
      const asked = (mode: Mode) => storage.sessions.create({ ...session, mode })
      assert.deepEqual(await asked('test'), { outcome: 'taken' })
      assert.equal((await asked('live')).outcome, 'exists')
      await storage.sessions.beginErasure('acme', session.id)
      assert.deepEqual(await asked('test'), { outcome: 'taken' }, 'being erased')
      await storage.sessions.finishErasure(session.id)
      assert.deepEqual(await asked('test'), { outcome: 'taken' }, 'erased')
      assert.deepEqual(await asked('live'), { outcome: 'erased' })
    })

    it('prints are searched within one mode', async () => {
      const document = { country: 'UTO', type: 'PASSPORT', number: 'AAA000001' } as const
      const face = template(1, 0)
      const printed = await Promise.all(
        MODES.map(async (mode) => {
          const session = freshSession({ mode })
          await storage.sessions.create(session)
          const fingerprint = { sessionId: session.id, tenant: 'acme', mode, document, face }
          const { compared } = await storage.fingerprints.compare(fingerprint, 70)
          assert.ok(await storage.sessions.save(session, { fingerprint: compared }))
          return session.id
        }),
      )
      for (const [at, mode] of MODES.entries()) {
        const fingerprint = { sessionId: 'another', tenant: 'acme', mode, document, face }
        const { duplicates } = await storage.fingerprints.compare(fingerprint, 70)
        assert.deepEqual(duplicates, { documentNumber: [printed[at]], face: [printed[at]] })
      }
    })

    it('refusals of pictures are counted apart', async () => {
      await storage.figures.countRefusal(of('test'), 'WRONG_SIDE', new Date(START))
      await storage.figures.countRefusal(of('test'), 'WRONG_SIDE', new Date(START))
      await storage.figures.countRefusal(of('live'), 'WRONG_SIDE', new Date(START))
      assert.deepEqual(await storage.figures.refusals(new Date(0), { mode: 'test' }), [
        { code: 'WRONG_SIDE', refusals: 2 },
      ])
      assert.deepEqual(await storage.figures.refusals(new Date(0), { mode: 'live' }), [
        { code: 'WRONG_SIDE', refusals: 1 },
      ])
    })
  })
})
