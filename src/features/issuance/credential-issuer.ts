import type { Result } from '../../formats/result.ts'
import type { Claims } from '../../kernel/evidence/claims.ts'
import type { Tenant } from '../../kernel/ports/tenants.ts'
import type { IssuedClaim } from '../../kernel/tenants/tenant.ts'
import type { IssuerOf, StatusPlace } from './issued-credentials.ts'

declare module '../../kernel/feature-types.ts' {
  interface Services {
    /** Issues the tenants' own credentials. */
    issuer?: CredentialIssuer | undefined
  }
}

/** A key that a wallet has proved to hold. */
export interface HolderProof {
  jwk: { kty: string; crv: string; x: string; y?: string }
  /** SHA-256 of the nonce in the proof, in hex. */
  nonceSha256: string
}

/** The public part of a tenant's key, in the form that wallets and verifiers get. */
export interface IssuerKey {
  kid: string
  jwk: { kty: string; crv: string; x: string; y: string }
}

export interface CredentialContent {
  tenant: Pick<Tenant, 'name'>
  claims: Claims & { picture?: string }
  holder: HolderProof['jwk']
  place: StatusPlace
  /** The day of the approval, ISO 8601. */
  verifiedOn: string
  issuedAt: Date
  expiresAt: Date
}

/** Issues credentials in a tenant's name (OpenID4VCI 1.0). Each tenant and mode is one issuer, with its own keys. */
export interface CredentialIssuer {
  /** The address that identifies the issuer, and its type of credential. */
  namesOf(issuer: IssuerOf): { issuer: string; type: string }
  /** The address that opens a wallet with an offer. */
  linkOf(issuer: IssuerOf, code: string): string
  /** The metadata that wallets and verifiers look up, by subject. */
  metadata(issuer: IssuerOf, tenant: Tenant): IssuerMetadata
  /** A nonce that can be used for a few minutes. */
  drawNonce(issuer: IssuerOf, now: Date): Promise<string>
  /**
   * Does a proof show possession of a key, for this issuer and a nonce that it issued? Whether the nonce was used
   * before is checked elsewhere.
   */
  checkProof(
    issuer: IssuerOf,
    proof: string,
    now: Date,
  ): Promise<Result<HolderProof, 'PROOF_INVALID' | 'NONCE_INVALID'>>
  sign(issuer: IssuerOf, generation: number, content: CredentialContent): Promise<string>
  /** The public keys from the newest generation to the oldest that is still needed. */
  keys(issuer: IssuerOf, newest?: number, oldest?: number): Promise<IssuerKey[]>
  /** A signed status list (Token Status List). */
  signStatusList(
    issuer: IssuerOf,
    generation: number,
    content: { list: number; revoked: readonly number[]; now: Date },
  ): Promise<string>
  /** The index of a status reference in the lists of this issuer; undefined if it belongs to another issuer. */
  placeOf(issuer: IssuerOf, reference: { uri: string; index: number }): StatusPlace | undefined
}

interface IssuerMetadata {
  /** OpenID4VCI 1.0, 12.2. */
  issuer: object
  /** RFC 8414. */
  authorization: object
  /** SD-JWT VC type metadata. */
  type: object
}

/** Display names of claims, in English. Wallets have their own for those of the PID. */
export const CLAIM_LABELS: Record<IssuedClaim, string> = {
  family_name: 'Family name',
  given_name: 'Given names',
  birthdate: 'Date of birth',
  nationalities: 'Nationality',
  document_number: 'Document number',
  issuing_country: 'Issuing country',
  date_of_expiry: 'Date of expiry of the document',
  picture: 'Portrait',
}
