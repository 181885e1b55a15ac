import type { Tenant, Tenants } from '../../../actions/ports/tenants.ts'
import { recordIf } from '../audit/audit.ts'
import { compile } from '../database/compile.ts'
import type { Context } from '../database/context.ts'

export function sqlTenants({ db, clock, auditKey }: Context): Tenants {
  const load = compile(db, ['id'], ([id]) => db.selectFrom('tenant').selectAll().where('id', '=', id))
  return {
    async load(id) {
      const row = await load(id)
      return row && tenantOf(row)
    },
    async all() {
      return (await db.selectFrom('tenant').selectAll().orderBy('created_at').orderBy('id').execute()).map(tenantOf)
    },
    create: ({ id, name, settings }, ...audit) =>
      db.transaction().execute(async (trx) => {
        const created = await trx
          .insertInto('tenant')
          .values({ id, name, settings: JSON.stringify(settings), created_at: clock().getTime() })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst()
        return recordIf(trx, auditKey, created !== undefined, audit)
      }),
    save: ({ id, name, settings }, ...audit) =>
      db.transaction().execute(async (trx) => {
        await trx
          .updateTable('tenant')
          .set({ name, settings: JSON.stringify(settings) })
          .where('id', '=', id)
          .execute()
        await recordIf(trx, auditKey, true, audit)
      }),
  }
}

const DEFAULTS: Tenant['settings'] = { steps: ['document', 'face'], frameOrigins: [], retentionDays: 90 }

/** Settings that came with a later version have their defaults in rows of an earlier one. */
const tenantOf = (row: { id: string; name: string; settings: string }): Tenant => ({
  id: row.id,
  name: row.name,
  settings: { ...DEFAULTS, ...(JSON.parse(row.settings) as Partial<Tenant['settings']>) },
})
