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
