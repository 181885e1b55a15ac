import { type Kysely, sql } from 'kysely'
import type { Claim, ReviewQueue } from '../../../actions/ports/review.ts'
import { recordIf } from '../audit/audit.ts'
import type { Context } from '../database/context.ts'
import type { Schema } from '../database/schema.ts'
import { claimOf, listWaiting, tallyWaiting, waitingSessions } from './list-waiting.ts'

export function sqlReviewQueue(context: Context): ReviewQueue {
  const { db, auditKey } = context
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
