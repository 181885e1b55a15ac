import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CompiledQuery } from 'kysely'
import { timedPool } from '../../../src/platform/sql/timed-pool.ts'
import { Unavailable } from '../../../src/platform/unavailable.ts'
import { type PostgresServer, postgresUnavailable, startPostgres } from '../../support/postgres.ts'

describe('a connection to PostgreSQL', { skip: postgresUnavailable() ?? false }, () => {
  let postgres: PostgresServer
  before(async () => {
    postgres = await startPostgres()
  })
  after(() => postgres.stop())

  const ask = (text: string) => {
    const { sql, parameters } = CompiledQuery.raw(text)
    return [sql, [...parameters]] as const
  }

  it('that gives no answer in time is cut and another opened; nothing else ends by it', async () => {
    const pool = timedPool(await postgres.createDatabase(), 300)
    const slow = await pool.connect()
    // An error that nobody hears ends the process, and so this test.
    await assert.rejects(slow.query<never>(...ask('select pg_sleep(60)')), Unavailable)
    slow.release()
    const next = await pool.connect()
    assert.deepEqual((await next.query<{ one: number }>(...ask('select 1 as one'))).rows, [{ one: 1 }])
    next.release()
    await pool.end()
  })

  it('that the server ends while it is in use is told to who waits', async () => {
    const pool = timedPool(await postgres.createDatabase(), 20_000)
    const held = await pool.connect()
    const waits = assert.rejects(held.query<never>(...ask('select pg_sleep(60)')), Unavailable)
    await postgres.halt()
    await waits
    held.release()
    await postgres.resume()
    await pool.end()
  })
})
