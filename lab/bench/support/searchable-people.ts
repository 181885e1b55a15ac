import { type Random, random } from '../../../packages/specimen/src/random.ts'
import { searchWords } from '../../../src/kernel/review/search-words.ts'
import { field, passportPage } from '../../../test/kernel/decision/genuine.ts'

const STARTS = [
  'ba',
  'be',
  'da',
  'fe',
  'ga',
  'ho',
  'ka',
  'li',
  'ma',
  'mo',
  'na',
  'pe',
  'ra',
  'ro',
  'sa',
  'schu',
  'ta',
  'vo',
  'wi',
  'za',
]
const MIDDLES = ['l', 'm', 'n', 'r', 's', 't', 'ck', 'nd', 'rg', 'st']
const ENDS = ['er', 'mann', 'sen', 'ova', 'ski', 'ez', 'ini', 'as', 'en', 'o']

/** Invented names, by position in the list of the most frequent. */
const nameOf = (place: number): string => {
  const [start, middle, end] = [
    STARTS[place % 20],
    MIDDLES[Math.floor(place / 20) % 10],
    ENDS[Math.floor(place / 200) % 10],
  ]
  return `${start}${middle}${end}${place >= 2000 ? STARTS[Math.floor(place / 2000) % 20] : ''}`.toUpperCase()
}

/** Like real names: the most frequent is a hundred times as frequent as the hundredth (Zipf). */
const frequent = (draw: Random, names: number): number => Math.floor(names ** draw.next()) - 1

/** The search words of session number `at`: of a reference, a surname, a given name and a number. */
export function wordsOfSession(at: number): { reference: string; words: string[] } {
  const draw = random(`session ${at}`)
  const reference = `order ${100_000 + at}`
  const page = passportPage({
    visual: [
      field('surname', nameOf(frequent(draw, 20_000))),
      field('given_name', nameOf(frequent(draw, 1_000))),
      field('document_number', `L${draw.whole(10_000_000, 99_999_999)}`),
    ],
  })
  const { mrz: _, ...printed } = page
  return { reference, words: searchWords({ request: { externalId: reference }, document: { pages: [printed] } }) }
}

/** The most frequent name: one in six sessions has it, as surname or given name. */
export const COMMON_NAME = nameOf(0)
export const NEXT_NAME = nameOf(1)
