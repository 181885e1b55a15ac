/** What the signature of the issuing state says about a chip. */
export const CHIP_VERDICTS = ['TRUSTED', 'ALTERED', 'UNKNOWN_ISSUER', 'UNREADABLE'] as const
export type ChipVerdict = (typeof CHIP_VERDICTS)[number]

/** Did the chip itself answer, or only a copy of its files? */
export const ACTIVE_AUTHENTICATIONS = ['GENUINE', 'FALSE', 'ABSENT'] as const
export type ActiveAuthentication = (typeof ACTIVE_AUTHENTICATIONS)[number]

/** How the reader says that it opened the chip. */
export const CHIP_ACCESSES = ['PACE', 'BAC', 'NONE'] as const
/** What the reader says of chip authentication, PACE with chip authentication mapping among it. */
export const CHIP_AUTHENTICATIONS = ['DONE', 'FAILED'] as const

/** A data group against its signed hash. */
export const GROUP_STATES = ['SAME', 'OTHER', 'NOT_SIGNED'] as const
export type GroupState = (typeof GROUP_STATES)[number]

/** Why a verdict is what it is; each with one sentence, which may name what was found. */
export const CHIP_REASONS = [
  'SIGNATURE_HOLDS',
  'ISSUER_TRUSTED',
  'SIGNED_OBJECT_UNREADABLE',
  'TOO_LARGE',
  'ALGORITHM_UNKNOWN',
  'CONTENT_TYPE_WRONG',
  'DIGEST_WRONG',
  'SIGNATURE_WRONG',
  'SIGNER_NOT_FOUND',
  'SIGNER_CERTIFICATE_WRONG',
  'DATA_GROUP_CHANGED',
  'DATA_GROUP_NOT_SIGNED',
  'DATA_GROUP_UNREADABLE',
  'AUTHORITY_UNKNOWN',
  'AUTHORITY_OUTSIDE_VALIDITY',
  'AUTHORITY_REVOKED',
  'SIGNER_OUTSIDE_VALIDITY',
  'SIGNER_REVOKED',
  'SIGNER_FOR_ANOTHER_PURPOSE',
  'SIGNED_OUTSIDE_KEY_USE',
  'SHA1',
  'ACTIVE_AUTHENTICATION_HOLDS',
  'ACTIVE_AUTHENTICATION_FALSE',
  'ACTIVE_AUTHENTICATION_UNREADABLE',
  'CHALLENGE_MISSING',
  'TRUST_FILE_REFUSED',
  'COUNTRY_DIFFERS',
  'LIST_DIFFERS',
] as const
type ChipReasonCode = (typeof CHIP_REASONS)[number]

export interface ChipReason {
  code: ChipReasonCode
  text: string
}

/** A certificate as it is shown. */
export interface CertificateSummary {
  subject: string
  issuer: string
  /** ISO 8601. */
  notBefore: string
  notAfter: string
}
