import { describe, it } from 'node:test'
import { openFaultyLink } from '../../../lab/bench/support/faulty-link.ts'
import { timedPool } from '../../../src/storage/sql/database/timed-pool.ts'
import { postgresUnavailable, sharedPostgres } from '../../support/postgres.ts'

type Client = { query(sql: string, parameters: unknown[]): Promise<unknown>; release(): void }

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
