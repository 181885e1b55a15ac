import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Session } from '../../../../src/kernel/session/session.ts'
import type { Storage } from '../../../../src/kernel/storage/open.ts'
import { freshSession, page } from '../../../storage/sample.ts'
import { onEveryDatabase } from '../../../support/databases.ts'

const START = Date.UTC(2030, 0, 1)
const MINUTE = 60_000
const DAY = 86_400_000

onEveryDatabase((place) => {
  describe('the session list', () => {
    let storage: Storage
    let now = new Date(START + 40 * DAY)
    let expected: Session[]

    before(async () => {
      storage = await place.open({ clock: () => now })
      // Several in one millisecond, in one minute, over a minute's and a day's edge, and weeks apart.
      const offsets = [0, 0, 0, 1, 59_999, MINUTE, MINUTE + 1, DAY - 1, DAY, DAY, 3 * DAY, 3 * DAY + 5, 30 * DAY]
      const sessions = offsets.map((offset) => freshSession({ createdAt: new Date(START + offset) }))
      for (const session of sessions) await storage.sessions.create(session)
      expected = newestFirst(sessions)
    })

    const pages = async (size: number) => {
      const ids: string[] = []
      for (let number = 1; ; number++) {
        const { total, rows } = await storage.sessions.list({ tenant: 'acme', mode: 'test' }, { number, size })
        assert.equal(total, expected.length)
        if (!rows.length) return ids
        ids.push(...rows.map(({ id }) => id))
      }
    }

    it('shows every session once, newest first, whatever the size of a page', async () => {
      const ids = expected.map(({ id }) => id)
      for (let size = 1; size <= expected.length + 1; size++) assert.deepEqual(await pages(size), ids, `size ${size}`)
    })

    it('tells an unfinished session past its validity as EXPIRED', async () => {
      const { rows } = await storage.sessions.list({ tenant: 'acme', mode: 'test' }, { number: 1, size: 100 })
      assert.deepEqual(new Set(rows.map(({ status }) => status)), new Set(['EXPIRED']))
      now = new Date(START + 30 * DAY + 1)
      const [newest] = (await storage.sessions.list({ tenant: 'acme', mode: 'test' }, { number: 1, size: 1 })).rows
      assert.equal(newest?.status, 'PENDING')
      const counts = (await storage.sessions.countByStatus()).test
      assert.deepEqual([counts.PENDING, counts.EXPIRED], [1, expected.length - 1])
    })

    it('carries what the specification lists, and the reference of the caller', async () => {
      const session = freshSession({
        createdAt: new Date(START + 31 * DAY),
        completedAt: new Date(START + 31 * DAY + 5),
        status: 'AUTO_APPROVED',
        request: { externalId: 'order 9' },
        document: { pages: [page('ERIKSSON')] },
      })
      await storage.sessions.create(session)
      expected = newestFirst([...expected, session])
      const { rows } = await storage.sessions.list({ tenant: 'acme', mode: 'test' }, { number: 1, size: 1 })
      assert.deepEqual(rows, [
        {
          id: session.id,
          mode: 'test',
          createdAt: session.createdAt,
          expiresAt: session.expiresAt,
          completedAt: session.completedAt,
          status: 'AUTO_APPROVED',
          documentType: 'PASSPORT',
          country: 'UTO',
          externalId: 'order 9',
        },
      ])
    })

    it('leaves out a session from the moment its erasure begins', async () => {
      for (const victim of [expected[0], expected.at(-1), expected[5]]) {
        assert.ok(victim)
        assert.equal(await storage.sessions.beginErasure('acme', victim.id), true)
        expected = expected.filter(({ id }) => id !== victim.id)
        assert.deepEqual(
          await pages(3),
          expected.map(({ id }) => id),
        )
        await storage.sessions.finishErasure(victim.id)
        assert.equal((await pages(3)).length, expected.length)
      }
    })

    it('counts right when sessions are created and erased at once', async () => {
      const many = Array.from({ length: 40 }, (_, index) =>
        freshSession({ createdAt: new Date(START + index * 10_000) }),
      )
      await Promise.all(many.map((session) => storage.sessions.create(session)))
      await Promise.all([
        ...many.slice(0, 20).map(({ id }) => storage.sessions.beginErasure('acme', id)),
        ...many.slice(0, 20).map(({ id }) => storage.sessions.beginErasure('acme', id)),
        ...many.slice(0, 20).map((session) => storage.sessions.create(session)),
      ])
      expected = newestFirst([...expected, ...many.slice(20)])
      assert.deepEqual(
        await pages(7),
        expected.map(({ id }) => id),
      )
    })
  })
})

function newestFirst(sessions: Session[]): Session[] {
  return sessions.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
}
