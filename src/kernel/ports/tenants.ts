import type { Policy } from '../decision/policy.ts'
import type { Mode } from '../session/session-words.ts'
import type { TenantSettings } from '../tenants/tenant.ts'
import type { AuditEntry } from './audit.ts'

export interface Tenant {
  id: string
  name: string
  settings: TenantSettings
}

/** The audit entry of a change is written with it: both exist, or neither. */
export interface Tenants {
  load(id: string): Promise<Tenant | undefined>
  all(): Promise<Tenant[]>
  /** False when the id is in use. */
  create(tenant: Tenant, ...audit: AuditEntry[]): Promise<boolean>
  save(tenant: Tenant, ...audit: AuditEntry[]): Promise<void>
}

/** The tenants somebody may see; all when undefined. */
export type TenantScope = readonly string[] | undefined

/** Whose sessions are shown together: those of some tenants, or all, and of one mode, since test and live never mix. */
export interface Scope {
  tenants?: TenantScope
  mode: Mode
}

/** Every policy that ever decided stays, so that each decision can be explained and replayed. */
export interface Policies {
  /** The tenant's own, else the default. */
  current(tenant: string): Promise<Policy>
  bySha256(sha256: string): Promise<Policy | undefined>
  /**
   * Makes it the tenant's policy from the time of the entry on, in one transaction with it; earlier decisions keep
   * theirs.
   */
  use(tenant: string, policy: Policy, audit: AuditEntry): Promise<void>
  /** Stores it without making it anybody's: a policy that a decision names can always be found. */
  keep(policy: Policy): Promise<void>
  /** Which policies were put to use for a tenant, when and by whom, newest first. */
  history(tenant: string, limit: number): Promise<PolicyUse[]>
}

interface PolicyUse {
  at: Date
  actor: string
  policy: Policy
}
