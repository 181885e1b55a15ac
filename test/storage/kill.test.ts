import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { storedObjects } from '../../src/kernel/evidence/pictures.ts'
import { openStorage } from '../../src/kernel/storage/open.ts'
import { onEveryDatabase, TEST_TENANT } from '../support/databases.ts'

const KILLS = 3
const WRITER = fileURLToPath(new URL('kill-writer.ts', import.meta.url))

onEveryDatabase((place) => {
  describe('a process that is killed', () => {
    it('has lost nothing that it acknowledged: session, picture, event', async (t) => {
      const options = await place.options()
      const storage = await openStorage(options)
      t.after(() => storage.close())
      await storage.tenants.create(TEST_TENANT)
      const { dataDir, databaseUrl } = options
      const acknowledged: string[] = []
      for (let kill = 0; kill < KILLS; kill++) {
        acknowledged.push(...(await writeUntilKilled({ dataDir, databaseUrl }, 5 + 7 * kill)))
      }

      for (const id of acknowledged) {
        const session = await storage.sessions.load('acme', id)
        assert.equal(session?.status, 'AUTO_APPROVED')
        for (const object of storedObjects(session.images)) {
          assert.equal(String(await storage.images.get(id, object)), `picture of ${id}`)
        }
      }
      const events = await storage.outbox.list('acme', 'pending', 10_000)
      const reported = new Set(events.map(({ sessionId }) => sessionId))
      assert.deepEqual(
        acknowledged.filter((id) => !reported.has(id)),
        [],
      )
      const approved = await storage.database.db
        .selectFrom('session')
        .select('id')
        .where('status', '=', 'AUTO_APPROVED')
        .execute()
      const recorded = await storage.audit.search({ actions: ['session.complete'] }, { limit: 10_000 })
      assert.deepEqual(
        recorded.map(({ sessionId }) => sessionId).sort(),
        approved.map(({ id }) => id).sort(),
        'a change and its entry in the audit log come together or not at all',
      )
      const { total } = await storage.sessions.list({ tenant: 'acme', mode: 'test' }, { number: 1, size: 1 })
      assert.ok(total >= acknowledged.length && total <= acknowledged.length + KILLS)
    })
  })
})

async function writeUntilKilled(options: object, count: number): Promise<string[]> {
  const child = spawn(process.execPath, [WRITER, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (lines.length === count) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  assert.equal(child.signalCode, 'SIGKILL')
  return lines
}
