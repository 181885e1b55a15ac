import { statusAt } from '../../domain/session.ts'
import type { Mode } from '../../domain/vocabulary.ts'
import type { Ports } from '../ports/ports.ts'
import type { SessionSummary } from '../ports/sessions.ts'

/** One page of the tenant's sessions of one mode, newest first, each with its status as of now. */
export async function listSessions(
  { sessions, clock }: Pick<Ports, 'sessions' | 'clock'>,
  of: { tenant: string; mode: Mode },
  page: { number: number; size: number },
): Promise<{ total: number; rows: SessionSummary[] }> {
  const { total, rows } = await sessions.list(of, page)
  const now = clock()
  return { total, rows: rows.map((row) => ({ ...row, status: statusAt(row, now) })) }
}
