import type { DocumentType } from '../../../formats/document-words.ts'
import {
  addsUp,
  NUMBER_RULES,
  type NumberStatement,
  readNumber,
} from '../../../formats/personal-numbers/read-number.ts'
import { countryOf } from '../../../formats/text/countries.ts'
import { inOurDigits } from '../../../formats/text/transliterate.ts'
import type { Catalogue, DocumentModel } from '../../catalogue/catalogue.ts'
import type { Size } from '../../picture/picture.ts'
import { editDistance, fold, foldOnce } from '../../text/fold.ts'
import type { TextLine } from '../../text/read-text.ts'
import { SCRIPTS } from '../../text/scripts.ts'
import { countryOfAddress, elementsOn } from './north-american.ts'
import {
  hasLabel,
  namePresence,
  pageWords,
  presence,
  regionOf,
  standsAlone,
  standsOn,
  titlePresence,
} from './page-words.ts'

export interface Ranked {
  model: DocumentModel
  score: number
  title: number
  /** The part of the score that supports the country. */
  country: number
  /** How much of a name of the country is on the page. */
  named: number
  /** Labels in the country's languages. */
  labels: number
  /** The same, without English unless it is the country's own language. */
  native: number
  /** The state or province that a licence names. */
  region?: string
}

interface Page {
  lines: readonly TextLine[]
  size: Size
}

/** Several steps ask about the same lines. */
const rankedPages = new WeakMap<Page['lines'], { catalogue: Catalogue; size: Size; ranked: readonly Ranked[] }>()

/** Every model with the strength of its evidence on the page, most likely first. */
export function rankDocuments(catalogue: Catalogue, { lines, size }: Page): readonly Ranked[] {
  const known = rankedPages.get(lines)
  if (known && known.catalogue === catalogue && isSameSize(known.size, size)) return known.ranked
  const ranked = rank(catalogue, { lines, size })
  rankedPages.set(lines, { catalogue, size, ranked })
  return ranked
}

const isSameSize = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height

function rank(catalogue: Catalogue, { lines, size }: Page): Ranked[] {
  const page = pageWords(lines, size)
  const strength = remembered((word) => presence(page, word))
  const nameStrength = remembered((name) => namePresence(page, name))
  const ownStrength = remembered((name) => (nameStrength(name) && !isOfAnother(name) ? nameStrength(name) : 0))
  const titleStrength = remembered((title) => titlePresence(page, title))
  const strongest = (titles: readonly string[]) => Math.max(0, ...titles.map(titleStrength))
  const isLabelled = remembered((label) => (hasLabel(page, label) ? 1 : 0))
  const spoken = new Map(
    labelsByLanguage(catalogue).map(([language, labels]) => [
      language,
      labels.reduce((sum, label) => sum + isLabelled(label), 0),
    ]),
  )
  const passports = new Set([...page.passportOf].flatMap((code) => countryOf(code)?.alpha3 ?? []))
  const ratio = size.width / size.height
  const owners = ownersOf(catalogue)
  /** PERMÍS DE CONDUIR is not the title of a page with PERMIS DE CONDUIRE. */
  const isPart = (words: string) => longerTitles(owners, words).some((other) => standsOn(page, other))
  const traits = traitsOf(catalogue, lines)
  const elements = elementsOn(lines)
  const address = countryOfAddress(lines)

  const names = new Set(catalogue.models.flatMap((model) => model.names))
  const standing = [...names].filter((name) => name.length > SHORT && standsOn(page, name))
  /** RÉPUBLIQUE TOGOLAISE is not a misread RÉPUBLIQUE GABONAISE. */
  const isOfAnother = (name: string) =>
    !standing.includes(name) && standing.some((other) => editDistance(fold(other), fold(name)) < ALIKE * name.length)

  const ranked = catalogue.models.map((model) => {
    const anchors = [...(model.front?.anchors ?? []), ...(model.back?.anchors ?? [])]
    const extra = Math.min(
      MOST_BY_ANCHORS,
      anchors.reduce((sum, anchor) => sum + 0.5 * (standsAlone(page, anchor) ? 1 : strength(anchor)), 0),
    )
    const headed = model.type === 'PASSPORT' && passports.has(model.country)
    // A document without a title is recognised by its own words instead.
    const untitled = model.titles.length === 0 ? extra : 0
    // Vienna Convention on Road Traffic, annex 6: the numbers are the same outside Europe, whatever the script of the
    // title.
    const isNorthAmerican = model.layout === 'aamva-licence'
    const numbered = model.type !== 'DRIVER_LICENSE' ? 0 : isNorthAmerican ? elements : page.numbered
    const byOwnNumber = traits.documents.get(keyOf(model.country, model.type)) ?? 0
    const title = Math.max(strongest(model.titles), headed ? PASSPORT_HEADING : 0, untitled, numbered, byOwnNumber)
    const language = Math.max(
      0,
      ...model.languages.map((code) => Math.min(0.6, (spoken.get(code) ?? 0) * 0.12) * (COMMON[code] ?? 1)),
    )
    const licence = model.type === 'DRIVER_LICENSE'
    const sign = licence && model.sign && page.signs.has(model.sign) ? 0.6 : 0
    const region = licence ? regionOf(page, model.country) : undefined
    const code = page.codes.has(model.country) ? 0.3 : 0
    const living = isNorthAmerican && elements > 0 && model.country === address ? ADDRESS : 0
    const own = model.titles.some(
      (words) => owners.get(foldOnce(words)) === 1 && standsOn(page, words) && !isPart(words),
    )
      ? 0.6
      : 0
    const named = Math.max(0, ...model.names.map(ownStrength))
    const trait = traits.countries.get(model.country) ?? 0
    const country = Math.max(named, region ? 0.7 : 0) + language + sign + code + living + own + extra + trait
    const shape = (model.format === 'ID-1') === ratio > ID1_RATIO_LIMIT ? 0.1 : 0
    const labels = Math.max(0, ...model.languages.map((each) => spoken.get(each) ?? 0))
    const native = Math.max(
      0,
      ...model.languages.filter((each, i) => i === 0 || each !== 'en').map((each) => spoken.get(each) ?? 0),
    )
    return {
      model,
      title,
      country,
      named,
      labels,
      native,
      score: country + title + numbered + shape,
      ...(region ? { region } : {}),
    }
  })
  return ranked.sort((a, b) => b.score - a.score)
}

/** Names of two countries that one page can be taken for; shorter names are parts of words. */
const ALIKE = 0.45
const SHORT = 5

/** Many documents share titles and names: each is searched for only once. */
function remembered(measure: (word: string) => number): (word: string) => number {
  const known = new Map<string, number>()
  return (word) => {
    const value = known.get(word) ?? measure(word)
    known.set(word, value)
    return value
  }
}

/** A licence is issued where its holder lives: as strong as the name of a state. */
const ADDRESS = 0.7

/** Less than a title: neighbouring documents share words. */
const MOST_BY_ANCHORS = 0.8

/** P and the state's code next to each other are as strong as a title of five letters. */
const PASSPORT_HEADING = 0.65

// Halfway between ID-1 (1.586) and ID-2 and ID-3 (1.42), ISO/IEC 7810.
const ID1_RATIO_LIMIT = 1.5

/** English and French are on every travel document (ICAO Doc 9303 part 3, 3.4): weak evidence of the country. */
const COMMON: Record<string, number> = { en: 0.2, fr: 0.3 }

const counted = new WeakMap<Catalogue, Map<string, number>>()

/** How many documents have each title, folded: a title that only one document has identifies its country. */
function ownersOf(catalogue: Catalogue): Map<string, number> {
  const known = counted.get(catalogue)
  if (known) return known
  const owners = new Map<string, number>()
  for (const { titles } of catalogue.models)
    for (const title of new Set(titles.map(foldOnce))) owners.set(title, (owners.get(title) ?? 0) + 1)
  counted.set(catalogue, owners)
  return owners
}

const longer = new WeakMap<Map<string, number>, Map<string, string[]>>()

/** The titles that contain another one. */
function longerTitles(owners: Map<string, number>, words: string): string[] {
  const known = longer.get(owners) ?? new Map<string, string[]>()
  longer.set(owners, known)
  const own = foldOnce(words)
  const titles = known.get(words) ?? [...owners.keys()].filter((other) => other !== own && other.includes(own))
  known.set(words, titles)
  return titles
}

const labelled = new WeakMap<Catalogue, [language: string, labels: string[]][]>()

function labelsByLanguage(catalogue: Catalogue): [language: string, labels: string[]][] {
  const known = labelled.get(catalogue)
  if (known) return known
  const labels = Object.entries(catalogue.labels).map(([language, fields]): [string, string[]] => [
    language,
    Object.entries(fields).flatMap(([name, texts]) => (name === 'other' ? [] : texts)),
  ])
  labelled.set(catalogue, labels)
  return labels
}

/** Evidence of the country in the print, other than its name. */
interface Traits {
  /** Country → weight. */
  countries: ReadonlyMap<string, number>
  /** Country and type → weight, for numbers that only such a document has. */
  documents: ReadonlyMap<string, number>
}

/** The number of letters of a script from which the page is considered to be in it. */
const MIN_LETTERS = 4
/** The weight of a script or calendar of only one country, as for a country's sign; divided if several use it. */
const ALONE = 0.6
/** A script shared by more countries is not evidence. */
const MOST_SHARING = 5
/** The weight of a valid number under a country's rules, next to print in a script of that country. */
const NUMBER = 0.4

/** Years of Japanese eras, and of Taiwan's republican calendar. */
const ERAS: readonly { years: RegExp; country: string }[] = [
  { years: /(?:大正|昭和|平成|令和)|和\d{1,2}年/, country: 'JPN' },
  { years: /民[國国]/, country: 'TWN' },
]

/** Scripts, eras and numbers on a page, with their weights per country. */
export function traitsOf({ countries }: Pick<Catalogue, 'countries'>, lines: readonly TextLine[]): Traits {
  const texts = lines.filter(({ confidence }) => confidence > 0.5).map(({ text }) => inOurDigits(text))
  const scripts = scriptsOn(texts)
  const said = new Map<string, number>()
  const add = (country: string, weight: number) => said.set(country, (said.get(country) ?? 0) + weight)
  for (const script of scripts.filter((each) => each !== 'Latin')) {
    const owners = countries.filter((country) => isWrittenIn(country, script)).map(({ code }) => code)
    if (owners.length <= MOST_SHARING) for (const code of owners) add(code, ALONE / owners.length)
  }
  for (const { years, country } of ERAS) if (texts.some((text) => years.test(text))) add(country, ALONE)
  const numbers = numbersIn(texts).filter(({ country }) =>
    countries.some((each) => each.code === country && scripts.some((script) => isWrittenIn(each, script))),
  )
  const issuers = new Set(numbers.map(({ country }) => country))
  for (const country of issuers) add(country, NUMBER / issuers.size)
  const documents = numbers.flatMap(({ country, statement }) =>
    (statement.rule.asDocumentNumber ?? []).map((type) => [keyOf(country, type), NUMBER / issuers.size] as const),
  )
  return { countries: said, documents: new Map(documents) }
}

const keyOf = (country: string, type: DocumentType): string => `${country} ${type}`

/** The other scripts of a page; Latin if there is no other, because Latin is on every page. */
function scriptsOn(texts: readonly string[]): string[] {
  const all = texts.join('')
  if (!OTHER.test(all)) return ['Latin']
  const others = SCRIPTS.filter(({ name, letters }) => name !== 'Latin' && count(all, letters) >= MIN_LETTERS)
  return others.length ? others.map(({ name }) => name) : ['Latin']
}

function count(text: string, letters: RegExp): number {
  let found = 0
  for (const letter of text) if (letters.test(letter)) found++
  return found
}

const OTHER = /[^\P{L}\p{Script=Latin}]/u

type Home = Catalogue['countries'][number]

/**
 * Whether a country prints its name in a script: a country's names are printed in its own scripts, and also in Latin.
 * Kana belong to Japan, whose name has none.
 */
function isWrittenIn({ names, languages }: Home, script: string): boolean {
  if (script === 'Hiragana' || script === 'Katakana') return languages.includes('ja')
  if (script === 'Latin') return !names.some((name) => OTHER.test(name))
  const letters = SCRIPTS.find(({ name }) => name === script)?.letters
  return letters !== undefined && names.some((name) => letters.test(name))
}

interface IssuedNumber {
  country: string
  statement: NumberStatement
}

/** Numbers with correct check digits that are too long, or too specific, to be correct by chance. */
function numbersIn(texts: readonly string[]): IssuedNumber[] {
  const written = texts.flatMap((text) => text.match(/[A-Z0-9][A-Z0-9 ./-]{7,20}[A-Z0-9]/g) ?? [])
  return written.flatMap((text) =>
    ISSUERS.flatMap((country) => {
      const statement = readNumber(country, text)
      const says = statement?.births?.length || (statement?.number.length ?? 0) >= LONG
      return statement?.check === 'valid' && addsUp(statement) && says ? [{ country, statement }] : []
    }),
  )
}

/** One in eleven numbers of this length has correct check digits by chance, and few pages have such a number. */
const LONG = 11

const ISSUERS: readonly string[] = [...new Set(NUMBER_RULES.flatMap(({ issuers }) => issuers))]
