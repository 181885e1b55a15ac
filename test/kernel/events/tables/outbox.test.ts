import assert from 'node:assert/strict'
import { before, beforeEach, describe, it } from 'node:test'
import { openStorage, type Storage } from '../../../../src/kernel/storage/open.ts'
import { freshSession } from '../../../storage/sample.ts'
import { onEveryDatabase, TEST_TENANT } from '../../../support/databases.ts'

onEveryDatabase((place) => {
  describe('the outbox', () => {
    let storage: Storage
    let now = new Date()
    const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

    beforeEach(async () => {
      now = new Date()
      storage = await place.open({ clock: () => now })
    })

    const withEvents = async (...statuses: ('WAITING_FOR_MANUAL_APPROVE' | 'MANUAL_APPROVED')[]) => {
      const session = freshSession({ request: { externalId: 'order 3' } })
      await storage.sessions.create(session)
      for (const [index, status] of statuses.entries()) {
        const saved = await storage.sessions.save(
          { ...session, version: 1 + index, status },
          { events: [{ type: 'status', status }] },
        )
        assert.ok(saved)
      }
      return session
    }

    it('holds the event of a change that was written, and none of one that lost', async () => {
      const session = await withEvents('WAITING_FOR_MANUAL_APPROVE')
      const lost = await storage.sessions.save(
        { ...session, status: 'EXPIRED' },
        { events: [{ type: 'status', status: 'EXPIRED' }] },
      )
      assert.equal(lost, false)
      const events = await storage.outbox.claim('a', now, 60, 10)
      assert.deepEqual(
        events.map(({ sessionId, status, externalId, attempts }) => ({ sessionId, status, externalId, attempts })),
        [{ sessionId: session.id, status: 'WAITING_FOR_MANUAL_APPROVE', externalId: 'order 3', attempts: 0 }],
      )
    })

    it('hands out the events of a session in order, the next when the one before is settled', async () => {
      await withEvents('WAITING_FOR_MANUAL_APPROVE', 'MANUAL_APPROVED')
      const [first, ...none] = await storage.outbox.claim('a', now, 60, 10)
      assert.ok(first)
      assert.deepEqual(none, [])
      assert.equal(first.status, 'WAITING_FOR_MANUAL_APPROVE')
      assert.deepEqual(await storage.outbox.claim('b', now, 60, 10), [])

      await storage.outbox.retry(first.id, later(30), 'answered 500')
      assert.deepEqual(await storage.outbox.claim('b', later(29), 60, 10), [])
      const [again] = await storage.outbox.claim('b', later(30), 60, 10)
      assert.equal(again?.id, first.id)
      assert.equal(again?.attempts, 1)

      await storage.outbox.failed(first.id, now, 'answered 500', { answered: 500, tookMs: 12.4 })
      const [second] = await storage.outbox.claim('a', now, 60, 10)
      assert.equal(second?.status, 'MANUAL_APPROVED')
      await storage.outbox.delivered(second?.id ?? '', now)
      assert.deepEqual(await storage.outbox.backlog(), { pending: 0, failed: 1 })
      assert.deepEqual(
        (await storage.outbox.attempts(first.id)).map(({ at, ...seen }) => seen),
        [{ outcome: 'answered 500' }, { outcome: 'answered 500', answered: 500, tookMs: 12 }],
      )
      const listed = await storage.outbox.list(first.tenant, undefined, 10)
      assert.equal(listed.find(({ id }) => id === first.id)?.lastError, 'answered 500')
      assert.equal(listed.find(({ id }) => id === second?.id)?.lastError, undefined)
      assert.deepEqual((await storage.outbox.find(first.id))?.externalId, first.externalId)
      assert.equal(await storage.outbox.find('none'), undefined)
    })

    it('gives an event to somebody else when the lease has run out', async () => {
      await withEvents('MANUAL_APPROVED')
      const [event] = await storage.outbox.claim('a', now, 60, 10)
      assert.deepEqual(await storage.outbox.claim('b', later(59), 60, 10), [])
      const [taken] = await storage.outbox.claim('b', later(60), 60, 10)
      assert.equal(taken?.id, event?.id)
      await storage.outbox.delivered(taken?.id ?? '', now)
      await storage.outbox.retry(event?.id ?? '', later(0), 'late')
      assert.deepEqual(await storage.outbox.backlog(), { pending: 0, failed: 0 })
    })

    it('replays what failed or was delivered, from the start of the days of retrying', async () => {
      const session = await withEvents('MANUAL_APPROVED')
      const [event] = await storage.outbox.claim('a', now, 60, 10)
      await storage.outbox.failed(event?.id ?? '', now, 'answered 404')
      assert.equal(await storage.outbox.replay({ failed: true }, later(100)), 1)
      const [again] = await storage.outbox.claim('a', later(100), 60, 10)
      assert.equal(again?.id, event?.id)
      assert.deepEqual([again?.attempts, again?.queuedAt], [0, later(100)])
      await storage.outbox.delivered(again?.id ?? '', now)
      assert.equal(await storage.outbox.replay({ failed: true }, now), 0)
      assert.equal(await storage.outbox.replay({ sessionId: session.id }, now), 1)
      assert.equal(await storage.outbox.replay({ id: again?.id ?? '' }, now), 0)
      const [listed] = await storage.outbox.list('acme', 'pending', 10)
      assert.equal(listed?.id, event?.id)
    })
  })

  describe('several nodes on one outbox', () => {
    let nodes: Storage[]
    before(async () => {
      const options = await place.options()
      nodes = await Promise.all([1, 2, 3].map(() => openStorage(options)))
      await nodes[0]?.tenants.create(TEST_TENANT)
    })

    it('never hold the same event', async (t) => {
      t.after(() => Promise.all(nodes.map((node) => node.close())))
      const [first] = nodes
      assert.ok(first)
      const total = 60
      for (let made = 0; made < total; made++) {
        const session = freshSession()
        await first.sessions.create(session)
        await first.sessions.save(
          { ...session, status: 'AUTO_APPROVED' },
          { events: [{ type: 'status', status: 'AUTO_APPROVED' }] },
        )
      }
      const held: string[] = []
      const work = nodes.flatMap((node, index) => [node, node].map((each) => ({ each, owner: `node-${index}` })))
      await Promise.all(
        work.map(async ({ each, owner }) => {
          for (;;) {
            const events = await each.outbox.claim(owner, new Date(), 600, 3)
            if (!events.length) return
            held.push(...events.map(({ id }) => id))
          }
        }),
      )
      assert.equal(held.length, total)
      assert.equal(new Set(held).size, total)
    })
  })
})
