import type { Box } from '../../../picture/box.ts'

/** A line as input to the net. Lengths are in page widths. */
export interface SeenLine {
  text: string
  confidence: number
  box: Box
}

/** The contents of the page's MRZ; dates as YYMMDD. */
export interface SaidByMrz {
  surname?: string
  given_name?: string
  document_number?: string
  personal_number?: string
  nationality?: string
  birth?: string
  expiry?: string
}

/** The other input about a page, in addition to its lines. */
export interface SeenPage {
  /** In page widths. */
  height: number
  face?: Box
  mrz?: { top: number; said: SaidByMrz }
  /** ISO 8601. */
  today: string
}

export const FEATURES = 40

/** The usual text height, with which a line's height is compared. */
const USUAL_HEIGHT = 0.04

/** The features of each line other than its letters, one row per line, as in lab/training/roles/features.py. */
export function featuresOf(lines: readonly SeenLine[], page: SeenPage): Float32Array {
  const out = new Float32Array(lines.length * FEATURES)
  const heights = lines.map(({ box }) => box.height).toSorted((a, b) => a - b)
  const middle = heights[Math.floor(heights.length / 2)] || USUAL_HEIGHT
  const now = Number(page.today.slice(0, 4)) + Number(page.today.slice(5, 7)) / 12
  const dates = lines.map(({ text }) => dateIn(text, Math.floor(now)))
  const order = [...new Set(dates.flatMap((date) => (date ? [rankOf(date)] : [])))].sort((a, b) => a - b)
  const births = birthsIn(dates, order[0])
  const common = commonOf(lines.length, page)
  for (const [i, line] of lines.entries()) {
    const packed = compact(line.text)
    const date = dates[i]
    const row = [
      ...formOf(line, page.height, middle),
      ...common,
      ...datingOf(date, order, now),
      isTrue(!date && countOf(line.text, /\d/g) >= 6 && births.some((birth) => packed.includes(birth))),
      ...agreementOf(line.text, packed, date, page.mrz?.said),
    ]
    out.set(row, i * FEATURES)
  }
  return out
}

function formOf({ text, confidence, box: { x, y, width, height } }: SeenLine, tall: number, middle: number): number[] {
  const length = Math.max(1, text.length)
  const high = Math.max(height, 1e-3)
  return [
    x,
    x + width,
    (y + height / 2) / tall,
    y + height / 2,
    Math.log(high / USUAL_HEIGHT),
    Math.log(high / middle),
    confidence,
    Math.sqrt(1 - confidence),
    length / 20,
    width / (height * length),
    countOf(text, /\d/g) / length,
    countOf(text, /\p{Lu}/gu) / length,
    countOf(text, /\p{Ll}/gu) / length,
    countOf(text, /</g) / length,
  ]
}

function commonOf(count: number, { height, face, mrz }: SeenPage): number[] {
  return [
    ...(face ? [1, face.x, face.y, face.width, face.height] : [0, 0, 0, 0, 0]),
    Math.log(1 / height),
    count / 40,
    isTrue(mrz !== undefined),
    mrz?.top ?? 0,
  ]
}

/** How a date relates to today and to the page's other dates. */
function datingOf(date: DateInLine | undefined, order: readonly number[], now: number): number[] {
  if (!date) return [0, 0, 0, 0, 0, order.length / 6]
  const year = date[0] + date[1] / 12
  const rank = order.indexOf(rankOf(date))
  const away = Math.max(-4, Math.min(2, (year - now) / 20))
  return [1, away, isTrue(year > now), rank / 4, (order.length - 1 - rank) / 4, order.length / 6]
}

const rankOf = ([year, month, day]: DateInLine): number => year * 10_000 + month * 100 + day

/** The earliest date of the page in the form that personal numbers use: mostly the holder's date of birth. */
function birthsIn(dates: readonly (DateInLine | undefined)[], earliest: number | undefined): string[] {
  const first = dates.find((date) => date && rankOf(date) === earliest)
  if (!first?.[1]) return []
  const [yy, mm, dd] = [first[0] % 100, first[1], first[2]].map((part) => String(part).padStart(2, '0'))
  return [`${yy}${mm}${dd}`, `${dd}${mm}${yy}`]
}

/** Whether the line matches the MRZ's surname, given names, number, personal number, nationality, birth and expiry. */
function agreementOf(text: string, packed: string, date: DateInLine | undefined, said: SaidByMrz = {}): number[] {
  const holds = (words: string | undefined, least: number) => {
    const word = compact(words ?? '')
    return isTrue(word.length >= least && packed.includes(word) && !text.includes('<'))
  }
  return [
    holds(said.surname, 2),
    holds(said.given_name, 2),
    holds(said.document_number, 5),
    holds(said.personal_number, 5),
    holds(said.nationality, 3),
    isTrue(agrees(date, said.birth)),
    isTrue(agrees(date, said.expiry)),
  ]
}

/** A month's name matches any month; day and month may be swapped. */
function agrees(date: DateInLine | undefined, said: string | undefined): boolean {
  if (!date || !said) return false
  const [year, month, day] = date
  const [yy, mm, dd] = [said.slice(0, 2), said.slice(2, 4), said.slice(4)].map(Number)
  if (year % 100 !== yy) return false
  return (month === mm && day === dd) || (month === dd && day === mm) || (month === 0 && day === dd)
}

const isTrue = (it: boolean): number => (it ? 1 : 0)
const countOf = (text: string, what: RegExp): number => text.match(what)?.length ?? 0

/** Cyrillic and Greek capitals without accents, as an MRZ would spell them. */
const SPELLED: Record<string, string> = Object.fromEntries([
  ...pairs(
    'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁІЇЄҐЈЉЊЋЂЏ',
    'A B V G D E ZH Z I Y K L M N O P R S T U F KH TS CH SH SHCH  Y  E IU IA E I I IE G J LJ NJ C DJ DZ',
  ),
  ...pairs('ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ', 'A V G D E Z I TH I K L M N X O P R S T Y F CH PS O'),
  ...pairs('ƏØŁĐÆÞÐŒĦ', 'E OE L D AE TH D OE H'),
])

function pairs(letters: string, spellings: string): [string, string][] {
  const parts = spellings.split(' ')
  return Array.from(letters, (letter, i) => [letter, parts[i] ?? ''])
}

/** Only capitals and digits, without accents, in Latin letters: the form that can be compared with an MRZ. */
export const compact = (text: string): string =>
  text
    .toUpperCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Z0-9]/gu, (letter) => SPELLED[letter] ?? '')

/** Year, month and day as they appear in a line; month 0 if it is a name. */
type DateInLine = readonly [year: number, month: number, day: number]

const YEAR_FIRST = /(?<!\d)(\d{4})\s?[-./ ]\s?(\d{1,2})\s?[-./ ]\s?(\d{1,2})(?!\d)/
const YEAR_LAST = /(?<!\d)(\d{1,2})\s?[-./, ]\s?(\d{1,2})\s?[-./, ]\s?(\d{4}|\d{2})(?!\d)/
const NAMED = /(?<!\d)(\d{1,2})[\s.]*(\p{L}{3,10})\.?\s?\/?\s?(?:\p{L}{3,10})?\.?\s?\/?\s?(\d{4}|\d{2})(?!\d)/u
const TOGETHER = /(?<!\d)(\d{2})(\d{2})(\d{4})(?!\d)/

/**
 * The first date of a line, whatever it is the date of: enough to order dates. The net was trained on exactly these
 * rules (lab/training/roles/features.py); printed-date.ts reads what a date means.
 */
export function dateIn(text: string, thisYear: number): DateInLine | undefined {
  const first = YEAR_FIRST.exec(text)
  if (first) return possible(Number(first[1]), Number(first[2]), Number(first[3]))
  const last = YEAR_LAST.exec(text)
  if (last) {
    const [day, month] = [Number(last[1]), Number(last[2])]
    const year = yearOf(last[3] as string, thisYear)
    return month > 12 ? possible(year, day, month) : possible(year, month, day)
  }
  const named = NAMED.exec(text)
  if (named) {
    const [year, day] = [yearOf(named[3] as string, thisYear), Number(named[1])]
    return possible(year, 1, day) && [year, 0, day]
  }
  const together = TOGETHER.exec(text)
  return together ? possible(Number(together[3]), Number(together[2]), Number(together[1])) : undefined
}

/** A two-digit year is at most sixteen years in the future. */
function yearOf(digits: string, thisYear: number): number {
  const year = Number(digits)
  if (digits.length > 2) return year
  return year <= thisYear - 2000 + 16 ? 2000 + year : 1900 + year
}

function possible(year: number, month: number, day: number): DateInLine | undefined {
  const fits = month >= 1 && month <= 12 && day >= 1 && day <= 31 && year >= 1900 && year <= 2100
  return fits ? [year, month, day] : undefined
}
