import { sql } from 'kysely'
import type { Refusals } from '../../../actions/ports/counts.ts'
import type { Context } from '../database/context.ts'
import { narrowToTenants } from '../database/narrow.ts'
import { DAY } from './session-count.ts'

export function sqlRefusals({ db }: Context): Refusals {
  return {
    async count({ tenant, mode }, code, at) {
      const day = at.getTime() - (at.getTime() % DAY)
      await db
        .insertInto('refusal_count')
        .values({ tenant, mode, day, code, refusals: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['day', 'code', 'tenant', 'mode'])
            .doUpdateSet((eb) => ({ refusals: eb('refusal_count.refusals', '+', 1) })),
        )
        .execute()
    },
    async since(day, { tenants, mode }) {
      const rows = await db
        .selectFrom('refusal_count')
        .select((eb) => ['code', sql<number>`cast(${eb.fn.sum('refusals')} as bigint)`.as('refusals')])
        .where('day', '>=', day.getTime())
        .where('mode', '=', mode)
        .where((eb) => narrowToTenants(eb, tenants))
        .groupBy('code')
        .orderBy('refusals', 'desc')
        .orderBy('code')
        .execute()
      return rows.map(({ code, refusals }) => ({ code, refusals }))
    },
  }
}
