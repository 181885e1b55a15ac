import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/context.ts'
import type { Schema } from '../database/schema.ts'
import { DAY, MINUTE } from './session-count.ts'

/**
 * Counts all sessions again, and puts right the numbers that lists and plots are reckoned from; answers how many were
 * wrong. They are kept in the transactions that change sessions, so they are wrong only where somebody changed or
 * restored tables past the program. Nobody can write a session meanwhile.
 */
export async function recount({ db, kind }: Pick<Database, 'db' | 'kind'>): Promise<number> {
  return db.transaction().execute(async (trx) => {
    if (kind === 'postgres')
      await sql`lock table session, session_count, status_count in share row exclusive mode`.execute(trx)
    const spans = await Promise.all([DAY, MINUTE].map((span) => countBySpan(trx, span)))
    const wrong = (await replaceCounts(trx, spans.flat())) + (await replaceStatuses(trx))
    return wrong
  })
}

const startOf = (span: number) => sql<number>`created_at - created_at % ${sql.lit(span)}`

async function countBySpan(trx: Kysely<Schema>, span: number): Promise<Schema['session_count'][]> {
  const rows = await trx
    .selectFrom('session')
    .select((eb) => ['tenant', 'mode', startOf(span).as('start'), eb.fn.countAll<number>().as('sessions')])
    .where('erased_at', 'is', null)
    .groupBy(['tenant', 'mode', 'start'])
    .execute()
  return rows.map((row) => ({ ...row, span }))
}

async function replaceCounts(trx: Kysely<Schema>, right: Schema['session_count'][]): Promise<number> {
  const kept = await trx.selectFrom('session_count').selectAll().execute()
  const nameOf = ({ tenant, mode, span, start }: Schema['session_count']) => JSON.stringify([tenant, mode, span, start])
  const wrong = countDifferences(right, kept, nameOf)
  if (!wrong) return 0
  await trx.deleteFrom('session_count').execute()
  for (const rows of chunks(right)) await trx.insertInto('session_count').values(rows).execute()
  return wrong
}

async function replaceStatuses(trx: Kysely<Schema>): Promise<number> {
  const right = await trx
    .selectFrom('session')
    .select((eb) => ['tenant', 'mode', startOf(DAY).as('day'), 'status', eb.fn.countAll<number>().as('sessions')])
    .where('erased_at', 'is', null)
    .groupBy(['tenant', 'mode', 'day', 'status'])
    .execute()
  const kept = await trx.selectFrom('status_count').selectAll().execute()
  const nameOf = ({ tenant, mode, day, status }: Schema['status_count']) => JSON.stringify([tenant, mode, day, status])
  const wrong = countDifferences(right, kept, nameOf)
  if (!wrong) return 0
  await trx.deleteFrom('status_count').execute()
  for (const rows of chunks(right)) await trx.insertInto('status_count').values(rows).execute()
  return wrong
}

/** How many numbers differ; a count of none is as good as no row. */
function countDifferences<Row extends { sessions: number }>(
  right: Row[],
  kept: Row[],
  nameOf: (row: Row) => string,
): number {
  const left = new Map(kept.filter(({ sessions }) => sessions !== 0).map((row) => [nameOf(row), row.sessions]))
  let wrong = 0
  for (const row of right) {
    if (left.get(nameOf(row)) !== row.sessions) wrong += 1
    left.delete(nameOf(row))
  }
  return wrong + left.size
}

/** A statement takes so many values at most. */
const ROWS = 1000
const chunks = <Row>(rows: Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, at) => rows.slice(at * ROWS, (at + 1) * ROWS))
