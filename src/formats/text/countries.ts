import { COUNTRIES } from './country-table.ts'

interface Country {
  /** ISO 3166 alpha-3, or the code of ICAO 9303 part 3, section 5 if ISO has none. */
  alpha3: string
  alpha2?: string
  name: string
}

/**
 * Codes of ICAO 9303 part 3, section 5 (parts B to E) that ISO 3166-1 does not list, and former ISO codes that
 * documents in circulation still have. `state` is the country that issues the document, if there is one.
 */
const SPECIAL: Readonly<Record<string, { name: string; state?: string }>> = {
  D: { name: 'Germany', state: 'DEU' },
  GBD: { name: 'British Overseas Territories citizen', state: 'GBR' },
  GBN: { name: 'British National (Overseas)', state: 'GBR' },
  GBO: { name: 'British Overseas citizen', state: 'GBR' },
  GBP: { name: 'British protected person', state: 'GBR' },
  GBS: { name: 'British subject', state: 'GBR' },
  RKS: { name: 'Kosovo' },
  KSV: { name: 'Kosovo', state: 'RKS' },
  XKX: { name: 'Kosovo', state: 'RKS' },
  ROM: { name: 'Romania', state: 'ROU' },
  ZAR: { name: 'DR Congo', state: 'COD' },
  TMP: { name: 'Timor-Leste', state: 'TLS' },
  ZIM: { name: 'Zimbabwe', state: 'ZWE' },
  SCG: { name: 'Serbia and Montenegro' },
  YUG: { name: 'Yugoslavia' },
  ANT: { name: 'Netherlands Antilles' },
  NTZ: { name: 'Neutral Zone' },
  EUE: { name: 'European Union' },
  UNO: { name: 'United Nations Organization' },
  UNA: { name: 'United Nations specialized agency' },
  UNK: { name: 'United Nations Interim Administration Mission in Kosovo' },
  XBA: { name: 'African Development Bank' },
  XIM: { name: 'African Export-Import Bank' },
  XCC: { name: 'Caribbean Community' },
  XCE: { name: 'Council of Europe' },
  XCO: { name: 'Common Market for Eastern and Southern Africa' },
  XEC: { name: 'Economic Community of West African States' },
  XPO: { name: 'International Criminal Police Organization' },
  XES: { name: 'Organization of Eastern Caribbean States' },
  XMP: { name: 'Parliamentary Assembly of the Mediterranean' },
  XOM: { name: 'Sovereign Military Order of Malta' },
  XDC: { name: 'Southern African Development Community' },
  XXA: { name: 'Stateless person' },
  XXB: { name: 'Refugee (1951 Convention)' },
  XXC: { name: 'Refugee' },
  XXX: { name: 'Person of unspecified nationality' },
  IAO: { name: 'International Civil Aviation Organization' },
  UTO: { name: 'Utopia' },
}

const BY_ALPHA3 = new Map<string, Country>(
  COUNTRIES.map(([alpha3, alpha2, name]) => [alpha3, { alpha3, alpha2, name }]),
)
const BY_ALPHA2 = new Map<string, Country>(Array.from(BY_ALPHA3.values(), (country) => [country.alpha2 ?? '', country]))
const BY_NAME = new Map<string, Country>(Array.from(BY_ALPHA3.values(), (country) => [nameKey(country.name), country]))

/**
 * The country or organization of an alpha-3 code or a code of the MRZ (`D<<` is Germany). Undefined for an unknown
 * code.
 */
export function countryOf(code: string): Country | undefined {
  const key = withoutFillers(code).toUpperCase()
  const special = Object.hasOwn(SPECIAL, key) ? SPECIAL[key] : undefined
  if (!special) return BY_ALPHA3.get(key)
  if (special.state && special.state !== key) return countryOf(special.state)
  return BY_ALPHA3.get(key) ?? { alpha3: key, name: special.name }
}

function withoutFillers(code: string): string {
  let end = code.length
  while (code[end - 1] === '<') end--
  return code.slice(0, end)
}

/** Is the code permitted in the issuer or nationality field of an MRZ? */
export function isMrzCountry(code: string): boolean {
  const key = withoutFillers(code)
  return BY_ALPHA3.has(key) || Object.hasOwn(SPECIAL, key)
}

/** Every code that is permitted in an MRZ, three characters wide. */
export function mrzCountryCodes(): string[] {
  return [...BY_ALPHA3.keys(), ...Object.keys(SPECIAL)].map((code) => code.padEnd(3, '<'))
}

export function countryByAlpha2(code: string): Country | undefined {
  return BY_ALPHA2.get(code.toUpperCase())
}

/** The country with an English short name, or with a two- or three-letter code. */
export function countryNamed(text: string): Country | undefined {
  const key = nameKey(text)
  return BY_NAME.get(key) ?? (key.length === 2 ? countryByAlpha2(key) : countryOf(key))
}

function nameKey(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toUpperCase()
}
