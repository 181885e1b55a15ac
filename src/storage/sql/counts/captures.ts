import { sql } from 'kysely'
import type { Captures, Refusals } from '../../../actions/ports/counts.ts'
import type { Context } from '../database/context.ts'
import { narrowToTenants } from '../database/query.ts'
import { DAY } from './session-count.ts'

export function sqlCaptures({ db }: Context): Captures {
  return {
    async count({ tenant, mode }, { device, language }, counts, at) {
      const day = at.getTime() - (at.getTime() % DAY)
      const rows = counts.map(({ step, about, value }) => ({ step, about, value, times: 1 }))
      if (!rows.length) return
      await db
        .insertInto('capture_count')
        // In one order everywhere, so that two requests never wait for each other.
        .values(rows.toSorted(byKey).map((row) => ({ tenant, mode, day, device, language, ...row })))
        .onConflict((conflict) =>
          conflict
            .columns(['day', 'tenant', 'mode', 'step', 'about', 'value', 'device', 'language'])
            .doUpdateSet((eb) => ({ times: eb('capture_count.times', '+', 1) })),
        )
        .execute()
    },
    async since(day, { tenants, mode }) {
      const rows = await db
        .selectFrom('capture_count')
        .select((eb) => [
          'step',
          'about',
          'value',
          'device',
          'language',
          sql<number>`cast(${eb.fn.sum('times')} as bigint)`.as('times'),
        ])
        .where('day', '>=', day.getTime())
        .where('mode', '=', mode)
        .where((eb) => narrowToTenants(eb, tenants))
        .groupBy(['step', 'about', 'value', 'device', 'language'])
        .orderBy('times', 'desc')
        .orderBy('step')
        .orderBy('value')
        .execute()
      return rows.map((row) => ({ ...row }))
    },
    async prune(before) {
      await db.deleteFrom('capture_count').where('day', '<', before.getTime()).execute()
    },
  }
}

interface Key {
  step: string
  about: string
  value: string
}
const keyOf = ({ step, about, value }: Key) => `${step} ${about} ${value}`
const byKey = (a: Key, b: Key): number => (keyOf(a) < keyOf(b) ? -1 : 1)

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
