import assert from 'node:assert/strict'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { verifyAudit } from '../../src/kernel/audit/audit-chain.ts'
import { startConsole } from '../apps/console/console.ts'
import type { TestApp } from '../support/app.ts'
import { createMigrated } from '../support/migrated.ts'
import { postgresUnavailable, sharedPostgres } from '../support/postgres.ts'
import { assertDone, assertUnavailable, prepareCalls } from '../support/writing-calls.ts'

/** Rows of every table, to see that nothing of a write was kept. */
async function countRows({ storage }: TestApp): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of [
    'session',
    'session_key',
    'audit',
    'outbox',
    'review',
    'tombstone',
    'tenant',
    'credential',
    'reviewer',
  ] as const) {
    const { rows } = await storage.database.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    counts[table] = Number(rows)
  }
  return counts
}

/** Stands between the service and PostgreSQL, and loses the answer to one COMMIT. */
async function startLosingProxy(port: number): Promise<{ server: Server; port: number; loseNextCommit(): void }> {
  let armed = false
  const server = createServer((client: Socket) => {
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) socket.on('error', () => {})
    client.on('data', (chunk) => {
      if (armed && chunk.includes('commit')) {
        armed = false
        // The server gets it, and nobody hears what came of it.
        upstream.removeAllListeners('data')
        upstream.once('data', () => client.destroy())
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => client.write(chunk))
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  return {
    server,
    port: address.port,
    loseNextCommit() {
      armed = true
    },
  }
}

describe('PostgreSQL lost in the middle', { skip: postgresUnavailable() ?? false }, () => {
  let test: TestApp
  let proxy: Awaited<ReturnType<typeof startLosingProxy>>

  before(async () => {
    const postgres = await sharedPostgres()
    const url = new URL(await createMigrated(postgres))
    proxy = await startLosingProxy(Number(url.port))
    url.port = String(proxy.port)
    test = await startConsole({ storage: { databaseUrl: url.href } })
  })
  after(async () => {
    await test?.close()
    proxy?.server.close()
  })

  for (const when of ['before', 'at'] as const)
    it(`of every kind of write, ${when} its commit: 503, nothing is kept, and the same call succeeds afterwards`, async () => {
      const { db } = test.storage.database
      const calls = await prepareCalls(test)
      const how = when === 'at' ? 'constraint trigger lost after insert' : 'trigger lost before insert'
      const deferred = when === 'at' ? 'deferrable initially deferred' : ''
      await sql
        .raw(
          `create function lose() returns trigger language plpgsql as $$ begin
             perform pg_terminate_backend(pg_backend_pid()); return new; end $$`,
        )
        .execute(db)
      for (const [name, call] of Object.entries(calls)) {
        // These two leave no entry in the audit log.
        const table =
          name === 'hand over'
            ? 'hand_over'
            : name === 'document' || name === 'face' || name === 'challenge'
              ? 'session'
              : 'audit'
        const event = table === 'session' ? how.replace('insert', 'update') : how
        await sql.raw(`create ${event} on ${table} ${deferred} for each row execute function lose()`).execute(db)
        const rows = await countRows(test)
        assertUnavailable(name, await call())
        assert.deepEqual(await countRows(test), rows, name)
        await sql.raw(`drop trigger lost on ${table}`).execute(db)
        assertDone(name, await call())
      }
      await sql`drop function lose`.execute(db)
      assert.deepEqual((await verifyAudit(test.storage)).problems, [])
    })

  it('once it has committed and nobody heard: the caller asks again and learns that it was done', async () => {
    const calls = await prepareCalls(test)
    const after: Record<string, RegExp> = {
      initialize: /accessToken/,
      document: /"hasError":false/,
      face: /"hasError":false/,
      complete: /SESSION_ALREADY_COMPLETED|customerReturnUrl/,
      verdict: /"code":/,
      delete: /NOT_FOUND|^$/,
    }
    for (const [name, answer] of Object.entries(after)) {
      const call = calls[name]
      assert.ok(call)
      proxy.loseNextCommit()
      assertUnavailable(name, await call())
      const again = await call()
      assert.ok(again.statusCode < 500, `${name}: ${again.body}`)
      assert.match(again.body, answer, name)
    }
    assert.deepEqual((await verifyAudit(test.storage)).problems, [])
  })
})
