import { recordEntry } from '../../kernel/audit/tables/audit.ts'
import { openDataKey } from '../../kernel/session/tables/session-row.ts'
import type { Context } from '../../kernel/storage/context.ts'
import { openJson, sealJson } from '../../platform/keys/seal.ts'
import type { PairAnswer, PairAnswers } from './pair-answers.ts'

export function sqlPairAnswers({ db, keys, auditKey, signed }: Context): PairAnswers {
  /** Reads the key that the reason is sealed under as well. Rows of a session that is being erased are left out. */
  const select = () =>
    db
      .selectFrom('pair_answer')
      .innerJoin('session_key', 'session_key.session_id', 'pair_answer.session_id')
      .innerJoin('session as low', 'low.id', 'pair_answer.low_id')
      .innerJoin('session as high', 'high.id', 'pair_answer.high_id')
      .selectAll('pair_answer')
      .select(['session_key.master_key_id', 'session_key.wrapped'])
      .where('low.erased_at', 'is', null)
      .where('high.erased_at', 'is', null)

  const isOurs = (row: object) => signed.isOurs('pair_answer', row)

  return {
    give: ({ sessionId, otherId, answer, reason, by, at }, audit) =>
      db.transaction().execute(async (trx) => {
        const [low, high] = inOrder(sessionId, otherId)
        // Updating both rows prevents a race condition with the erasure of either session. Always in the same order,
        // against deadlocks.
        for (const id of [low, high]) {
          const locked = await trx
            .updateTable('session')
            .set((eb) => ({ erased_at: eb.ref('erased_at') }))
            .where('id', '=', id)
            .where('erased_at', 'is', null)
            .returning('id')
            .executeTakeFirst()
          if (!locked) return false
        }
        const key = await trx
          .selectFrom('session_key')
          .select(['master_key_id', 'wrapped'])
          .where('session_id', '=', sessionId)
          .executeTakeFirstOrThrow()
        const values = signed.sign('pair_answer', {
          low_id: low,
          high_id: high,
          session_id: sessionId,
          answer,
          reviewer: by,
          at: at.getTime(),
          sealed_reason: sealJson(openDataKey(keys, sessionId, key), reasonContext(low, high), reason),
        })
        await trx
          .insertInto('pair_answer')
          .values(values)
          .onConflict((conflict) => conflict.columns(['low_id', 'high_id']).doUpdateSet(values))
          .execute()
        await recordEntry(trx, auditKey, audit)
        return true
      }),

    async of(id) {
      const rows = await select()
        .where((eb) => eb.or([eb('pair_answer.low_id', '=', id), eb('pair_answer.high_id', '=', id)]))
        .orderBy('pair_answer.at')
        .orderBy('pair_answer.low_id')
        .orderBy('pair_answer.high_id')
        .execute()
      return rows.filter(isOurs).map((row): PairAnswer => {
        const { low_id: low, high_id: high, session_id: sessionId, answer, reviewer: by, at } = row
        return {
          sessionId,
          otherId: sessionId === low ? high : low,
          answer,
          reason: openJson<string>(openDataKey(keys, sessionId, row), reasonContext(low, high), row.sealed_reason),
          by,
          at: new Date(at),
        }
      })
    },

    async findOthers(sessionIds, others) {
      if (!sessionIds.length || !others.length) return []
      const rows = await select()
        .where('pair_answer.answer', 'in', ['alike', 'other'])
        .where((eb) =>
          eb.or([
            eb.and([eb('pair_answer.low_id', 'in', sessionIds), eb('pair_answer.high_id', 'in', others)]),
            eb.and([eb('pair_answer.high_id', 'in', sessionIds), eb('pair_answer.low_id', 'in', others)]),
          ]),
        )
        .execute()
      const answered = new Set(rows.filter(isOurs).flatMap(({ low_id, high_id }) => [low_id, high_id]))
      return others.filter((id) => answered.has(id) && !sessionIds.includes(id))
    },
  }
}

const inOrder = (a: string, b: string): [string, string] => (a < b ? [a, b] : [b, a])

const reasonContext = (low: string, high: string) => `pair:${low}:${high}:reason`
