import type { ExpressionBuilder, Kysely } from 'kysely'
import { recordEntry } from '../../audit/tables/audit.ts'
import { countSession, countStatuses } from '../../figures/tables/session-count.ts'
import type { Sessions } from '../../ports/sessions.ts'
import type { Context } from '../../storage/context.ts'
import { featureStorages } from '../../storage/feature-storage.ts'
import type { Schema } from '../../storage/schema.ts'
import { holdFingerprints } from './fingerprint-sets.ts'
import { dueForCompaction } from './keep-fingerprint.ts'

const OWN_TABLES = [
  'session_key',
  'search_mark',
  'print',
  'face_signs',
  'face_vector',
  'picture_band',
  'sent_picture',
  'hand_over',
  'review_claim',
  'review',
] as const

/**
 * The tables with data of a session, apart from its own row, its webhooks and the record of its erasure. A test
 * compares it with the schema.
 */
export const erasedWithSession = (): readonly (typeof OWN_TABLES)[number][] => [
  ...OWN_TABLES,
  // Each has a column `session_id`, like ours.
  ...(featureStorages.parts().flatMap(({ tables = [] }) => tables) as (typeof OWN_TABLES)[number][]),
]

async function withdraw(trx: Kysely<Schema>, tenant: string, id: string, at: Date): Promise<void> {
  for (const feature of featureStorages.parts()) await feature.withdraw?.(trx, tenant, id, at)
}

/**
 * Deletion in stages: the mark hides the session immediately, the pictures go next, then rows and data key in one
 * transaction, which also notes that the database's files are to be compacted. A crash in between leaves a marked
 * session, which `halfErased` finds, or the note, which the next compaction finds.
 */
export function sqlErasure({
  db,
  clock,
  auditKey,
  signed,
}: Context): Pick<Sessions, 'beginErasure' | 'finishErasure' | 'halfErased'> {
  return {
    beginErasure: (tenant, id, audit, { onlyUnfinished = false } = {}) =>
      db.transaction().execute(async (trx) => {
        const marked = await trx
          .updateTable('session')
          .set({ erased_at: clock().getTime(), erased_by: audit?.actor ?? 'system' })
          .where('id', '=', id)
          .where('tenant', '=', tenant)
          .where('erased_at', 'is', null)
          .$if(onlyUnfinished, (query) => query.where('completed_at', 'is', null))
          .returning(['mode', 'created_at', 'status'])
          .executeTakeFirst()
        if (!marked) return false
        const counted = { tenant, mode: marked.mode }
        await countStatuses(trx, counted, marked.created_at, { [marked.status]: -1 })
        await countSession(trx, counted, marked.created_at, -1)
        await withdraw(trx, tenant, id, clock())
        if (audit) await recordEntry(trx, auditKey, audit)
        return true
      }),

    finishErasure: (id) =>
      db.transaction().execute(async (trx) => {
        const marked = await selectMarked(trx, id).select(['id', 'tenant']).executeTakeFirst()
        const held = marked && (await holdFingerprints(trx, signed, marked))
        for (const table of erasedWithSession())
          await trx.deleteFrom(table).where('session_id', 'in', selectMarked(trx, id).select('id')).execute()
        await held?.sign()
        if (marked) for (const { erase } of featureStorages.parts()) await erase?.(trx, signed, id)
        const erased = await trx
          .deleteFrom('session')
          .where('id', '=', id)
          .where('erased_at', 'is not', null)
          .returning(['tenant', 'mode', 'erased_at', 'erased_by'])
          .executeTakeFirst()
        if (!erased) return
        // If events are still undelivered, the integrator gets one event, that the session was erased; the others are
        // removed.
        await trx.deleteFrom('outbox_attempt').where('session_id', '=', id).execute()
        await trx
          .deleteFrom('outbox')
          .where('session_id', '=', id)
          .where((eb) => eb.or([eb('state', '<>', 'pending'), eb('sequence', '<', selectLastPending(eb, id))]))
          .execute()
        const { tenant, mode } = erased
        const actor = erased.erased_by ?? 'system'
        const at = clock()
        // Again: one may have been issued while the session was being marked.
        await withdraw(trx, tenant, id, at)
        const tombstone = { session_id: id, tenant, mode, erased_at: at.getTime(), actor }
        await trx.insertInto('tombstone').values(tombstone).execute()
        await dueForCompaction(trx, id)
        await recordEntry(trx, auditKey, { at, tenant, actor, action: 'session.erased', sessionId: id })
      }),

    async halfErased(limit) {
      const rows = await db
        .selectFrom('session')
        .select(['tenant', 'id'])
        .where('erased_at', 'is not', null)
        .orderBy('erased_at')
        .limit(limit)
        .execute()
      return rows.map(({ tenant, id }) => ({ tenant, id }))
    },
  }
}

function selectLastPending(eb: ExpressionBuilder<Schema, 'outbox'>, id: string) {
  return eb
    .selectFrom('outbox as pending')
    .select((on) => on.fn.max('pending.sequence').as('last'))
    .where('pending.session_id', '=', id)
    .where('pending.state', '=', 'pending')
}

function selectMarked(trx: Kysely<Schema>, id: string) {
  return trx.selectFrom('session').where('id', '=', id).where('erased_at', 'is not', null)
}
