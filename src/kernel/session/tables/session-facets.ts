import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { FACET } from '../../../platform/sql/indexed.ts'
import type { SessionFilter } from '../../ports/sessions.ts'
import type { Schema } from '../../storage/schema.ts'
import type { Status } from '../session-words.ts'

/**
 * Sessions that have the same value in every field that a search narrows by: each such group is in the index newest
 * first.
 */
export interface Facet {
  text: string
  /** For unfinished sessions: only those past their validity, or only the others. */
  isOver?: boolean
}

type Found = SelectQueryBuilder<Schema, 'session', { id: string; created_at: number }>
/** What else narrows the sessions of every facet. */
type Narrow = (query: Found) => Found

/** The existing facets among what a filter asks for, found by a loose index scan: as many steps as there are groups. */
export async function findFacets(db: Kysely<Schema>, filter: SessionFilter): Promise<Facet[]> {
  const facet = sql.raw(FACET)
  const { rows } = await sql<{ facet: string }>`
    with recursive known (facet) as (
      select facet from (select ${facet} as facet from session where erased_at is null order by ${facet} limit 1) as first
      union all
      select (select ${facet} from session where erased_at is null and ${facet} > known.facet order by ${facet} limit 1)
      from known where known.facet is not null
    )
    select facet from known where facet is not null`.execute(db)
  return rows.flatMap(({ facet }) => narrowed(facet, filter))
}

/**
 * How many facets are queried for a page in one statement, and counted, so that none counts far more than it has to.
 */
const [ASKED, COUNTED] = [16, 4]

/** The newest sessions of all these facets together. */
export async function newestOf(
  db: Kysely<Schema>,
  facets: readonly Facet[],
  now: number,
  limit: number,
  narrow: Narrow,
): Promise<string[]> {
  let newest: { id: string; created_at: number }[] = []
  for (const some of chunksOf(facets, ASKED)) {
    const last = newest.length === limit ? newest.at(-1) : undefined
    const found = await together(db, some, now, limit, (query) =>
      last ? narrow(query).where('created_at', '>=', last.created_at) : narrow(query),
    )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    newest = [...newest, ...found].sort(newestFirst).slice(0, limit)
  }
  return newest.map(({ id }) => id)
}

/** How many they are, counted no further than this. */
export async function countFacets(
  db: Kysely<Schema>,
  facets: readonly Facet[],
  now: number,
  countTo: number,
  narrow: Narrow,
): Promise<number> {
  let total = 0
  for (const some of chunksOf(facets, COUNTED)) {
    if (total >= countTo) break
    const { found } = await db
      .selectFrom(together(db, some, now, countTo - total, narrow).as('found'))
      .select((eb) => eb.fn.countAll<number>().as('found'))
      .executeTakeFirstOrThrow()
    total += Number(found)
  }
  return Math.min(total, countTo)
}

/** The newest of each facet, at most this many, in no order. */
function together(db: Kysely<Schema>, facets: readonly Facet[], now: number, limit: number, narrow: Narrow) {
  const [first, ...others] = facets.map((facet) => {
    const newest = narrow(ofFacet(db, facet, now))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
    // SQLite accepts an order within a union only as part of a subquery.
    return db.selectFrom(newest.as('newest')).select(['newest.id', 'newest.created_at'])
  })
  if (!first) throw new Error('no facet to ask for')
  return db
    .selectFrom(others.reduce((all, each) => all.unionAll(each), first).as('each'))
    .select(['each.id', 'each.created_at'])
}

function* chunksOf(facets: readonly Facet[], size: number): Generator<readonly Facet[]> {
  for (let from = 0; from < facets.length; from += size) yield facets.slice(from, from + size)
}

function ofFacet(db: Kysely<Schema>, { text, isOver }: Facet, now: number): Found {
  const query = db
    .selectFrom('session')
    .select(['id', 'created_at'])
    .where(sql<boolean>`(${sql.raw(FACET)}) = ${text}`)
    .where('erased_at', 'is', null)
  if (isOver === undefined) return query
  return query.where('expires_at', isOver ? '<=' : '>', now)
}

/** Nothing, the facet, or a part of it. */
function narrowed(text: string, { mode, tenants, documentType, country, reached, ...filter }: SessionFilter): Facet[] {
  const [ofMode, status, ofType, ofCountry, ofReached, ...tenant] = text.split('|')
  const isWanted =
    ofMode === mode &&
    (documentType === undefined || documentType === ofType) &&
    (country === undefined || country === ofCountry) &&
    (reached === undefined || reached === ofReached) &&
    (tenants === undefined || tenants.includes(tenant.join('|')))
  if (!isWanted) return []
  const asks = (as: Status) => (filter.status ?? as) === as && (filter.statuses?.includes(as) ?? true)
  if (status !== 'PENDING') return asks(status as Status) ? [{ text }] : []
  const [running, over] = [asks('PENDING'), asks('EXPIRED')]
  if (running && over) return [{ text }]
  return running || over ? [{ text, isOver: over }] : []
}

const newestFirst = (a: { id: string; created_at: number }, b: { id: string; created_at: number }): number =>
  b.created_at - a.created_at || (a.id < b.id ? 1 : -1)
