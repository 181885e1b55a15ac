import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { Unavailable } from '../../../actions/ports/unavailable.ts'
import { countDeadline } from '../../../deadline.ts'

/** The slowest question of the console takes half a second on a million sessions. */
export const STATEMENT_MS = 15_000
/** For a connection, or for one that is free. */
const CONNECT_MS = 10_000

/**
 * Connections of which each statement has a time limit. A server that hangs, or that a broken network hides, would
 * otherwise be waited for until TCP gives up, a quarter of an hour; the connection is cut instead, and a new one tried.
 */
export function timedPool(connectionString: string, limitMs: number): PostgresPool {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types: { getTypeParser: typeParser },
  })
  const broken = new WeakSet<pg.PoolClient>()
  // A connection that breaks while idle is dropped by the pool; the next query opens another or reports the fault.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // One that breaks while it is in use tells whoever waits for its answer; unheard, it would end the process as well.
    client.on('error', () => {})
    // A transaction whose caller a broken network hides would hold its locks until TCP gives up, two hours by default.
    client.query(`set idle_in_transaction_session_timeout = ${limitMs}`).catch(() => broken.add(client))
    limitStatements(client, limitMs, () => broken.add(client))
  })
  return {
    connect: () =>
      pool.connect().then(
        (client) => {
          const release = client.release.bind(client)
          // The server may have ended it before its end is seen here: the next caller must not get it.
          return Object.assign(client, { release: () => release(broken.has(client)) }) as unknown as PostgresPoolClient
        },
        (error: Error) => {
          throw new Unavailable(`the database cannot be reached: ${error.message}`, { cause: error })
        },
      ),
    end: () => pool.end(),
  }
}

/** Times and counts are bigint columns, far below 2^53. */
const typeParser: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: string) =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')

function limitStatements(client: pg.PoolClient, limitMs: number, end: () => void): void {
  const query = client.query.bind(client) as (...values: unknown[]) => unknown
  const { stream } = (client as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection
  const limited = (...values: unknown[]) => {
    const answer = query(...values)
    if (!(answer instanceof Promise)) return answer
    const late = () => {
      countDeadline('database')
      stream.destroy(new Unavailable(`no answer from the database within ${limitMs} ms`))
    }
    const timer = setTimeout(late, limitMs)
    return answer
      .catch((error: Error & { code?: string }) => {
        if (!isOver(error)) throw error
        end()
        throw new Unavailable(`the database went away: ${error.message}`, { cause: error })
      })
      .finally(() => clearTimeout(timer))
  }
  Object.assign(client, { query: limited })
}

/**
 * The connection ended, or the server is going down or coming up (class 57P), has no room on its disk, in its memory or for
 * another connection (class 53), failed to read or write (58030), or is a standby that takes no writes (25006).
 */
function isOver({ code, message }: Error & { code?: string }): boolean {
  if (code === undefined) return /connection|no answer/i.test(message)
  return /^(57P0|08|53|58030|25006|ECONN|EPIPE|ETIMEDOUT)/.test(code)
}
