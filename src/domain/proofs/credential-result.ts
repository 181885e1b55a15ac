import type { CertificateSummary } from '../../certificates/verdict.ts'
import type { CredentialClaims } from './credential-claims.ts'
import type {
  CredentialFormat,
  CredentialReason,
  CredentialValidity,
  CredentialVerdict,
  HolderBinding,
} from './credential-verdict.ts'

/** Where the issuer says whether a credential still stands (Token Status List). */
export interface StatusReference {
  uri: string
  index: number
}

/** What was found out about one presented credential, but for its status, which takes a fetch. */
export interface CredentialResult {
  format: CredentialFormat
  verdict: CredentialVerdict
  reasons: CredentialReason[]
  holderBinding: HolderBinding
  validity: CredentialValidity
  /** The `vct` of an SD-JWT VC, the document type of an mdoc. */
  type?: string
  claims: CredentialClaims
  /** As it stands in the credential: JPEG or JPEG 2000. */
  portrait?: Uint8Array
  issuer?: CertificateSummary
  authority?: CertificateSummary & { origin: string }
  /** ISO 3166 alpha-2 as the issuer's certificate has it. */
  country?: string
  /** ISO 8601. */
  signedAt?: string
  validFrom?: string
  validUntil?: string
  status?: StatusReference
}

/** Longer than any credential with a portrait is. */
export const LARGEST_PRESENTATION = 1024 * 1024
