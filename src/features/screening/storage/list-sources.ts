import { recordEntry, recordIf } from '../../../kernel/audit/tables/audit.ts'
import type { Context } from '../../../kernel/storage/context.ts'
import type { Schema } from '../../../kernel/storage/schema.ts'
import type { ListFormat } from '../domain/list-entry.ts'
import type { FetchResult, ListSource, ListSources } from '../ports/screening.ts'

export function sqlListSources({ db, clock, auditKey, signed }: Context): ListSources {
  return {
    async all() {
      const rows = await db.selectFrom('list_source').selectAll().orderBy('list').execute()
      return rows.filter((row) => signed.isOurs('list_source', row)).map(sourceOf)
    },

    put: ({ list, url, format, sha256, sha256Url, everyHours }, audit) =>
      db.transaction().execute(async (trx) => {
        const settings = {
          url,
          format: format ?? null,
          sha256: sha256 ?? null,
          sha256_url: sha256Url ?? null,
          every_hours: everyHours,
        }
        const values = {
          ...settings,
          mac: signed.sign('list_source', { list, ...settings }).mac,
          next_at: clock().getTime(),
          lease_owner: null,
          lease_until: null,
        }
        await trx
          .insertInto('list_source')
          .values({ list, ...values, last_at: null, last_outcome: null, last_text: null, good_at: null })
          .onConflict((conflict) => conflict.column('list').doUpdateSet(values))
          .execute()
        await recordEntry(trx, auditKey, audit)
      }),

    remove: (list, audit) =>
      db.transaction().execute(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('list_source')
          .where('list', '=', list)
          .executeTakeFirstOrThrow()
        return recordIf(trx, auditKey, numDeletedRows > 0n, [audit])
      }),

    claim: (owner, now, leaseSeconds, list) =>
      db.transaction().execute(async (trx) => {
        const at = now.getTime()
        const due = await trx
          .selectFrom('list_source')
          .select('list')
          .where((eb) => (list === undefined ? eb('next_at', '<=', at) : eb('list', '=', list)))
          .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', at)]))
          .orderBy('next_at')
          .executeTakeFirst()
        if (!due) return undefined
        const row = await trx
          .updateTable('list_source')
          .set({ lease_owner: owner, lease_until: at + leaseSeconds * 1_000 })
          .where('list', '=', due.list)
          // Only the first update gets the lease: on PostgreSQL two transactions may have read the same row.
          .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', at)]))
          .returningAll()
          .executeTakeFirst()
        return row && signed.isOurs('list_source', row) ? sourceOf(row) : undefined
      }),

    async finish(owner, list, { at, outcome, text }, nextAt) {
      await db
        .updateTable('list_source')
        .set({
          last_at: at.getTime(),
          last_outcome: outcome,
          last_text: text,
          ...(outcome !== 'failed' && { good_at: at.getTime() }),
          next_at: nextAt.getTime(),
          lease_owner: null,
          lease_until: null,
        })
        .where('list', '=', list)
        .where('lease_owner', '=', owner)
        .execute()
    },
  }
}

function sourceOf(row: Schema['list_source']): ListSource {
  return {
    list: row.list,
    url: row.url,
    ...(row.format !== null && { format: row.format as ListFormat }),
    ...(row.sha256 !== null && { sha256: row.sha256 }),
    ...(row.sha256_url !== null && { sha256Url: row.sha256_url }),
    everyHours: row.every_hours,
    nextAt: new Date(Number(row.next_at)),
    ...(row.last_at !== null &&
      row.last_outcome !== null && {
        last: {
          at: new Date(Number(row.last_at)),
          outcome: row.last_outcome as FetchResult['outcome'],
          text: row.last_text ?? '',
        },
      }),
    ...(row.good_at !== null && { goodAt: new Date(Number(row.good_at)) }),
  }
}
