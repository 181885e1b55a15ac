import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import type { DocumentType, PageSide, VisualFieldName } from '../../../formats/document-words.ts'
import { recordEntry, recordIf } from '../../../kernel/audit/tables/audit.ts'
import { DAY, startOf } from '../../../kernel/figures/tables/session-count.ts'
import type { AuditEntry } from '../../../kernel/ports/audit.ts'
import type { SignedRows } from '../../../kernel/rights/signed-rows.ts'
import { isApproved, type Session } from '../../../kernel/session/session.ts'
import type { Status } from '../../../kernel/session/session-words.ts'
import type { Context } from '../../../kernel/storage/context.ts'
import { narrowToTenants } from '../../../kernel/storage/query.ts'
import type { Row, Schema } from '../../../kernel/storage/schema.ts'
import type { DocumentModel, ModelContent, ModelZoneName } from '../../../vision/taught/model.ts'
import type { DocumentModels, ModelVersion, NewDraft } from '../ports/document-models.ts'

export function sqlDocumentModels({ db, clock, auditKey, signed }: Context): DocumentModels {
  /** Changes run one at a time: the row with the revision is the lock for all of them. */
  const change = <Value>(by: 0 | 1, act: (trx: Kysely<Schema>) => Promise<Value>): Promise<Value> =>
    db.transaction().execute(async (trx) => {
      await trx
        .updateTable('document_model_revision')
        .set((eb) => ({ revision: eb('revision', '+', by) }))
        .execute()
      return act(trx)
    })

  return {
    async list() {
      const rows = await db
        .selectFrom('document_model')
        .selectAll()
        .orderBy('country')
        .orderBy('type')
        .orderBy('side', 'desc')
        .orderBy('name')
        .orderBy('id')
        .orderBy('version', 'desc')
        .execute()
      return rows.filter((row) => signed.isOurs('document_model', row)).map(versionOf)
    },
    async load(id, version) {
      const row = await oneVersion(db, id, version).executeTakeFirst()
      return row && signed.isOurs('document_model', row) ? modelOf(row) : undefined
    },
    async published() {
      const rows = await db
        .selectFrom('document_model')
        .selectAll()
        .where('status', '=', 'published')
        .orderBy('id')
        .execute()
      return Promise.all(rows.filter((row) => signed.isOurs('document_model', row)).map(modelOf))
    },
    async revision() {
      const row = await db.selectFrom('document_model_revision').select('revision').executeTakeFirst()
      return row?.revision ?? 0
    },
    async keepDraft(draft, audit) {
      const row = await draftRow(draft, clock())
      return change(0, (trx) => insertDraft(trx, { auditKey, signed }, draft, row, audit))
    },
    publish: (id, version, audit) =>
      change(1, async (trx) => {
        const draft = await oneVersion(trx, id, version).where('status', '=', 'draft').executeTakeFirst()
        if (!draft || !signed.isOurs('document_model', draft)) return false
        const previous = await trx
          .selectFrom('document_model')
          .select('version')
          .where('id', '=', id)
          .where('status', '=', 'published')
          .execute()
        for (const each of previous) await setStatus(trx, signed, id, each.version, 'off')
        await setStatus(trx, signed, id, version, 'published')
        await recordEntry(trx, auditKey, audit)
        return true
      }),
    switch: (id, to, audit) =>
      change(1, async (trx) => {
        const newest = await trx
          .selectFrom('document_model')
          .select(['version', 'status'])
          .where('id', '=', id)
          .where('status', '<>', 'draft')
          .orderBy('status', 'desc') // the published one, else the newest of the others
          .orderBy('version', 'desc')
          .executeTakeFirst()
        const wanted = to === 'on' ? 'published' : 'off'
        if (!newest || newest.status === wanted) return false
        if (!(await setStatus(trx, signed, id, newest.version, wanted))) return false
        await recordEntry(trx, auditKey, audit)
        return true
      }),
    removeDraft: (id, version, audit) =>
      change(0, async (trx) => {
        const removed = await trx
          .deleteFrom('document_model')
          .where('id', '=', id)
          .where('version', '=', version)
          .where('status', '=', 'draft')
          .returning('id')
          .executeTakeFirst()
        return recordIf(trx, auditKey, removed !== undefined, [audit])
      }),
    async seenSince(day, { tenants, mode }) {
      const rows = await db
        .selectFrom('document_model_count')
        .select((eb) => [
          'model',
          sql<number>`cast(${eb.fn.sum('seen')} as bigint)`.as('seen'),
          sql<number>`cast(${eb.fn.sum('approved')} as bigint)`.as('approved'),
        ])
        .where('day', '>=', day.getTime())
        .where('mode', '=', mode)
        .where((eb) => narrowToTenants(eb, tenants))
        .groupBy('model')
        .orderBy('model')
        .execute()
      return rows.map(({ model, seen, approved }) => ({ model, seen, approved }))
    },
    async shownSince(day, { tenants, mode }) {
      const rows = await db
        .selectFrom('session')
        .select((eb) => ['country', 'document_type', sql<number>`cast(${eb.fn.countAll()} as bigint)`.as('sessions')])
        .where('created_at', '>=', day.getTime())
        .where('mode', '=', mode)
        .where('erased_at', 'is', null)
        .where('country', 'is not', null)
        .where('document_type', 'is not', null)
        .where((eb) => narrowToTenants(eb, tenants))
        .groupBy(['country', 'document_type'])
        .orderBy('country')
        .orderBy('document_type')
        .execute()
      return rows.map(({ country, document_type: type, sessions }) => ({
        country: country ?? '',
        type: type ?? '',
        sessions: Number(sessions),
      }))
    },
  }
}

/** A replaced draft leaves its number unused, so that someone who reviewed it cannot publish another one by mistake. */
async function insertDraft(
  trx: Kysely<Schema>,
  { auditKey, signed }: Pick<Context, 'auditKey' | 'signed'>,
  { model: { id } }: NewDraft,
  row: Awaited<ReturnType<typeof draftRow>>,
  audit: AuditEntry,
): Promise<number> {
  const last = await trx
    .selectFrom('document_model')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('id', '=', id)
    .executeTakeFirst()
  const version = (last?.version ?? 0) + 1
  await trx.deleteFrom('document_model').where('id', '=', id).where('status', '=', 'draft').execute()
  await trx
    .insertInto('document_model')
    .values(signed.sign('document_model', { ...row, version }))
    .execute()
  await recordEntry(trx, auditKey, { ...audit, detail: { ...audit.detail, version } })
  return version
}

const oneVersion = (db: Kysely<Schema>, id: string, version: number) =>
  db.selectFrom('document_model').selectAll().where('id', '=', id).where('version', '=', version)

const setStatus = (trx: Kysely<Schema>, signed: SignedRows, id: string, version: number, status: 'published' | 'off') =>
  signed.change(trx, 'document_model', { id, version }, () => ({ status }))

async function draftRow(
  { model, taughtBy, pictures, fields, zones, signer }: NewDraft,
  now: Date,
): Promise<Omit<Row<'document_model'>, 'version' | 'mac'>> {
  const { id, country, type, side, year, name, content } = model
  const packed = await promisify(gzip)(JSON.stringify(content))
  return {
    id,
    status: 'draft',
    country,
    type,
    side,
    year: year ?? null,
    name,
    content: packed.toString('base64'),
    pictures,
    fields: fields.join(' '),
    zones: zones.join(' '),
    taught_by: taughtBy,
    at: now.getTime(),
    signer: signer?.fingerprint ?? null,
    signature: signer?.signature ?? null,
  }
}

async function modelOf(row: Row<'document_model'>): Promise<DocumentModel> {
  const json = await promisify(gunzip)(Buffer.from(row.content, 'base64'))
  return { ...describe(row), content: JSON.parse(json.toString('utf8')) as ModelContent }
}

function versionOf(row: Omit<Row<'document_model'>, 'content'>): ModelVersion {
  return {
    ...describe(row),
    status: row.status,
    at: new Date(row.at),
    taughtBy: row.taught_by,
    pictures: row.pictures,
    fields: wordsIn(row.fields) as VisualFieldName[],
    zones: wordsIn(row.zones) as ModelZoneName[],
    ...(row.signer === null || row.signature === null
      ? {}
      : { signer: { fingerprint: row.signer, signature: row.signature } }),
  }
}

function describe(row: Omit<Row<'document_model'>, 'content'>): Omit<DocumentModel, 'content'> {
  return {
    id: row.id,
    version: row.version,
    country: row.country,
    type: row.type as DocumentType,
    side: row.side as PageSide,
    ...(row.year === null ? {} : { year: row.year }),
    name: row.name,
  }
}

const wordsIn = (text: string): string[] => text.split(' ').filter(Boolean)

/**
 * Counts the taught models of a session on the day it was finished: as seen when it finishes, as approved when it
 * becomes approved, and no longer as approved when that is undone. The counts name no session, and are kept after its
 * erasure.
 */
export async function countModels(
  trx: Kysely<Schema>,
  before: { status: Status; completed_at: number | null },
  session: Session,
): Promise<void> {
  const { completedAt, tenant, mode } = session
  if (!completedAt) return
  const seen = before.completed_at === null ? 1 : 0
  const approved = Number(isApproved(session.status)) - Number(isApproved(before.status))
  if (!seen && !approved) return
  const day = startOf(DAY, completedAt.getTime())
  for (const model of modelsSeen(session)) {
    await trx
      .insertInto('document_model_count')
      .values({ model, tenant, mode, day, seen, approved })
      .onConflict((conflict) =>
        conflict.columns(['day', 'model', 'tenant', 'mode']).doUpdateSet((eb) => ({
          seen: eb('document_model_count.seen', '+', seen),
          approved: eb('document_model_count.approved', '+', approved),
        })),
      )
      .execute()
  }
}

/** In a fixed order, in which their rows are locked, to avoid deadlocks. */
const modelsSeen = ({ document }: Session): string[] =>
  [...new Set(document?.pages.flatMap(({ taught }) => (taught ? [taught.id] : [])))].sort()
