/** What the signature of the issuing state says about a chip. */
export const CHIP_VERDICTS = ['TRUSTED', 'ALTERED', 'UNKNOWN_ISSUER', 'UNREADABLE'] as const
export type ChipVerdict = (typeof CHIP_VERDICTS)[number]

/** Did the chip itself answer, or only a copy of its files? */
export const ACTIVE_AUTHENTICATIONS = ['GENUINE', 'FALSE', 'ABSENT'] as const
export type ActiveAuthentication = (typeof ACTIVE_AUTHENTICATIONS)[number]

/** How the chip was opened, as the reader reports it. */
export const CHIP_ACCESSES = ['PACE', 'BAC', 'NONE'] as const

/** The result of chip authentication as the reader reports it, including PACE with chip authentication mapping. */
export const CHIP_AUTHENTICATIONS = ['DONE', 'FAILED'] as const

/** A data group compared with its signed hash. */
export const GROUP_STATES = ['SAME', 'OTHER', 'NOT_SIGNED'] as const
export type GroupState = (typeof GROUP_STATES)[number]

/** The reasons for a verdict. Each comes with one sentence, which may name what was found. */
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
