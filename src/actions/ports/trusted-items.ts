import type { CredentialUse } from '../../domain/proofs/credential-verdict.ts'
import type { AuditEntry } from './audit.ts'

const TRUSTED_KINDS = ['authority', 'signer', 'revocation-list'] as const

/** What is verified with it: the chips of documents, the credentials of wallets, or signed barcodes. */
export const TRUST_PURPOSES = ['chip', 'wallet', 'seal'] as const
export type TrustPurpose = (typeof TRUST_PURPOSES)[number]

/**
 * Something that the operator trusts: a certificate of an authority or of a signer, a signer's key, or a revocation list.
 * What chips are trusted by says nothing about wallets or seals, nor the other way round.
 */
export interface TrustedItem {
  purpose: TrustPurpose
  /** What credentials it is trusted for. Absent for chips, and in what was imported before this was kept: for all. */
  uses?: CredentialUse[]
  /** SHA-256 of its bytes, hex. */
  sha256: string
  kind: (typeof TRUSTED_KINDS)[number]
  /** ISO 3166 alpha-2 as it is written in it; empty where it names none. */
  country: string
  /** The name of its subject, or of the issuer of a revocation list. */
  name: string
  /** Hex; empty for a list. */
  serial: string
  subjectKey?: string
  /** When its validity ends, or when the next list was to come. */
  endsAt?: Date
  /** The file it came from. */
  origin: string
  /** When the master list was signed that it came in. */
  listedAt?: Date
  importedAt: Date
  bytes: Uint8Array
}

/** What the operator trusts. Nothing in it is about a person. */
export interface TrustedItems {
  all(): Promise<Omit<TrustedItem, 'bytes'>[]>
  /** What chips are trusted by: authorities and revocation lists of a country; of all countries where none is given. */
  ofCountry(country?: string): Promise<TrustedItem[]>
  /** Everything that wallets are trusted by, signers too. */
  ofWallets(): Promise<TrustedItem[]>
  /** Everything that seals are trusted by, signers and their keys too. */
  ofSeals(): Promise<TrustedItem[]>
  /** Whether there is any. */
  hasSeals(): Promise<boolean>
  /** Certificates of signers of chips by serial number or key. */
  signersOf(serialOrKey: string): Promise<TrustedItem[]>
  /** Adds what is not there yet; answers how many were new. What is there is trusted for the uses of both imports. A newer revocation list of an issuer takes the older one's place. */
  keepItems(items: readonly TrustedItem[], ...audit: AuditEntry[]): Promise<number>
  /** For every purpose. False when there is none. */
  remove(sha256: string, ...audit: AuditEntry[]): Promise<boolean>
}
