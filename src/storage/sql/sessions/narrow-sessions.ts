import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { SessionFilter, SessionSearch } from '../../../actions/ports/sessions.ts'
import { reviewed, took } from '../database/indexed.ts'
import { narrowToTenants } from '../database/query.ts'
import type { Schema } from '../database/schema.ts'

type Builder = ExpressionBuilder<Schema, 'session'>
type After = Parameters<SessionSearch['find']>[1]['after']

/** The sessions that fit, apart from words and reference, in an order that an index has, or among these ids. */
export function fitting(db: Kysely<Schema>, filter: SessionFilter, now: number, among?: readonly string[]) {
  const { statuses, reached, decided, reviewer, idStart } = filter
  let query = within(db.selectFrom('session'), filter)
    .where('erased_at', 'is', null)
    .where((eb) => narrowToTenants(eb, filter.tenants))
  // Few ids are read one by one; SQLite would rather walk over everything of the mode.
  query = among
    ? query.where('id', 'in', among.length ? among : ['']).where(sql<boolean>`(mode || '') = ${filter.mode}`)
    : query.where('mode', '=', filter.mode)
  if (idStart !== undefined) query = query.where('id', '>=', idStart).where('id', '<', afterStart(idStart))
  if (filter.status !== undefined) query = query.where((eb) => hasStatus(eb, filter.status, now))
  if (filter.documentType !== undefined) query = query.where('document_type', '=', filter.documentType)
  if (filter.country !== undefined) query = query.where('country', '=', filter.country)
  if (statuses) query = query.where((eb) => eb.or(statuses.map((status) => hasStatus(eb, status, now))))
  if (reached) query = query.where('reached', '=', reached)
  // Not by the index of who decided, whose order is another.
  if (decided) query = query.where((eb) => eb.and(decidedSo(eb, decided, sql<number>`(${reviewed} + 0)`)))
  if (reviewer !== undefined) query = query.where('id', 'in', decidedBy(db, reviewer))
  return query
}

/** After every id that begins so: after the last hex digit. */
export const afterStart = (idStart: string): string => `${idStart}g`

/** A query that can be narrowed by when sessions were created. */
interface Timely<Query> {
  where(column: 'created_at', operator: '<' | '<=' | '>=', at: number): Query
  where(expression: (eb: Builder) => Expression<SqlBool>): Query
}

export function within<Query extends Timely<Query>>(
  query: Query,
  { createdFrom, createdBefore }: SessionFilter,
): Query {
  const from = createdFrom ? query.where('created_at', '>=', createdFrom.getTime()) : query
  return createdBefore ? from.where('created_at', '<', createdBefore.getTime()) : from
}

/** What comes after this one in the order of the list. */
export function beyond<Query extends Timely<Query>>(query: Query, after: After): Query {
  if (!after) return query
  const at = after.createdAt.getTime()
  return query.where('created_at', '<=', at).where((eb) => eb.or([eb('created_at', '<', at), eb('id', '<', after.id)]))
}

export function decidedSo(
  eb: Builder,
  { by, from, overMinutes, underMinutes }: NonNullable<SessionFilter['decided']>,
  who = reviewed,
): Expression<SqlBool>[] {
  return [
    eb('settled_at', 'is not', null),
    eb('completed_at', 'is not', null),
    eb(who, '=', by === 'reviewer' ? 1 : 0),
    ...(from ? [eb('settled_at', '>=', from.getTime())] : []),
    ...(overMinutes === undefined ? [] : [eb(took, '>=', overMinutes * 60_000)]),
    ...(underMinutes === undefined ? [] : [eb(took, '<', underMinutes * 60_000)]),
  ]
}

export const decidedBy = (db: Kysely<Schema>, reviewer: string) =>
  db
    .selectFrom('review')
    .select('session_id as id')
    .where('reviewer', '=', reviewer)
    .where('verdict', 'in', ['approve', 'reject'])

function hasStatus(eb: Builder, status: SessionFilter['status'] = 'PENDING', now: number) {
  const is = eb('status', '=', status)
  const over = sql<boolean>`expires_at <= ${now}`
  if (status === 'PENDING') return eb.and([is, eb.not(over)])
  return status === 'EXPIRED' ? eb.or([is, eb.and([eb('status', '=', 'PENDING'), over])]) : is
}
