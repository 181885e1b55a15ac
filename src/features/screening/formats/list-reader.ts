import type { ListEntry } from '../domain/list-entry.ts'
import { ListProblem } from '../ports/screening.ts'
import { countryWritten } from './country-names.ts'

/** One item of a file: a person, the date of the file, or a count of entries that are not persons. */
type ListItem = { entry: ListEntry } | { sourceDate: string } | { skipped: number }

export interface ListReader {
  /** Reads the text of the file. Throws UnreadableList. */
  read(chunks: AsyncIterable<string>): AsyncIterable<ListItem>
}

/** The file cannot be used; the message says why and follows the file's name. */
export class UnreadableList extends ListProblem {}

/** The alpha-3 codes for what a list writes, a code or a name. Empty if it is not a known country. */
export function countryCodes(value: string | undefined): string[] {
  const found = value?.trim() && countryWritten(value)
  return found ? [found] : []
}

export function sexOfList(value: string | undefined): { sex?: 'M' | 'F' } {
  const word = value?.trim().toUpperCase() ?? ''
  if (word === 'M' || word === 'MALE') return { sex: 'M' }
  return word === 'F' || word === 'FEMALE' ? { sex: 'F' } : {}
}

/** A date from its parts, as far as known. */
export function partialDate(year: string | undefined, month?: string, day?: string): string[] {
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  if (!Number.isInteger(y) || y < 1000 || y > 9999) return []
  if (!Number.isInteger(m) || m < 1 || m > 12) return [String(y)]
  const short = `${y}-${String(m).padStart(2, '0')}`
  return Number.isInteger(d) && d >= 1 && d <= 31 ? [`${short}-${String(d).padStart(2, '0')}`] : [short]
}

/** 31/12/1960 with 00 for unknown parts, 1960-12-31, 1960-12, or a year. */
export function writtenDate(value: string | undefined): string[] {
  const text = value?.trim() ?? ''
  const [, day, month, year] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text) ?? []
  if (year) return partialDate(year, month, day)
  const [, y, m, d] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:T.*)?$/.exec(text) ?? []
  return y ? partialDate(y, m, d) : []
}

/** US dates, with the month first: 02/18/2026. */
export function usDate(value: string | undefined): string[] {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value?.trim() ?? '') ?? []
  return partialDate(year, month, day)
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** 17 Feb 1944, Feb 1944, 1944, circa 1944; every year of 1944 to 1946. */
export function englishDates(value: string): string[] {
  const [from, to] = value
    .replace(/^(circa|approximately)\s+/i, '')
    .split(/(?<!\s)\s+to\s+/i)
    .map(englishDate)
  if (!from || to === undefined) return from ? [from] : []
  return yearsBetween(from, to)
}

/** Every year from one date to another, if the span is plausible for a birth. */
export function yearsBetween(from = '', to = ''): string[] {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))]
  if (!first || !(last >= first && last - first <= MOST_YEARS)) return []
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index))
}

const MOST_YEARS = 20

function englishDate(text: string): string | undefined {
  const [, day, month, year] = /^(?:(\d{1,2})\s+)?(?:([A-Za-z]{3})[a-z]*\s+)?(\d{4})$/.exec(text.trim()) ?? []
  const number = MONTHS.indexOf(month?.toUpperCase() ?? '') + 1
  return partialDate(year, number ? String(number) : undefined, day)[0]
}

/** Parts of a name in order, without empty ones. */
export const joined = (...parts: (string | undefined)[]): string =>
  parts
    .map((part) => part?.trim() ?? '')
    .filter(Boolean)
    .join(' ')

/** A name as it is stored; `weak` if the source calls it a weak or low-quality alias. */
export const listName = (text: string, isWeak = false): ListEntry['names'][number] =>
  isWeak ? { text, weak: true } : { text }
