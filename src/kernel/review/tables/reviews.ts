import { type Kysely, sql } from 'kysely'
import type { DocumentType } from '../../../formats/document-words.ts'
import { openJson, sealJson } from '../../../platform/keys/seal.ts'
import { makeTimeOrderedId } from '../../../platform/sql/identifiers.ts'
import { recordIf } from '../../audit/tables/audit.ts'
import type { Claim, QueueFilter, QueueOrder, QueueTally, Review, Reviews, WaitingCase } from '../../ports/review.ts'
import type { Scope } from '../../ports/tenants.ts'
import { openDataKey, openRequest, personOf } from '../../session/tables/session-row.ts'
import type { Context } from '../../storage/context.ts'
import { narrowWithoutIndex } from '../../storage/query.ts'
import type { Schema } from '../../storage/schema.ts'

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

/** Undefined when another's claim is active, or the case does not wait. */
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

/** A reason alone is stored as its words only. */
type Said = string | Pick<Review, 'reason' | 'code' | 'against' | 'confirmAgainst'>

const said = (sealed: Said) => (typeof sealed === 'string' ? { reason: sealed } : sealed)

/** Within the transaction that writes the session. */
export async function insertReview(
  trx: Kysely<Schema>,
  sessionId: string,
  dataKey: Uint8Array,
  { reviewer, verdict, ...words }: Review,
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
      sealed_reason: sealJson(dataKey, reasonContext(id), Object.keys(words).length > 1 ? words : words.reason),
    })
    .execute()
}

const reasonContext = (id: string) => `review:${id}:reason`

/** How long an answer is reserved for the reviewer who asked, before anybody may take it: a working day. */
const KEPT_MS = 8 * 3_600_000

const waitingSessions = (db: Kysely<Schema>) =>
  db
    .selectFrom('session')
    .where('session.status', '=', 'WAITING_FOR_MANUAL_APPROVE')
    .where('session.erased_at', 'is', null)

/** One page of the cases that wait, and how many there are. */
async function listWaiting(
  { db, keys }: Context,
  now: Date,
  { offset, limit }: { offset: number; limit: number },
  scope: Scope & QueueFilter & { withNames?: boolean },
): Promise<{ total: number; cases: WaitingCase[] }> {
  const wanted = narrowed(db, now, scope)
  const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await ORDERS[scope.order ?? 'pressing'](wanted, now)
    .innerJoin('session_key', 'session_key.session_id', 'session.id')
    .selectAll('session')
    .select(['session_key.master_key_id', 'session_key.wrapped', 'review_claim.reviewer', 'review_claim.until'])
    .offset(offset)
    .limit(limit)
    .execute()
  return {
    total,
    cases: rows.map((row) => {
      const { externalId } =
        row.external_id_hash === null ? {} : openRequest(row.id, row.sealed_request, openDataKey(keys, row.id, row))
      return {
        sessionId: row.id,
        tenant: row.tenant,
        mode: scope.mode,
        since: new Date(row.completed_at ?? 0),
        ...(row.document_type === null ? {} : { documentType: row.document_type as DocumentType }),
        ...(row.country === null ? {} : { country: row.country }),
        ...(row.reviewer === null || row.until === null ? {} : { claim: claimOf(row.reviewer, row.until) }),
        ...(externalId === undefined ? {} : { externalId }),
        ...(scope.withNames && personOf(row, keys)),
        ...(row.score === null ? {} : { score: row.score }),
        ...(row.cause === null ? {} : { cause: row.cause }),
        ...(row.risk !== null && row.risk > 0 && { isRisky: true }),
        ...(row.risk === -1 && { isUnread: true }),
        ...(row.due_at === null ? {} : { due: new Date(row.due_at) }),
        ...(row.asked_until !== null && row.asked_until > now.getTime() && { askedUntil: new Date(row.asked_until) }),
        ...(row.waits_for === null ? {} : { waitsFor: row.waits_for }),
        ...(row.spoken !== null && { isSecond: true }),
      }
    }),
  }
}

/** How many wait for a reviewer, how many for a person, and what for. */
async function tallyWaiting({ db }: Context, now: Date, scope: Scope): Promise<QueueTally> {
  const withPerson = sql<number>`case when session.asked_until > ${sql.lit(now.getTime())} then 1 else 0 end`
  const rows = await waitingSessions(db)
    .where('session.mode', '=', scope.mode)
    .where(narrowWithoutIndex(scope.tenants))
    .select(({ fn }) => ['session.cause', withPerson.as('asked'), fn.countAll<number>().as('cases')])
    .groupBy(['session.cause', withPerson])
    .execute()
  const causes: Record<string, number> = {}
  for (const { cause, asked, cases } of rows)
    if (cause !== null && Number(asked) === 0) causes[cause] = (causes[cause] ?? 0) + Number(cases)
  const sum = (wanted: number) =>
    rows.filter(({ asked }) => Number(asked) === wanted).reduce((all, { cases }) => all + Number(cases), 0)
  return { reviewer: sum(0), person: sum(1), causes }
}

type Narrowed = ReturnType<typeof narrowed>

/**
 * Cases whose deadline has passed first, then by what speaks against them, then the nearest deadline, then those that
 * have waited longest.
 */
const ORDERS: Record<QueueOrder, (query: Narrowed, now: Date) => Narrowed> = {
  pressing: (query, now) =>
    query
      .orderBy(sql`case when session.due_at <= ${sql.lit(now.getTime())} then 0 else 1 end`)
      .orderBy(sql`case when session.risk > 0 then session.risk else 0 end`, 'desc')
      .orderBy(sql`case when session.due_at is null then 1 else 0 end`)
      .orderBy('session.due_at')
      .orderBy('session.completed_at')
      .orderBy('session.id'),
  oldest: (query) => query.orderBy('session.completed_at').orderBy('session.id'),
  newest: (query) => query.orderBy('session.completed_at', 'desc').orderBy('session.id'),
  score: (query) =>
    query.orderBy(sql`coalesce(session.score, 100)`).orderBy('session.completed_at').orderBy('session.id'),
}

function narrowed(db: Kysely<Schema>, now: Date, scope: Scope & QueueFilter) {
  const at = now.getTime()
  const { waitsFor, cause, documentType, country, tenant, claimedBy, for: reviewer } = scope
  const isAsked = sql<boolean>`coalesce(session.asked_until, 0) > ${at}`
  return waitingSessions(db)
    .leftJoin('review_claim', (join) =>
      join.onRef('review_claim.session_id', '=', 'session.id').on('review_claim.until', '>', at),
    )
    .where('session.mode', '=', scope.mode)
    .where(narrowWithoutIndex(scope.tenants))
    .$if(waitsFor === 'person', (query) => query.where(isAsked))
    .$if(waitsFor === 'reviewer', (query) => query.where(({ not }) => not(isAsked)))
    .$if(cause !== undefined, (query) => query.where('session.cause', '=', cause as string))
    .$if(documentType !== undefined, (query) => query.where('session.document_type', '=', documentType as string))
    .$if(country !== undefined, (query) => query.where('session.country', '=', country as string))
    .$if(tenant !== undefined, (query) => query.where('session.tenant', '=', tenant as string))
    .$if(claimedBy !== undefined, (query) => query.where('review_claim.reviewer', '=', claimedBy as string))
    .$if(reviewer !== undefined, (query) =>
      query
        .where(sql<boolean>`coalesce(session.spoken, '') not like ${`% ${escaped(reviewer as string)} %`} escape '!'`)
        .where((eb) =>
          eb.or([
            eb('session.waits_for', 'is', null),
            eb('session.waits_for', '=', reviewer as string),
            eb('session.waits_since', '<=', at - KEPT_MS),
          ]),
        ),
    )
}

const escaped = (name: string): string => name.replace(/[!%_]/g, '!$&')

const claimOf = (reviewer: string, until: number): Claim => ({ reviewer, until: new Date(until) })
