import type { CertificateSummary, SealReasonCode } from './seal-reasons.ts'

/** The signed barcodes that are read. */
export const SEAL_KINDS = ['VDS', 'IDB', 'VDS_NC', 'CLAIM_169', 'AADHAAR', '2D_DOC'] as const
export type SealKind = (typeof SEAL_KINDS)[number]

export const SEAL_VERDICTS = ['TRUSTED', 'UNKNOWN_ISSUER', 'ALTERED', 'EXPIRED', 'UNREADABLE'] as const
export type SealVerdict = (typeof SEAL_VERDICTS)[number]

/** What is known of the signature itself, whoever made it. */
export const SIGNATURE_STATES = ['HOLDS', 'WRONG', 'NOT_CHECKED', 'ABSENT'] as const
export type SignatureState = (typeof SIGNATURE_STATES)[number]

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
  authority?: CertificateSummary & { origin: string }
}
