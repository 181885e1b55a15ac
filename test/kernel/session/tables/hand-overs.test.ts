import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Storage } from '../../../../src/kernel/storage/open.ts'
import { freshSession } from '../../../storage/sample.ts'
import { onEveryDatabase, TEST_TENANT } from '../../../support/databases.ts'

onEveryDatabase((place) => {
  let storage: Storage
  before(async () => {
    storage = await place.open()
  })

  describe('a code that opens a session on another device', () => {
    const at = (ms: number) => new Date(1_700_000_000_000 + ms)
    const handOver = (name: string, sessionId: string) => ({
      codeSha256: name.repeat(64).slice(0, 64),
      tenant: TEST_TENANT.id,
      sessionId,
      expiresAt: at(1000),
      firstIssuedAt: at(-5000),
    })

    it('is found by its hash until it is over', async () => {
      const kept = { ...handOver('a', 'some-session'), lang: 'de-DE' as const }
      await storage.handOvers.create(kept)
      assert.deepEqual(await storage.handOvers.find(kept.codeSha256, at(999)), kept)
      assert.equal(await storage.handOvers.find(kept.codeSha256, at(1000)), undefined)
      assert.equal(await storage.handOvers.find('b'.repeat(64), at(0)), undefined)
    })

    it('is used up once, with every other of its session', async () => {
      const [one, two] = [handOver('e', 'a-session'), handOver('f', 'a-session')]
      for (const each of [one, two]) await storage.handOvers.create(each)
      assert.deepEqual(
        await Promise.all([1, 2, 3].map(() => storage.handOvers.spend(one.codeSha256))).then((all) => all.sort()),
        [false, false, true],
      )
      assert.equal(await storage.handOvers.spend(two.codeSha256), false)
    })

    it('is forgotten once it is over', async () => {
      const kept = handOver('c', 'some-session')
      await storage.handOvers.create(kept)
      await storage.handOvers.prune(at(999))
      assert.deepEqual(await storage.handOvers.find(kept.codeSha256, at(0)), kept)
      await storage.handOvers.prune(at(1000))
      assert.equal(await storage.handOvers.find(kept.codeSha256, at(0)), undefined)
    })

    it('goes with the session', async () => {
      const session = freshSession()
      await storage.sessions.create(session)
      const kept = handOver('d', session.id)
      await storage.handOvers.create(kept)
      await storage.sessions.beginErasure(session.tenant, session.id)
      await storage.sessions.finishErasure(session.id)
      assert.equal(await storage.handOvers.find(kept.codeSha256, at(0)), undefined)
    })
  })
})
