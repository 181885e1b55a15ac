import { tenantsOf } from '../admin/tenant-scope.ts'
import type { Ports } from '../ports/ports.ts'
import type { FoundSession, SessionFilter, SessionSearch } from '../ports/sessions.ts'
import type { Examiner } from './claim-case.ts'

/** Finds sessions of the tenants that this person sees, with the search on record. */
export async function searchSessions(
  { sessionSearch, audit, clock }: Pick<Ports, 'sessionSearch' | 'audit' | 'clock'>,
  examiner: Examiner,
  filter: Omit<SessionFilter, 'tenants'>,
  page: Parameters<SessionSearch['find']>[1],
): Promise<{ total: number; rows: FoundSession[] }> {
  const found = await sessionSearch.find({ ...filter, tenants: tenantsOf(examiner) }, page)
  await audit.record({
    at: clock(),
    tenant: '*',
    actor: `reviewer:${examiner.username}`,
    action: 'sessions.search',
    detail: { found: found.rows.length },
  })
  return found
}
