import { sql } from 'kysely'
import { AUDIT_KINDS } from '../../src/kernel/contract/console-words.ts'
import type { AuditFilter } from '../../src/kernel/ports/audit.ts'
import type { SessionFilter } from '../../src/kernel/ports/sessions.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { Timed } from '../evaluate/report/tables/storage.ts'
import type { Measurement } from './support/bench.ts'
import { fillSessions, TENANT } from './support/fill-sessions.ts'
import { type DatabasePlace, onDatabases } from './support/on-databases.ts'
import { timed } from './support/timed.ts'

const REPEATS = 20
const DAY = 86_400_000

/** npm run bench -- console [--sessions=100000] [--only=sqlite|postgres]: how long each query of the console takes. */
export async function run(args: string[]): Promise<Measurement[]> {
  const figures = await onDatabases(args, 100_000, measure)
  for (const table of tablesOf('console', figures)) console.log(renderTable(table))
  return [{ set: 'console', figures }]
}

async function measure(place: DatabasePlace): Promise<Timed[]> {
  await fillSessions(place)
  await addTrail(place)
  return await timeQuestions(place)
}

async function addTrail({ filling, kind }: DatabasePlace): Promise<void> {
  for (const statement of trail()) await sql.raw(statement).execute(filling)
  if (kind === 'postgres') await sql`vacuum analyze`.execute(filling)
}

/**
 * Three entries of the audit log and one delivery for every session: views by seven people, and an occasional change of
 * settings.
 */
const trail = () => [
  ...['a', 'b', 'c'].map(
    (mark, at) => `insert into audit (id, at, tenant, actor, action, session_id, detail)
      select '${mark}' || substr(id, 2), created_at + ${at}, tenant, 'reviewer:r' || (created_at / 1000 % 7),
        case when created_at / 1000 % 1000 = 0 then 'tenant.change'
          else '${['read.case', 'read.image', 'review.claim'][at]}' end, id, null from session`,
  ),
  `insert into outbox (id, session_id, tenant, sequence, status, state, created_at, queued_at, next_attempt_at, attempts)
    select 'd' || substr(id, 2), id, tenant, 1, status,
      case when created_at / 1000 % 2000 = 0 then 'failed' else 'delivered' end, created_at, created_at, created_at, 0
    from session`,
]

async function timeQuestions({ storage, kind }: DatabasePlace): Promise<Timed[]> {
  const { sessionSearch, figures, reviews, outbox, audit } = storage
  const now = new Date()
  const mode = 'live'
  const page = { limit: 50, countTo: 1000 }
  const month = new Date(now.getTime() - 30 * DAY)
  const edges = [60_000, 300_000, 900_000, 3_600_000, DAY]
  const tenant = TENANT
  const asked = (filter: AuditFilter) => () => audit.search(filter, { limit: 51 })
  const find = (filter: Omit<SessionFilter, 'mode'>) => () => sessionSearch.find({ mode, ...filter }, page)
  const questions: Record<string, () => Promise<unknown>> = {
    'all sessions': find({}),
    'by status, common': find({ status: 'AUTO_REJECTED' }),
    'by status, none': find({ status: 'PENDING' }),
    'EXPIRED as of now': find({ status: 'EXPIRED' }),
    'by document and country, rare': find({ documentType: 'DRIVER_LICENSE', country: 'XOM' }),
    'by document and country, none': find({ documentType: 'VISA', country: 'UTO' }),
    'by day': find({
      createdFrom: new Date(now.getTime() - 60 * DAY),
      createdBefore: new Date(now.getTime() - 59 * DAY),
    }),
    'by start of the id': find({ idStart: 'a1b2' }),
    'by reference': find({ externalId: 'order 9' }),
    'far down': () =>
      sessionSearch.find({ mode }, { ...page, after: { createdAt: new Date(now.getTime() - 80 * DAY), id: 'f' } }),
    queue: () => reviews.waiting(now, { offset: 0, limit: 100 }, { mode }),
    'plot: sessions a day': () => figures.perDay(month, { mode }),
    'plot: times to decide': () => figures.timesToDecide(month, edges, { mode }),
    'queue, of one tenant': () => reviews.waiting(now, { offset: 0, limit: 100 }, { mode, tenants: [tenant] }),
    'all sessions, of one tenant': find({ tenants: [tenant] }),
    'by status, of a tenant that has none': find({ tenants: ['nobody'], status: 'AUTO_REJECTED' }),
    'audit: everything': asked({}),
    'audit: one person': asked({ actors: ['reviewer:r3', 'credential:r3'] }),
    'audit: changes of settings': asked({ actions: AUDIT_KINDS.settings }),
    'audit: looks of one person': asked({ actors: ['reviewer:r3', 'credential:r3'], actions: AUDIT_KINDS.looks }),
    'audit: one person, what they never did': asked({ actors: ['reviewer:r3'], actions: AUDIT_KINDS['sign-ins'] }),
    'audit: a day': asked({ from: new Date(now.getTime() - 60 * DAY), before: new Date(now.getTime() - 59 * DAY) }),
    'audit: far down': () =>
      audit.search({}, { limit: 51, after: { at: new Date(now.getTime() - 80 * DAY), id: 'f' } }),
    'webhooks of a tenant': () => outbox.list(tenant, undefined, 100),
    'webhooks of a tenant, failed': () => outbox.list(tenant, 'failed', 100),
    'plot: sessions a day, of one tenant': () => figures.perDay(month, { mode, tenants: [tenant] }),
    'plot: times to decide, of one tenant': () => figures.timesToDecide(month, edges, { mode, tenants: [tenant] }),
    'plot: refusals and backlog': async () => [await figures.refusals(month, { mode }), await outbox.backlog()],
  }
  const rows: Timed[] = []
  for (const [what, ask] of Object.entries(questions)) {
    rows.push({
      database: kind,
      what,
      ...(await timed(
        Array.from({ length: REPEATS }, () => 0),
        ask,
      )),
    })
  }
  return rows
}
