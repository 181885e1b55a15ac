import type { AuditEntry } from '../../actions/ports/audit.ts'
import type { Result } from '../../domain/result.ts'
import type { Mode } from '../../domain/vocabulary.ts'

/** How long an offer can be taken, once, and how long the wallet has to fetch the credential after that. */
export const OFFER_MINUTES = 10

/** The one configuration that every issuer has. */
export const ISSUED_CONFIGURATION = 'identity_verified'

/** What a wallet says that it has an offer's code. */
export const PRE_AUTHORIZED = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** Where in the status lists of an issuer a credential stands. */
export interface StatusPlace {
  list: number
  index: number
}

/** So many credentials have room in one list; half of the places are given out, so that a free one is soon found. */
export const LIST_SIZE = 131_072

/** Whose credentials: one tenant in one mode is one issuer. */
export interface IssuerOf {
  tenant: string
  mode: Mode
}

/** A credential that was issued. Once its session is erased nothing but its place in the list is left, and that it is revoked. */
export interface IssuedCredential extends StatusPlace {
  sessionId?: string
  issuedAt: Date
  expiresAt: Date
  revokedAt?: Date
}

/** Offers of credentials and what became of them. Codes and tokens are kept as hashes alone. */
export interface IssuedCredentials {
  /** Writes an offer in place of one that the session had. False where what it was given was revoked. */
  offer(
    offer: IssuerOf & { codeSha256: string; sessionId: string; expiresAt: Date },
    audit: AuditEntry,
  ): Promise<boolean>
  /** Takes a code, once, for a token. False when it is none of this issuer's, was taken before or is over. */
  redeem(
    issuer: IssuerOf,
    code: { codeSha256: string; now: Date },
    token: { tokenSha256: string; expiresAt: Date },
  ): Promise<boolean>
  /** The session that a token is for; undefined when it is none of this issuer's, was used or is over. */
  sessionOf(issuer: IssuerOf, tokenSha256: string, now: Date): Promise<string | undefined>
  /**
   * Uses the token and the nonce up, revokes what the session was given before and keeps the new one at a random free
   * place. Refused when the token or the nonce was used before, or the session is erased.
   */
  issue(
    issuer: IssuerOf,
    given: { tokenSha256: string; nonceSha256: string; key: number; issuedAt: Date; expiresAt: Date },
    audit: (place: StatusPlace) => AuditEntry,
  ): Promise<Result<StatusPlace, 'TOKEN_USED' | 'NONCE_USED'>>
  /** Those of a session, newest first. */
  ofSession(tenant: string, sessionId: string): Promise<IssuedCredential[]>
  find(issuer: IssuerOf, place: StatusPlace): Promise<IssuedCredential | undefined>
  /** Revokes what a session was given, and its open offer, for good. False when there was nothing to revoke. */
  revoke(issuer: IssuerOf, sessionId: string, at: Date, audit: AuditEntry): Promise<boolean>
  /** The indexes that are revoked in a list; undefined when there is no such list. */
  revokedIn(issuer: IssuerOf, list: number): Promise<number[] | undefined>
  /** The oldest key that signed something that is still valid. */
  oldestKey(issuer: IssuerOf, now: Date): Promise<number | undefined>
  /** Forgets offers that are over, and credentials that have ended. */
  prune(now: Date): Promise<void>
}

/** What a session was given, as integrators and reviewers see it: its place in a status list stays ours. */
export const issuedCredentials = (issued: readonly IssuedCredential[]) =>
  issued.map(({ issuedAt, expiresAt, revokedAt }) => ({
    issuedAtUtc: issuedAt.toISOString(),
    expiresAtUtc: expiresAt.toISOString(),
    ...(revokedAt && { revokedAtUtc: revokedAt.toISOString() }),
  }))
