import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { reviewed, took } from '../../../platform/sql/indexed.ts'
import type { Secrets } from '../../ports/installation.ts'
import type { FoundSession, SessionFilter, SessionSearch, Sessions } from '../../ports/sessions.ts'
import type { Context } from '../../storage/context.ts'
import { narrowToTenants } from '../../storage/query.ts'
import type { Schema } from '../../storage/schema.ts'
import { hashMarks, markSession, replaceMarks } from './search-marks.ts'
import { countFacets, type Facet, findFacets, newestOf } from './session-facets.ts'
import { withExternalId } from './session-list.ts'
import { openSession, personOf, SUMMARY_COLUMNS, selectWithKey } from './session-row.ts'

/**
 * Up to this many sessions are read one by one; with more it is faster to scan all, newest first, until a page is full.
 */
const FEW = 2000

export function sqlSessionSearch(
  context: Omit<Context, 'auditKey' | 'signed'>,
  secrets: Secrets,
  sessions: Pick<Sessions, 'byExternalId'>,
  walk = WALK,
): SessionSearch {
  const { db, keys, clock } = context

  /**
   * The reference is stored as a keyed hash of tenant and text, so there is one lookup per tenant. Few sessions share
   * one.
   */
  async function byExternalId(externalId: string, limit: number): Promise<string[]> {
    const tenants = await db.selectFrom('tenant').select('id').execute()
    const found = await Promise.all(tenants.map(({ id }) => sessions.byExternalId(id, externalId, limit)))
    return found.flat().map(({ id }) => id)
  }

  /** A mark is keyed by tenant and mode, so there is one lookup per visible tenant. */
  async function hashWords({ words = [], mode, tenants }: SessionFilter): Promise<string[][]> {
    if (!words.length) return []
    const all = tenants ?? (await db.selectFrom('tenant').select('id').execute()).map(({ id }) => id)
    return Promise.all(
      words.map(async (forms) =>
        (await Promise.all(all.map((tenant) => hashMarks(secrets, { tenant, mode }, forms)))).flat(),
      ),
    )
  }

  /** The sessions that have a mark of every word, if they are few. */
  async function fewMarked([first = [], ...others]: string[][]): Promise<string[] | undefined> {
    let query = db.selectFrom('search_mark').select('session_id').distinct().where('mark', 'in', first)
    for (const hashes of others) {
      query = query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('search_mark as other')
            .select('other.session_id')
            .where('other.mark', 'in', hashes)
            .whereRef('other.session_id', '=', 'search_mark.session_id'),
        ),
      )
    }
    const rows = await query.limit(FEW + 1).execute()
    return fewOf(rows.map(({ session_id }) => ({ id: session_id })))
  }

  /** The sessions found by a part of an id, a reviewer or the time to decide, if they are few. */
  async function fewNamed({ mode, idStart, reviewer, decided }: SessionFilter): Promise<string[] | undefined> {
    const sessions = db.selectFrom('session').select('id')
    if (idStart !== undefined) {
      const range = sessions.where('id', '>=', idStart).where('id', '<', afterStart(idStart))
      return fewOf(await range.limit(FEW + 1).execute())
    }
    if (reviewer !== undefined)
      return fewOf(
        await decidedBy(db, reviewer)
          .distinct()
          .limit(FEW + 1)
          .execute(),
      )
    if (!decided) return undefined
    const found = sessions
      .where('mode', '=', mode)
      .where('erased_at', 'is', null)
      .where((eb) => eb.and(decidedSo(eb, decided)))
    return fewOf(await found.limit(FEW + 1).execute())
  }

  return {
    async decided({ tenant, mode }, after = '', limit) {
      const rows = await selectWithKey(db)
        .where('session.tenant', '=', tenant)
        .where('session.mode', '=', mode)
        .where('session.id', '>', after)
        .where('session.completed_at', 'is not', null)
        .orderBy('session.id')
        .limit(limit)
        .execute()
      return rows.map((row) => openSession(row, keys))
    },

    async index(after = '', limit) {
      const rows = await selectWithKey(db).where('session.id', '>', after).orderBy('session.id').limit(limit).execute()
      for (const row of rows) {
        const marks = await markSession(secrets, openSession(row, keys))
        await db.transaction().execute(async (trx) => {
          const found = trx.selectFrom('session').select('id').where('id', '=', row.id)
          // A session that was changed meanwhile has its marks from that write; one that is being erased gets none.
          const isSame = await found
            .where('version', '=', row.version)
            .where('erased_at', 'is', null)
            .executeTakeFirst()
          if (isSame) await replaceMarks(trx, row.id, marks)
        })
      }
      return rows.map(({ id }) => id)
    },
    async persons(ids) {
      if (!ids.length) return new Map()
      const rows = await selectWithKey(db).where('session.id', 'in', ids).execute()
      return new Map(rows.map((row) => [row.id, personOf(row, keys)]))
    },
    async find(filter, page) {
      const { after, limit, countTo } = page
      const now = clock().getTime()
      if (isFaceted(filter)) {
        const { total, ids } = await findByFacets(db, filter, page, now, walk)
        return { total, rows: ids.length ? await rowsOf(ids) : [] }
      }
      const words = await hashWords(filter)
      const referred = filter.externalId === undefined ? undefined : await byExternalId(filter.externalId, countTo)
      const marked = words.length ? await fewMarked(words) : undefined
      const among = inAll([referred, marked, await fewNamed(filter)])
      if (among?.length === 0) return { total: 0, rows: [] }
      let query = fitting(db, filter, now, among)
      for (const hashes of marked ? [] : words) {
        query = query.where('id', 'in', (eb) =>
          eb.selectFrom('search_mark').select('session_id').where('mark', 'in', hashes),
        )
      }
      // The order of the index, even for counting: without it SQLite reads whole rows.
      const inOrder = query.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc')
      const ids = (await beyond(inOrder, after).limit(limit).execute()).map(({ id }) => id)
      const isWhole = !after && ids.length < limit
      const total = isWhole ? Math.min(ids.length, countTo) : await countOf(inOrder.limit(countTo))
      return { total, rows: ids.length ? await rowsOf(ids) : [] }
    },
  }

  async function countOf(found: SelectQueryBuilder<Schema, 'session', { id: string }>): Promise<number> {
    const { total } = await db
      .selectFrom(found.as('found'))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return total
  }

  async function rowsOf(ids: string[]): Promise<FoundSession[]> {
    const rows = await db
      .selectFrom('session')
      .innerJoin('session_key', 'session_key.session_id', 'session.id')
      .select([...SUMMARY_COLUMNS, 'session.tenant', 'session.external_id_hash', 'session.sealed_request'])
      .select(['session_key.master_key_id', 'session_key.wrapped'])
      .where('session.id', 'in', ids)
      .where('session.erased_at', 'is', null)
      .orderBy('session.created_at', 'desc')
      .orderBy('session.id', 'desc')
      .execute()
    return rows.map((row) => ({ ...withExternalId(row, keys, clock()), tenant: row.tenant }))
  }
}

const fewOf = (rows: readonly { id: string }[]): string[] | undefined =>
  rows.length > FEW ? undefined : rows.map(({ id }) => id)

/** Those that are in all of the given lists; undefined without any. */
function inAll(lists: readonly (string[] | undefined)[]): string[] | undefined {
  const [first, ...others] = lists.filter((list) => list !== undefined).map((list) => new Set(list))
  return first && [...first].filter((id) => others.every((list) => list.has(id)))
}

type Page = Parameters<SessionSearch['find']>[1]

/** How many of the newest are scanned before a separate search for rare ones: 1 or 2 ms. */
const WALK = 5000

/**
 * Whether it uses only what the facet index contains, and days. For one tenant or for all there is an index in order.
 */
function isFaceted({ mode: _, createdFrom: __, createdBefore: ___, tenants, ...filter }: SessionFilter): boolean {
  const asked = Object.keys(filter)
  const known = ['status', 'statuses', 'documentType', 'country', 'reached']
  return asked.every((key) => known.includes(key)) && (asked.length > 0 || (tenants?.length ?? 0) > 1)
}

/** Scans the newest; if they do not suffice each facet is queried. */
async function findByFacets(
  db: Kysely<Schema>,
  filter: SessionFilter,
  { after, limit, countTo }: Page,
  now: number,
  length: number,
): Promise<{ total: number; ids: string[] }> {
  const walk = (from: number | undefined) =>
    fitting(db, since(filter, from), now).select('id').orderBy('created_at', 'desc').orderBy('id', 'desc')
  let known: Facet[] | undefined
  const facets = async () => {
    known ??= await findFacets(db, filter)
    return known
  }

  const near = await horizonOf(db, filter, after, length)
  let ids = (await beyond(walk(near), after).limit(limit).execute()).map(({ id }) => id)
  if (ids.length < limit && near !== undefined)
    ids = await newestOf(db, await facets(), now, limit, (query) => beyond(within(query, filter), after))
  if (!after && ids.length < limit) return { total: Math.min(ids.length, countTo), ids }

  const top = after ? await horizonOf(db, filter, undefined, length) : near
  const walked = (await walk(top).limit(countTo).execute()).length
  if (walked >= countTo || top === undefined) return { total: walked, ids }
  return { total: await countFacets(db, await facets(), now, countTo, (query) => within(query, filter)), ids }
}

/** The creation time of the last one that is scanned; undefined when that is all of them. */
async function horizonOf(
  db: Kysely<Schema>,
  { mode, createdBefore }: SessionFilter,
  after: Page['after'],
  length: number,
): Promise<number | undefined> {
  const all = db.selectFrom('session').select('created_at').where('mode', '=', mode).where('erased_at', 'is', null)
  const inTime = within(all, { mode, ...(createdBefore && { createdBefore }) })
  const rest = after ? inTime.where('created_at', '<=', after.createdAt.getTime()) : inTime
  const inOrder = rest.orderBy('created_at', 'desc').orderBy('id', 'desc')
  return (await inOrder.offset(length).limit(1).executeTakeFirst())?.created_at
}

/**
 * The same filter from the later of both times on: with two lower limits SQLite may use the one that excludes little.
 */
function since(filter: SessionFilter, from: number | undefined): SessionFilter {
  if (from === undefined || (filter.createdFrom && filter.createdFrom.getTime() > from)) return filter
  return { ...filter, createdFrom: new Date(from) }
}

type Builder = ExpressionBuilder<Schema, 'session'>
type After = Parameters<SessionSearch['find']>[1]['after']

/** The sessions that match, apart from words and reference, in an order that an index has, or among these ids. */
function fitting(db: Kysely<Schema>, filter: SessionFilter, now: number, among?: readonly string[]) {
  const { statuses, reached, decided, reviewer, idStart } = filter
  let query = within(db.selectFrom('session'), filter)
    .where('erased_at', 'is', null)
    .where((eb) => narrowToTenants(eb, filter.tenants))
  // Few ids are read one by one; SQLite would otherwise scan everything of the mode.
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

/** After every id with this prefix: after the last hex digit. */
const afterStart = (idStart: string): string => `${idStart}g`

/** A query that can be narrowed by when sessions were created. */
interface Timely<Query> {
  where(column: 'created_at', operator: '<' | '<=' | '>=', at: number): Query
  where(expression: (eb: Builder) => Expression<SqlBool>): Query
}

function within<Query extends Timely<Query>>(query: Query, { createdFrom, createdBefore }: SessionFilter): Query {
  const from = createdFrom ? query.where('created_at', '>=', createdFrom.getTime()) : query
  return createdBefore ? from.where('created_at', '<', createdBefore.getTime()) : from
}

/** What comes after this one in the order of the list. */
function beyond<Query extends Timely<Query>>(query: Query, after: After): Query {
  if (!after) return query
  const at = after.createdAt.getTime()
  return query.where('created_at', '<=', at).where((eb) => eb.or([eb('created_at', '<', at), eb('id', '<', after.id)]))
}

function decidedSo(
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

const decidedBy = (db: Kysely<Schema>, reviewer: string) =>
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
