import type { Kysely } from 'kysely'
import type { Session } from '../../../kernel/session/session.ts'
import type { Context } from '../../../kernel/storage/context.ts'
import type { Schema } from '../../../kernel/storage/schema.ts'
import type { ListRun, ListRuns } from '../ports/screening.ts'

/** A session that was decided with the previous version may not be committed yet. */
const SETTLE_MS = 60_000

export function sqlListRuns({ db }: Context): ListRuns {
  return {
    claim: (owner, now, leaseSeconds) =>
      db.transaction().execute(async (trx) => {
        const at = now.getTime()
        const next = await trx
          .selectFrom('watchlist')
          .innerJoin('watchlist_version', 'watchlist_version.version', 'watchlist.version')
          .leftJoin('watchlist_run', 'watchlist_run.version', 'watchlist.version')
          .select(['watchlist.name', 'watchlist_version.version'])
          .where('watchlist_version.imported_at', '<=', at - SETTLE_MS)
          .where('watchlist_run.done_at', 'is', null)
          .where((eb) =>
            eb.or([
              eb('watchlist_run.lease_until', 'is', null),
              eb('watchlist_run.lease_until', '<', at),
              eb('watchlist_run.lease_owner', '=', owner),
            ]),
          )
          .orderBy('watchlist_version.version')
          .executeTakeFirst()
        if (!next) return undefined
        const lease = { lease_owner: owner, lease_until: at + leaseSeconds * 1_000 }
        const row = await trx
          .insertInto('watchlist_run')
          .values({ version: next.version, after: '', compared: 0, found: 0, done_at: null, ...lease })
          .onConflict((conflict) => conflict.column('version').doUpdateSet(lease))
          .returningAll()
          .executeTakeFirstOrThrow()
        return runOf({ ...row, list: next.name })
      }),

    async advance(owner, { version, after, compared, found, doneAt }, now, leaseSeconds) {
      const { numUpdatedRows } = await db
        .updateTable('watchlist_run')
        .set({
          after,
          compared,
          found,
          lease_until: now.getTime() + leaseSeconds * 1_000,
          done_at: doneAt?.getTime() ?? null,
        })
        .where('version', '=', version)
        .where('lease_owner', '=', owner)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    async runs() {
      const rows = await db
        .selectFrom('watchlist')
        .innerJoin('watchlist_run', 'watchlist_run.version', 'watchlist.version')
        .selectAll('watchlist_run')
        .select('watchlist.name as list')
        .orderBy('watchlist.name')
        .execute()
      return rows.map(runOf)
    },

    async alerts({ tenants, mode }, limit) {
      const shown = db
        .selectFrom('watchlist_alert')
        .innerJoin('session', 'session.id', 'watchlist_alert.session_id')
        .where('session.erased_at', 'is', null)
        .where('watchlist_alert.mode', '=', mode)
        .$if(tenants !== undefined, (query) => query.where('watchlist_alert.tenant', 'in', [...(tenants ?? []), '']))
      const rows = await shown
        .select([
          'watchlist_alert.session_id',
          'watchlist_alert.tenant',
          'watchlist_alert.hits',
          'watchlist_alert.found_at',
        ])
        .orderBy('watchlist_alert.found_at')
        .orderBy('watchlist_alert.session_id')
        .limit(limit)
        .execute()
      const { total } = await shown
        .select(({ fn }) => fn.countAll<number | string>().as('total'))
        .executeTakeFirstOrThrow()
      return {
        total: Number(total),
        alerts: rows.map(({ session_id, tenant, hits, found_at }) => ({
          sessionId: session_id,
          tenant,
          hits,
          foundAt: new Date(Number(found_at)),
        })),
      }
    },
  }
}

/** Records that a session has hits to review, or no longer has any. */
export async function writeAlert(
  trx: Kysely<Schema>,
  { id, tenant, mode }: Pick<Session, 'id' | 'tenant' | 'mode'>,
  hits: number,
  at: number,
): Promise<void> {
  if (hits === 0) {
    await trx.deleteFrom('watchlist_alert').where('session_id', '=', id).execute()
    return
  }
  await trx
    .insertInto('watchlist_alert')
    .values({ session_id: id, tenant, mode, hits, found_at: at })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ hits }))
    .execute()
}

function runOf(row: Schema['watchlist_run'] & { list: string }): ListRun {
  return {
    list: row.list,
    version: Number(row.version),
    after: row.after,
    compared: Number(row.compared),
    found: Number(row.found),
    ...(row.done_at !== null && { doneAt: new Date(Number(row.done_at)) }),
  }
}
