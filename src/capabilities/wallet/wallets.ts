import type { CredentialResult } from '../../domain/proofs/credential-reading.ts'
import type { CredentialFormat, CredentialReason, CredentialStatus } from '../../domain/proofs/credential-verdict.ts'
import type { BrowserProtocol, WalletKey, WalletRequest, WalletTransport } from '../../domain/proofs/wallet-request.ts'
import type { Result } from '../../domain/result.ts'
import type { KnownIssuer } from '../../jose/jws.ts'
/** Which session a wallet's request belongs to, known to every node. An id is kept as a hash alone. */

/** Asks wallets and verifies their answers, in the operator's name. */
export interface Wallets {
  draw(asked: { transport: WalletTransport; withPortrait: boolean; issued?: string; now: Date }): Promise<WalletRequest>
  /** The request as a wallet gets it: signed with the operator's key. */
  sign(request: WalletRequest): Promise<string>
  /** The same in every protocol that a browser passes on; a wallet answers one of them. */
  browserRequests(request: WalletRequest): Promise<{ protocol: BrowserProtocol; data: Record<string, string> }[]>
  /** The address that opens a wallet with this request. */
  linkOf(request: WalletRequest): string
  /**
   * Opens an answer and judges the one credential in it, its status too. One of the tenant's own is judged by the tenant's
   * keys; its status is not asked for here.
   */
  judge(
    request: WalletRequest,
    answer: { response: string; protocol: BrowserProtocol },
    now: Date,
    own?: KnownIssuer,
  ): Promise<Result<JudgedCredential, 'CREDENTIAL_UNREADABLE'>>
}

export interface JudgedCredential {
  result: CredentialResult
  status: CredentialStatus
  statusReason?: CredentialReason
  presentation: StoredPresentation
}

/** A presentation as it was received, with the request that it answers: enough to verify it again at any time. */
export interface StoredPresentation {
  format: CredentialFormat
  /** As it came: an SD-JWT with its disclosures, or Base64url of a device response. */
  presentation: string
  nonce: string
  audience: string
  /** SessionTranscript, hex. */
  transcript: string
  /** Of an mdoc, whose device may have made its MAC with it. */
  readerKey?: WalletKey
  /** Of an issuer that is known by its keys instead of a certificate. */
  knownIssuer?: KnownIssuer
  /** ISO 8601. */
  requestedAt: string
  receivedAt: string
}

export interface WalletRequests {
  create(row: { idSha256: string; tenant: string; sessionId: string; expiresAt: Date }): Promise<void>
  /** Undefined when unknown or over. */
  find(idSha256: string, now: Date): Promise<{ tenant: string; sessionId: string } | undefined>
  /** Forgets those that are over. */
  prune(now: Date): Promise<void>
}
