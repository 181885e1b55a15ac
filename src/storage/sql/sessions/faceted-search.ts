import type { Kysely } from 'kysely'
import type { SessionFilter, SessionSearch } from '../../../actions/ports/sessions.ts'
import type { Schema } from '../database/schema.ts'
import { beyond, fitting, within } from './narrow-sessions.ts'
import { countFacets, type Facet, findFacets, newestOf } from './session-facets.ts'

type Page = Parameters<SessionSearch['find']>[1]

/** So many of the newest are walked over before what is rare is looked for by itself: 1 or 2 ms. */
export const WALK = 5000

/** Does it ask for nothing but what the index of facets holds, and days? Of one tenant or of all there is an index in order. */
export function isFaceted({
  mode: _,
  createdFrom: __,
  createdBefore: ___,
  tenants,
  ...filter
}: SessionFilter): boolean {
  const asked = Object.keys(filter)
  const known = ['status', 'statuses', 'documentType', 'country', 'reached']
  return asked.every((key) => known.includes(key)) && (asked.length > 0 || (tenants?.length ?? 0) > 1)
}

/** The newest are walked over; where they do not suffice each facet is asked. */
export async function findByFacets(
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

/** When the last was created of those that are walked over; undefined when that is all of them. */
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

/** The same filter from the later of both times on: of two lower limits SQLite may take the one that excludes little. */
function since(filter: SessionFilter, from: number | undefined): SessionFilter {
  if (from === undefined || (filter.createdFrom && filter.createdFrom.getTime() > from)) return filter
  return { ...filter, createdFrom: new Date(from) }
}
