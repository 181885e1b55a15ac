import { statusAt } from '../../domain/session.ts'
import type { Ports } from '../ports/ports.ts'
import type { SessionSummary } from '../ports/sessions.ts'

/** One page of the tenant's sessions, newest first, each with its status as of now. */
export async function listSessions(
  { sessions, clock }: Pick<Ports, 'sessions' | 'clock'>,
  tenant: string,
  page: { number: number; size: number },
): Promise<{ total: number; rows: SessionSummary[] }> {
  const { total, rows } = await sessions.list(tenant, page)
  const now = clock()
  return { total, rows: rows.map((row) => ({ ...row, status: statusAt(row, now) })) }
}
