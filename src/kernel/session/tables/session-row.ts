import type { Kysely, Selectable } from 'kysely'
import type { DocumentType } from '../../../formats/document-words.ts'
import type { Keyring, Wrapped } from '../../../platform/keys/keys.ts'
import { openJson, sealJson } from '../../../platform/keys/seal.ts'
import { openDecisions } from '../../decision/check-decision.ts'
import { headlineOf } from '../../decision/findings.ts'
import { furthestStep } from '../../figures/funnel.ts'
import type { SessionSummary } from '../../ports/sessions.ts'
import { openPictureRequest } from '../../review/new-picture.ts'
import type { Context } from '../../storage/context.ts'
import type { Row, Schema } from '../../storage/schema.ts'
import { separateAnswer } from '../pending-answer.ts'
import { isFinal, kindShown, objectsOf, type Session, statusAt } from '../session.ts'
import { type ShownPerson, shownPerson } from '../shown-person.ts'

export const SUMMARY_COLUMNS = [
  'id',
  'mode',
  'status',
  'created_at',
  'expires_at',
  'completed_at',
  'document_type',
  'country',
  'held_until',
] as const satisfies (keyof Row<'session'>)[]

export type SummaryRow = Pick<Row<'session'>, (typeof SUMMARY_COLUMNS)[number]>

export type KeyColumns = Pick<Schema['session_key'], 'master_key_id' | 'wrapped'>

/** Sessions that are not being erased, with the keys that open them. */
export const selectWithKey = (db: Kysely<Schema>) =>
  db
    .selectFrom('session')
    .innerJoin('session_key', 'session_key.session_id', 'session.id')
    .selectAll('session')
    .select(['session_key.master_key_id', 'session_key.wrapped'])
    .where('session.erased_at', 'is', null)

/** The columns that follow from a session's present state, for a row that will have this version. */
export function stateColumns(session: Session, dataKey: Uint8Array, rowVersion: number) {
  const shown = kindShown(session)
  return {
    status: session.status,
    expires_at: session.expiresAt.getTime(),
    completed_at: session.completedAt?.getTime() ?? null,
    document_type: shown.type ?? null,
    country: shown.country ?? null,
    reached: furthestStep(session) ?? null,
    objects: objectsOf(session).join(' '),
    token_epoch: session.tokenEpoch ?? 0,
    ...queueColumns(session),
    sealed_content: sealContent({ ...session, version: rowVersion }, dataKey, contentOf(session)),
  }
}

export const sealContent = (row: BoundRow, dataKey: Uint8Array, content: object): string =>
  sealJson(dataKey, boundContext(row), content, BOUND)

export function sealRequest(session: Pick<Session, 'id' | 'request'>, dataKey: Uint8Array): string {
  return sealJson(dataKey, requestContext(session.id), session.request)
}

export function openRequest(id: string, sealed: string, dataKey: Uint8Array): Session['request'] {
  return openJson(dataKey, requestContext(id), sealed)
}

export function openSession(row: Selectable<Row<'session'>> & KeyColumns, keys: Keyring): Session {
  const dataKey = openDataKey(keys, row.id, row)
  return separateAnswer({
    id: row.id,
    tenant: row.tenant,
    mode: row.mode,
    status: row.status,
    version: row.version,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    ...(row.completed_at === null ? {} : { completedAt: new Date(row.completed_at) }),
    request: openRequest(row.id, row.sealed_request, dataKey),
    ...(row.token_epoch > 0 && { tokenEpoch: row.token_epoch }),
    ...heldUntil(row),
    ...openContent(row, dataKey),
  })
}

/**
 * How a list shows whose session it is. A row that was changed by other means shows nobody, and says so when it is
 * opened.
 */
export function personOf(row: Selectable<Row<'session'>> & KeyColumns, keys: Keyring): ShownPerson {
  try {
    return shownPerson(openSession(row, keys))
  } catch {
    return {}
  }
}

/** Throws when tenant, mode, status or version of the row are not those that its content was sealed with. */
function openContent(row: Selectable<Row<'session'>>, dataKey: Uint8Array): Content {
  try {
    return openDecisions(openJson<Content>(dataKey, boundContext(row), row.sealed_content))
  } catch (cause) {
    throw new Error(`session ${row.id}: its row was changed past this program`, { cause })
  }
}

export function summaryOf(row: SummaryRow, now: Date): SessionSummary {
  const expiresAt = new Date(row.expires_at)
  return {
    id: row.id,
    mode: row.mode,
    createdAt: new Date(row.created_at),
    expiresAt,
    ...(row.completed_at === null ? {} : { completedAt: new Date(row.completed_at) }),
    status: statusAt({ status: row.status, expiresAt, ...heldUntil(row) }, now),
    ...(row.document_type === null ? {} : { documentType: row.document_type as DocumentType }),
    ...(row.country === null ? {} : { country: row.country }),
  }
}

const heldUntil = ({ held_until }: Pick<Row<'session'>, 'held_until'>) =>
  held_until === null ? {} : { heldUntil: new Date(held_until) }

/** What is sealed separately from the request: everything without a column. */
function contentOf(session: Session) {
  const { id, tenant, mode, status, version, createdAt, expiresAt, completedAt, ...rest } = session
  const { request, tokenEpoch, heldUntil, ...content } = rest
  return content
}

type Content = ReturnType<typeof contentOf>

/** When retention starts to count; null while the session can still change. */
export function settlementOf(session: Session, now: Date): number | null {
  if (session.status === 'EXPIRED') return session.expiresAt.getTime()
  return isFinal(session.status) ? now.getTime() : null
}

export function wrapDataKey(keys: Keyring, id: string, dataKey: Uint8Array): Wrapped {
  return keys.wrap(sessionKeyContext(id), dataKey)
}

/** The key of a session that is known and not erased. */
export async function readDataKey(
  { db, keys }: Pick<Context, 'db' | 'keys'>,
  sessionId: string,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('session_key')
    .innerJoin('session', 'session.id', 'session_key.session_id')
    .select(['session_key.master_key_id', 'session_key.wrapped'])
    .where('session_key.session_id', '=', sessionId)
    .where('session.erased_at', 'is', null)
    .executeTakeFirst()
  return row && openDataKey(keys, sessionId, row)
}

export function openDataKey(keys: Keyring, id: string, row: KeyColumns): Buffer {
  return keys.unwrap(sessionKeyContext(id), { masterKeyId: row.master_key_id, wrapped: row.wrapped })
}

export const sessionKeyContext = (id: string) => `session-key:${id}`

const requestContext = (id: string) => `session:${id}:request`

type BoundRow = Pick<Row<'session'>, 'id' | 'tenant' | 'mode' | 'status' | 'version'>

/** The seal of content that is bound to the row's plain columns. */
const BOUND = 2
const boundContext = ({ id, tenant, mode, status, version }: BoundRow) =>
  JSON.stringify(['session content', id, tenant, mode, status, version])

/** What the queue sorts and narrows sessions by, in plain text: no value that was read, no reason in words. */
function queueColumns(session: Session) {
  const { decision, dueAt, heldUntil, newPictures = [], opinions = [], linkTakers = [] } = session
  const headline = headlineOf(session)
  const spoken = [...new Set([...opinions.map(({ by }) => by), ...linkTakers])]
  // Whether it is still open is up to the reader, who has a clock.
  const pictureRequest = openPictureRequest(session, LONG_AGO)
  const answered = newPictures.findLast(({ answeredAt }) => answeredAt)
  return {
    score: decision?.score ?? null,
    cause: headline?.cause ?? null,
    level: decision ? (decision.evidence.assurance ?? 'policy') : null,
    risk: headline?.risk ?? null,
    due_at: dueAt === undefined ? null : Date.parse(dueAt),
    asked_until: pictureRequest ? Date.parse(pictureRequest.until) : null,
    held_until: heldUntil?.getTime() ?? null,
    waits_for: answered && !linkTakers.includes(answered.by) ? answered.by : null,
    waits_since: answered?.answeredAt === undefined ? null : Date.parse(answered.answeredAt),
    spoken: spoken.length ? ` ${spoken.join(' ')} ` : null,
  }
}

const LONG_AGO = new Date(0)
