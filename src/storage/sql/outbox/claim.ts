import type { OutboxEvent, Turns } from '../../../actions/ports/outbox.ts'
import type { Context } from '../database/context.ts'
import type { OutboxRow } from '../database/rows.ts'
import { openDataKey, openRequest } from '../sessions/session-row.ts'

/** No event waits longer for its next attempt, and none is leased for longer: one that seems to was noted by a clock that was ahead. */
const LONGEST_WAIT_MS = 86_400_000

/**
 * Leases events that are due, none before the earlier ones of its session are settled: the first of every tenant before
 * the second of any. One statement, so that two nodes cannot take the same event: the second update waits for the first
 * and then sees that the lease is taken.
 */
export async function claimDue(
  context: Context,
  owner: string,
  at: Date,
  leaseSeconds: number,
  limit: number,
  { aTurn = limit, except = [] }: Turns = {},
): Promise<OutboxEvent[]> {
  const now = at.getTime()
  const beyond = now + LONGEST_WAIT_MS
  const rows = await context.db
    .updateTable('outbox')
    .set({ lease_owner: owner, lease_until: now + leaseSeconds * 1000 })
    .where('state', '=', 'pending')
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now), eb('lease_until', '>', beyond)]))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom((from) =>
          from
            .selectFrom('outbox as due')
            .select((on) => [
              'due.id',
              'due.next_attempt_at',
              on.fn
                .agg<number>('row_number')
                .over((over) => over.partitionBy('due.tenant').orderBy('due.next_attempt_at').orderBy('due.id'))
                .as('turn'),
            ])
            .where('due.state', '=', 'pending')
            .where((on) => on.or([on('due.next_attempt_at', '<=', now), on('due.next_attempt_at', '>', beyond)]))
            .$if(except.length > 0, (query) => query.where('due.tenant', 'not in', except))
            .where((on) =>
              on.or([
                on('due.lease_until', 'is', null),
                on('due.lease_until', '<=', now),
                on('due.lease_until', '>', beyond),
              ]),
            )
            .where((on) =>
              on.not(
                on.exists(
                  on
                    .selectFrom('outbox as earlier')
                    .select('earlier.id')
                    .whereRef('earlier.session_id', '=', 'due.session_id')
                    .whereRef('earlier.sequence', '<', 'due.sequence')
                    .where('earlier.state', '=', 'pending'),
                ),
              ),
            )
            .as('ranked'),
        )
        .select('ranked.id')
        .where('ranked.turn', '<=', aTurn)
        .orderBy('ranked.turn')
        .orderBy('ranked.next_attempt_at')
        .orderBy('ranked.id')
        .limit(limit),
    )
    .returningAll()
    .execute()

  return withReferences(
    context,
    rows.sort((a, b) => (a.id < b.id ? -1 : 1)),
  )
}

/** Events as they are sent, with the callers' own references; of an erased session only that it was erased. */
export async function withReferences(context: Context, rows: OutboxRow[]): Promise<OutboxEvent[]> {
  const externalIds = await externalIdsOf(
    context,
    rows.map((row) => row.session_id),
  )
  return rows.map((row) => {
    if (!externalIds.has(row.session_id)) {
      const isForged = !context.signed.isOurs('outbox', row)
      return { ...eventOf(row), erased: true, ...(isForged && { isForged: true as const }) }
    }
    const externalId = externalIds.get(row.session_id)
    return { ...eventOf(row), ...(externalId === undefined ? {} : { externalId }) }
  })
}

export const eventOf = (row: OutboxRow): OutboxEvent => ({
  id: row.id,
  tenant: row.tenant,
  mode: row.mode,
  sessionId: row.session_id,
  status: row.status,
  ...((row.action === 'NEW_PICTURE' || row.action === 'WATCHLIST_HIT') && { action: row.action }),
  createdAt: new Date(row.created_at),
  queuedAt: new Date(row.queued_at),
  attempts: row.attempts,
})

/** The caller's own references; a session that was erased has none any more. */
async function externalIdsOf({ db, keys }: Context, sessionIds: string[]): Promise<Map<string, string | undefined>> {
  if (!sessionIds.length) return new Map()
  const rows = await db
    .selectFrom('session')
    .innerJoin('session_key', 'session_key.session_id', 'session.id')
    .select(['session.id', 'session.sealed_request', 'session_key.master_key_id', 'session_key.wrapped'])
    .where('session.id', 'in', sessionIds)
    .where('session.erased_at', 'is', null)
    .execute()
  return new Map(
    rows.map((row) => [row.id, openRequest(row.id, row.sealed_request, openDataKey(keys, row.id, row)).externalId]),
  )
}
