import type { Kysely } from 'kysely'
import { makeTimeOrderedId } from '../../../platform/sql/identifiers.ts'
import { recordEntry } from '../../audit/tables/audit.ts'
import { countStatuses } from '../../figures/tables/session-count.ts'
import type { Secrets } from '../../ports/installation.ts'
import type { SessionEffects, SessionEventRecord } from '../../ports/sessions.ts'
import { insertReview } from '../../review/tables/reviews.ts'
import type { SignedRows } from '../../rights/signed-rows.ts'
import type { Context } from '../../storage/context.ts'
import { prepareFeatureWrites } from '../../storage/feature-storage.ts'
import type { Schema } from '../../storage/schema.ts'
import type { Session } from '../session.ts'
import { holdFingerprints } from './fingerprint-sets.ts'
import { hashDocument } from './fingerprints.ts'
import { eraseFace, insertFingerprint, numberFingerprint } from './keep-fingerprint.ts'
import { markSession, replaceMarks } from './search-marks.ts'
import { insertPictures, markPictures } from './sent-pictures.ts'
import { openDataKey, settlementOf, stateColumns } from './session-row.ts'

/** Writes a session that nobody else has changed, and its effects, in one transaction. */
export async function saveSession(
  { db, keys, clock, auditKey, signed }: Context,
  secrets: Secrets,
  session: Session,
  effects: SessionEffects,
): Promise<boolean> {
  const { events = [], audit, review, recall = 0, fingerprint: compared, pictures: sent, forgetFace } = effects
  // Before the transaction: a secret that is used for the first time is written separately.
  const fingerprint = compared && { ...compared, documentHash: await hashDocument(secrets, compared) }
  const marks = await markSession(secrets, session)
  const writeFeatures = await prepareFeatureWrites(secrets, effects)
  const pictures = sent && (await markPictures(secrets, session, sent))

  const writing = db.transaction().execute(async (trx) => {
    const stored = await trx
      .selectFrom('session')
      .innerJoin('session_key', 'session_key.session_id', 'session.id')
      .select([
        'session.status',
        'session.created_at',
        'session.completed_at',
        'session_key.master_key_id',
        'session_key.wrapped',
      ])
      .where('session.id', '=', session.id)
      .where('session.version', '=', session.version)
      .executeTakeFirst()
    if (!stored) return false
    const held = await holdFingerprints(trx, signed, session, [
      ...(fingerprint || forgetFace ? (['print'] as const) : []),
      ...(pictures ? (['picture'] as const) : []),
    ])
    const sequence = fingerprint && (await numberFingerprint(trx, keys, held, fingerprint))
    if (fingerprint && sequence === undefined) return false

    const dataKey = openDataKey(keys, session.id, stored)
    const now = clock()
    if (!(await updateSession(trx, session, dataKey, now))) return false
    if (recall > 0) await takeBackEvents(trx, session.id, recall, now)
    if (stored.status !== session.status) {
      await countStatuses(trx, session, stored.created_at, { [stored.status]: -1, [session.status]: 1 })
    }
    await insertEvents(trx, signed, session, events, now)
    if (review) await insertReview(trx, session.id, dataKey, review, now)
    if (fingerprint && sequence !== undefined) await insertFingerprint(trx, dataKey, fingerprint, sequence)
    if (forgetFace) await eraseFace(trx, held, session.id)
    await replaceMarks(trx, session.id, marks)
    await writeFeatures(trx, signed, { before: stored, session, effects, now })
    if (pictures) await insertPictures(trx, dataKey, session, pictures)
    await held.sign()
    if (audit) await recordEntry(trx, auditKey, audit)
    return true
  })
  return writing.catch((error: unknown) => {
    if (error === HAS_LEFT) return false
    throw error
  })
}

/** Rolls back the transaction: an event that was to be cancelled has been sent, so what it says stays. */
const HAS_LEFT = new Error('an event that was to be cancelled has been sent')

async function updateSession(trx: Kysely<Schema>, session: Session, dataKey: Uint8Array, now: Date): Promise<boolean> {
  const settlement = settlementOf(session, now)
  const written = await trx
    .updateTable('session')
    .set((eb) => ({
      ...stateColumns(session, dataKey, session.version + 1),
      version: session.version + 1,
      settled_at: settlement === null ? null : eb.fn.coalesce('settled_at', eb.val(settlement)),
    }))
    .where('id', '=', session.id)
    .where('tenant', '=', session.tenant)
    .where('version', '=', session.version)
    .where('erased_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** The number of events of one write within the order of the session's versions. */
const EVENTS_PER_VERSION = 100

async function insertEvents(
  trx: Kysely<Schema>,
  signed: SignedRows,
  session: Session,
  events: SessionEventRecord[],
  now: Date,
): Promise<void> {
  const at = now.getTime()
  for (const [index, { status, action, notBefore }] of events.entries()) {
    await trx
      .insertInto('outbox')
      .values(
        signed.sign('outbox', {
          id: `msg_${makeTimeOrderedId(at)}`,
          session_id: session.id,
          tenant: session.tenant,
          mode: session.mode,
          sequence: session.version * EVENTS_PER_VERSION + index,
          status,
          state: 'pending' as const,
          created_at: at,
          queued_at: at,
          next_attempt_at: notBefore?.getTime() ?? at,
          attempts: 0,
          action: action ?? null,
        }),
      )
      .execute()
  }
}

/** Removes events that have not been sent yet. */
async function takeBackEvents(trx: Kysely<Schema>, sessionId: string, count: number, now: Date): Promise<void> {
  const taken = await trx
    .deleteFrom('outbox')
    .where('session_id', '=', sessionId)
    .where('state', '=', 'pending')
    .where('attempts', '=', 0)
    .where('lease_until', 'is', null)
    .where('next_attempt_at', '>', now.getTime())
    .returning('id')
    .execute()
  if (taken.length !== count) throw HAS_LEFT
}
