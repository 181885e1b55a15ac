import type { AuditAction } from '../audit/audit-actions.ts'
import { commonEntry } from '../audit/audit-entries.ts'
import type { Ports } from '../ports/ports.ts'
import type { QueueFilter, QueueTally, WaitingCase } from '../ports/review.ts'
import type { Session } from '../session/session.ts'
import type { Mode } from '../session/session-words.ts'
import { loadCase, tenantsOf } from '../tenants/tenant-scope.ts'
import type { Examiner } from './claim-case.ts'

/** The session that a person at the console looks at, with the look on record. */
export async function lookAt(
  ports: Pick<Ports, 'sessions' | 'reviews' | 'audit' | 'clock'>,
  examiner: Examiner,
  id: string,
  action: AuditAction,
  image?: string,
): Promise<Session | undefined> {
  const session = await loadCase(ports, examiner, id)
  if (!session) return undefined
  await ports.audit.record({
    at: ports.clock(),
    tenant: session.tenant,
    actor: `reviewer:${examiner.username}`,
    action,
    sessionId: id,
    ...(image !== undefined && { detail: { image } }),
  })
  return session
}

interface Look {
  mode: Mode
  filter: QueueFilter
  limit: number
  /** Whether a person asked; otherwise it is not recorded. */
  isLook: boolean
}

/** The cases that wait, by the names of their people, with the look at them on record. */
export async function lookAtQueue(
  { reviews, audit, clock }: Pick<Ports, 'reviews' | 'audit' | 'clock'>,
  examiner: Examiner,
  { mode, filter, limit, isLook }: Look,
): Promise<{ total: number; cases: WaitingCase[]; tally: QueueTally }> {
  const now = clock()
  const scope = { tenants: tenantsOf(examiner), mode }
  const [{ total, cases }, tally] = await Promise.all([
    reviews.waiting(now, { offset: 0, limit }, { ...scope, ...filter, withNames: true }),
    reviews.tally(now, scope),
  ])
  if (cases.length && isLook)
    await audit.record(
      commonEntry({ clock: () => now }, `reviewer:${examiner.username}`, 'read.queue', { cases: cases.length }),
    )
  return { total, cases, tally }
}
