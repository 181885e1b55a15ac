import type { FaceTemplate } from '../document/document.ts'
import type { PageSide } from '../vocabulary.ts'

/** The signed barcodes that are read. */
export const SEAL_KINDS = ['VDS', 'IDB', 'VDS_NC', 'CLAIM_169', 'AADHAAR', '2D_DOC'] as const
export type SealKind = (typeof SEAL_KINDS)[number]

export const SEAL_VERDICTS = ['TRUSTED', 'UNKNOWN_ISSUER', 'ALTERED', 'EXPIRED', 'UNREADABLE'] as const
type SealVerdict = (typeof SEAL_VERDICTS)[number]

/** What is known of the signature itself, whoever made it. */
export const SIGNATURE_STATES = ['HOLDS', 'WRONG', 'NOT_CHECKED', 'ABSENT'] as const
type SignatureState = (typeof SIGNATURE_STATES)[number]

/** Why a verdict is what it is; each with one sentence, which may name what was found. */
export const SEAL_REASONS = [
  'SIGNATURE_HOLDS',
  'ISSUER_TRUSTED',
  'SEAL_UNREADABLE',
  'SEAL_ENCRYPTED',
  'NOT_SIGNED',
  'ALGORITHM_UNKNOWN',
  'SIGNATURE_WRONG',
  'SIGNER_NOT_FOUND',
  'SIGNER_CERTIFICATE_WRONG',
  'AUTHORITY_UNKNOWN',
  'AUTHORITY_OUTSIDE_VALIDITY',
  'AUTHORITY_REVOKED',
  'SIGNER_OUTSIDE_VALIDITY',
  'SIGNER_REVOKED',
  'SIGNER_FOR_ANOTHER_PURPOSE',
  'COUNTRY_DIFFERS',
  'VALIDITY_OVER',
  'NOT_YET_VALID',
  'TRUST_FILE_REFUSED',
] as const
export type SealReasonCode = (typeof SEAL_REASONS)[number]

/** A certificate or key as it is shown. */
export interface CertificateSummary {
  subject: string
  issuer?: string
  /** ISO 8601. */
  notBefore?: string
  notAfter?: string
}

/** What a seal says about the person and the document. A field that it does not hold is absent. */
export interface SealFields {
  surname?: string
  givenNames?: string
  /** In one line, where the parts are not known. */
  fullName?: string
  /** ISO 8601. */
  dateOfBirth?: string
  sex?: string
  nationality?: string
  /** Of the document that it is on. */
  documentNumber?: string
  /** Of a passport that it belongs to. */
  passportNumber?: string
  personalNumber?: string
  issuingState?: string
  dateOfExpiry?: string
}

export interface SealValue {
  name: string
  value: string
}

/** What a seal holds, as it is written. Nothing in it has been verified. */
export interface SealContent {
  kind: SealKind
  /** As the seal names it. */
  country?: string
  documentType?: string
  /** ISO 8601, a day or a moment. */
  signedOn?: string
  validFrom?: string
  validUntil?: string
  fields: SealFields
  /** Everything that it holds, in its order, without pictures. */
  values: SealValue[]
  /** The lines of the machine readable zone that it holds. */
  mrz?: string[]
}

/** What the signature of a seal says. */
export interface SealJudgement {
  verdict: SealVerdict
  signature: SignatureState
  reasons: { code: SealReasonCode; text: string }[]
  signer?: CertificateSummary
  /** What the signature was checked with: the certificate of the signer, else its public key. DER, Base64. */
  signedWith?: string
  authority?: CertificateSummary & { origin: string }
}

/** A seal that was read from a page, as it is kept with the session. */
export interface SealReading extends SealContent, SealJudgement {
  /** The side of the document that it is on. */
  side: PageSide
  /** The portrait that it holds, where a face is found in it. */
  portrait?: FaceTemplate
  /** The contents of the code, Base64, so that anybody can verify it. */
  raw: string
  /** ISO 8601. */
  readAt: string
}

/** Which of the seals of two sides counts: one that was altered is not outweighed, one that is trusted comes next. */
export const weightiest = (one: SealReading | undefined, other: SealReading | undefined): SealReading | undefined => {
  const rank = ({ verdict }: SealReading) => ['ALTERED', 'TRUSTED'].indexOf(verdict) >>> 0
  return one && other ? (rank(other) < rank(one) ? other : one) : (one ?? other)
}
