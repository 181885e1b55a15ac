import { type Kysely, sql } from 'kysely'
import type { Claim, Review, Reviews } from '../../../actions/ports/review.ts'
import { openJson, sealJson } from '../../keys/seal.ts'
import { recordIf } from '../audit/audit.ts'
import type { Context } from '../database/context.ts'
import { makeTimeOrderedId } from '../database/identifiers.ts'
import type { Schema } from '../database/schema.ts'
import { openDataKey } from '../sessions/session-row.ts'
import { claimOf, listWaiting, tallyWaiting, waitingSessions } from './list-waiting.ts'

export function sqlReviews(context: Context): Reviews {
  const { db, keys, auditKey } = context
  return {
    waiting: (now, page, scope) => listWaiting(context, now, page, scope),
    tally: (now, scope) => tallyWaiting(context, now, scope),

    find: (sessionId) =>
      db
        .selectFrom('session')
        .select(['tenant', 'mode', 'status'])
        .where('id', '=', sessionId)
        .where('erased_at', 'is', null)
        .executeTakeFirst(),

    claim: (sessionId, claim, now, ...audit) =>
      db.transaction().execute(async (trx) => {
        const mine = await takeClaim(trx, sessionId, claim, now)
        await recordIf(trx, auditKey, mine !== undefined, audit)
        return mine ?? runningClaim(trx, sessionId, now)
      }),

    claimOf: (sessionId, now) => runningClaim(db, sessionId, now),

    release: (sessionId, reviewer, ...audit) =>
      db.transaction().execute(async (trx) => {
        const mine = reviewer === undefined ? sql<boolean>`1 = 1` : sql<boolean>`reviewer = ${reviewer}`
        const released = await trx
          .deleteFrom('review_claim')
          .where('session_id', '=', sessionId)
          .where(mine)
          .returning('session_id')
          .executeTakeFirst()
        return recordIf(trx, auditKey, released !== undefined, audit)
      }),

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

/** Undefined when another's claim runs, or the case does not wait. */
async function takeClaim(
  db: Kysely<Schema>,
  sessionId: string,
  { reviewer, until }: Claim,
  now: Date,
): Promise<Claim | undefined> {
  const mine = await db
    .insertInto('review_claim')
    .columns(['session_id', 'reviewer', 'until'])
    .expression(
      waitingSessions(db)
        .where('session.id', '=', sessionId)
        .select([
          'session.id',
          sql<string>`cast(${reviewer} as text)`.as('reviewer'),
          sql<number>`cast(${until.getTime()} as bigint)`.as('until'),
        ]),
    )
    .onConflict((conflict) =>
      conflict
        .column('session_id')
        .doUpdateSet({ reviewer, until: until.getTime() })
        .where((eb) =>
          eb.or([eb('review_claim.until', '<=', now.getTime()), eb('review_claim.reviewer', '=', reviewer)]),
        ),
    )
    .returning(['reviewer', 'until'])
    .executeTakeFirst()
  return mine && claimOf(mine.reviewer, mine.until)
}

async function runningClaim(db: Kysely<Schema>, sessionId: string, now: Date): Promise<Claim | undefined> {
  const row = await db
    .selectFrom('review_claim')
    .select(['reviewer', 'until'])
    .where('session_id', '=', sessionId)
    .where('until', '>', now.getTime())
    .executeTakeFirst()
  return row && claimOf(row.reviewer, row.until)
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
