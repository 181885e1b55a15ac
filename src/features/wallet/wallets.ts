import type { KnownIssuer } from '../../formats/jws/jws.ts'
import type { Result } from '../../formats/result.ts'
import type { AcceptedCredential } from './domain/accepted-credentials.ts'
import type { CredentialResult } from './domain/credential-reading.ts'
import type { CredentialFormat, CredentialReason, CredentialStatus } from './domain/credential-verdict.ts'
import type { BrowserProtocol, WalletKey, WalletRequest, WalletTransport } from './domain/wallet-request.ts'

declare module '../../kernel/feature-types.ts' {
  interface FeaturePorts {
    walletRequests: WalletRequests
  }
  interface Services {
    /** Sends requests to wallets, if the operator has a certificate for them. */
    wallets?: Wallets | undefined
  }
}

/** Sends requests to wallets and verifies their answers, in the operator's name. */
export interface Wallets {
  draw(asked: {
    transport: WalletTransport
    withPortrait: boolean
    issued?: string
    ageOver?: number
    now: Date
  }): Promise<WalletRequest>
  /**
   * The request in the form for wallets: signed with the operator's key. A wallet that sends a nonce of its own gets it
   * back under the signature.
   */
  sign(request: WalletRequest, walletNonce?: string): Promise<string>
  /** The same request in every protocol that a browser supports; a wallet answers one of them. */
  browserRequests(request: WalletRequest): Promise<{ protocol: BrowserProtocol; data: Record<string, string> }[]>
  /** The address that opens a wallet with this request. */
  linkOf(request: WalletRequest): string
  /**
   * Opens an answer and judges the only credential in it, including its status. The tenant's own credential is judged
   * with the tenant's keys, and its status is not fetched here.
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
  /** As it was received: an SD-JWT with its disclosures, or Base64url of a device response. */
  presentation: string
  nonce: string
  audience: string
  /** SessionTranscript, in hex. */
  transcript: string
  /** For an mdoc: the device may have used this key for its MAC. */
  readerKey?: WalletKey
  /** For an issuer that is known by its keys instead of a certificate. */
  knownIssuer?: KnownIssuer
  /** Its kinds in the operator's own file. */
  kinds?: readonly AcceptedCredential[]
  /** ISO 8601. */
  requestedAt: string
  receivedAt: string
}

/** The session of each wallet request, for all nodes. Ids are only stored as hashes. */
export interface WalletRequests {
  create(row: { idSha256: string; tenant: string; sessionId: string; expiresAt: Date }): Promise<void>
  /** Undefined if unknown or expired. */
  find(idSha256: string, now: Date): Promise<{ tenant: string; sessionId: string } | undefined>
  /** Removes expired requests. */
  prune(now: Date): Promise<void>
}
