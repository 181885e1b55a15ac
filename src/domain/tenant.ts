import type { FlowSettings } from './enrolment/flow.ts'
import {
  type Assurance,
  type ChallengeSetting,
  type ChipSetting,
  type FourEyes,
  type MinorsAccepted,
  type SealSetting,
  STEPS,
  type Strangers,
  type WalletSetting,
  type WithoutPortrait,
} from './vocabulary.ts'

/** What a tenant asks of its sessions and what it allows. */
export interface TenantRules extends FlowSettings {
  /** How sure it wants to be before a session is approved without a person; absent: as its policy says, which is `high` unless it has its own. */
  assurance?: Assurance
  /** Whether the hosted page offers what would settle a session that lacks nothing but a proof; absent is false. */
  stepUp?: boolean
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
  /** Whether signed barcodes are verified; absent: `optional` where something is trusted for them, else `off`. */
  seals?: SealSetting
  /** Whether a wallet's credential is taken; absent is `off`. */
  wallet?: WalletSetting
  /** What becomes of a credential that shows no portrait, in place of a document; absent is `refer`. */
  walletWithoutPortrait?: WithoutPortrait
  /** What credential of its own it issues after an approval; absent: none. */
  issuance?: IssuanceSettings
  /** Which verdicts take two reviewers who agree; absent is `off`. */
  fourEyes?: FourEyes
  /** Reasons of rejection in addition to those that everybody has. */
  rejectionReasons?: { code: string; text: string }[]
  /** Hours within which a case is to be settled; those with the least time left come first. */
  reviewHours?: number
  /** Whether people are compared with lists; absent: they are not. */
  screening?: ScreeningSettings
}

/** What every tenant has that says nothing else; a setting that is absent means what is said of it above. */
export const DEFAULT_SETTINGS = { steps: [...STEPS], frameOrigins: [], retentionDays: 90 } satisfies TenantRules & {
  frameOrigins: string[]
}

/** What people are compared with, and how strictly. */
interface ScreeningSettings {
  enabled: boolean
  /** The names of lists; absent or empty: all that were imported. */
  lists?: string[]
  /** The least score, 50 to 100, that makes a hit; absent is the measured one. */
  threshold?: number
}

/** What a credential of the tenant's own may state, under the names that the PID of European wallets has for it. */
export const ISSUED_CLAIMS = [
  'family_name',
  'given_name',
  'birthdate',
  'nationalities',
  'document_number',
  'issuing_country',
  'date_of_expiry',
  'picture',
] as const
export type IssuedClaim = (typeof ISSUED_CLAIMS)[number]

/** What a tenant issues after an approval, where it does. */
interface IssuanceSettings {
  claims: IssuedClaim[]
  /** Days for which a credential is valid. */
  days: number
  /** Whether the hosted page offers it at its end; absent is false: only the integrator does. */
  onPage?: boolean
}

/** For how long a credential may be valid, in days. */
export const MOST_DAYS = 1825

/** The least score, of 100, that makes a hit where a tenant sets none; measured in docs/screening.md. */
export const DEFAULT_THRESHOLD = 95

/** What the operator's own list is called in evidence; no imported list may be called so. */
export const BLOCKLIST = 'blocklist'

/** What a list may be called: it stands in addresses, settings and evidence. */
const LIST_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/
export const isListName = (name: string): boolean => LIST_NAME.test(name) && name !== BLOCKLIST
