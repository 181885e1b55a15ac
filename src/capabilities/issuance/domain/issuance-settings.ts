/** What a credential of the tenant's own may state, under the names that the PID of European wallets has for it. */
export const ISSUED_CLAIMS = [
  'family_name',
  'given_name',
  'birthdate',
  'nationalities',
  'document_number',
  'issuing_country',
  'date_of_expiry',
  'picture',
] as const
export type IssuedClaim = (typeof ISSUED_CLAIMS)[number]

/** What a tenant issues after an approval, where it does. */
export interface IssuanceSettings {
  claims: IssuedClaim[]
  /** Days for which a credential is valid. */
  days: number
  /** Whether the hosted page offers it at its end; absent is false: only the integrator does. */
  onPage?: boolean
}

/** For how long a credential may be valid, in days. */
export const MOST_DAYS = 1825
