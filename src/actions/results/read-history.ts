import type { Session } from '../../domain/session.ts'
import type { RecordedEntry } from '../ports/audit.ts'
import type { Ports } from '../ports/ports.ts'

const PAGE = 500

/** What was done to a session, oldest first. */
export async function readHistory({ audit }: Pick<Ports, 'audit'>, { tenant, id }: Session): Promise<RecordedEntry[]> {
  const entries: RecordedEntry[] = []
  for (;;) {
    const before = entries.at(-1)?.id
    const page = await audit.list({ tenant, sessionId: id, before }, PAGE)
    entries.push(...page)
    if (page.length < PAGE) return entries.toReversed()
  }
}
