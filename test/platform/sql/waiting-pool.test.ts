import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openFaultyLink } from '../../../lab/bench/support/faulty-link.ts'
import { timedPool } from '../../../src/platform/sql/timed-pool.ts'
import { Unavailable } from '../../../src/platform/unavailable.ts'
import { postgresUnavailable, sharedPostgres } from '../../support/postgres.ts'

type Client = { query(sql: string, parameters: unknown[]): Promise<unknown>; release(): void }

describe('a network that is gone for a while', { skip: postgresUnavailable() ?? false }, () => {
  it('leaves no caller waiting for a statement that it lost, and a slow statement has its time', {
    timeout: 120_000,
  }, async (t) => {
    const url = new URL(await (await sharedPostgres()).createDatabase())
    const link = await openFaultyLink(Number(url.port))
    const pool = timedPool(url.href.replace(`:${url.port}/`, `:${link.port}/`), 86_400_000)
    t.after(async () => {
      await pool.end()
      await link.close()
    })
    const open = async () => (await pool.connect()) as unknown as Client
    const [slow, lost, again] = [await open(), await open(), await open()]
    const slept = slow.query('select pg_sleep(6)', [])
    await again.query('select 1', [])
    const passed = link.bytes()
    link.fault = 'swallows'
    const unanswered = lost.query('select 1', [])
    while (link.bytes() === passed) await new Promise((resolve) => setTimeout(resolve, 20))
    link.fault = 'none'
    await assert.rejects(unanswered, Unavailable)
    await slept
    await again.query('select 1', [])
    for (const client of [slow, lost, again]) client.release()
  })
})

describe('a transaction that a broken network hides', { skip: postgresUnavailable() ?? false }, () => {
  it('gives up its locks', { timeout: 120_000 }, async (t) => {
    const url = new URL(await (await sharedPostgres()).createDatabase())
    const link = await openFaultyLink(Number(url.port))
    const [hidden, other] = [url.href.replace(`:${url.port}/`, `:${link.port}/`), url.href].map((each) =>
      timedPool(each, 2_000),
    ) as [ReturnType<typeof timedPool>, ReturnType<typeof timedPool>]
    const [first, second] = (await Promise.all([hidden.connect(), other.connect()])) as unknown as [Client, Client]
    t.after(async () => {
      first.release()
      second.release()
      await Promise.all([hidden.end(), other.end()])
      await link.close()
    })
    await second.query('create table thing (id integer)', [])
    await second.query('insert into thing values (1)', [])
    await first.query('begin', [])
    await first.query('update thing set id = 2', [])
    link.fault = 'swallows'
    // A try that waits too long costs its connection.
    const tries = async (): Promise<boolean> => {
      const client = (await other.connect()) as unknown as Client
      try {
        await client.query('update thing set id = 3', [])
        return true
      } catch {
        return false
      } finally {
        client.release()
      }
    }
    while (!(await tries())) await new Promise((resolve) => setTimeout(resolve, 50))
  })
})
