import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { directoryStore } from '../../../../src/platform/objects/directory.ts'
import { onEveryDatabase } from '../../../support/databases.ts'
import { raceOnce } from '../../../support/race.ts'

/** Enough to meet each order of two steps many times; `npm run bench -- race` runs 500. */
const ROUNDS = 60

onEveryDatabase((place) => {
  describe('pictures, complete, deletion and expiry at once', () => {
    it(`end in a state that some order could give, in each of ${ROUNDS} rounds`, async () => {
      const imagesUrl = `${(await place.options()).dataDir}/pictures`
      const storage = await place.open({ imagesUrl })
      for (let round = 0; round < ROUNDS; round += 4) {
        await Promise.all([1, 2, 3, 4].map(() => raceOnce(storage, 'acme')))
      }

      const { total } = await storage.sessions.list({ tenant: 'acme', mode: 'test' }, { number: 1, size: 1 })
      const { left } = await storage.database.db
        .selectFrom('session')
        .select(({ fn }) => fn.countAll<number>().as('left'))
        .executeTakeFirstOrThrow()
      assert.equal(total, left)
      const counts = (await storage.sessions.countByStatus()).test
      assert.equal(
        Object.values(counts).reduce((sum, count) => sum + count, 0),
        left,
      )
      const byStatus = await storage.database.db
        .selectFrom('session')
        .select(({ fn }) => ['status', fn.countAll<number>().as('sessions')])
        .groupBy('status')
        .execute()
      for (const { status, sessions } of byStatus) assert.equal(counts[status], sessions, status)

      // Whatever a picture that lost left behind is found by the sweep; nothing else lies there.
      const store = directoryStore(imagesUrl)
      const orphans = await storage.images.orphans(new Date(Date.now() + 60_000), 10_000)
      for (const { sessionId, object } of orphans) await storage.images.remove(sessionId, object)
      const stored = new Set<string>()
      for (let after: string | undefined; ; ) {
        const { objects, next } = await store.list(after)
        for (const { object } of objects) stored.add(object)
        if (next === undefined) break
        after = next
      }
      const rows = await storage.database.db.selectFrom('session').select('objects').execute()
      const named = rows.flatMap(({ objects }) => objects.split(' ').filter(Boolean))
      assert.deepEqual([...stored].sort(), named.sort())
    })
  })
})
