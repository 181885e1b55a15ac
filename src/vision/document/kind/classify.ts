import type { BarcodeReading } from '../../../formats/aamva/barcode-reading.ts'
import type { DocumentType, PageSide } from '../../../formats/document-words.ts'
import type { MrzType } from '../../../formats/mrz/formats.ts'
import { countryByAlpha2, countryOf } from '../../../formats/text/countries.ts'
import { type Catalogue, type DocumentModel, isTwoSided } from '../../catalogue/catalogue.ts'
import type { Size } from '../../picture/picture.ts'
import type { TextLine } from '../../text/read-text.ts'
import type { FoundMrz } from '../mrz/read-mrz.ts'
import { type Ranked, rankDocuments } from './rank-documents.ts'

/** What the previous steps found on the page. */
export interface Evidence {
  lines: readonly TextLine[]
  size: Size
  /** Whether a portrait is printed on this page. */
  portrait: boolean
  /** What the MRZ states: its document code and issuing state (ISO 3166 alpha-3). */
  mrz?: { code: string; country: string; certain: boolean; nationality?: string; onFront?: true }
  /** What an AAMVA barcode states. */
  licence?: { country: string; type: 'DRIVER_LICENSE' | 'IDENTITY_CARD'; region?: string }
}

export interface Classification {
  /** Absent if the page is certainly an identity document, but its issuer is unknown. */
  country?: string
  type: DocumentType
  side: PageSide
  twoSided: boolean
  region?: string
  model?: DocumentModel
  /** Other countries that the page could equally be from. */
  alternatives?: string[]
  /** The country is known, but hardly a word of the document's title was read. */
  isTypeOpen?: true
}

// Measured on 66 labelled documents only by their print, and on every document of the catalogue (534) with one letter
// in twelve misread, with and without its own name and title.
/** At 1.2 five documents are lost; at 1.0 twice as many pages are assigned to the country of a place of birth. */
const MIN_SCORE = 1.1
/** Half a country's name, its sign or language: at 0.4 one more document gets a wrong country, at 0.6 two are lost. */
const MIN_COUNTRY = 0.5
/**
 * A country's long name read without an error, or a shorter one with its language next to it. Between 0.7 and 1 nothing
 * changes, at 1.1 four documents are lost.
 */
const MIN_COUNTRY_ALONE = 0.9

/** Which document this is and which side of it. Undefined when the page has too little evidence. */
export function classify(catalogue: Catalogue, evidence: Evidence): Classification | undefined {
  const { mrz, licence } = evidence
  if (licence) return byLicence(catalogue, licence, evidence)
  if (mrz) return byMrz(catalogue, mrz, evidence)
  return byText(catalogue, evidence)
}

function byLicence(
  catalogue: Catalogue,
  { country, region, type }: NonNullable<Evidence['licence']>,
  { portrait }: Evidence,
): Classification {
  const model = catalogue.models.find(
    (each) => each.country === country && each.type === type && each.layout === 'aamva-licence',
  )
  return {
    country,
    type,
    side: portrait ? 'FRONT' : 'BACK',
    twoSided: true,
    ...(region ? { region } : {}),
    ...(model ? { model } : {}),
  }
}

function byMrz(catalogue: Catalogue, mrz: NonNullable<Evidence['mrz']>, evidence: Evidence): Classification {
  const ranked = rankDocuments(catalogue, evidence)
  const type = typeOf(mrz, ranked)
  const twoSided = isTwoSided(type)
  const ofType = ranked.filter(({ model }) => model.type === type)
  const country = mrz.certain && countryOf(mrz.country) ? mrz.country : doubtfulIssuer(mrz, type, ofType)
  const model = ofType.find((each) => each.model.country === country)?.model
  const side = !twoSided || evidence.portrait || mrz.onFront ? 'FRONT' : 'BACK'
  return { country, type, side, twoSided, ...(model ? { model } : {}) }
}

/**
 * The issuer was misread or is unknown (a printer's sample): the page's own words or the nationality are better
 * evidence.
 */
function doubtfulIssuer(
  { country, nationality = '' }: NonNullable<Evidence['mrz']>,
  type: DocumentType,
  ofType: readonly Ranked[],
): string {
  const printed = ofType.find((each) => each.title > 0 && each.country >= MIN_COUNTRY)
  if (printed && printed.country >= MIN_COUNTRY_ALONE) return printed.model.country
  // A visa is issued by a state other than the holder's. Stateless persons and refugees have codes, but no state.
  const home = type === 'VISA' ? undefined : countryOf(nationality)
  if (home?.alpha2 && (!countryOf(country) || home.alpha3 === country)) return home.alpha3
  return printed?.model.country ?? country
}

/** The type follows from the code, except for a card printed as a residence permit: some states leave out the R. */
function typeOf({ code, country }: NonNullable<Evidence['mrz']>, ranked: readonly Ranked[]): DocumentType {
  const type = typeOfCode(code)
  if (type !== 'IDENTITY_CARD') return type
  const titleOf = (wanted: DocumentType) =>
    Math.max(0, ...ranked.filter(({ model }) => model.country === country && model.type === wanted).map((r) => r.title))
  return titleOf('RESIDENCE_PERMIT') > Math.max(SURE_TITLE, titleOf('IDENTITY_CARD')) ? 'RESIDENCE_PERMIT' : type
}

/** Nearly every letter of a title of twelve letters. */
const SURE_TITLE = 0.8

/** ICAO Doc 9303 part 3, 4.1: P passport, V visa; I, A, C cards, whose second letter R marks a residence permit. */
function typeOfCode(code: string): DocumentType {
  if (code.startsWith('P')) return 'PASSPORT'
  if (code.startsWith('V')) return 'VISA'
  if (code.startsWith('D')) return 'DRIVER_LICENSE'
  return code[1] === 'R' ? 'RESIDENCE_PERMIT' : 'IDENTITY_CARD'
}

function byText(catalogue: Catalogue, evidence: Evidence): Classification | undefined {
  // A passport's data page has a portrait; the title alone is part of the name of many authorities.
  const ranked = rankDocuments(catalogue, evidence)
  const known = ranked.filter(
    ({ country, model }) => country >= MIN_COUNTRY && (evidence.portrait || model.type !== 'PASSPORT'),
  )
  const best = known[0]
  if (best && isFront(best, evidence)) return hasRival(best, known, evidence) ? undefined : described(best, 'FRONT')
  // The table of categories is never on a front: a face next to it is a ghost image or a pattern that looks like one.
  if (evidence.portrait && !hasCategories(evidence)) return undefined
  return backByText(ranked, evidence)
}

/**
 * Six countries print German: if a page names none of them, the holder's nationality or number may decide, but not the
 * order of the catalogue.
 */
function hasRival({ model, score, named }: Ranked, known: readonly Ranked[], { portrait }: Evidence): boolean {
  if (!portrait || named >= MIN_COUNTRY) return false
  return known.some((other) => other.model.country !== model.country && other.score > score - AS_LIKELY)
}

/**
 * Backs have no title: a licence's back has the table of categories; a card's has its country and two labels, or one
 * label next to the country's full name.
 */
function backByText(ranked: readonly Ranked[], evidence: Evidence): Classification | undefined {
  const type = hasCategories(evidence) ? 'DRIVER_LICENSE' : 'IDENTITY_CARD'
  const backs = ranked.filter(({ model, country, labels, native }) => {
    if (model.type !== type) return false
    // A licence's back explains the numbers only in its own language, and rarely says where it is from.
    if (type === 'DRIVER_LICENSE') return country >= MIN_COUNTRY || native >= 3
    return country >= (labels >= 2 ? MIN_COUNTRY : labels === 1 ? MIN_COUNTRY_ALONE : Number.POSITIVE_INFINITY)
  })
  const back = backs[0]
  if (!back) return undefined
  const others = backs.filter(({ score, model }) => score > back.score - AS_LIKELY && model !== back.model)
  return { ...described(back, 'BACK'), alternatives: [...new Set(others.map(({ model }) => model.country))] }
}

/** The weight of one label more or less: neighbouring countries share a language, and a back often names no country. */
const AS_LIKELY = 0.13

/** The title is in small print on some cards: if the country is certain, a portrait is enough. */
function isFront({ score, title, country }: Ranked, evidence: Evidence): boolean {
  if (score < MIN_SCORE || hasCategories(evidence)) return false
  return title > 0 || (evidence.portrait && country >= MIN_COUNTRY_ALONE)
}

function described({ model, region, title }: Ranked, side: PageSide): Classification {
  const { country, type, twoSided } = model
  const isTypeOpen = side === 'FRONT' && title < MIN_TITLE
  return { country, type, side, twoSided, model, ...(region && { region }), ...(isTypeOpen && { isTypeOpen }) }
}

/** DOCUMENTO DE IDENTIDAD matches this share of DOCUMENTO DE VIAJE. */
const MIN_TITLE = 0.6

/** Directive 2006/126/EC, article 4: the categories that the table on a licence's back lists. */
const CATEGORIES = ['AM', 'A1', 'A2', 'B1', 'C1', 'D1', 'BE', 'CE', 'DE', 'C1E', 'D1E']

function hasCategories({ lines }: Evidence): boolean {
  return CATEGORIES.filter((category) => lines.some(({ text }) => text === category)).length >= 4
}

/** What MRZ and barcode state about country and kind; for an incompletely read MRZ, what its beginning states. */
export function readStatements(
  mrz: FoundMrz | undefined,
  barcode: BarcodeReading | undefined,
  lines: readonly TextLine[],
): Pick<Evidence, 'mrz' | 'licence'> {
  const byMrz = (mrz && readMrzStatement(mrz)) ?? readMrzHead(lines)
  const byBarcode = barcode && readBarcodeStatement(barcode)
  return { ...(byMrz ? { mrz: byMrz } : {}), ...(byBarcode ? { licence: byBarcode } : {}) }
}

function readMrzStatement({ decoded }: FoundMrz): Evidence['mrz'] {
  const { document_code: code, issuing_state_or_organization: issuer, nationality } = decoded.reading.fields
  if (!code || !issuer) return undefined
  // Lines of print that were read as an MRZ of a passport.
  if (decoded.format.type === 'TD3' && !code.startsWith('P')) return undefined
  return {
    code,
    country: alpha3Of(issuer),
    certain: (decoded.reading.fieldConfidence.issuing_state_or_organization ?? 0) >= MIN_ISSUER,
    ...(nationality ? { nationality: alpha3Of(nationality) } : {}),
    ...(ON_FRONT.has(decoded.format.type) ? { onFront: true } : {}),
  }
}

/** ICAO Doc 9303 part 6: a TD2 has its MRZ next to the portrait, like the French card; a TD1 on its back. */
const ON_FRONT: ReadonlySet<MrzType> = new Set<MrzType>(['TD2', 'FRA_ID'])

/** ICAO Doc 9303 parts 4 to 7: an MRZ begins with the codes of document and issuing state; two fillers follow soon. */
function readMrzHead(lines: readonly TextLine[]): Evidence['mrz'] {
  for (const { text } of lines) {
    const [, code, issuer] = /^([PVIAC][A-Z<])([A-Z]{3}|D<<)[A-Z0-9<]{5,}/.exec(text.replaceAll(' ', '')) ?? []
    const country = issuer && countryOf(issuer.replaceAll('<', ''))
    if (code && country && text.includes('<<')) return { code, country: country.alpha3, certain: false }
  }
  return undefined
}

/** Below even odds, the issuer is a guess from the grammar. */
const MIN_ISSUER = 50

/** Some cards state their country as two letters. */
const alpha3Of = (code: string): string => (countryOf(code) ?? countryByAlpha2(code))?.alpha3 ?? code

/**
 * AAMVA DL/ID card design standard, annex D: DCG is the country, the issuer's number identifies the jurisdiction, and
 * the subfile DL or ID the kind.
 */
function readBarcodeStatement({ raw, fields }: BarcodeReading): Evidence['licence'] {
  if (!raw?.IIN && !raw?.DAQ) return undefined
  return {
    country: raw.DCG === 'CAN' ? 'CAN' : 'USA',
    type: fields.document_code === 'ID' ? 'IDENTITY_CARD' : 'DRIVER_LICENSE',
    ...(raw.jurisdiction ? { region: raw.jurisdiction } : {}),
  }
}
