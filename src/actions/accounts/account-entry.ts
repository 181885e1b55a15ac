import type { AuditAction } from '../../domain/audit-actions.ts'
import type { AuditEntry } from '../ports/audit.ts'
import type { Clock } from '../ports/installation.ts'

/** The record of something about an account, which belongs to no tenant. */
export const accountEntry = (
  { clock }: { clock: Clock },
  actor: string,
  action: AuditAction,
  detail?: Record<string, string>,
): AuditEntry => ({ at: clock(), tenant: '*', actor, action, detail })
