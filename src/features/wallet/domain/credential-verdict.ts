/** The two supported formats of a credential. */
export const CREDENTIAL_FORMATS = ['dc+sd-jwt', 'mso_mdoc'] as const
export type CredentialFormat = (typeof CREDENTIAL_FORMATS)[number]

/** What an issuer is trusted for: credentials of a kind, or the lists that say which of them were revoked. */
export const CREDENTIAL_USES = ['identity', 'licence', 'attestation', 'status'] as const
export type CredentialUse = (typeof CREDENTIAL_USES)[number]

declare module '../../../kernel/feature-types.ts' {
  interface TrustUses extends Record<CredentialUse, true> {}
}

/** What the issuer's signature says about a credential. */
export const CREDENTIAL_VERDICTS = ['TRUSTED', 'ALTERED', 'UNKNOWN_ISSUER', 'UNREADABLE'] as const
export type CredentialVerdict = (typeof CREDENTIAL_VERDICTS)[number]

/** Did the device that the credential was issued to answer exactly this request? */
export const HOLDER_BINDINGS = ['HOLDS', 'FALSE', 'ABSENT'] as const
export type HolderBinding = (typeof HOLDER_BINDINGS)[number]

export const CREDENTIAL_VALIDITIES = ['VALID', 'EXPIRED', 'NOT_YET_VALID'] as const
export type CredentialValidity = (typeof CREDENTIAL_VALIDITIES)[number]

/** What the issuer's status list says: UNKNOWN if it could not be read, ABSENT if the credential names none. */
export const CREDENTIAL_STATUSES = ['VALID', 'REVOKED', 'SUSPENDED', 'UNKNOWN', 'ABSENT'] as const
export type CredentialStatus = (typeof CREDENTIAL_STATUSES)[number]

/** The reasons for a credential's verdict. Each comes with one sentence, which may name what was found. */
export const CREDENTIAL_REASONS = [
  'SIGNATURE_HOLDS',
  'ISSUER_TRUSTED',
  'LIST_OUT_OF_DATE',
  'CREDENTIAL_UNREADABLE',
  'TOO_LARGE',
  'ALGORITHM_UNKNOWN',
  'SIGNATURE_WRONG',
  'DIGEST_WRONG',
  'DISCLOSURE_NOT_SIGNED',
  'DISCLOSURE_TWICE',
  'TYPE_WRONG',
  'TYPE_NOT_ACCEPTED',
  'CERTIFICATE_MISSING',
  'SIGNER_CERTIFICATE_WRONG',
  'ISSUER_UNKNOWN',
  'ISSUER_OUTSIDE_VALIDITY',
  'ISSUER_REVOKED',
  'ISSUER_FOR_ANOTHER_PURPOSE',
  'COUNTRY_DIFFERS',
  'EXPIRED',
  'NOT_YET_VALID',
  'HOLDER_BINDING_HOLDS',
  'HOLDER_BINDING_MISSING',
  'HOLDER_SIGNATURE_WRONG',
  'NONCE_WRONG',
  'AUDIENCE_WRONG',
  'PRESENTATION_CHANGED',
  'PRESENTED_AT_ANOTHER_TIME',
  'STATUS_VALID',
  'STATUS_REVOKED',
  'STATUS_SUSPENDED',
  'STATUS_UNKNOWN',
  'TRUST_FILE_REFUSED',
] as const
export type CredentialReasonCode = (typeof CREDENTIAL_REASONS)[number]

export interface CredentialReason {
  code: CredentialReasonCode
  text: string
}
