import { countryByAlpha2, countryNamed, countryOf } from '../../../formats/text/countries.ts'
import { COUNTRIES } from '../../../formats/text/country-table.ts'

/** Short, official and former names and abbreviations that CLDR does not have, as lists write them. */
const USUAL: Readonly<Record<string, string>> = {
  ARE: 'UAE | Emirates',
  BIH: 'Bosnia',
  BOL: 'Plurinational State of Bolivia',
  BRN: 'Brunei Darussalam',
  CAF: 'CAR',
  CHN: "PRC | Mainland China | People's Republic of China",
  CIV: 'Ivory Coast',
  COD: 'DR Congo | DRC | Congo DR | Democratic Republic of the Congo | Congo (DRC) | Congo (Kinshasa) | Zaire | République démocratique du Congo | RDC',
  COG: 'Congo | Republic of the Congo | Congo (Brazzaville) | République du Congo | República del Congo',
  CPV: 'Cabo Verde | Cape Verde',
  CZE: 'Czech Republic | République tchèque | República Checa',
  EGY: 'Arab Republic of Egypt',
  FSM: 'Federated States of Micronesia',
  GBR: 'UK | Great Britain | Britain | England | Scotland | Wales | Northern Ireland | United Kingdom of Great Britain and Northern Ireland',
  HKG: 'Hong Kong | Hong Kong SAR',
  IRN: 'Islamic Republic of Iran',
  KGZ: 'Kyrgyz Republic',
  KOR: 'Republic of Korea | ROK | Korea, South | République de Corée',
  LAO: "Lao | Lao PDR | Lao People's Democratic Republic",
  LBY: "Libyan Arab Jamahiriya | Socialist People's Libyan Arab Jamahiriya | State of Libya",
  MAC: 'Macau | Macao | Macao SAR',
  MEX: 'United Mexican States',
  MKD: 'Macedonia | FYROM | The former Yugoslav Republic of Macedonia | Republic of North Macedonia',
  MMR: 'Burma | Myanmar | Republic of the Union of Myanmar',
  PRK: "DPRK | Democratic People's Republic of Korea | Korea, North | RPDC | République populaire démocratique de Corée | República Popular Democrática de Corea",
  PSE: 'Palestine | Palestinian | State of Palestine | Occupied Palestinian Territories | Palestinian Territory, Occupied | West Bank | Gaza | West Bank and Gaza',
  RKS: 'Kosovo',
  RUS: 'Russian Federation | Fédération de Russie | Federación de Rusia | Российская Федерация',
  SAU: 'KSA',
  STP: 'Sao Tome and Principe',
  SVK: 'Slovak Republic',
  SWZ: 'Swaziland | Kingdom of Eswatini',
  SYR: 'Syrian Arab Republic | République arabe syrienne | República Árabe Siria',
  TLS: 'East Timor | Timor Leste',
  TUR: 'Turkey | Republic of Turkey',
  TWN: 'Republic of China | Taiwan, Province of China | Chinese Taipei',
  TZA: 'United Republic of Tanzania',
  USA: 'USA | US | U.S. | U.S.A. | America | United States of America',
  VAT: 'Holy See | Vatican',
  VEN: 'Bolivarian Republic of Venezuela',
  VNM: 'Viet Nam | Socialist Republic of Viet Nam',
}

/** The languages of the United Nations, and German. */
const LANGUAGES = ['en', 'fr', 'es', 'ru', 'ar', 'zh', 'de']

/** Words for a form of government: they are in the official name but not in the short name. */
const GOVERNMENT = new Set(
  'REPUBLIC KINGDOM STATE FEDERAL FEDERATION ISLAMIC ARAB DEMOCRATIC PEOPLES SOCIALIST HASHEMITE COMMONWEALTH SULTANATE PRINCIPALITY GRAND DUCHY INDEPENDENT COOPERATIVE BOLIVARIAN ORIENTAL UNION'.split(
    ' ',
  ),
)

/** Without such words these names would be the name of two countries, or of another. */
const AMBIGUOUS = new Set(['CONGO', 'KOREA', 'CHINA'])

/**
 * The alpha-3 code of a country that a list writes as a code, or as a short or official name. Undefined if it is not
 * known.
 */
export function countryWritten(text: string): string | undefined {
  const words = wordsOf(text)
  const known = names().get(keyOf(words))
  if (known) return known
  const code = text.trim()
  const found = code.length === 2 ? countryByAlpha2(code) : countryNamed(code)
  if (found) return found.alpha3
  const short = keyOf(words.filter((word) => !GOVERNMENT.has(word)))
  if (short && !AMBIGUOUS.has(short) && names().has(short)) return names().get(short)
  // "Yemen (since 2012)", "Sudan; formerly Chad": only the text before the remark counts.
  const [before = ''] = text.split(/[(;]/)
  return before.trim() && before.length < text.length ? countryWritten(before) : undefined
}

let made: Map<string, string> | undefined

/** Built once, with the first name: a list has a few hundred different ones. */
function names(): Map<string, string> {
  if (made) return made
  made = new Map()
  const add = (name: string, alpha3: string) => {
    const key = keyOf(wordsOf(name))
    if (key && !made?.has(key)) made?.set(key, alpha3)
  }
  for (const [alpha3, forms] of Object.entries(USUAL)) for (const form of forms.split(' | ')) add(form, alpha3)
  for (const [alpha3, , name] of COUNTRIES) add(name, alpha3)
  for (const language of LANGUAGES)
    for (const style of ['long', 'short'] as const) {
      const shown = new Intl.DisplayNames([language], { type: 'region', style })
      for (const [alpha3, alpha2] of COUNTRIES) add(shown.of(alpha2) ?? '', countryOf(alpha3)?.alpha3 ?? alpha3)
    }
  return made
}

/** The key ignores the order of words: "Iran (Islamic Republic of)" is "Islamic Republic of Iran". */
const keyOf = (words: readonly string[]): string => words.toSorted().join(' ')

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’ʼ.]/gu, '')
    .toUpperCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word && !STOP.has(word))

const STOP = new Set(['THE', 'OF', 'AND'])
