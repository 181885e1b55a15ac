import type { AuditEntry } from './audit.ts'

/** Secrets that sign access tokens. The newest signs; older ones verify until their last token has expired. */
export interface SigningKeys {
  /** Newest first; makes the first one. A key that another node made is seen after 10 seconds, or at once by `find`. */
  all(): Promise<SigningKey[]>
  find(kid: string): Promise<SigningKey | undefined>
  /** The audit entry is written with it. */
  rotate(now: Date, audit?: (kid: string) => AuditEntry): Promise<SigningKey>
  /** Forgets keys retired before then. */
  prune(retiredBefore: Date): Promise<void>
}

export interface SigningKey {
  kid: string
  secret: Uint8Array
  createdAt: Date
  retiredAt?: Date
}
