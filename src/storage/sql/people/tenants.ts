import type { Tenant, Tenants } from '../../../actions/ports/tenants.ts'
import { DEFAULT_SETTINGS } from '../../../domain/tenant.ts'
import { recordIf } from '../audit/audit.ts'
import type { Context } from '../database/context.ts'
import { compile } from '../database/query.ts'
import { NotOurs } from '../rights/signed-rows.ts'

export function sqlTenants({ db, clock, auditKey, signed }: Context): Tenants {
  const load = compile(db, ['id'], ([id]) => db.selectFrom('tenant').selectAll().where('id', '=', id))
  return {
    async load(id) {
      const row = await load(id)
      return row && signed.isOurs('tenant', row) ? tenantOf(row) : undefined
    },
    async all() {
      const rows = await db.selectFrom('tenant').selectAll().orderBy('created_at').orderBy('id').execute()
      return rows.filter((row) => signed.isOurs('tenant', row)).map(tenantOf)
    },
    create: ({ id, name, settings }, ...audit) =>
      db.transaction().execute(async (trx) => {
        const created = await trx
          .insertInto('tenant')
          .values(
            signed.sign('tenant', { id, name, settings: JSON.stringify(settings), created_at: clock().getTime() }),
          )
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst()
        return recordIf(trx, auditKey, created !== undefined, audit)
      }),
    save: ({ id, name, settings }, ...audit) =>
      db.transaction().execute(async (trx) => {
        const values = { name, settings: JSON.stringify(settings) }
        if (!(await signed.change(trx, 'tenant', { id }, () => values))) throw new NotOurs(`tenant ${id}`)
        await recordIf(trx, auditKey, true, audit)
      }),
  }
}

/** Settings that came with a later version have their defaults in rows of an earlier one. */
const tenantOf = (row: { id: string; name: string; settings: string }): Tenant => ({
  id: row.id,
  name: row.name,
  settings: { ...DEFAULT_SETTINGS, ...(JSON.parse(row.settings) as Partial<Tenant['settings']>) },
})
