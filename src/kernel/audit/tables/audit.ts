import type { KeyObject } from 'node:crypto'
import type { Kysely } from 'kysely'
import { makeTimeOrderedId } from '../../../platform/sql/identifiers.ts'
import type { Audit, AuditEntry, AuditFilter, RecordedEntry } from '../../ports/audit.ts'
import type { Context, Database } from '../../storage/context.ts'
import type { Row, Schema } from '../../storage/schema.ts'
import { checkMac, macOf, readAcceptances, sqlAuditChain } from './chain.ts'

export function sqlAudit({ db, auditKey }: Pick<Context, 'db' | 'auditKey'>, kind: Database['kind']): Audit {
  const entriesOf = async (rows: Row<'audit'>[]) => {
    const forged = await findForged(db, auditKey, rows)
    return rows.map((row) => (forged.has(row.id) ? forgedEntryOf(row) : entryOf(row)))
  }
  return {
    ...sqlAuditChain({ db, kind }, auditKey),
    record: (entry) => db.transaction().execute((trx) => recordEntry(trx, auditKey, entry)),
    async list(filter, limit) {
      let query = db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(limit)
      if (filter.tenant !== undefined) query = query.where('tenant', '=', filter.tenant)
      if (filter.sessionId !== undefined) query = query.where('session_id', '=', filter.sessionId)
      if (filter.before !== undefined) query = query.where('id', '<', filter.before)
      return entriesOf(await query.execute())
    },
    async search({ actors = [undefined], actions = [undefined], ...filter }, page) {
      // Each actor and action separately, in the order of an index: together they would have to be sorted first.
      const found = await Promise.all(
        actors.flatMap((actor) => actions.map((action) => buildSearch(db, filter, { actor, action }, page).execute())),
      )
      const newest = found.flat().sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
      return entriesOf(newest.slice(0, page.limit))
    },
  }
}

function buildSearch(
  db: Kysely<Schema>,
  { sessionId, from, before }: Omit<AuditFilter, 'actors' | 'actions'>,
  { actor, action }: { actor: string | undefined; action: string | undefined },
  { after, limit }: Parameters<Audit['search']>[1],
) {
  let query = db.selectFrom('audit').selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(limit)
  if (actor !== undefined) query = query.where('actor', '=', actor)
  if (action !== undefined) query = query.where('action', '=', action)
  if (sessionId !== undefined) query = query.where('session_id', '=', sessionId)
  if (from) query = query.where('at', '>=', from.getTime())
  if (before) query = query.where('at', '<', before.getTime())
  if (!after) return query
  const at = after.at.getTime()
  return query.where('at', '<=', at).where((eb) => eb.or([eb('at', '<', at), eb('id', '<', after.id)]))
}

/** Within the transaction of the change that it records. */
export async function recordEntry(db: Kysely<Schema>, auditKey: KeyObject, entry: AuditEntry): Promise<void> {
  const row = {
    id: makeTimeOrderedId(),
    at: entry.at.getTime(),
    tenant: entry.tenant,
    actor: entry.actor,
    action: entry.action,
    session_id: entry.sessionId ?? null,
    detail: entry.detail ? JSON.stringify(entry.detail) : null,
  }
  await db
    .insertInto('audit')
    .values({ ...row, mac: macOf(auditKey, row) })
    .execute()
  await db.insertInto('audit_unlinked').values({ audit_id: row.id }).execute()
}

/** The audit entry of a change that was made; nothing if it was not made. */
export async function recordIf(
  db: Kysely<Schema>,
  auditKey: KeyObject,
  made: boolean,
  entries: readonly AuditEntry[],
): Promise<boolean> {
  if (made) for (const entry of entries) await recordEntry(db, auditKey, entry)
  return made
}

/** A row that somebody else wrote may have any content: a detail that cannot be read is left out. */
function forgedEntryOf(row: Row<'audit'>): RecordedEntry {
  try {
    return { ...entryOf(row), isForged: true }
  } catch {
    return { ...entryOf({ ...row, detail: null }), isForged: true }
  }
}

function entryOf(row: Row<'audit'>): RecordedEntry {
  return {
    id: row.id,
    at: new Date(row.at),
    tenant: row.tenant,
    actor: row.actor,
    action: row.action,
    ...(row.session_id === null ? {} : { sessionId: row.session_id }),
    ...(row.detail === null ? {} : { detail: JSON.parse(row.detail) as NonNullable<AuditEntry['detail']> }),
  }
}

/**
 * Which of these entries this installation did not write: those with a wrong MAC, and those without one that nobody
 * vouched for.
 */
async function findForged(db: Kysely<Schema>, auditKey: KeyObject, rows: Row<'audit'>[]): Promise<Set<string>> {
  const checked = rows.map((row) => ({ id: row.id, mac: checkMac(auditKey, row) }))
  const forged = new Set(checked.flatMap(({ id, mac }) => (mac === 'FALSE' ? [id] : [])))
  const without = checked.flatMap(({ id, mac }) => (mac === 'ABSENT' ? [id] : []))
  if (!without.length) return forged

  const through = await acceptedThrough(db, auditKey)
  const linked = await db
    .selectFrom('audit_link')
    .select('audit_id')
    .where('audit_id', 'in', without)
    .where('seq', '<=', through)
    .execute()
  const accepted = new Set(linked.map(({ audit_id }) => audit_id))
  for (const id of without) if (!accepted.has(id)) forged.add(id)
  return forged
}

/** The number up to which somebody vouched for entries without a MAC, in the chain as it is; 0 if nobody did. */
async function acceptedThrough(db: Kysely<Schema>, auditKey: KeyObject): Promise<number> {
  const acceptances = await readAcceptances(db, auditKey)
  const links = await db
    .selectFrom('audit_link')
    .select(['seq', 'hash'])
    .where('seq', 'in', [0, ...acceptances.map(({ through }) => through)])
    .execute()
  const hashes = new Map(links.map(({ seq, hash }) => [seq, hash]))
  return Math.max(0, ...acceptances.flatMap(({ through, hash }) => (hashes.get(through) === hash ? [through] : [])))
}
