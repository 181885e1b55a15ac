import { plainNumber } from '../../../formats/document-number-forms.ts'
import type { DocumentType } from '../../../formats/document-words.ts'
import { countryByAlpha2 } from '../../../formats/text/countries.ts'
import type { CertificateSummary } from '../../../formats/x509/certificate-summary.ts'
import type { FaceTemplate } from '../../../vision/face/face-template.ts'
import { type AcceptedCredential, type CredentialClaims, kindsOf } from './accepted-credentials.ts'
import type {
  CredentialFormat,
  CredentialReason,
  CredentialStatus,
  CredentialValidity,
  CredentialVerdict,
  HolderBinding,
} from './credential-verdict.ts'
import type { WalletTransport } from './wallet-request.ts'

declare module '../../../kernel/feature-types.ts' {
  interface EvidenceReadings {
    /** The credential that a wallet presented last. */
    credential: CredentialReading
  }
}

/** What a wallet presented and what was found out about it, as it is kept with the session. */
export interface CredentialReading extends Omit<CredentialResult, 'portrait' | 'status' | 'type' | 'standsFor'> {
  type: string
  status: CredentialStatus
  transport: WalletTransport
  /** The template of the portrait in it. */
  portrait?: FaceTemplate
  /** When it came, ISO 8601. */
  receivedAt: string
}

/** A trusted issuer signed it, its holder answered, and nothing says that it is no longer valid. */
export const isGenuine = ({ verdict, holderBinding, validity, status }: CredentialReading): boolean =>
  verdict === 'TRUSTED' &&
  holderBinding === 'HOLDS' &&
  validity === 'VALID' &&
  status !== 'REVOKED' &&
  status !== 'SUSPENDED'

/** ISO 3166 alpha-3 of the issuer, and the document that it replaces. */
export function kindOfCredential({ format, type, country, claims, ...reading }: CredentialReading): {
  country?: string
  type?: DocumentType
} {
  const issuer = countryByAlpha2(claims.issuing_country ?? country ?? '')?.alpha3
  // Earlier versions did not keep it.
  const document = reading.document ?? kindsOf(format, type)[0]?.document
  return { ...(issuer && { country: issuer }), ...(document && { type: document }) }
}

/** The number in a genuine credential, with its issuer, by which the same document is recognised again. */
export function credentialNumberOf(
  credential: CredentialReading,
): { country: string; type: DocumentType; number: string } | undefined {
  const { country, type } = kindOfCredential(credential)
  const number = credential.claims.document_number && plainNumber(credential.claims.document_number)
  return country && type && number && isGenuine(credential) ? { country, type, number } : undefined
}

/**
 * Where the issuer publishes whether a credential is still valid: its index in a status list (Token Status List), or
 * its identifier in hex, which a list names if it was revoked (ISO/IEC 18013-5, second edition, 12.3.6.4).
 */
export type StatusReference = { uri: string; index: number } | { uri: string; identifier: string }

/** What was found out about one presented credential, without its status, which has to be fetched. */
export interface CredentialResult {
  format: CredentialFormat
  verdict: CredentialVerdict
  reasons: CredentialReason[]
  holderBinding: HolderBinding
  validity: CredentialValidity
  /** The `vct` of an SD-JWT VC, the document type of an mdoc. */
  type?: string
  claims: CredentialClaims
  /** What a credential of its kind may stand for; absent for a kind that is not known. */
  standsFor?: AcceptedCredential['standsFor']
  /** The document that it replaces. */
  document?: NonNullable<AcceptedCredential['document']>
  /** Whether the holder is at least so many years old, as far as it says. */
  ageOver?: Record<string, boolean>
  /** The original bytes from the credential: JPEG or JPEG 2000. */
  portrait?: Uint8Array
  issuer?: CertificateSummary
  authority?: CertificateSummary & { origin: string }
  /** ISO 3166 alpha-2 from the issuer's certificate. */
  country?: string
  /** ISO 8601. */
  signedAt?: string
  validFrom?: string
  validUntil?: string
  status?: StatusReference
}

/** Larger than any credential with a portrait. */
export const LARGEST_PRESENTATION = 1024 * 1024
