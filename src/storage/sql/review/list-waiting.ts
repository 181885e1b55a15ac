import { type Kysely, sql } from 'kysely'
import type { Claim, QueueFilter, QueueOrder, QueueTally, WaitingCase } from '../../../actions/ports/review.ts'
import type { Scope } from '../../../actions/ports/tenants.ts'
import { imagesOf } from '../../../domain/session.ts'
import { holderName } from '../../../domain/stated-claims.ts'
import type { DocumentType, ImageName } from '../../../domain/vocabulary.ts'
import type { Keyring } from '../../keys/keys.ts'
import type { Context } from '../database/context.ts'
import { narrowWithoutIndex } from '../database/narrow.ts'
import type { Schema } from '../database/schema.ts'
import { openDataKey, openRequest, openSession } from '../sessions/session-row.ts'

/** How long an answer is kept for the reviewer who asked, before anybody may take it: a working day. */
const KEPT_MS = 8 * 3_600_000

export const waitingSessions = (db: Kysely<Schema>) =>
  db
    .selectFrom('session')
    .where('session.status', '=', 'WAITING_FOR_MANUAL_APPROVE')
    .where('session.erased_at', 'is', null)

/** One page of the cases that wait, and how many there are. */
export async function listWaiting(
  { db, keys }: Context,
  now: Date,
  { offset, limit }: { offset: number; limit: number },
  scope: Scope & QueueFilter & { withNames?: boolean },
): Promise<{ total: number; cases: WaitingCase[] }> {
  const wanted = narrowed(db, now, scope)
  const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await ORDERS[scope.order ?? 'pressing'](wanted)
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
        ...(scope.withNames && faceOf(row, keys)),
        ...(row.score === null ? {} : { score: row.score }),
        ...(row.cause === null ? {} : { cause: row.cause }),
        ...(row.risk === 1 && { isRisky: true }),
        ...(row.risk === -1 && { isUnread: true }),
        ...(row.due_at === null ? {} : { due: new Date(row.due_at) }),
        ...(row.asked_until !== null && row.asked_until > now.getTime() && { askedUntil: new Date(row.asked_until) }),
        ...(row.waits_for === null ? {} : { waitsFor: row.waits_for }),
        ...(row.spoken !== null && { isSecond: true }),
      }
    }),
  }
}

/** What a person knows the case by in a list. A row that was changed past this program has none, and says so when it is opened. */
function faceOf(row: Parameters<typeof openSession>[0], keys: Keyring): Pick<WaitingCase, 'name' | 'thumbnail'> {
  try {
    const session = openSession(row, keys)
    const name = holderName(session)
    const images = imagesOf(session)
    const thumbnail = THUMBNAILS.find((image) => images[image])
    return { ...(name && { name }), ...(thumbnail && { thumbnail }) }
  } catch {
    return {}
  }
}

/** The portrait of the document, else the selfie. */
const THUMBNAILS: readonly ImageName[] = ['primary_face', 'face_cropped', 'face_original']

/** How many wait for a reviewer, how many for a person, and what for. */
export async function tallyWaiting({ db }: Context, now: Date, scope: Scope): Promise<QueueTally> {
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

/** What has a deadline first, the nearest before the others, then what something speaks against, then what waited longest. */
const ORDERS: Record<QueueOrder, (query: Narrowed) => Narrowed> = {
  pressing: (query) =>
    query
      .orderBy(sql`case when session.due_at is null then 1 else 0 end`)
      .orderBy('session.due_at')
      .orderBy(sql`case when session.risk = 1 then 0 else 1 end`)
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

export const claimOf = (reviewer: string, until: number): Claim => ({ reviewer, until: new Date(until) })
