import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { erasedWithSession } from '../../../../src/kernel/session/tables/erasure.ts'
import { openStorage } from '../../../../src/kernel/storage/open.ts'
import { onEveryDatabase } from '../../../support/databases.ts'

/** Tables that name a session and are dealt with in another way, each with the reason. */
const OTHERWISE: Record<string, string> = {
  outbox: 'the last event, that the session was deleted, is still delivered; the others go',
  outbox_attempt: 'all go, with the events they were for',
  issued_credential: 'stays as a place in a status list that is revoked, without the session',
  tombstone: 'is the record that the session was erased',
  compaction_due: 'says that the files of the database still have to be compacted',
  block_entry: 'the face leaves the blocklist with what was said of it, and the list says that it was there',
  audit: 'says who did what, and nothing of the person',
}

onEveryDatabase((place) => {
  describe('the tables that name a session', () => {
    it('are erased with it, or in another way for a reason', async () => {
      const storage = await openStorage(await place.options())
      try {
        const tables = await storage.database.db.introspection.getTables()
        const naming = tables
          .filter(({ columns }) => columns.some(({ name }) => name === 'session_id'))
          .map(({ name }) => name)
          .sort()
        assert.deepEqual(naming, [...erasedWithSession(), ...Object.keys(OTHERWISE)].sort())
      } finally {
        await storage.close()
      }
    })
  })
})
