import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { recount } from '../../../../src/kernel/figures/tables/session-count.ts'
import type { Storage } from '../../../../src/kernel/storage/open.ts'
import { freshSession } from '../../../storage/sample.ts'
import { onEveryDatabase } from '../../../support/databases.ts'

onEveryDatabase((place) => {
  describe('counting all sessions again', () => {
    let storage: Storage
    before(async () => {
      storage = await place.open()
      for (let day = 0; day < 3; day++)
        await storage.sessions.create(freshSession({ createdAt: new Date(Date.UTC(2026, 0, 1 + day, 12)) }))
      const erased = freshSession({ createdAt: new Date(Date.UTC(2026, 0, 2, 12)) })
      await storage.sessions.create(erased)
      await storage.sessions.beginErasure('acme', erased.id)
    })

    const seen = async () => ({
      statuses: await storage.sessions.countByStatus(),
      days: await storage.figures.perDay(new Date(0), { mode: 'test' }),
      list: await storage.sessions.list({ tenant: 'acme', mode: 'test' }, { number: 2, size: 1 }),
    })

    it('changes nothing where every count is right', async () => {
      const before = await seen()
      assert.equal(await recount(storage.database), 0)
      assert.deepEqual(await seen(), before)
    })

    it('puts right what was changed past the program: too many, too few, and rows of nothing', async () => {
      const before = await seen()
      const { db } = storage.database
      await sql`update session_count set sessions = sessions + 5`.execute(db)
      await sql`delete from status_count`.execute(db)
      await db
        .insertInto('status_count')
        .values({ tenant: 'acme', mode: 'test', day: 0, status: 'EXPIRED', sessions: 7 })
        .execute()
      assert.equal(await recount(storage.database), 3 + 3 + 3 + 1)
      assert.deepEqual((await seen()).list, before.list)
      assert.deepEqual((await seen()).statuses, before.statuses)
      assert.equal(await recount(storage.database), 0)
    })
  })
})
