import { type Counted, locate } from '../../figures/tables/session-count.ts'
import type { SessionSummary } from '../../ports/sessions.ts'
import type { Context } from '../../storage/context.ts'
import {
  type KeyColumns,
  openDataKey,
  openRequest,
  SUMMARY_COLUMNS,
  type SummaryRow,
  summaryOf,
} from './session-row.ts'

/** One page of a tenant's sessions of one mode, newest first, and how many there are. The id breaks ties, so no session appears on two pages. */
export async function listSessions(
  { db, keys, clock }: Context,
  of: Counted,
  page: { number: number; size: number },
): Promise<{ total: number; rows: SessionSummary[] }> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const { total, rows } = await snapshot.execute(async (trx) => {
    const { total, position } = await locate(trx, of, (page.number - 1) * page.size)
    if (!position) return { total, rows: [] }
    // The inner query skips on the index only; only the rows of the page are fetched.
    const rows = await trx
      .selectFrom('session')
      .innerJoin('session_key', 'session_key.session_id', 'session.id')
      .select([...SUMMARY_COLUMNS, 'session.external_id_hash', 'session.sealed_request'])
      .select(['session_key.master_key_id', 'session_key.wrapped'])
      .where('session.id', 'in', (eb) =>
        eb
          .selectFrom('session')
          .select('id')
          .where('tenant', '=', of.tenant)
          .where('mode', '=', of.mode)
          .where('erased_at', 'is', null)
          .where('created_at', '<', position.before)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(page.size)
          .offset(position.skip),
      )
      .orderBy('session.created_at', 'desc')
      .orderBy('session.id', 'desc')
      .execute()
    return { total, rows }
  })
  return { total, rows: rows.map((row) => withExternalId(row, keys, clock())) }
}

export function withExternalId(
  row: SummaryRow & KeyColumns & { sealed_request: string; external_id_hash: string | null },
  keys: Context['keys'],
  now: Date,
): SessionSummary {
  if (row.external_id_hash === null) return summaryOf(row, now)
  const { externalId } = openRequest(row.id, row.sealed_request, openDataKey(keys, row.id, row))
  return { ...summaryOf(row, now), ...(externalId === undefined ? {} : { externalId }) }
}
