import { type Kysely, sql } from 'kysely'
import type { Claim, ReviewQueue } from '../../../actions/ports/review-queue.ts'
import type { DocumentType } from '../../../domain/vocabulary.ts'
import type { Context } from '../database/context.ts'
import { narrowWithoutIndex } from '../database/narrow.ts'
import type { Schema } from '../database/schema.ts'

export function sqlReviewQueue({ db }: Context): ReviewQueue {
  return {
    async waiting(now, { offset, limit }, { tenants, mode }) {
      const { total } = await waitingSessions(db)
        .where('session.mode', '=', mode)
        .where(narrowWithoutIndex(tenants))
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const rows = await waitingSessions(db)
        .where('session.mode', '=', mode)
        .where(narrowWithoutIndex(tenants))
        .leftJoin('review_claim', (join) =>
          join.onRef('review_claim.session_id', '=', 'session.id').on('review_claim.until', '>', now.getTime()),
        )
        .select(['session.id', 'session.tenant', 'session.completed_at', 'session.document_type', 'session.country'])
        .select(['review_claim.reviewer', 'review_claim.until'])
        .orderBy('session.completed_at')
        .orderBy('session.id')
        .offset(offset)
        .limit(limit)
        .execute()
      return {
        total,
        cases: rows.map((row) => ({
          sessionId: row.id,
          tenant: row.tenant,
          mode,
          since: new Date(row.completed_at ?? 0),
          ...(row.document_type === null ? {} : { documentType: row.document_type as DocumentType }),
          ...(row.country === null ? {} : { country: row.country }),
          ...(row.reviewer === null || row.until === null ? {} : { claim: claimOf(row.reviewer, row.until) }),
        })),
      }
    },

    find: (sessionId) =>
      db
        .selectFrom('session')
        .select(['tenant', 'mode', 'status'])
        .where('id', '=', sessionId)
        .where('erased_at', 'is', null)
        .executeTakeFirst(),

    async claim(sessionId, { reviewer, until }, now) {
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
      return mine ? claimOf(mine.reviewer, mine.until) : runningClaim(db, sessionId, now)
    },

    claimOf: (sessionId, now) => runningClaim(db, sessionId, now),

    async release(sessionId, reviewer) {
      const mine = reviewer === undefined ? sql<boolean>`1 = 1` : sql<boolean>`reviewer = ${reviewer}`
      const released = await db
        .deleteFrom('review_claim')
        .where('session_id', '=', sessionId)
        .where(mine)
        .returning('session_id')
        .executeTakeFirst()
      return released !== undefined
    },
  }
}

const waitingSessions = (db: Kysely<Schema>) =>
  db
    .selectFrom('session')
    .where('session.status', '=', 'WAITING_FOR_MANUAL_APPROVE')
    .where('session.erased_at', 'is', null)

async function runningClaim(db: Kysely<Schema>, sessionId: string, now: Date): Promise<Claim | undefined> {
  const row = await db
    .selectFrom('review_claim')
    .select(['reviewer', 'until'])
    .where('session_id', '=', sessionId)
    .where('until', '>', now.getTime())
    .executeTakeFirst()
  return row && claimOf(row.reviewer, row.until)
}

const claimOf = (reviewer: string, until: number): Claim => ({ reviewer, until: new Date(until) })
