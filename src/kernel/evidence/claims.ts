/**
 * What a source states about a person, by the names of OpenID Connect and ISO 18013-5. Dates are ISO 8601, countries
 * ISO 3166 alpha-2. Absent is what it does not state.
 */
export interface Claims {
  family_name?: string | undefined
  given_name?: string | undefined
  birthdate?: string | undefined
  nationalities?: string[] | undefined
  document_number?: string | undefined
  issuing_country?: string | undefined
  date_of_expiry?: string | undefined
}
