import { sql } from 'kysely'
import { reviewed, took } from '../../../platform/sql/indexed.ts'
import type { Figures } from '../../ports/figures.ts'
import type { Context, Database } from '../../storage/context.ts'
import { narrowToTenants, narrowWithoutIndex } from '../../storage/query.ts'
import { DAY, recount, startOf } from './session-count.ts'

const HOUR = 3_600_000

export function sqlFigures({ db }: Pick<Context, 'db'>, kind: Database['kind']): Figures {
  return {
    recount: () => recount({ db, kind }),

    async perDay(since, { tenants, mode }) {
      const rows = await db
        .selectFrom('status_count')
        .where((eb) => narrowToTenants(eb, tenants))
        .select((eb) => ['day', 'status', sql<number>`cast(${eb.fn.sum('sessions')} as bigint)`.as('sessions')])
        .where('mode', '=', mode)
        .where('day', '>=', since.getTime())
        .groupBy(['day', 'status'])
        .orderBy('day')
        .execute()
      return rows.map(({ day, ...row }) => ({ day: new Date(day), ...row }))
    },

    async reviewers(since, { tenants, mode }) {
      const rows = await db
        .selectFrom('review')
        .innerJoin('session', 'session.id', 'review.session_id')
        .select(['review.reviewer', 'review.session_id', 'review.verdict', 'review.at'])
        .where('review.verdict', 'in', ['approve', 'reject'])
        .where('review.at', '>=', since.getTime())
        .where('session.mode', '=', mode)
        .where('session.erased_at', 'is', null)
        .where((eb) => (tenants ? eb('session.tenant', 'in', tenants.length ? [...tenants] : ['']) : eb.lit(true)))
        .orderBy('review.at')
        .execute()
      const last = new Map(rows.map(({ session_id, verdict }) => [session_id, verdict]))
      return [...Map.groupBy(rows, ({ reviewer }) => reviewer)]
        .map(([reviewer, own]) => ({
          reviewer,
          verdicts: own.length,
          hours: new Set(own.map(({ at }) => Math.floor(at / HOUR))).size,
          overturned: own.filter(({ session_id, verdict }) => last.get(session_id) !== verdict).length,
        }))
        .sort((a, b) => b.verdicts - a.verdicts)
    },

    async levels(since, { tenants, mode }) {
      const isUnread = sql<number>`case when risk = -1 then 1 else 0 end`
      const outcome = sql<string>`case status when 'AUTO_APPROVED' then 'approved' when 'AUTO_REJECTED' then 'rejected' else 'referred' end`
      const rows = await db
        .selectFrom('session')
        .select((eb) => [
          'level',
          'cause',
          outcome.as('outcome'),
          isUnread.as('unread'),
          eb.fn.countAll<number>().as('sessions'),
        ])
        .where('status', 'not in', ['PENDING', 'EXPIRED'])
        .where('mode', '=', mode)
        .where('completed_at', '>=', since.getTime())
        .where('erased_at', 'is', null)
        .where(narrowWithoutIndex(tenants))
        .groupBy(['level', 'cause', outcome, isUnread])
        .execute()
      return [...Map.groupBy(rows, ({ level }) => level)].map(([level, own]) => {
        const ended = (how: string) => own.filter(({ outcome }) => outcome === how)
        const sum = (how: string) => ended(how).reduce((total, { sessions }) => total + Number(sessions), 0)
        return {
          ...(level !== null && { level }),
          approved: sum('approved'),
          rejected: sum('rejected'),
          referrals: ended('referred')
            .map(({ cause, unread, sessions }) => ({
              ...(cause !== null && { cause }),
              isUnread: Number(unread) === 1,
              sessions: Number(sessions),
            }))
            .sort((a, b) => b.sessions - a.sessions),
        }
      })
    },

    async timesToDecide(since, edges, { tenants, mode }) {
      const cases = edges.map((edge, at) => sql`when ${took} < ${sql.lit(edge)} then ${sql.lit(at)}`)
      const bucket = sql<number>`case ${sql.join(cases, sql` `)} else ${sql.lit(edges.length)} end`
      const rows = await db
        .selectFrom('session')
        .select([reviewed.as('reviewed'), bucket.as('bucket'), sql<number>`count(*)`.as('sessions')])
        .where('mode', '=', mode)
        .where('settled_at', '>=', since.getTime())
        .where('erased_at', 'is', null)
        .where('completed_at', 'is not', null)
        .where(narrowWithoutIndex(tenants))
        .groupBy(['reviewed', 'bucket'])
        .execute()
      const counts = (kind: number) =>
        [...edges, Number.POSITIVE_INFINITY].map(
          (_, at) => rows.find((row) => row.reviewed === kind && row.bucket === at)?.sessions ?? 0,
        )
      return { automatic: counts(0), reviewed: counts(1) }
    },

    async countCaptures({ tenant, mode }, { device, language }, counts, at) {
      const day = startOf(DAY, at.getTime())
      const rows = counts.map(({ step, about, value }) => ({ step, about, value, times: 1 }))
      if (!rows.length) return
      await db
        .insertInto('capture_count')
        // In the same order everywhere, so that two requests never deadlock.
        .values(rows.toSorted(byKey).map((row) => ({ tenant, mode, day, device, language, ...row })))
        .onConflict((conflict) =>
          conflict
            .columns(['day', 'tenant', 'mode', 'step', 'about', 'value', 'device', 'language'])
            .doUpdateSet((eb) => ({ times: eb('capture_count.times', '+', 1) })),
        )
        .execute()
    },

    async captures(day, { tenants, mode }) {
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

    async countRefusal({ tenant, mode }, code, at) {
      const day = startOf(DAY, at.getTime())
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

    async refusals(day, { tenants, mode }) {
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

interface Key {
  step: string
  about: string
  value: string
}
const keyOf = ({ step, about, value }: Key) => `${step} ${about} ${value}`
const byKey = (a: Key, b: Key): number => (keyOf(a) < keyOf(b) ? -1 : 1)
