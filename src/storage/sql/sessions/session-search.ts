import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Secrets } from '../../../actions/ports/secrets.ts'
import type { FoundSession, SessionFilter, SessionSearch } from '../../../actions/ports/session-search.ts'
import type { Sessions } from '../../../actions/ports/sessions.ts'
import { reviewed, took } from '../counts/time-to-decide.ts'
import type { Context } from '../database/context.ts'
import { narrowToTenants } from '../database/narrow.ts'
import type { Schema } from '../database/schema.ts'
import { hashMarks, markSession, replaceMarks } from './search-marks.ts'
import { withExternalId } from './session-list.ts'
import { openSession, SUMMARY_COLUMNS } from './session-row.ts'

/** So many sessions are read one by one; of more it is quicker to walk over all, newest first, until a page is full. */
const FEW = 2000

export function sqlSessionSearch(
  context: Context,
  secrets: Secrets,
  sessions: Pick<Sessions, 'byExternalId'>,
): SessionSearch {
  const { db, keys, clock } = context

  /** The ids that fit, by the index alone. */
  const fitting = ({ externalId: _, words: __, ...filter }: SessionFilter, now: number) => {
    let query = db
      .selectFrom('session')
      .where('mode', '=', filter.mode)
      .where('erased_at', 'is', null)
      .where((eb) => narrowToTenants(eb, filter.tenants))
    if (filter.idStart !== undefined) {
      query = query.where('id', '>=', filter.idStart).where('id', '<', `${filter.idStart}g`) // after the last hex digit
    }
    if (filter.status !== undefined) query = query.where((eb) => hasStatus(eb, filter.status, now))
    if (filter.createdFrom) query = query.where('created_at', '>=', filter.createdFrom.getTime())
    if (filter.createdBefore) query = query.where('created_at', '<', filter.createdBefore.getTime())
    if (filter.documentType !== undefined) query = query.where('document_type', '=', filter.documentType)
    if (filter.country !== undefined) query = query.where('country', '=', filter.country)
    const { statuses, reached, decided, reviewer } = filter
    if (statuses) query = query.where((eb) => eb.or(statuses.map((status) => hasStatus(eb, status, now))))
    if (reached) query = query.where('reached', '=', reached)
    if (decided) query = query.where((eb) => eb.and(decidedSo(eb, decided)))
    if (reviewer !== undefined) query = query.where('id', 'in', (eb) => decidedBy(eb, reviewer))
    return query
  }

  /** The reference is kept as a keyed hash of tenant and text, so each tenant is asked. Few sessions share one. */
  async function byExternalId(externalId: string, limit: number): Promise<string[]> {
    const tenants = await db.selectFrom('tenant').select('id').execute()
    const found = await Promise.all(tenants.map(({ id }) => sessions.byExternalId(id, externalId, limit)))
    return found.flat().map(({ id }) => id)
  }

  /** A mark is keyed by tenant and mode, so each tenant that may be seen is asked. */
  async function hashWords({ words = [], mode, tenants }: SessionFilter): Promise<string[][]> {
    if (!words.length) return []
    const all = tenants ?? (await db.selectFrom('tenant').select('id').execute()).map(({ id }) => id)
    return Promise.all(
      words.map(async (forms) =>
        (await Promise.all(all.map((tenant) => hashMarks(secrets, { tenant, mode }, forms)))).flat(),
      ),
    )
  }

  /** The sessions that have a mark of every word, where they are few. */
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
    return rows.length > FEW ? undefined : rows.map(({ session_id }) => session_id)
  }

  return {
    async index(after = '', limit) {
      const rows = await db
        .selectFrom('session')
        .innerJoin('session_key', 'session_key.session_id', 'session.id')
        .selectAll('session')
        .select(['session_key.master_key_id', 'session_key.wrapped'])
        .where('session.erased_at', 'is', null)
        .where('session.id', '>', after)
        .orderBy('session.id')
        .limit(limit)
        .execute()
      for (const row of rows) {
        const marks = await markSession(secrets, openSession(row, keys))
        await db.transaction().execute(async (trx) => {
          const found = trx.selectFrom('session').select('id').where('id', '=', row.id)
          // One that was changed meanwhile has its marks from that; one that is being erased gets none.
          const isSame = await found
            .where('version', '=', row.version)
            .where('erased_at', 'is', null)
            .executeTakeFirst()
          if (isSame) await replaceMarks(trx, row.id, marks)
        })
      }
      return rows.map(({ id }) => id)
    },
    async find(filter, { after, limit, countTo }) {
      const now = clock().getTime()
      let query = fitting(filter, now)
      if (filter.externalId !== undefined) {
        const ids = await byExternalId(filter.externalId, countTo)
        if (!ids.length) return { total: 0, rows: [] }
        query = query.where('id', 'in', ids)
      }
      const words = await hashWords(filter)
      const few = words.length ? await fewMarked(words) : undefined
      if (few?.length === 0) return { total: 0, rows: [] }
      if (few) query = query.where('id', 'in', few)
      for (const hashes of few ? [] : words) {
        query = query.where('id', 'in', (eb) =>
          eb.selectFrom('search_mark').select('session_id').where('mark', 'in', hashes),
        )
      }
      // The order of the index, also to count: without it SQLite reads whole rows.
      const inOrder = query.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc')
      let page = inOrder.limit(limit)
      if (after) {
        const at = after.createdAt.getTime()
        page = page
          .where('created_at', '<=', at)
          .where((eb) => eb.or([eb('created_at', '<', at), eb('id', '<', after.id)]))
      }
      const ids = (await page.execute()).map(({ id }) => id)
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

type Builder = ExpressionBuilder<Schema, 'session'>

function decidedSo(eb: Builder, { by, from, overMinutes, underMinutes }: NonNullable<SessionFilter['decided']>) {
  return [
    eb('settled_at', 'is not', null),
    eb('completed_at', 'is not', null),
    eb(reviewed, '=', by === 'reviewer' ? 1 : 0),
    ...(from ? [eb('settled_at', '>=', from.getTime())] : []),
    ...(overMinutes === undefined ? [] : [eb(took, '>=', overMinutes * 60_000)]),
    ...(underMinutes === undefined ? [] : [eb(took, '<', underMinutes * 60_000)]),
  ]
}

const decidedBy = (eb: Builder, reviewer: string) =>
  eb
    .selectFrom('review')
    .select('session_id')
    .where('reviewer', '=', reviewer)
    .where('verdict', 'in', ['approve', 'reject'])

function hasStatus(eb: Builder, status: SessionFilter['status'] = 'PENDING', now: number) {
  const is = eb('status', '=', status)
  const over = sql<boolean>`expires_at <= ${now}`
  if (status === 'PENDING') return eb.and([is, eb.not(over)])
  return status === 'EXPIRED' ? eb.or([is, eb.and([eb('status', '=', 'PENDING'), over])]) : is
}
