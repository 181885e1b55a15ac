import type { PageSide } from '../../formats/document-words.ts'
import type { FaceTemplate } from '../../vision/face/face-template.ts'

declare module '../../kernel/feature-types.ts' {
  interface PictureReadings {
    seal: SealReading
  }
  interface EvidenceReadings {
    /** What the signed barcode of the document says and who signed it. */
    seal: SealReading
  }
  interface FeatureEvidence {
    /** The tenant requires a signed barcode on every document. */
    asksSeal?: true
  }
}

/** The supported signed barcodes. */
export const SEAL_KINDS = ['VDS', 'IDB', 'VDS_NC', 'CLAIM_169', 'AADHAAR', '2D_DOC'] as const
export type SealKind = (typeof SEAL_KINDS)[number]

export const SEAL_VERDICTS = ['TRUSTED', 'UNKNOWN_ISSUER', 'ALTERED', 'EXPIRED', 'UNREADABLE'] as const
type SealVerdict = (typeof SEAL_VERDICTS)[number]

/** The state of the signature itself, whoever made it. */
export const SIGNATURE_STATES = ['HOLDS', 'WRONG', 'NOT_CHECKED', 'ABSENT'] as const
type SignatureState = (typeof SIGNATURE_STATES)[number]

/** The reasons for a verdict. Each comes with one sentence, which may name what was found. */
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

/** The summary of a certificate or key, for display. */
export interface CertificateSummary {
  subject: string
  issuer?: string
  /** ISO 8601. */
  notBefore?: string
  notAfter?: string
}

/** What a seal says about the person and the document. A field that it does not contain is absent. */
export interface SealFields {
  surname?: string
  givenNames?: string
  /** In one line, if the parts are not known. */
  fullName?: string
  /** ISO 8601. */
  dateOfBirth?: string
  sex?: string
  nationality?: string
  /** The number of the document that it is on. */
  documentNumber?: string
  /** The number of the passport that it belongs to. */
  passportNumber?: string
  personalNumber?: string
  issuingState?: string
  dateOfExpiry?: string
}

export interface SealValue {
  name: string
  value: string
}

/** The raw contents of a seal. Nothing in it has been verified. */
export interface SealContent {
  kind: SealKind
  /** The country in the seal's own notation. */
  country?: string
  documentType?: string
  /** ISO 8601, a day or a moment. */
  signedOn?: string
  validFrom?: string
  validUntil?: string
  fields: SealFields
  /** All its values in their order, without pictures. */
  values: SealValue[]
  /** The lines of the machine readable zone that it contains. */
  mrz?: string[]
}

/** What the signature of a seal says. */
export interface SealJudgement {
  verdict: SealVerdict
  signature: SignatureState
  reasons: { code: SealReasonCode; text: string }[]
  signer?: CertificateSummary
  /** What the signature was checked with: the signer's certificate, otherwise its public key. DER, Base64. */
  signedWith?: string
  authority?: CertificateSummary & { origin: string }
}

/** A seal that was read from a page, as it is kept with the session. */
export interface SealReading extends SealContent, SealJudgement {
  /** The side of the document that it is on. */
  side: PageSide
  /** It holds a portrait that could not be decoded, or in which no face was found. */
  portraitUnread?: true
  /** The template of the portrait that it contains, if a face is found in it. */
  portrait?: FaceTemplate
  /** The contents of the code, Base64, so that anybody can verify it. */
  raw: string
  /** ISO 8601. */
  readAt: string
}

/** Which seal of two sides counts: an altered one always counts, then a trusted one. */
export const weightiest = (one: SealReading | undefined, other: SealReading | undefined): SealReading | undefined => {
  const rank = ({ verdict }: SealReading) => ['ALTERED', 'TRUSTED'].indexOf(verdict) >>> 0
  return one && other ? (rank(other) < rank(one) ? other : one) : (one ?? other)
}
