import { ABBREVIATIONS, MONTH_NAMES, monthsInOtherScripts, ROMAN_MONTHS } from './month-names.ts'
import { inOurDigits } from './transliterate.ts'

/** The meaning of a date decides its century if the year has only two digits. */
export type DateKind = 'birth' | 'issue' | 'expiry'

/** The order in which a document writes day, month and year in figures. */
export type DateOrder = 'DMY' | 'MDY' | 'YMD'

/**
 * Documents are valid for at most 15 years or without end; an expiry further in the future than this belongs to the
 * last century.
 */
const MAX_YEARS_AHEAD = 50

/** The ISO 8601 date, or undefined when there is no such day. */
export function isoDate(year: number, month: number, day: number): string | undefined {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  if (!days || day < 1 || day > days || year < 1 || year > 9999) return undefined
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

/** A date YYMMDD as the MRZ writes it. Undefined when a part is unknown or there is no such day. */
export function shortDate(text: string, kind: DateKind, today: string): string | undefined {
  const [, year, month, day] = text.match(/^(\d\d)(\d\d)(\d\d)$/) ?? []
  if (!year || !month || !day) return undefined
  return withCentury(Number(year), Number(month), Number(day), kind, today)
}

/** A date YYYYMMDD or MMDDYYYY without separators, distinguished by which of them is a possible date. */
export function longDate(text: string, preferred: 'YMD' | 'MDY'): string | undefined {
  const [, a, b, c, d] = text.match(/^(\d\d)(\d\d)(\d\d)(\d\d)$/) ?? []
  if (!a || !b || !c || !d) return undefined
  const yearFirst = plausible(isoDate(Number(a + b), Number(c), Number(d)))
  const monthFirst = plausible(isoDate(Number(c + d), Number(a), Number(b)))
  return preferred === 'YMD' ? (yearFirst ?? monthFirst) : (monthFirst ?? yearFirst)
}

/**
 * A date printed on a document, in digits or with a month name in one or two languages. Undefined if it cannot be
 * parsed.
 */
export function printedDate(text: string, kind: DateKind, today: string, order: DateOrder = 'DMY'): string | undefined {
  const tokens = tokensOf(text)
  const numbers = tokens.filter((token) => /^\d+$/.test(token))
  const names = tokens.filter((token) => !/^\d+$/.test(token))

  const months = names.map(monthsNamed).filter((candidates) => candidates.length > 0)
  if (months.length > 0) return withMonthName(numbers, months, kind, today)
  if (names.some((name) => name.length > 3)) return undefined
  return inFigures(numbers, kind, today, order)
}

function withMonthName(numbers: string[], names: number[][], kind: DateKind, today: string): string | undefined {
  const agreed = monthsOfMost(names)
  const [month] = agreed
  // "12 03 MAR 1999" does not occur: a third number is noise that is not guessed at.
  if (agreed.length !== 1 || !month || numbers.length !== 2) return undefined
  const [first = '', second = ''] = numbers
  if (first.length === 4) return isoDate(Number(first), month, Number(second))
  return dated(second, month, Number(first), kind, today)
}

/** The months that every name may mean; of three names, one may be a misprint or misread. */
function monthsOfMost(names: readonly number[][]): number[] {
  const least = names.length < 3 ? names.length : names.length - 1
  const named = [...new Set(names.flat())].map((month) => ({
    month,
    times: names.filter((candidates) => candidates.includes(month)).length,
  }))
  const most = Math.max(...named.map(({ times }) => times))
  return most < least ? [] : named.filter(({ times }) => times === most).map(({ month }) => month)
}

function inFigures(numbers: string[], kind: DateKind, today: string, order: DateOrder): string | undefined {
  const parts = numbers.length === 1 ? split(numbers[0] ?? '', order) : numbers
  if (parts.length !== 3 || parts.some((part) => part.length > 4 || part.length === 3)) return undefined
  const [a = '', b = '', c = ''] = parts
  if (a.length === 4) return isoDate(Number(a), Number(b), Number(c))
  if (order === 'YMD' && c.length < 3) return dated(a, Number(b), Number(c), kind, today)

  const [month, day] = order === 'MDY' ? [a, b] : [b, a]
  return dated(c, Number(month), Number(day), kind, today) ?? dated(c, Number(day), Number(month), kind, today)
}

/** Splits six or eight digits without a separator. */
function split(text: string, order: DateOrder): string[] {
  const eight = text.match(
    order === 'YMD' || /^(19|20)\d\d(0\d|1[0-2])/.test(text) ? /^(\d{4})(\d\d)(\d\d)$/ : /^(\d\d)(\d\d)(\d{4})$/,
  )
  const six = text.match(/^(\d\d)(\d\d)(\d\d)$/)
  return (eight ?? six ?? []).slice(1)
}

function dated(year: string, month: number, day: number, kind: DateKind, today: string): string | undefined {
  if (year.length === 4) return isoDate(Number(year), month, day)
  return year.length === 2 ? withCentury(Number(year), month, day, kind, today) : undefined
}

/** Births and issues are in the past; an expiry may be in the future. The latest possible century is used. */
function withCentury(year: number, month: number, day: number, kind: DateKind, today: string): string | undefined {
  const thisYear = Number(today.slice(0, 4))
  const limit = kind === 'expiry' ? `${pad(thisYear + MAX_YEARS_AHEAD, 4)}${today.slice(4)}` : today
  const century = Math.floor(thisYear / 100) * 100
  return [century + 100, century, century - 100]
    .map((base) => isoDate(base + year, month, day))
    .find((date) => date !== undefined && date <= limit)
}

/**
 * Words and numbers of the text, with digits of other scripts converted and letters that stand for digits corrected.
 */
function tokensOf(text: string): string[] {
  // Thai months are abbreviated by two letters, each followed by a dot: ก.ย. is one word.
  const joined = inOurDigits(text).replace(/(\p{Script=Thai})\.(?=\p{Script=Thai})/gu, '$1')
  return (joined.match(/[\p{L}\p{M}\d]+/gu) ?? [])
    .flatMap((token) => (/\d/.test(token) ? splitLetters(token) : [token]))
    .filter((token) => token !== '')
}

/** `12MAR1999` is three tokens; `O3` and `l2` are misread digits. */
function splitLetters(token: string): string[] {
  const runs = token.match(/\d+|\D+/gu) ?? []
  const letters = runs.filter((run) => !/\d/.test(run)).join('')
  if (letters.length < 3)
    return [token.replace(/[OoQD]/g, '0').replace(/[Il|]/g, '1')].filter((corrected) => /^\d+$/.test(corrected))
  return runs
}

function monthsNamed(token: string): number[] {
  const key = nameKey(token)
  const roman = ROMAN_MONTHS.indexOf(key) + 1
  if (roman) return [roman]
  const short = ABBREVIATIONS[key]
  if (short) return [short]
  const keys = IN_OURS.test(token) ? KEYS : [...KEYS, ...otherKeys()]
  const exact = matching(keys, (name) => name === key)
  if (exact.length > 0) return exact
  return key.length < 3 ? [] : matching(keys, (name) => name.startsWith(key))
}

const IN_OURS = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}]+$/u
const KEYS = MONTH_NAMES.map((names) => names.map(nameKey))

let further: string[][] | undefined
function otherKeys(): readonly (readonly string[])[] {
  further ??= monthsInOtherScripts().map((names) => names.map(nameKey))
  return further
}

function matching(keys: readonly (readonly string[])[], test: (name: string) => boolean): number[] {
  const months = new Set<number>()
  for (const names of keys) {
    const index = names.findIndex(test)
    if (index >= 0) months.add(index + 1)
  }
  return [...months]
}

function nameKey(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\p{M}.\u200d]/gu, '')
    .toUpperCase()
}

/** Years that a document in use can state. */
function plausible(date: string | undefined): string | undefined {
  return date && date >= '1880' && date < '2200' ? date : undefined
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0')

/** The year of a country's Hijri calendar: lunar, as in Saudi Arabia, or solar. */
export type HijriYear = 'UMM_AL_QURA' | 'SOLAR'

const COUNTS: Readonly<Record<string, HijriYear>> = { SAU: 'UMM_AL_QURA', IRN: 'SOLAR', AFG: 'SOLAR' }

export const hijriYearOf = (country = ''): HijriYear | undefined => COUNTS[country]

const DAY = 86_400_000
/**
 * The first day of each calendar, and the mean length of its years and months. Close enough to find the day among its
 * neighbours.
 */
const LUNAR = { first: Date.UTC(622, 6, 19), year: 354.36707, month: 29.530589 }
const SOLAR = { first: Date.UTC(622, 2, 22), year: 365.2422, month: 30.5 }
const NEIGHBOURS = 4
/** No calendar of Umm al-Qura was published before 1356. */
const FIRST_PUBLISHED = 1356

/**
 * The ISO date of a day in a Hijri calendar. Without the country, the lunar calendar is assumed: Umm al-Qura and the
 * tabular calendar differ by a day about half of the time, and then the result is undefined.
 */
export function fromHijri(year: number, month: number, day: number, count?: HijriYear): string | undefined {
  if (count === 'SOLAR') return dayIn('persian', SOLAR, year, month, day)
  const kept = year >= FIRST_PUBLISHED ? dayIn('islamic-umalqura', LUNAR, year, month, day) : undefined
  if (count === 'UMM_AL_QURA') return kept
  return kept === dayIn('islamic-civil', LUNAR, year, month, day) ? kept : undefined
}

function dayIn(calendar: string, count: typeof LUNAR, year: number, month: number, day: number): string | undefined {
  const near = count.first + Math.round((year - 1) * count.year + (month - 1) * count.month + day - 1) * DAY
  for (let i = -NEIGHBOURS; i <= NEIGHBOURS; i++) {
    const date = new Date(near + i * DAY)
    if (partsIn(calendar, date) === `${year}-${month}-${day}`)
      return isoDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
  }
  return undefined
}

const formats = new Map<string, Intl.DateTimeFormat>()

function partsIn(calendar: string, date: Date): string {
  const format =
    formats.get(calendar) ??
    new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
      timeZone: 'UTC',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    })
  formats.set(calendar, format)
  const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]))
  return `${parts.year}-${parts.month}-${parts.day}`
}
