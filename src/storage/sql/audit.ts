import type { Kysely } from 'kysely'
import type { Audit, AuditEntry } from '../../actions/ports.ts'
import type { Context } from './context.ts'
import { timeOrderedId } from './identifiers.ts'
import type { AuditRow, Schema } from './schema.ts'

export function sqlAudit({ db }: Context): Audit {
  return {
    record: (entry) => recordEntry(db, entry),
    async list(filter, limit) {
      let query = db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(limit)
      if (filter.tenant !== undefined) query = query.where('tenant', '=', filter.tenant)
      if (filter.sessionId !== undefined) query = query.where('session_id', '=', filter.sessionId)
      if (filter.before !== undefined) query = query.where('id', '<', filter.before)
      return (await query.execute()).map(entryOf)
    },
  }
}

/** Within the transaction of the change it tells of. */
export async function recordEntry(db: Kysely<Schema>, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      id: timeOrderedId(),
      at: entry.at.getTime(),
      tenant: entry.tenant,
      actor: entry.actor,
      action: entry.action,
      session_id: entry.sessionId ?? null,
      detail: entry.detail ? JSON.stringify(entry.detail) : null,
    })
    .execute()
}

function entryOf(row: AuditRow): AuditEntry & { id: string } {
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
