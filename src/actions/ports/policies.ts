import type { Policy } from '../../domain/decision/policy.ts'
import type { AuditEntry } from './audit.ts'

/** Every policy that ever decided stays, so that each decision can be explained and replayed. */
export interface Policies {
  /** The tenant's own, else the default. */
  current(tenant: string): Promise<Policy>
  bySha256(sha256: string): Promise<Policy | undefined>
  /**
   * Makes it the tenant's policy from the time of the entry on, in one transaction with it; decisions already taken keep
   * theirs.
   */
  use(tenant: string, policy: Policy, audit: AuditEntry): Promise<void>
  /** Keeps it without making it anybody's: what a decision names can always be found. */
  keep(policy: Policy): Promise<void>
  /** Which policies were put to use for a tenant, when and by whom, newest first. */
  history(tenant: string, limit: number): Promise<PolicyUse[]>
}

interface PolicyUse {
  at: Date
  actor: string
  policy: Policy
}
