import type { Kysely } from 'kysely'
import { makeTimeOrderedId } from '../../../platform/sql/identifiers.ts'
import { recordEntry } from '../../audit/tables/audit.ts'
import type { Answer, Outbox, OutboxEvent, Turns } from '../../ports/outbox.ts'
import type { Mode } from '../../session/session-words.ts'
import { openDataKey, openRequest } from '../../session/tables/session-row.ts'
import type { Context } from '../../storage/context.ts'
import { narrowToTenants } from '../../storage/query.ts'
import type { Row, Schema } from '../../storage/schema.ts'

export function sqlOutbox(context: Context): Outbox {
  const { db, clock, auditKey } = context

  /** Closes an attempt. An event that another node has settled since stays as it is. */
  const settle = (id: string, outcome: string, change: Partial<Row<'outbox'>>, failed: boolean, answer?: Answer) =>
    db.transaction().execute(async (trx) => {
      const settled = await trx
        .updateTable('outbox')
        .set((eb) => ({
          ...change,
          lease_owner: null,
          lease_until: null,
          ...(failed ? { attempts: eb('attempts', '+', 1) } : {}),
        }))
        .where('id', '=', id)
        .where('state', '=', 'pending')
        .returning('session_id')
        .executeTakeFirst()
      if (!settled) return
      const isOver = change.state === 'delivered' || change.state === 'not-sent'
      if (isOver && !(await isSessionThere(trx, settled.session_id))) return forget(trx, id)
      const at = clock().getTime()
      await trx
        .insertInto('outbox_attempt')
        .values({
          id: makeTimeOrderedId(at),
          event_id: id,
          session_id: settled.session_id,
          at,
          outcome,
          answered: answer?.answered ?? null,
          took_ms: answer ? Math.round(answer.tookMs) : null,
        })
        .execute()
    })

  return {
    claim: (owner, now, leaseSeconds, limit, turns) => claimDue(context, owner, now, leaseSeconds, limit, turns),
    delivered: (id, _at, answer) => settle(id, 'delivered', { state: 'delivered' }, false, answer),
    notSent: (id, reason) => settle(id, reason, { state: 'not-sent' }, false),
    retry: (id, nextAttempt, error, answer) =>
      settle(id, error, { next_attempt_at: nextAttempt.getTime() }, true, answer),
    failed: (id, _at, error, answer) => settle(id, error, { state: 'failed' }, true, answer),

    replay: (which, now, audit) =>
      db.transaction().execute(async (trx) => {
        const events = await replayEvents(trx, which, now.getTime())
        if (audit) await recordEntry(trx, auditKey, audit(events))
        return events
      }),

    async list(tenant, state, limit) {
      const all = db.selectFrom('outbox').selectAll().where('tenant', '=', tenant).orderBy('id', 'desc').limit(limit)
      const rows = await (state ? all.where('state', '=', state) : all).execute()
      const errors = await lastErrors(
        db,
        rows.filter((row) => row.state !== 'delivered').map(({ id }) => id),
      )
      return rows.map((row) => {
        const lastError = errors.get(row.id)
        return {
          ...eventOf(row),
          state: row.state,
          dueAt: new Date(row.next_attempt_at),
          ...(lastError !== undefined && { lastError }),
        }
      })
    },

    async attempts(id) {
      const rows = await db.selectFrom('outbox_attempt').selectAll().where('event_id', '=', id).orderBy('id').execute()
      return rows.map(({ at, outcome, answered, took_ms: tookMs }) => ({
        at: new Date(at),
        outcome,
        ...(answered !== null && { answered }),
        ...(tookMs !== null && { tookMs }),
      }))
    },

    async find(id) {
      const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
      return row && (await withReferences(context, [row]))[0]
    },

    async backlog({ tenants, mode } = {}) {
      const rows = await db
        .selectFrom('outbox')
        .select((eb) => ['state', eb.fn.countAll<number>().as('events')])
        .where('state', 'in', ['pending', 'failed'])
        .where((eb) => narrowToTenants(eb, tenants))
        .$if(mode !== undefined, (query) => query.where('mode', '=', mode as Mode))
        .groupBy('state')
        .execute()
      const of = (state: string) => rows.find((row) => row.state === state)?.events ?? 0
      return { pending: of('pending'), failed: of('failed') }
    },
  }
}

async function replayEvents(trx: Kysely<Schema>, which: Parameters<Outbox['replay']>[0], at: number): Promise<number> {
  const again = trx.updateTable('outbox').set({ state: 'pending', queued_at: at, next_attempt_at: at, attempts: 0 })
  const chosen =
    'id' in which
      ? again.where('id', '=', which.id).where('state', '<>', 'pending')
      : 'sessionId' in which
        ? again.where('session_id', '=', which.sessionId).where('state', '<>', 'pending')
        : again
            .where('state', '=', 'failed')
            .where((eb) => narrowToTenants(eb, which.tenant === undefined ? undefined : [which.tenant]))
  return (await chosen.returning('id').execute()).length
}

/** The result of the newest attempt for each of these events. */
async function lastErrors(db: Kysely<Schema>, ids: string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map()
  const rows = await db
    .selectFrom('outbox_attempt')
    .select(['event_id', 'outcome'])
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox_attempt as newest')
        .select((on) => on.fn.max('newest.id').as('id'))
        .where('newest.event_id', 'in', ids)
        .groupBy('newest.event_id'),
    )
    .execute()
  return new Map(rows.map(({ event_id: id, outcome }) => [id, outcome]))
}

async function isSessionThere(trx: Kysely<Schema>, id: string): Promise<boolean> {
  return (await trx.selectFrom('session').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** The last event of a session that is erased. */
async function forget(trx: Kysely<Schema>, id: string): Promise<void> {
  await trx.deleteFrom('outbox_attempt').where('event_id', '=', id).execute()
  await trx.deleteFrom('outbox').where('id', '=', id).execute()
}

/**
 * No event waits longer for its next attempt, and none is leased for longer: one that seems to was written while the
 * clock was ahead.
 */
const LONGEST_WAIT_MS = 86_400_000

/**
 * Leases due events, none before the earlier ones of its session are settled: the first of every tenant before the
 * second of any. One statement, so that two nodes cannot take the same event: the second update waits for the first and
 * then sees that it is leased.
 */
async function claimDue(
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

/** Events as they are sent, with the callers' own references; for an erased session only that it was erased. */
async function withReferences(context: Context, rows: Row<'outbox'>[]): Promise<OutboxEvent[]> {
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

const eventOf = (row: Row<'outbox'>): OutboxEvent => ({
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

/** The caller's own references; an erased session no longer has one. */
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
