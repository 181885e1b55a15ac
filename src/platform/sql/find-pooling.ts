import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** A statement that waits longer waits for the connection that the other one holds. */
const WAIT_MS = 2_000
/** Any name with a dot may be set by anybody. */
const SETTING = 'limen.session'

/**
 * Whether something between this program and PostgreSQL gives a connection to others between two transactions, as
 * PgBouncer does with pool_mode = transaction: then what one connection sets, another one has, or the next transaction
 * of the same one has not.
 */
export async function sharesConnections(url: string): Promise<boolean> {
  const [one, other] = [connection(url), connection(url)]
  try {
    await Promise.all([one.connect(), other.connect()])
    const tag = randomUUID()
    await set(one, tag)
    await other.query('begin')
    if ((await read(other)) === tag) return true
    // As long as the other one is in a transaction, it keeps the connection that it shares.
    return (await read(one).catch(isWaiting)) !== tag
  } finally {
    await other.query('rollback').catch(() => {})
    await Promise.all([one, other].map((each) => set(each, '').catch(() => {})))
    await Promise.all([one, other].map((each) => each.end().catch(() => {})))
  }
}

function connection(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: WAIT_MS, query_timeout: WAIT_MS })
  // Whoever waits for its answer gets the error.
  client.on('error', () => {})
  return client
}

const set = (client: pg.Client, value: string) => client.query('select set_config($1, $2, false)', [SETTING, value])

async function read(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string | null }>('select current_setting($1, true) as value', [SETTING])
  return rows[0]?.value ?? undefined
}

function isWaiting(error: Error): undefined {
  if (!/timeout/i.test(error.message)) throw error
  return undefined
}

/** What an operator has to know if it does. */
export const SHARED_CONNECTIONS =
  'the connections to PostgreSQL are shared by transaction: a statement that was lost is noticed late, and the time limit of a transaction may be that of somebody else'
export const SHARED_ADVICE =
  'set pool_mode = session for this database in PgBouncer, with room for 15 connections of each node, or connect to PostgreSQL directly'

/** Says so at the start. A check that failed is no reason not to start: the service has its own connection. */
export async function warnOfSharing(url: string, warn: (message: string) => void): Promise<void> {
  try {
    if (await sharesConnections(url)) warn(`${SHARED_CONNECTIONS}: ${SHARED_ADVICE}`)
  } catch (error) {
    warn(`it is unknown whether the connections to PostgreSQL are shared by transaction: ${String(error)}`)
  }
}
