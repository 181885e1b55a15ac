import type { Policy } from '../decision/policy.ts'
import type { Mode } from '../session/session-words.ts'
import type { SetupAnswers } from '../setup/setup.ts'
import type { PageTexts } from '../tenants/contract/page-texts.ts'
import type { TenantRules } from '../tenants/tenant.ts'
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

/** What an operator can set per tenant: its rules, its addresses and how its page looks. */
export interface TenantSettings extends TenantRules {
  returnUrl?: string
  webhookUrl?: string
  /** Which of its secrets signs its webhooks; absent is the installation's. See kernel/events/webhook-secret.ts. */
  webhookSecret?: { generation: number; previousUntil?: string }
  /** Origins that may embed the hosted page and receive its messages. */
  frameOrigins: string[]
  /**
   * Which of its keys signs the credentials that it issues; absent is the first. See
   * features/issuance/rotate-issuer-key.ts.
   */
  issuerKey?: { generation: number }
  /** The link of the app that reads the chip, to which the hosted page leads. */
  chipApp?: string
  /** The looks of the hosted page, by the name that `initialize` may give; `default` when it gives none. */
  themes?: Record<string, ThemeSettings>
  /** Sentences of the hosted page in the tenant's own words. */
  texts?: PageTexts
  /** Answers to steps of the set-up that no fact can show. */
  setup?: SetupAnswers
}

export interface ThemeSettings {
  name?: string
  /** A data URL. */
  logo?: string
  accent?: string
  accentInk?: string
  radius?: number
  font?: 'system' | 'serif' | 'rounded'
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
