import { createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Secrets } from '../../../actions/ports/secrets.ts'
import type { SessionEventRecord, Sessions } from '../../../actions/ports/sessions.ts'
import type { Session } from '../../../domain/session.ts'
import { STATUSES, type Status } from '../../../domain/vocabulary.ts'
import { newKey } from '../../keys/keys.ts'
import { recordEntry } from '../audit/audit.ts'
import { compiled } from '../database/compiled.ts'
import type { Context } from '../database/context.ts'
import { timeOrderedId } from '../database/identifiers.ts'
import type { Schema } from '../database/schema.ts'
import { sqlErasure } from './erasure.ts'
import { insertReview } from './reviews.ts'
import { countSession, countStatuses } from './session-count.ts'
import { listSessions, withExternalId } from './session-list.ts'
import { openDataKey, openSession, sealRequest, settlementOf, stateColumns, wrapDataKey } from './session-row.ts'

export function sqlSessions(context: Context, secrets: Secrets): Sessions {
  const { db, keys, clock } = context
  const peek = compiled(db, ['tenant', 'id'], ([tenant, id]) =>
    db
      .selectFrom('session')
      .select(['status', 'expires_at'])
      .where('id', '=', id)
      .where('tenant', '=', tenant)
      .where('erased_at', 'is', null),
  )

  async function hashExternalId(tenant: string, externalId: string): Promise<string> {
    const secret = await secrets.get('external-id')
    return createHmac('sha256', secret).update(`${tenant}\0${externalId}`).digest('hex')
  }

  return {
    async create(session) {
      const { externalId } = session.request
      const externalIdHash = externalId === undefined ? null : await hashExternalId(session.tenant, externalId)
      const created = await db
        .transaction()
        .execute((trx) => insertSession({ ...context, db: trx }, session, externalIdHash))
        .catch((error) => {
          if (error instanceof IdUsed) return false
          throw error
        })
      return created ? { outcome: 'created' } : occupant(context, session)
    },

    async load(tenant, id) {
      const row = await selectWithKey(db)
        .where('session.id', '=', id)
        .where('session.tenant', '=', tenant)
        .executeTakeFirst()
      return row && openSession(row, keys)
    },

    async peek(tenant, id) {
      const row = await peek(tenant, id)
      return row && { status: row.status, expiresAt: new Date(row.expires_at) }
    },

    save: (session, events = [], also = {}) =>
      db.transaction().execute(async (trx) => {
        const stored = await trx
          .selectFrom('session')
          .innerJoin('session_key', 'session_key.session_id', 'session.id')
          .select(['session.status', 'session.created_at', 'session_key.master_key_id', 'session_key.wrapped'])
          .where('session.id', '=', session.id)
          .where('session.version', '=', session.version)
          .executeTakeFirst()
        if (!stored) return false
        const dataKey = openDataKey(keys, session.id, stored)
        const now = clock()
        const settlement = settlementOf(session, now)
        const written = await trx
          .updateTable('session')
          .set((eb) => ({
            ...stateColumns(session, dataKey),
            version: session.version + 1,
            settled_at: settlement === null ? null : eb.fn.coalesce('settled_at', eb.val(settlement)),
          }))
          .where('id', '=', session.id)
          .where('tenant', '=', session.tenant)
          .where('version', '=', session.version)
          .where('erased_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (!written) return false
        if (stored.status !== session.status) {
          await countStatuses(trx, session.tenant, stored.created_at, { [stored.status]: -1, [session.status]: 1 })
        }
        await insertEvents(trx, session, events, now)
        if (also.review) await insertReview(trx, session.id, dataKey, also.review, now)
        if (also.audit) await recordEntry(trx, also.audit)
        return true
      }),

    list: (tenant, page) => listSessions(context, tenant, page),

    async overdue(now, limit) {
      const rows = await db
        .selectFrom('session')
        .select(['tenant', 'id'])
        .where('status', '=', 'PENDING')
        .where('expires_at', '<=', now.getTime())
        .where('erased_at', 'is', null)
        .orderBy('expires_at')
        .limit(limit)
        .execute()
      return rows.map(({ tenant, id }) => ({ tenant, id }))
    },

    async retired(tenant, before, limit) {
      const rows = await db
        .selectFrom('session')
        .select('id')
        .where('tenant', '=', tenant)
        .where('settled_at', '<', before.getTime())
        .where('erased_at', 'is', null)
        .orderBy('settled_at')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },

    async byExternalId(tenant, externalId, limit) {
      const rows = await selectWithKey(db)
        .where('session.tenant', '=', tenant)
        .where('session.external_id_hash', '=', await hashExternalId(tenant, externalId))
        // The plus keeps SQLite from walking the whole list in this order when few sessions have the reference.
        .orderBy(sql`+session.created_at`, 'desc')
        .orderBy('session.id', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => withExternalId(row, keys, clock()))
    },

    async countByStatus() {
      const counts = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<Status, number>
      const rows = await db
        .selectFrom('status_count')
        .select((eb) => ['status', sql<number>`cast(${eb.fn.sum('sessions')} as bigint)`.as('sessions')])
        .groupBy('status')
        .execute()
      for (const { status, sessions } of rows) counts[status] = sessions
      const { overdue } = await db
        .selectFrom('session')
        .select((eb) => eb.fn.countAll<number>().as('overdue'))
        .where('status', '=', 'PENDING')
        .where('expires_at', '<=', clock().getTime())
        .where('erased_at', 'is', null)
        .executeTakeFirstOrThrow()
      counts.PENDING -= overdue
      counts.EXPIRED += overdue
      return counts
    },

    ...sqlErasure(context),
  }
}

class IdUsed extends Error {}

async function insertSession(
  { db, keys, clock }: Context,
  session: Session,
  externalIdHash: string | null,
): Promise<true> {
  const dataKey = newKey()
  const createdAt = session.createdAt.getTime()
  const inserted = await db
    .insertInto('session')
    .values({
      id: session.id,
      tenant: session.tenant,
      version: session.version,
      created_at: createdAt,
      settled_at: settlementOf(session, clock()),
      external_id_hash: externalIdHash,
      sealed_request: sealRequest(session, dataKey),
      ...stateColumns(session, dataKey),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  // Asked after the insert: an erasure that was under way while the insert waited has left its tombstone by now.
  if (!inserted || (await tombstoneOf(db, session.id))) throw new IdUsed()

  const { masterKeyId, wrapped } = wrapDataKey(keys, session.id, dataKey)
  await db.insertInto('session_key').values({ session_id: session.id, master_key_id: masterKeyId, wrapped }).execute()
  await countStatuses(db, session.tenant, createdAt, { [session.status]: 1 })
  await countSession(db, session.tenant, createdAt, 1)
  return true
}

async function occupant({ db, keys }: Context, { tenant, id }: Session): ReturnType<Sessions['create']> {
  const row = await selectWithKey(db).where('session.id', '=', id).executeTakeFirst()
  if (row) return row.tenant === tenant ? { outcome: 'exists', session: openSession(row, keys) } : { outcome: 'taken' }
  const grave =
    (await tombstoneOf(db, id)) ??
    (await db.selectFrom('session').select('tenant').where('id', '=', id).executeTakeFirst()) ??
    (await tombstoneOf(db, id))
  return { outcome: grave?.tenant === tenant ? 'erased' : 'taken' }
}

function tombstoneOf(db: Kysely<Schema>, id: string) {
  return db.selectFrom('tombstone').select('tenant').where('session_id', '=', id).executeTakeFirst()
}

function selectWithKey(db: Kysely<Schema>) {
  return db
    .selectFrom('session')
    .innerJoin('session_key', 'session_key.session_id', 'session.id')
    .selectAll('session')
    .select(['session_key.master_key_id', 'session_key.wrapped'])
    .where('session.erased_at', 'is', null)
}

/** Room for the events of one write within the order of the session's versions. */
const EVENTS_PER_VERSION = 100

async function insertEvents(trx: Kysely<Schema>, session: Session, events: SessionEventRecord[], now: Date) {
  const at = now.getTime()
  for (const [index, { status }] of events.entries()) {
    await trx
      .insertInto('outbox')
      .values({
        id: `msg_${timeOrderedId(at)}`,
        session_id: session.id,
        tenant: session.tenant,
        sequence: session.version * EVENTS_PER_VERSION + index,
        status,
        state: 'pending',
        created_at: at,
        queued_at: at,
        next_attempt_at: at,
        attempts: 0,
      })
      .execute()
  }
}
