import {
  addsUp,
  NUMBER_RULES,
  type NumberStatement,
  readNumber,
} from '../../../domain/document/personal-numbers/read-number.ts'
import type { DocumentType } from '../../../domain/vocabulary.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { TextLine } from '../../text/read-text.ts'
import { SCRIPTS } from '../../text/scripts.ts'

/** What the print says of its country without naming it. */
interface Traits {
  /** Country → weight. */
  countries: ReadonlyMap<string, number>
  /** Country and type → weight, where a number is one that only such a document bears. */
  documents: ReadonlyMap<string, number>
}

/** Letters of a script from which on the page is believed to be in it. */
const MIN_LETTERS = 4
/** As much as a country's sign: a script or a count of years that one country alone has; shared among several. */
const ALONE = 0.6
/** Shared by more, a script says nothing. */
const MOST_SHARING = 5
/** A number that adds up under a country's rule, next to print in a script of that country. */
const NUMBER = 0.4

/** Years of Japanese eras, and of the republic by which Taiwan counts. */
const ERAS: readonly { years: RegExp; country: string }[] = [
  { years: /(?:大正|昭和|平成|令和)|和\d{1,2}年/, country: 'JPN' },
  { years: /民[國国]/, country: 'TWN' },
]

/** Scripts, eras and numbers on a page, with how much each says for a country. */
export function traitsOf({ countries }: Pick<Catalogue, 'countries'>, lines: readonly TextLine[]): Traits {
  const texts = lines.filter(({ confidence }) => confidence > 0.5).map(({ text }) => text)
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

export const keyOf = (country: string, type: DocumentType): string => `${country} ${type}`

/** The other scripts of a page; Latin where there is none, because Latin stands on every page. */
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

/** A country's names are printed in its scripts, and in Latin besides. Kana are Japan's, whose name has none. */
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

/** Numbers that add up under a check digit and are too long, or say too much, to do so by chance. */
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

/** One in eleven numbers of this length agrees by chance, and few pages have one. */
const LONG = 11

const ISSUERS: readonly string[] = [...new Set(NUMBER_RULES.flatMap(({ issuers }) => issuers))]
