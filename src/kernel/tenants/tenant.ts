import type { Assurance } from '../decision/levels.ts'
import type { ConfirmAgainst, FourEyes } from '../review/review-words.ts'
import type { FlowSettings } from '../session/flow.ts'
import { STEPS } from '../session/session-words.ts'
import type {
  ChallengeSetting,
  ChipSetting,
  MinorsAccepted,
  SealSetting,
  Strangers,
  UnnamedDocuments,
  WalletSetting,
  WithoutPortrait,
} from '../vocabulary.ts'

/** What a tenant requires of its sessions and what it allows. */
export interface TenantRules extends FlowSettings {
  /**
   * The certainty required to approve a session without a person; absent: as its policy says, which is `high` unless it
   * has its own.
   */
  assurance?: Assurance
  /** Whether the hosted page offers what would settle a session that lacks only a proof; absent is false. */
  stepUp?: boolean
  /** Days after the final state at which a session is erased. */
  retentionDays: number
  /** Whether the hosted page may send a chosen file as the selfie of a live session; absent is false. */
  selfieFiles?: boolean
  /** Whether a picture that was refused repeatedly may go to a reviewer unchanged; absent is false. */
  refusedToReviewer?: boolean
  /** What happens with a document that nothing names; absent is `review`. */
  unnamedDocuments?: UnnamedDocuments
  /** Whether the hosted page asks for consent before it analyses a face; absent is true. */
  asksConsent?: boolean
  /** Whether people are asked if their face may be kept to recognise them when they come back; absent is false. */
  keepsFaces?: boolean
  /** How many strangers there are per one who is mistaken for a returning person; absent is 10,000. */
  strangers?: Strangers
  /** The share of people just below an age limit who may be accepted as old enough; absent is 1 %. */
  minorsAccepted?: MinorsAccepted
  /** When the face step asks for a challenge; absent: `always` in live mode, `off` in test mode. */
  challenge?: ChallengeSetting
  /** Whether the chip of a document is accepted; absent is `optional`. */
  chip?: ChipSetting
  /** Whether signed barcodes are verified; absent: `optional` if a signer is trusted, otherwise `off`. */
  seals?: SealSetting
  /** Whether a wallet's credential is accepted; absent is `off`. */
  wallet?: WalletSetting
  /** What happens with a credential without a portrait that replaces a document; absent is `refer`. */
  walletWithoutPortrait?: WithoutPortrait
  /** The tenant's own credential that is issued after an approval; absent: none. */
  issuance?: IssuanceSettings
  /**
   * The rules under which people are verified, as `trust_framework` of what is said about them to others; absent: the
   * installation's own.
   */
  trustFramework?: string
  /** Which verdicts need two reviewers who agree; absent is `off`. */
  fourEyes?: FourEyes
  /** Who approves against a specimen or an altered proof in live mode; absent is `second`: another reviewer confirms. */
  confirmAgainst?: ConfirmAgainst
  /** Reasons for rejection in addition to those that every tenant has. */
  rejectionReasons?: { code: string; text: string }[]
  /** Hours in which a case should be settled; cases with the least time left come first. */
  reviewHours?: number
  /** Whether people are compared with lists; absent: they are not. */
  screening?: ScreeningSettings
}

/** The settings of a tenant that sets nothing; for absent settings see above. */
export const DEFAULT_SETTINGS = { steps: [...STEPS], frameOrigins: [], retentionDays: 90 } satisfies TenantRules & {
  frameOrigins: string[]
}

/** What people are compared with, and how strictly. */
interface ScreeningSettings {
  enabled: boolean
  /** The names of lists; absent or empty: all that were imported. */
  lists?: string[]
  /** The lowest score, 50 to 100, that counts as a hit; absent is the measured one. */
  threshold?: number
}

/** The claims that a tenant's own credential can contain, under their names in the PID of European wallets. */
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

/** What a tenant issues after an approval. */
interface IssuanceSettings {
  claims: IssuedClaim[]
  /** Days for which a credential is valid. */
  days: number
  /** Whether the hosted page offers it at the end; absent is false: only the integrator does. */
  onPage?: boolean
}

/** The longest validity of a credential, in days. */
export const MOST_DAYS = 1825

/** The lowest score, of 100, that counts as a hit if a tenant sets none; measured in docs/screening.md. */
export const DEFAULT_THRESHOLD = 95

/** The name of the operator's own list in evidence; no imported list may have this name. */
export const BLOCKLIST = 'blocklist'

/** The permitted names of a list: they appear in addresses, settings and evidence. */
const LIST_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/
export const isListName = (name: string): boolean => LIST_NAME.test(name) && name !== BLOCKLIST
