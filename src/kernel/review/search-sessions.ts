import { commonEntry } from '../audit/audit-entries.ts'
import type { Ports } from '../ports/ports.ts'
import type { FoundSession, SessionFilter, SessionSearch } from '../ports/sessions.ts'
import type { ShownPerson } from '../session/shown-person.ts'
import { tenantsOf } from '../tenants/tenant-scope.ts'
import type { Examiner } from './claim-case.ts'

/** Finds sessions of the tenants that this person sees, with the search on record. */
export async function searchSessions(
  { sessionSearch, audit, clock }: Pick<Ports, 'sessionSearch' | 'audit' | 'clock'>,
  examiner: Examiner,
  filter: Omit<SessionFilter, 'tenants'>,
  page: Parameters<SessionSearch['find']>[1],
): Promise<{ total: number; rows: (FoundSession & ShownPerson)[] }> {
  const found = await sessionSearch.find({ ...filter, tenants: tenantsOf(examiner) }, page)
  await audit.record(
    commonEntry({ clock }, `reviewer:${examiner.username}`, 'sessions.search', { found: found.rows.length }),
  )
  const persons = await sessionSearch.persons(found.rows.map(({ id }) => id))
  return { ...found, rows: found.rows.map((row) => ({ ...row, ...persons.get(row.id) })) }
}

/** Rows read at once: memory use stays flat however many there are. */
const BATCH = 500

/**
 * Every session that matches the filter, newest first, in batches. The export is on record before the first of them.
 */
export async function exportSessions(
  { sessionSearch, audit, clock }: Pick<Ports, 'sessionSearch' | 'audit' | 'clock'>,
  examiner: Examiner,
  filter: Omit<SessionFilter, 'tenants'>,
  format: string,
): Promise<AsyncGenerator<FoundSession[]>> {
  const { mode, ...narrowed } = filter
  const by = Object.keys(narrowed).join(', ')
  await audit.record(
    commonEntry({ clock }, `reviewer:${examiner.username}`, 'sessions.export', { format, mode, ...(by && { by }) }),
  )
  return readAll()

  async function* readAll() {
    let after: { createdAt: Date; id: string } | undefined
    for (;;) {
      const page = { after, limit: BATCH, countTo: 1 }
      const { rows } = await sessionSearch.find({ ...filter, tenants: tenantsOf(examiner) }, page)
      if (rows.length) yield rows
      after = rows.at(-1)
      if (!after || rows.length < BATCH) return
    }
  }
}
