import type { Result } from '../../formats/result.ts'
import type { AuditEntry } from '../../kernel/ports/audit.ts'
import type { Mode } from '../../kernel/session/session-words.ts'

declare module '../../kernel/feature-types.ts' {
  interface CaseParts {
    /** Credentials issued to the person after an approval, newest first. */
    issued: IssuedCredential[]
  }
  interface FeaturePorts {
    issuedCredentials: IssuedCredentials
  }
}

/** How long an offer can be redeemed, and after that how long the wallet has to fetch the credential. */
export const OFFER_MINUTES = 10

/** The only credential configuration of every issuer. */
export const ISSUED_CONFIGURATION = 'identity_verified'

/** The grant type of a wallet that has the code of an offer. */
export const PRE_AUTHORIZED = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** The status list of an issuer and the index in it. */
export interface StatusPlace {
  list: number
  index: number
}

/** The number of indexes in one list. Only half of them are used, so that a free one is found quickly. */
export const LIST_SIZE = 131_072

/** The issuer of credentials: one tenant in one mode. */
export interface IssuerOf {
  tenant: string
  mode: Mode
}

/**
 * A credential that was issued. Once its session is erased, only its index in the list is kept, and that it is revoked.
 */
export interface IssuedCredential extends StatusPlace {
  sessionId?: string
  issuedAt: Date
  expiresAt: Date
  revokedAt?: Date
}

/** Offers of credentials and the credentials issued for them. Codes and tokens are only kept as hashes. */
export interface IssuedCredentials {
  /**
   * Writes an offer. It replaces the earlier offer of the session. False if the credential of the session was revoked.
   */
  offer(
    offer: IssuerOf & { codeSha256: string; sessionId: string; expiresAt: Date },
    audit: AuditEntry,
  ): Promise<boolean>
  /** Exchanges a code for a token, once. False if the code is not of this issuer, was used before or has expired. */
  redeem(
    issuer: IssuerOf,
    code: { codeSha256: string; now: Date },
    token: { tokenSha256: string; expiresAt: Date },
  ): Promise<boolean>
  /** The session of a token; undefined if the token is not of this issuer, was used or has expired. */
  sessionOf(issuer: IssuerOf, tokenSha256: string, now: Date): Promise<string | undefined>
  /**
   * Marks the token and the nonce as used, revokes the earlier credential of the session and keeps the new one at a
   * random free index. Refused if the token or the nonce was used before, or the session is erased.
   */
  issue(
    issuer: IssuerOf,
    given: { tokenSha256: string; nonceSha256: string; key: number; issuedAt: Date; expiresAt: Date },
    audit: (place: StatusPlace) => AuditEntry,
  ): Promise<Result<StatusPlace, 'TOKEN_USED' | 'NONCE_USED'>>
  /** The credentials of a session, newest first. */
  ofSession(tenant: string, sessionId: string): Promise<IssuedCredential[]>
  find(issuer: IssuerOf, place: StatusPlace): Promise<IssuedCredential | undefined>
  /** Revokes the credential of a session and its open offer, permanently. False if there was nothing to revoke. */
  revoke(issuer: IssuerOf, sessionId: string, at: Date, audit: AuditEntry): Promise<boolean>
  /** The revoked indexes of a list; undefined if there is no such list. */
  revokedIn(issuer: IssuerOf, list: number): Promise<number[] | undefined>
  /** The oldest key with a signature that is still valid. */
  oldestKey(issuer: IssuerOf, now: Date): Promise<number | undefined>
  /** Removes expired offers and expired credentials. */
  prune(now: Date): Promise<void>
}

/** The credentials of a session as integrators and reviewers see them, without the index in the status list. */
export const issuedCredentials = (issued: readonly IssuedCredential[]) =>
  issued.map(({ issuedAt, expiresAt, revokedAt }) => ({
    issuedAtUtc: issuedAt.toISOString(),
    expiresAtUtc: expiresAt.toISOString(),
    ...(revokedAt && { revokedAtUtc: revokedAt.toISOString() }),
  }))
