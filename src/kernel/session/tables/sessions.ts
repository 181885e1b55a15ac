import { createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { newKey } from '../../../platform/keys/keys.ts'
import { recordEntry } from '../../audit/tables/audit.ts'
import { countSession, countStatuses } from '../../figures/tables/session-count.ts'
import type { Secrets } from '../../ports/installation.ts'
import type { Sessions } from '../../ports/sessions.ts'
import type { Context } from '../../storage/context.ts'
import { compile } from '../../storage/query.ts'
import type { Schema } from '../../storage/schema.ts'
import type { Session } from '../session.ts'
import { MODES, type Mode, STATUSES, type Status } from '../session-words.ts'
import { sqlErasure } from './erasure.ts'
import { saveSession } from './save-session.ts'
import { markSession, replaceMarks } from './search-marks.ts'
import { listSessions, withExternalId } from './session-list.ts'
import { openSession, sealRequest, selectWithKey, settlementOf, stateColumns, wrapDataKey } from './session-row.ts'

export function sqlSessions(context: Context, secrets: Secrets): Sessions {
  const { db, keys, clock, auditKey } = context
  const peek = compile(db, ['tenant', 'id'], ([tenant, id]) =>
    db
      .selectFrom('session')
      .select(['mode', 'status', 'expires_at', 'token_epoch', 'held_until', 'asked_until'])
      .where('id', '=', id)
      .where('tenant', '=', tenant)
      .where('erased_at', 'is', null),
  )

  async function hashExternalId(tenant: string, externalId: string): Promise<string> {
    const secret = await secrets.get('external-id')
    return createHmac('sha256', secret).update(`${tenant}\0${externalId}`).digest('hex')
  }

  return {
    async create(session, audit) {
      const { externalId } = session.request
      const externalIdHash = externalId === undefined ? null : await hashExternalId(session.tenant, externalId)
      const marks = await markSession(secrets, session)
      const created = await db
        .transaction()
        .execute(async (trx) => {
          await insertSession({ ...context, db: trx }, session, externalIdHash)
          await replaceMarks(trx, session.id, marks)
          if (audit) await recordEntry(trx, auditKey, audit)
          return true
        })
        .catch((error) => {
          if (error instanceof IdUsed) return false
          throw error
        })
      return created ? { outcome: 'created' } : findOccupant(context, session)
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
      return (
        row && {
          mode: row.mode,
          status: row.status,
          expiresAt: new Date(row.expires_at),
          tokenEpoch: row.token_epoch,
          ...(row.held_until !== null && { heldUntil: new Date(row.held_until) }),
          ...(row.asked_until !== null && { askedUntil: new Date(row.asked_until) }),
        }
      )
    },

    save: (session, effects = {}) => saveSession(context, secrets, session, effects),

    list: (of, page) => listSessions(context, of, page),

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
        // The plus keeps SQLite from scanning the whole list in this order when few sessions have the reference.
        .orderBy(sql`+session.created_at`, 'desc')
        .orderBy('session.id', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => withExternalId(row, keys, clock()))
    },

    async countByStatus() {
      const none = () => Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<Status, number>
      const counts = Object.fromEntries(MODES.map((mode) => [mode, none()])) as Record<Mode, Record<Status, number>>
      const rows = await db
        .selectFrom('status_count')
        .select((eb) => ['mode', 'status', sql<number>`cast(${eb.fn.sum('sessions')} as bigint)`.as('sessions')])
        .groupBy(['mode', 'status'])
        .execute()
      for (const { mode, status, sessions } of rows) counts[mode][status] = sessions
      const overdue = await db
        .selectFrom('session')
        .select((eb) => ['mode', eb.fn.countAll<number>().as('sessions')])
        .where('status', '=', 'PENDING')
        .where('expires_at', '<=', clock().getTime())
        .where('erased_at', 'is', null)
        .groupBy('mode')
        .execute()
      for (const { mode, sessions } of overdue) {
        counts[mode].PENDING -= sessions
        counts[mode].EXPIRED += sessions
      }
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
): Promise<void> {
  const dataKey = newKey()
  const createdAt = session.createdAt.getTime()
  const inserted = await db
    .insertInto('session')
    .values({
      id: session.id,
      tenant: session.tenant,
      mode: session.mode,
      version: session.version,
      created_at: createdAt,
      settled_at: settlementOf(session, clock()),
      external_id_hash: externalIdHash,
      sealed_request: sealRequest(session, dataKey),
      ...stateColumns(session, dataKey, session.version),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  // Checked after the insert: an erasure that was in progress while the insert waited has left its tombstone by now.
  if (!inserted || (await tombstoneOf(db, session.id))) throw new IdUsed()

  const { masterKeyId, wrapped } = wrapDataKey(keys, session.id, dataKey)
  await db.insertInto('session_key').values({ session_id: session.id, master_key_id: masterKeyId, wrapped }).execute()
  await countStatuses(db, session, createdAt, { [session.status]: 1 })
  await countSession(db, session, createdAt, 1)
}

async function findOccupant({ db, keys }: Context, { tenant, mode, id }: Session): ReturnType<Sessions['create']> {
  const isOurs = (other: { tenant: string; mode: Mode }) => other.tenant === tenant && other.mode === mode
  const row = await selectWithKey(db).where('session.id', '=', id).executeTakeFirst()
  if (row) return isOurs(row) ? { outcome: 'exists', session: openSession(row, keys) } : { outcome: 'taken' }
  const grave =
    (await tombstoneOf(db, id)) ??
    (await db.selectFrom('session').select(['tenant', 'mode']).where('id', '=', id).executeTakeFirst()) ??
    (await tombstoneOf(db, id))
  return { outcome: grave && isOurs(grave) ? 'erased' : 'taken' }
}

function tombstoneOf(db: Kysely<Schema>, id: string) {
  return db.selectFrom('tombstone').select(['tenant', 'mode']).where('session_id', '=', id).executeTakeFirst()
}
