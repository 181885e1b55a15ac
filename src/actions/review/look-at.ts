import type { AuditAction } from '../../domain/audit-actions.ts'
import type { Session } from '../../domain/session.ts'
import { loadCase } from '../admin/tenant-scope.ts'
import type { Ports } from '../ports/ports.ts'
import type { Examiner } from './claim-case.ts'

/** The session that a person at the console looks at, with the look on record. */
export async function lookAt(
  ports: Pick<Ports, 'sessions' | 'reviewQueue' | 'audit' | 'clock'>,
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
