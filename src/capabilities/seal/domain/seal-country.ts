import { countryByAlpha2, countryOf } from '../../../domain/text/countries.ts'

/** ISO 3166 alpha-2 of the issuer that a seal names, which certificates have. A code that nobody lists is cut. */
export function alpha2Of(code: string): string {
  const country = code.length === 2 ? countryByAlpha2(code) : countryOf(code)
  return country?.alpha2 ?? code.slice(0, 2)
}
