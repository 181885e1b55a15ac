import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Storage } from '../../../src/kernel/storage/open.ts'
import { freshSession } from '../../storage/sample.ts'
import { onEveryDatabase, TEST_TENANT } from '../../support/databases.ts'

onEveryDatabase((place) => {
  let storage: Storage
  before(async () => {
    storage = await place.open()
  })

  describe('the session that a wallet’s request belongs to', () => {
    const at = (ms: number) => new Date(1_700_000_000_000 + ms)
    const request = (name: string, sessionId: string) => ({
      idSha256: name.repeat(64),
      tenant: TEST_TENANT.id,
      sessionId,
      expiresAt: at(1000),
    })

    it('is found by the hash of its id until it is over', async () => {
      const kept = request('a', 'some-session')
      await storage.walletRequests.create(kept)
      const found = { tenant: TEST_TENANT.id, sessionId: 'some-session' }
      assert.deepEqual(await storage.walletRequests.find(kept.idSha256, at(999)), found)
      assert.equal(await storage.walletRequests.find(kept.idSha256, at(1000)), undefined)
      assert.equal(await storage.walletRequests.find('b'.repeat(64), at(0)), undefined)
      await storage.walletRequests.prune(at(1000))
      assert.equal(await storage.walletRequests.find(kept.idSha256, at(0)), undefined)
    })

    it('is forgotten with the session', async () => {
      const session = freshSession()
      await storage.sessions.create(session)
      await storage.walletRequests.create(request('c', session.id))
      await storage.sessions.beginErasure(session.tenant, session.id)
      await storage.sessions.finishErasure(session.id)
      assert.equal(await storage.walletRequests.find('c'.repeat(64), at(0)), undefined)
    })
  })
})
