/** Year, month and day as they stand in a line; month 0 where it has a name. */
export type DateInLine = readonly [year: number, month: number, day: number]

const YEAR_FIRST = /(?<!\d)(\d{4})\s?[-./ ]\s?(\d{1,2})\s?[-./ ]\s?(\d{1,2})(?!\d)/
const YEAR_LAST = /(?<!\d)(\d{1,2})\s?[-./, ]\s?(\d{1,2})\s?[-./, ]\s?(\d{4}|\d{2})(?!\d)/
const NAMED = /(?<!\d)(\d{1,2})[\s.]*(\p{L}{3,10})\.?\s?\/?\s?(?:\p{L}{3,10})?\.?\s?\/?\s?(\d{4}|\d{2})(?!\d)/u
const TOGETHER = /(?<!\d)(\d{2})(\d{2})(\d{4})(?!\d)/

/**
 * The first date of a line, whatever it may be the date of: enough to tell earlier from later. The net was taught on these
 * very rules (lab/training/roles/features.py); what a value means is read by printed-date.ts.
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

/** A year of two figures lies at most sixteen years ahead. */
function yearOf(digits: string, thisYear: number): number {
  const year = Number(digits)
  if (digits.length > 2) return year
  return year <= thisYear - 2000 + 16 ? 2000 + year : 1900 + year
}

function possible(year: number, month: number, day: number): DateInLine | undefined {
  const fits = month >= 1 && month <= 12 && day >= 1 && day <= 31 && year >= 1900 && year <= 2100
  return fits ? [year, month, day] : undefined
}
