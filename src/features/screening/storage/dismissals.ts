import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Secrets } from '../../../kernel/ports/installation.ts'
import type { HitPair } from '../../../kernel/ports/sessions.ts'
import type { SignedRows } from '../../../kernel/rights/signed-rows.ts'
import type { Context } from '../../../kernel/storage/context.ts'
import type { Schema } from '../../../kernel/storage/schema.ts'
import type { Dismissals } from '../ports/screening.ts'

export function sqlDismissals({ db, signed }: Context, secrets: Secrets): Dismissals {
  return {
    async areDismissed(pairs) {
      if (!pairs.length) return []
      const marks = await markPairs(secrets, pairs)
      const rows = await db
        .selectFrom('watchlist_dismissal')
        .innerJoin('session', 'session.id', 'watchlist_dismissal.session_id')
        .selectAll('watchlist_dismissal')
        .where('pair_mark', 'in', marks)
        .where('session.erased_at', 'is', null)
        .execute()
      const there = new Set(
        rows.filter((row) => signed.isOurs('watchlist_dismissal', row)).map(({ pair_mark }) => pair_mark),
      )
      return marks.map((mark) => there.has(mark))
    },
  }
}

export async function markPairs(secrets: Secrets, pairs: readonly HitPair[]): Promise<string[]> {
  const secret = await secrets.get('watchlist')
  return pairs.map(({ tenant, mode, person, list, entryId, hash }) =>
    createHmac('sha256', secret).update([tenant, mode, person, list, entryId, hash].join('\0')).digest('hex'),
  )
}

/** Writes the pairs that a session dismisses, in place of the earlier ones. */
export async function replaceDismissals(
  trx: Kysely<Schema>,
  signed: SignedRows,
  sessionId: string,
  marks: readonly string[],
): Promise<void> {
  await trx.deleteFrom('watchlist_dismissal').where('session_id', '=', sessionId).execute()
  for (const mark of new Set(marks))
    await trx
      .insertInto('watchlist_dismissal')
      .values(signed.sign('watchlist_dismissal', { pair_mark: mark, session_id: sessionId }))
      .execute()
}
