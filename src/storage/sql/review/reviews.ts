import type { Kysely } from 'kysely'
import type { Review, Reviews } from '../../../actions/ports/review.ts'
import { openJson, sealJson } from '../../keys/seal.ts'
import type { Context } from '../database/context.ts'
import { makeTimeOrderedId } from '../database/identifiers.ts'
import type { Schema } from '../database/schema.ts'
import { openDataKey } from '../sessions/session-row.ts'

export function sqlReviews({ db, keys }: Context): Reviews {
  return {
    async of(sessionId) {
      const rows = await db
        .selectFrom('review')
        .innerJoin('session_key', 'session_key.session_id', 'review.session_id')
        .selectAll('review')
        .select(['session_key.master_key_id', 'session_key.wrapped'])
        .where('review.session_id', '=', sessionId)
        .orderBy('review.id')
        .execute()
      return rows.map((row) => ({
        reviewer: row.reviewer,
        verdict: row.verdict,
        ...said(openJson<Said>(openDataKey(keys, sessionId, row), reasonContext(row.id), row.sealed_reason)),
        at: new Date(row.at),
      }))
    },
  }
}

/** A reason without a code is kept as its words alone. */
type Said = string | { reason: string; code: string }

const said = (sealed: Said) => (typeof sealed === 'string' ? { reason: sealed } : sealed)

/** Within the transaction that writes the session. */
export async function insertReview(
  trx: Kysely<Schema>,
  sessionId: string,
  dataKey: Uint8Array,
  { reviewer, verdict, reason, code }: Review,
  now: Date,
): Promise<void> {
  const id = makeTimeOrderedId(now.getTime())
  await trx
    .insertInto('review')
    .values({
      id,
      session_id: sessionId,
      reviewer,
      verdict,
      at: now.getTime(),
      sealed_reason: sealJson(dataKey, reasonContext(id), code === undefined ? reason : { reason, code }),
    })
    .execute()
}

const reasonContext = (id: string) => `review:${id}:reason`
