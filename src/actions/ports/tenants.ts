import type { PageTexts } from '../../contract/page-texts.ts'
import type { SetupAnswers } from '../../domain/setup.ts'
import type { TenantRules } from '../../domain/tenant.ts'
import type { Mode } from '../../domain/vocabulary.ts'
import type { AuditEntry } from './audit.ts'

export interface Tenant {
  id: string
  name: string
  settings: TenantSettings
}

/** What is recorded of a change is written with it: both are there, or neither. */
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
  /** Which of its secrets signs its webhooks; absent is the installation's. See actions/jobs/webhook-secret.ts. */
  webhookSecret?: { generation: number; previousUntil?: string }
  /** Origins that may embed the hosted page and receive its messages. */
  frameOrigins: string[]
  /** Which of its keys signs the credentials that it issues; absent is the first. See actions/issue/rotate-issuer-key.ts. */
  issuerKey?: { generation: number }
  /** The link of the app that reads the chip, where the hosted page leads to. */
  chipApp?: string
  /** How the hosted page looks, by the name that `initialize` may give; `default` when it gives none. */
  themes?: Record<string, ThemeSettings>
  /** Sentences of the hosted page in the tenant's own words. */
  texts?: PageTexts
  /** What was said about steps of the set-up that no fact can say. */
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

/** Whose sessions are looked at together: those of some tenants, or all, and of one mode, since test and live never meet. */
export interface Scope {
  tenants?: TenantScope
  mode: Mode
}
