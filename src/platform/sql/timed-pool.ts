import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { countDeadline } from '../deadline.ts'
import { Unavailable } from '../unavailable.ts'

/** The slowest query of the console takes half a second on a million sessions. */
export const STATEMENT_MS = 15_000
/** The limit for a free connection from the pool. */
const FREE_MS = 10_000
/** The limit for a connection to the server. */
const CONNECT_MS = 3_000
/** A statement that waits longer may have been lost. */
const DOUBT_MS = 2_000
/** The grace period for an answer that is on its way. */
const ARRIVAL_MS = 300

/**
 * Connections with a time limit for each statement. A hanging server, or one behind a broken network, would otherwise
 * be waited for until TCP gives up, a quarter of an hour; instead the connection is cut and a new one is tried. The
 * same happens if a network outage lost a statement or its answer.
 */
export function timedPool(connectionString: string, limitMs: number): PostgresPool {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: FREE_MS,
    Client: SoonConnected,
    keepAlive: true,
    types: { getTypeParser: typeParser },
  })
  const broken = new WeakSet<pg.PoolClient>()
  const doubts = openDoubts(connectionString)
  // A connection that breaks while idle is dropped by the pool; the next query opens another or reports the fault.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // If it breaks while in use, the code that awaits its answer gets the error; unhandled, the event would end the
    // process as well.
    client.on('error', () => {})
    limitStatements(client, limitMs, doubts, () => broken.add(client))
    // A transaction of a caller behind a broken network would hold its locks until TCP gives up, two hours by default.
    client.query(`set idle_in_transaction_session_timeout = ${limitMs}`).catch(() => broken.add(client))
  })
  return {
    connect: () =>
      pool.connect().then(
        (client) => {
          const release = client.release.bind(client)
          // The server may have closed it before that is seen here: the next caller must not get it.
          return Object.assign(client, { release: () => release(broken.has(client)) }) as unknown as PostgresPoolClient
        },
        (error: Error) => {
          throw new Unavailable(`the database cannot be reached: ${error.message}`, { cause: error })
        },
      ),
    end: async () => {
      await Promise.all([pool.end(), doubts.end()])
    },
  }
}

/** Gives up a slow connection attempt long before a caller who waits for a free connection times out. */
class SoonConnected extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super({ ...(config as pg.ClientConfig), connectionTimeoutMillis: CONNECT_MS })
  }
}

interface Doubted {
  client: pg.PoolClient
  cut(): void
}

/**
 * Statements that have waited long. The server is asked, over a separate connection, which of their backends are idle.
 */
function openDoubts(connectionString: string) {
  const pool = new pg.Pool({ connectionString, max: 1, connectionTimeoutMillis: DOUBT_MS, query_timeout: DOUBT_MS })
  pool.on('error', () => {})
  const doubted = new Set<Doubted>()
  let asking = false

  async function ask(): Promise<void> {
    asking = true
    while (doubted.size > 0) {
      const asked = [...doubted]
      const idle = await readIdle(pool).catch(() => undefined)
      await wait(ARRIVAL_MS)
      for (const each of asked) if (idle?.has(pidOf(each.client)) && doubted.has(each)) each.cut()
      await wait(idle ? DOUBT_MS : 0)
    }
    asking = false
  }

  return {
    /** Ends when the returned function is called. */
    begin(each: Doubted): () => void {
      const timer = setTimeout(() => {
        doubted.add(each)
        if (!asking) void ask()
      }, DOUBT_MS)
      return () => {
        clearTimeout(timer)
        doubted.delete(each)
      }
    },
    end: () => pool.end(),
  }
}

/** Backends that wait for a statement: the one that was sent to them is lost, or their answer. */
async function readIdle(pool: pg.Pool): Promise<Set<unknown>> {
  const { rows } = await pool.query(`select pid from pg_stat_activity where state like 'idle%'`)
  return new Set(rows.map(({ pid }) => pid))
}

const pidOf = (client: pg.PoolClient): unknown => (client as unknown as { processID: unknown }).processID

/** Times and counts are bigint columns, far below 2^53. */
const typeParser: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: string) =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')

function limitStatements(
  client: pg.PoolClient,
  limitMs: number,
  doubts: ReturnType<typeof openDoubts>,
  end: () => void,
): void {
  const query = client.query.bind(client) as (...values: unknown[]) => unknown
  const { stream } = (client as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection
  const limited = (...values: unknown[]) => {
    const answer = query(...values)
    if (!(answer instanceof Promise)) return answer
    const cut = (reason: string) => {
      countDeadline('database')
      stream.destroy(new Unavailable(reason))
    }
    const timer = setTimeout(() => cut(`no answer from the database within ${limitMs} ms`), limitMs)
    const trust = doubts.begin({ client, cut: () => cut('no answer from the database: the statement was lost') })
    return answer
      .catch((error: Error & { code?: string }) => {
        if (!isOver(error)) throw error
        end()
        throw new Unavailable(`the database went away: ${error.message}`, { cause: error })
      })
      .finally(() => {
        clearTimeout(timer)
        trust()
      })
  }
  Object.assign(client, { query: limited })
}

/**
 * The connection ended, or the server is shutting down or starting (class 57P), has no space on its disk, in its memory
 * or for another connection (class 53), failed to read or write (58030), or is a standby that accepts no writes
 * (25006).
 */
function isOver({ code, message }: Error & { code?: string }): boolean {
  if (code === undefined) return /connection|no answer/i.test(message)
  return /^(57P0|08|53|58030|25006|ECONN|EPIPE|ETIMEDOUT)/.test(code)
}
