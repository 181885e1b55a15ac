import type { PageTexts } from '../../contract/page-texts.ts'
import type { TenantFlow } from '../../domain/enrolment/flow.ts'
import type {
  ChallengeSetting,
  ChipSetting,
  FourEyes,
  MinorsAccepted,
  Step,
  Strangers,
  WalletSetting,
} from '../../domain/vocabulary.ts'
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

/** What an operator can set per tenant. */
export interface TenantSettings {
  /** The steps of a session that names no flow, in order: `complete` wants exactly these. */
  steps: Step[]
  /** Flows that `initialize` may name, in addition to those that every tenant has. */
  flows?: Record<string, TenantFlow>
  returnUrl?: string
  webhookUrl?: string
  /** Which of its secrets signs its webhooks; absent is the installation's. See actions/jobs/webhook-secret.ts. */
  webhookSecret?: { generation: number; previousUntil?: string }
  /** Origins that may embed the hosted page and receive its messages. */
  frameOrigins: string[]
  /** Days after the final state at which a session is erased. */
  retentionDays: number
  /** Whether the hosted page may send a chosen file as the selfie of a live session; absent is false. */
  selfieFiles?: boolean
  /** Whether a picture that was refused over and over may go to a reviewer as it is; absent is false. */
  refusedToReviewer?: boolean
  /** Whether the hosted page asks for consent before it looks at a face; absent is true. */
  asksConsent?: boolean
  /** Whether people are asked if their face may be kept to recognise them when they come back; absent is false. */
  keepsFaces?: boolean
  /** How many strangers there are to one who would be taken for a returning person; absent is 10,000. */
  strangers?: Strangers
  /** The share of people just below an age limit who may be taken for old enough; absent is 1 %. */
  minorsAccepted?: MinorsAccepted
  /** When the face step asks for a challenge; absent: `always` in live mode, `off` while testing. */
  challenge?: ChallengeSetting
  /** Whether the chip of a document is taken; absent is `optional`. */
  chip?: ChipSetting
  /** Whether a wallet's credential is taken; absent is `off`. */
  wallet?: WalletSetting
  /** The link of the app that reads the chip, where the hosted page leads to. */
  chipApp?: string
  /** Which verdicts take two reviewers who agree; absent is `off`. */
  fourEyes?: FourEyes
  /** Reasons of rejection in addition to those that everybody has. */
  rejectionReasons?: { code: string; text: string }[]
  /** Hours within which a case is to be settled; those with the least time left come first. */
  reviewHours?: number
  /** Whether people are compared with lists; absent: they are not. */
  screening?: ScreeningSettings
  /** How the hosted page looks, by the name that `initialize` may give; `default` when it gives none. */
  themes?: Record<string, ThemeSettings>
  /** Sentences of the hosted page in the tenant's own words. */
  texts?: PageTexts
}

/** What people are compared with, and how strictly. */
interface ScreeningSettings {
  enabled: boolean
  /** The names of lists; absent or empty: all that were imported. */
  lists?: string[]
  /** The least score, 50 to 100, that makes a hit; absent is the measured one. */
  threshold?: number
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
