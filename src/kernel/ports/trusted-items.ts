import type { TrustUses } from '../feature-types.ts'
import type { AuditEntry } from './audit.ts'

const TRUSTED_KINDS = ['authority', 'signer', 'revocation-list'] as const

/** What is verified with it: the chips of documents, the credentials of wallets, or signed barcodes. */
export const TRUST_PURPOSES = ['chip', 'wallet', 'seal'] as const
/** What a certificate is trusted for, where its list says that. */
export type TrustUse = keyof TrustUses

export type TrustPurpose = (typeof TRUST_PURPOSES)[number]

/**
 * Something that the operator trusts: a certificate of an authority or of a signer, a signer's key, or a revocation
 * list. Trust in chips says nothing about wallets or seals, nor the other way round.
 */
export interface TrustedItem {
  purpose: TrustPurpose
  /** The credentials it is trusted for. Absent for chips, and for imports from before this was stored: for all. */
  uses?: TrustUse[]
  /** SHA-256 of its bytes, hex. */
  sha256: string
  kind: (typeof TRUSTED_KINDS)[number]
  /** ISO 3166 alpha-2 as it is written in it; empty if it names no country. */
  country: string
  /** The name of its subject, or of the issuer of a revocation list. */
  name: string
  /** Hex; empty for a list. */
  serial: string
  subjectKey?: string
  /** When its validity ends, or earlier if the next revocation list, or the next list that names it, is due before. */
  endsAt?: Date
  /** The file it came from. */
  origin: string
  /** When the master list that contained it was signed. */
  listedAt?: Date
  importedAt: Date
  bytes: Uint8Array
}

/** What the operator trusts. No personal data. */
export interface TrustedItems {
  all(): Promise<Omit<TrustedItem, 'bytes'>[]>
  /** The trust anchors of chips: authorities and revocation lists of a country; of all countries if none is given. */
  ofCountry(country?: string): Promise<TrustedItem[]>
  /** All trust anchors of wallets, signers included. */
  ofWallets(): Promise<TrustedItem[]>
  /** All trust anchors of seals, signers and their keys included. */
  ofSeals(): Promise<TrustedItem[]>
  /** Whether there are any. */
  hasSeals(): Promise<boolean>
  /** Certificates of signers of chips by serial number or key. */
  signersOf(serialOrKey: string): Promise<TrustedItem[]>
  /**
   * Adds what is new; answers how many that were. An existing item is trusted for the uses of both imports, and
   * for as long as the later of them says. A newer
   * revocation list of an issuer replaces the older one.
   */
  keepItems(items: readonly TrustedItem[], ...audit: AuditEntry[]): Promise<number>
  /** For every purpose. False when it is unknown. */
  remove(sha256: string, ...audit: AuditEntry[]): Promise<boolean>
}
