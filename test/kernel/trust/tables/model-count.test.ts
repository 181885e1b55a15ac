import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Session } from '../../../../src/kernel/session/session.ts'
import type { Storage } from '../../../../src/kernel/storage/open.ts'
import { freshSession, page } from '../../../storage/sample.ts'
import { onEveryDatabase } from '../../../support/databases.ts'

const TAUGHT = '0b5c2f5e-8d0a-4c6e-9b1a-2f3d4e5f6a7b'
const OLD = new Date('2026-05-01T12:00:00Z')
const NOW = new Date('2026-06-15T12:00:00Z')

onEveryDatabase((place) => {
  describe('how often a taught document was seen and approved', () => {
    let storage: Storage
    before(async () => {
      storage = await place.open()
    })
    const since = (day: string, tenants?: string[]) =>
      storage.documentModels.seenSince(new Date(day), { mode: 'test', ...(tenants && { tenants }) })

    /** A session that showed the model on both its sides, taken to these states one after the other. */
    async function run(completedAt: Date, ...states: Session['status'][]) {
      const taught = { id: TAUGHT, version: 2, score: 97 }
      let session = freshSession({
        document: {
          pages: [
            { ...page('SPECIMEN'), taught },
            { ...page('SPECIMEN'), side: 'BACK', taught },
          ],
        },
      })
      await storage.sessions.create(session)
      for (const status of states) {
        session = { ...session, status, completedAt }
        assert.ok(await storage.sessions.save(session))
        session = { ...session, version: session.version + 1 }
      }
      return session
    }

    it('is counted once a session, on the day that it was finished', async () => {
      await run(OLD, 'AUTO_APPROVED')
      await run(NOW, 'AUTO_REJECTED')
      const { id } = await run(NOW, 'WAITING_FOR_MANUAL_APPROVE', 'MANUAL_APPROVED')
      assert.deepEqual(await since('2026-06-01'), [{ model: TAUGHT, seen: 2, approved: 1 }])
      assert.deepEqual(await since('2026-04-01'), [{ model: TAUGHT, seen: 3, approved: 2 }])
      await storage.sessions.beginErasure('acme', id)
      await storage.sessions.finishErasure(id)
      assert.deepEqual(await since('2026-06-01'), [{ model: TAUGHT, seen: 2, approved: 1 }], 'erasure takes no count')
    })

    it('is told of the tenants that somebody sees, and of one mode', async () => {
      assert.equal((await since('2026-04-01', ['acme']))[0]?.seen, 3)
      assert.deepEqual(await since('2026-04-01', ['other']), [])
      assert.deepEqual(await storage.documentModels.seenSince(new Date(0), { mode: 'live' }), [])
    })

    it('says nothing of documents that nobody taught', async () => {
      const session = freshSession({ document: { pages: [page('SPECIMEN')] } })
      await storage.sessions.create(session)
      await storage.sessions.save({ ...session, status: 'AUTO_APPROVED', completedAt: NOW })
      assert.equal((await since('2026-04-01')).length, 1)
    })
  })
})
