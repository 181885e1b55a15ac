import { type Kysely, sql } from 'kysely'
import type { Mode, Status } from '../../session/session-words.ts'
import type { Database } from '../../storage/context.ts'
import type { Schema } from '../../storage/schema.ts'

/**
 * Sessions are counted per day and per minute of their creation, in the transaction that adds or erases them. A page
 * far down the list is then found by adding up days, then the minutes of one day, instead of scanning everything before
 * it; what is left to skip is at most the sessions of one minute.
 */
export const DAY = 86_400_000
export const MINUTE = 60_000

/** Whose sessions are counted together. */
export interface Counted {
  tenant: string
  mode: Mode
}

export async function countSession(
  trx: Kysely<Schema>,
  { tenant, mode }: Counted,
  createdAt: number,
  by: 1 | -1,
): Promise<void> {
  for (const span of [DAY, MINUTE]) {
    const start = startOf(span, createdAt)
    await trx
      .insertInto('session_count')
      .values({ tenant, mode, span, start, sessions: by })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant', 'mode', 'span', 'start'])
          .doUpdateSet((eb) => ({ sessions: eb('session_count.sessions', '+', by) })),
      )
      .execute()
    if (by < 0) {
      await trx
        .deleteFrom('session_count')
        .where('tenant', '=', tenant)
        .where('mode', '=', mode)
        .where('span', '=', span)
        .where('start', '=', start)
        .where('sessions', '=', 0)
        .execute()
    }
  }
}

/**
 * Maintains the number of sessions by status, so that it need not be counted. Call it before `countSession`, and with
 * all changes of one write at once: rows are then locked in the same order everywhere.
 */
export async function countStatuses(
  trx: Kysely<Schema>,
  { tenant, mode }: Counted,
  createdAt: number,
  changes: Partial<Record<Status, 1 | -1>>,
): Promise<void> {
  const day = startOf(DAY, createdAt)
  for (const [status, by] of Object.entries(changes).sort(([a], [b]) => (a < b ? -1 : 1))) {
    await trx
      .insertInto('status_count')
      .values({ tenant, mode, day, status: status as Status, sessions: by })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant', 'mode', 'day', 'status'])
          .doUpdateSet((eb) => ({ sessions: eb('status_count.sessions', '+', by) })),
      )
      .execute()
  }
}

/**
 * The total, and the position of the record at `offset` (newest first): it is `skip` records after the newest one
 * created before `before`.
 */
export async function locate(
  trx: Kysely<Schema>,
  { tenant, mode }: Counted,
  offset: number,
): Promise<{ total: number; position?: { before: number; skip: number } }> {
  const days = await trx
    .selectFrom('session_count')
    .select(['start', 'sessions'])
    .where('tenant', '=', tenant)
    .where('mode', '=', mode)
    .where('span', '=', DAY)
    .orderBy('start', 'desc')
    .execute()
  const total = days.reduce((sum, day) => sum + day.sessions, 0)
  const day = spanAt(days, offset)
  if (!day) return { total }

  const minutes = await trx
    .selectFrom('session_count')
    .select(['start', 'sessions'])
    .where('tenant', '=', tenant)
    .where('mode', '=', mode)
    .where('span', '=', MINUTE)
    .where('start', '>=', day.start)
    .where('start', '<', day.start + DAY)
    .orderBy('start', 'desc')
    .execute()
  const minute = spanAt(minutes, day.skip)
  if (!minute) throw new Error(`session counts of tenant ${tenant} disagree on the day ${day.start}`)
  return { total, position: { before: minute.start + MINUTE, skip: minute.skip } }
}

export const startOf = (span: number, at: number) => at - (at % span)

function spanAt(spans: { start: number; sessions: number }[], offset: number) {
  let skip = offset
  for (const { start, sessions } of spans) {
    if (skip < sessions) return { start, skip }
    skip -= sessions
  }
  return undefined
}

/**
 * Counts all sessions again, and corrects the counts behind lists and plots; answers how many were wrong. They are
 * maintained in the transactions that change sessions, so they are wrong only if somebody changed or restored tables by
 * other means. Nobody can write a session meanwhile.
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

const startInSql = (span: number) => sql<number>`created_at - created_at % ${sql.lit(span)}`

async function countBySpan(trx: Kysely<Schema>, span: number): Promise<Schema['session_count'][]> {
  const rows = await trx
    .selectFrom('session')
    .select((eb) => ['tenant', 'mode', startInSql(span).as('start'), eb.fn.countAll<number>().as('sessions')])
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
    .select((eb) => ['tenant', 'mode', startInSql(DAY).as('day'), 'status', eb.fn.countAll<number>().as('sessions')])
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

/** How many numbers differ; a count of zero equals a missing row. */
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

/** The maximum number of values in a statement. */
const ROWS = 1000
const chunks = <Row>(rows: Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, at) => rows.slice(at * ROWS, (at + 1) * ROWS))
