import { JURISDICTIONS } from '../../domain/barcode/aamva-jurisdictions.ts'
import { countryOf } from '../../domain/countries.ts'
import type { DocumentType, PageSide } from '../../domain/vocabulary.ts'
import { type Catalogue, type DocumentModel, isTwoSided } from '../catalogue/catalogue.ts'
import { fold, likeness } from '../fold.ts'
import type { Size } from '../picture.ts'
import type { TextLine } from './read-text.ts'

/** What the steps before have found on the page. */
export interface Evidence {
  lines: readonly TextLine[]
  size: Size
  /** A portrait is printed on this page. */
  portrait: boolean
  /** As the MRZ states them: its document code and issuing state (ISO 3166 alpha-3). */
  mrz?: { code: string; country: string; certain: boolean }
  /** As an AAMVA barcode states them. */
  licence?: { country: string; region?: string }
}

export interface Classification {
  country: string
  type: DocumentType
  side: PageSide
  twoSided: boolean
  region?: string
  model?: DocumentModel
}

// A line with a quarter of its letters misread is still told from the other countries' names; with more it is not.
const MIN_LIKENESS = 0.75
// Two thirds of a country's name and a title together; a name alone (a place of birth, a nationality) stays under it.
const MIN_SCORE = 1.1
/** Less than half a country's name, its sign or its language says nothing about who issued the document. */
const MIN_COUNTRY = 0.4
/** A country's long name read without a fault, or a shorter one with its language or its code beside it. */
const MIN_COUNTRY_ALONE = 0.9

/** Which document this is and which side of it. Undefined when the page gives no ground to say. */
export function classify(catalogue: Catalogue, evidence: Evidence): Classification | undefined {
  const { mrz, licence } = evidence
  if (licence) return byLicence(catalogue, licence, evidence)
  if (mrz) return byMrz(catalogue, mrz, evidence)
  return byText(catalogue, evidence)
}

function byLicence(
  catalogue: Catalogue,
  { country, region }: NonNullable<Evidence['licence']>,
  { portrait }: Evidence,
): Classification {
  const model = catalogue.models.find((m) => m.country === country && m.type === 'DRIVER_LICENSE')
  return {
    country,
    type: 'DRIVER_LICENSE',
    side: portrait ? 'FRONT' : 'BACK',
    twoSided: true,
    ...(region ? { region } : {}),
    ...(model ? { model } : {}),
  }
}

function byMrz(catalogue: Catalogue, mrz: NonNullable<Evidence['mrz']>, evidence: Evidence): Classification {
  const type = typeOfCode(mrz.code)
  const twoSided = isTwoSided(type)
  const ofType = rank(catalogue, evidence).filter(({ model }) => model.type === type)
  // An issuer misread, or one that nobody knows (a printer's sample): then the page's own words say more.
  const printed = ofType.find(({ title, country }) => title > 0 && country >= MIN_COUNTRY)?.model
  const known = mrz.certain && countryOf(mrz.country)
  const listed = ofType.find((scored) => scored.model.country === mrz.country)?.model
  const model = known ? listed : (printed ?? listed)
  const side = !twoSided || evidence.portrait ? 'FRONT' : 'BACK'
  return { country: model?.country ?? mrz.country, type, side, twoSided, ...(model ? { model } : {}) }
}

/** ICAO Doc 9303 part 3, 4.1: P passport, V visa; I, A, C cards, whose second letter R marks a residence permit. */
function typeOfCode(code: string): DocumentType {
  if (code.startsWith('P')) return 'PASSPORT'
  if (code.startsWith('V')) return 'VISA'
  if (code.startsWith('D')) return 'DRIVER_LICENSE'
  return code[1] === 'R' ? 'RESIDENCE_PERMIT' : 'IDENTITY_CARD'
}

function byText(catalogue: Catalogue, evidence: Evidence): Classification | undefined {
  // A passport's data page has a portrait; its name alone stands in many an authority's.
  const known = rank(catalogue, evidence).filter(
    ({ country, model }) => country >= MIN_COUNTRY && (evidence.portrait || model.type !== 'PASSPORT'),
  )
  const best = known[0]
  if (best && isFront(best, evidence)) return described(best, 'FRONT')
  if (evidence.portrait) return undefined
  // Backs bear no title: a licence's has the table of categories, a card's at least two labels and its country.
  const type = hasCategories(evidence) ? 'DRIVER_LICENSE' : 'IDENTITY_CARD'
  const back = known.find(({ model }) => model.type === type)
  const enough = type === 'DRIVER_LICENSE' || (back?.labels ?? 0) >= 2
  return back && enough ? described(back, 'BACK') : undefined
}

/** A title is small print on some cards: where the country is beyond doubt, a portrait will do for it. */
function isFront({ score, title, country }: Scored, evidence: Evidence): boolean {
  if (score < MIN_SCORE || hasCategories(evidence)) return false
  return title > 0 || (evidence.portrait && country >= MIN_COUNTRY_ALONE)
}

function described({ model, region }: Scored, side: PageSide): Classification {
  const { country, type, twoSided } = model
  return { country, type, side, twoSided, model, ...(region ? { region } : {}) }
}

/** Directive 2006/126/EC, article 4: the categories that the table on a licence's back lists. */
const CATEGORIES = ['AM', 'A1', 'A2', 'B1', 'C1', 'D1', 'BE', 'CE', 'DE', 'C1E', 'D1E']

function hasCategories({ lines }: Evidence): boolean {
  return CATEGORIES.filter((category) => lines.some(({ text }) => text === category)).length >= 4
}

interface Scored {
  model: DocumentModel
  score: number
  title: number
  /** What of the score speaks for the country alone. */
  country: number
  /** Labels in the country's languages. */
  labels: number
  /** The state or province that a licence names. */
  region?: string
}

/** Every model with how much on the page speaks for it, the likeliest first. */
export function rank(catalogue: Catalogue, evidence: Evidence): Scored[] {
  const page = readable(evidence)
  const found = new Map<string, number>()
  const strength = (word: string) => {
    const known = found.get(word)
    if (known !== undefined) return known
    const value = presence(page, word)
    found.set(word, value)
    return value
  }
  const strongest = (words: readonly string[]) => Math.max(0, ...words.map(strength))
  const spoken = new Map(
    Object.keys(catalogue.labels).map((language) => [language, labelCount(catalogue, page, language)]),
  )
  const ratio = evidence.size.width / evidence.size.height
  const owners = ownersOf(catalogue)

  const scored = catalogue.models.map((model) => {
    const title = strongest(model.titles)
    const language = Math.max(
      0,
      ...model.languages.map((code) => Math.min(0.6, (spoken.get(code) ?? 0) * 0.12) * (COMMON[code] ?? 1)),
    )
    const licence = model.type === 'DRIVER_LICENSE'
    const sign = licence && page.signs.has(model.sign) ? 0.6 : 0
    const region = licence ? regionOf(page, model.country) : undefined
    const code = page.lines.some(({ tokens }) => tokens.has(model.country)) ? 0.3 : 0
    const anchors = [...(model.front?.anchors ?? []), ...(model.back?.anchors ?? [])]
    const extra = anchors.reduce((sum, anchor) => sum + 0.5 * strength(anchor), 0)
    const own = model.titles.some((words) => owners.get(words) === 1 && standsOn(page, words)) ? 0.6 : 0
    const country = Math.max(strongest(model.names), region ? 0.7 : 0) + language + sign + code + own + extra
    const numbered = model.layout === 'eu-driving-licence' ? page.numbered : 0
    const shape = (model.format === 'ID-1') === ratio > ID1_RATIO_LIMIT ? 0.1 : 0
    const labels = Math.max(0, ...model.languages.map((each) => spoken.get(each) ?? 0))
    return { model, title, country, labels, score: country + title + numbered + shape, ...(region ? { region } : {}) }
  })
  return scored.sort((a, b) => b.score - a.score)
}

// Halfway between ID-1 (1.586) and ID-2 and ID-3 (1.42), ISO/IEC 7810.
const ID1_RATIO_LIMIT = 1.5

/** English and French stand on every travel document (ICAO Doc 9303 part 3, 3.4): they hardly tell its country. */
const COMMON: Record<string, number> = { en: 0.2, fr: 0.3 }

interface Page {
  lines: { folded: string; tokens: Set<string>; letters: Set<string> }[]
  /** The distinguishing sign of a state: one to three letters standing alone in the upper left quarter, as in the flag of a driving licence. */
  signs: Set<string>
  /** How many of the numbers 1, 2, 3, 4a, 4b, 4c, 5 begin a line, as a share. */
  numbered: number
}

const NUMBERS = ['1.', '2.', '3.', '4a', '4b', '4c', '5.']

function readable({ lines, size }: Evidence): Page {
  const kept = lines.filter((line) => line.confidence > 0.5 && line.text.length > 1)
  const corner = lines.filter(
    ({ text, box }) => /^[A-Z]{1,3}$/.test(text) && box.x < size.width / 3 && box.y < size.height / 3,
  )
  // A licence's back repeats the sign before its number.
  const before = lines.flatMap(({ text }) => /^([A-Z]{1,3}) [A-Z]{0,3}\d{5,}[A-Z0-9]*$/.exec(text)?.[1] ?? [])
  const starts = NUMBERS.filter((number) => lines.some(({ text }) => text.toLowerCase().startsWith(number)))
  return {
    lines: kept.map(({ text }) => {
      const folded = fold(text)
      return { folded, letters: new Set(folded), tokens: new Set(text.split(/[^\p{L}]+/u).map(fold)) }
    }),
    signs: new Set([...corner.map(({ text }) => text), ...before]),
    numbered: starts.length >= 3 ? (0.8 * starts.length) / NUMBERS.length : 0,
  }
}

/** 0..1: how surely the words stand on the page; long ones say more, very short ones must stand alone. */
function presence({ lines }: Page, words: string): number {
  const word = fold(words)
  if (word.length <= SHORT) return lines.some(({ tokens }) => tokens.has(word)) ? 0.5 : 0
  const best = Math.max(0, ...lines.map((line) => likenessIn(line, word)))
  if (best < MIN_LIKENESS) return 0
  return ((best - 0.5) / 0.5) * Math.min(1, 0.4 + word.length / 20)
}

const SHORT = 5

/** Letter by letter, since a title of one country is a misreading of its neighbour's. */
const standsOn = ({ lines }: Page, words: string): boolean => lines.some(({ folded }) => folded.includes(fold(words)))

/** The state, province or territory of the United States or Canada whose name stands on the page. */
function regionOf({ lines }: Page, country: string): string | undefined {
  return Object.values(JURISDICTIONS).find(
    ({ country: home, name }) => home === country && lines.some(({ folded }) => folded.startsWith(fold(name))),
  )?.name
}

const counted = new WeakMap<Catalogue, Map<string, number>>()

/** How many documents bear a title: a title of one alone tells its country. */
function ownersOf(catalogue: Catalogue): Map<string, number> {
  const known = counted.get(catalogue)
  if (known) return known
  const owners = new Map<string, number>()
  for (const { titles } of catalogue.models) for (const title of titles) owners.set(title, (owners.get(title) ?? 0) + 1)
  counted.set(catalogue, owners)
  return owners
}

/** Labels of a language on the page: a hint to the country where its name could not be read. */
function labelCount(catalogue: Catalogue, page: Page, language: string): number {
  const labels = Object.values(catalogue.labels[language] ?? {})
    .flat()
    .map(fold)
  const hits = labels.filter(
    (label) => label.length > SHORT && page.lines.some((line) => likenessIn(line, label) >= 0.85),
  )
  return hits.length
}

/** A line that lacks a quarter of the word's letters altogether need not be compared letter by letter. */
function likenessIn({ folded, letters }: Page['lines'][number], word: string): number {
  let missing = 0
  for (const letter of word) if (!letters.has(letter)) missing++
  return missing > word.length * (1 - MIN_LIKENESS) ? 0 : likeness(folded, word)
}
