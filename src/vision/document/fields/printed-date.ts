import {
  type DateKind,
  type DateOrder,
  fromHijri,
  type HijriYear,
  isoDate,
  printedDate,
} from '../../../formats/text/dates.ts'
import { countOf, hijriMonthOf } from '../../../formats/text/hijri-months.ts'
import { inOurDigits } from '../../../formats/text/transliterate.ts'

interface FoundDate {
  /** ISO 8601. */
  date: string
  /** The part of the text that is the date, as printed. */
  text: string
}

/** The forms of a date inside a line: in digits or with a month's name. */
const FORMS: readonly RegExp[] = [
  // A Japanese licence writes the year of the era in brackets after the common one.
  /(?<!\d)\d{4}\s?年\s?(?:\([^()]{1,8}\)\s?)?\d{1,2}\s?月\s?\d{1,2}\s?日?/,
  /(?<!\d)\d{4}\s?년\s?\d{1,2}\s?월\s?\d{1,2}\s?일?/,
  // Chinese and Korean passports write the month as a number, with a sign that may be misread, and as an abbreviation.
  /(?<!\d)\d{1,2}\s\d{1,2}\s?[^\d\s]{1,2}\s?\/?\s?[A-Z]{3}\s?\d{4}(?!\d)/,
  /(?<!\d)\d{1,2}\s?(?:tháng|thang)(?:\/month)?\s?\d{1,2}\s?(?:năm|nam)(?:\/year)?\s?\d{4}(?!\d)/iu,
  /(?<!\d)\d{4}\s?[-./ ]\s?\d{1,2}\s?[-./ ]\s?\d{1,2}(?!\d)/,
  /(?<!\d)\d{1,2}\s?[-./, ]\s?\d{1,2}\s?[-./, ]\s?\d{4}(?!\d)/,
  /(?<!\d)\d{1,2}(?:st|nd|rd|th)?[\s./-]*(?:de\s)?(?:\p{L}{3,10}\.?\s?[,/-]?\s?){1,3}(?:del?\s)?(?:\d{4}|\d{2})(?!\d)/iu,
  /(?<!\p{L})\p{L}{3,10}\.?[\s-]\d{1,2}(?:,\s?|[\s-])\d{4}(?!\d)/u,
  /(?<!\d)\d{4}\s?[-./ ]\s?\p{L}{3,10}\.?\s?[-./ ]\s?\d{1,2}(?!\d)/u,
  // A month's name in a script with vowel signs, and Thai abbreviations with a dot after each letter.
  /(?<!\d)\d{1,2}\s?(?:[\p{Lo}\p{M}.\u200d]{2,16}\s?){1,2}\d{4}(?!\d)/u,
  /(?<!\d)\d{2}[-./ ]\d{2}[-./ ]\d{2}(?!\d)/,
]

/** The year before the first of a Japanese era, or of Taiwan's republican calendar. */
const ERAS: Readonly<Record<string, number>> = {
  大正: 1911,
  昭和: 1925,
  平成: 1988,
  令和: 2018,
  // The Chinese reader knows one of the two characters better than the other.
  今和: 2018,
  民國: 1911,
  民国: 1911,
  T: 1911,
  S: 1925,
  H: 1988,
  R: 2018,
}
const OF_ERA =
  /(大正|昭和|平成|令和|今和|民國|民国|(?<![\p{L}\p{N}])[TSHR](?=\d{1,2}(?:年|\.\d{1,2}\.\d)))\s?(\d{1,3}|元)\s?[年./-]\s?(\d{1,2})\s?[月./-]\s?(\d{1,2})(?!\d)\s?日?/u

/**
 * Of 1,260 lines that the reader found in 53 photographs of documents (of MIDV-500, MIDV-2020, PassportEye and fastmrz)
 * the longest has 90 letters, a line of labels; 1 in 1,000 has more than 85. A date is found in the beginning of a text
 * that is four times as long, or not at all.
 */
const LONGEST_LINE = 360

/**
 * Finds a date as documents print it: 31.12.1999, 1999-12-31, 12/31/1999, 31 DEC/DÉC 99, 平成11年12月31日. `hijri` is the
 * issuer's Hijri calendar, if it is known. Of the two dates of a validity, the second is the expiry.
 */
export function findDate(
  text: string,
  kind: DateKind,
  today: string,
  order: DateOrder = 'DMY',
  hijri?: HijriYear,
): FoundDate | undefined {
  const figures = inOurSigns(text.slice(0, LONGEST_LINE))
  const printed = ({ index, 0: { length } }: RegExpExecArray) => text.slice(index, index + length).trim()
  const first = firstDate(figures, kind, today, order)
  if (!first) return hijriDate(figures, kind, today, hijri, printed)
  const { match, date } = first
  if (kind !== 'expiry') return { date, text: printed(match) }
  const end = match.index + match[0].length
  const at = end + (UNTIL.exec(figures.slice(end))?.[0].length ?? 0)
  const rest = figures.slice(at)
  if (WITHOUT_END.test(rest)) return undefined
  const second = firstDate(rest, kind, today, order)
  if (second?.match.index === 0 && second.date > date)
    return { date: second.date, text: text.slice(at, at + second.match[0].length).trim() }
  return { date, text: printed(match) }
}

/** What separates the dates of a validity. */
const UNTIL = /^\s*(?:[-–—−~～〜/|至到]+|to|au|al|a|до|bis|s\/d)?\s*/iu
/** A Chinese card for life has these words in place of the second date. */
const WITHOUT_END = /^(?:长期|長期)/

/** Digits, and the fullwidth signs between them, as in ASCII; the length stays. */
const inOurSigns = (text: string): string => inOurDigits(text).replace(/[．／－（），]/g, (sign) => ASCII[sign] ?? sign)
const ASCII: Readonly<Record<string, string>> = { '．': '.', '／': '/', '－': '-', '（': '(', '）': ')', '，': ',' }

function firstDate(
  figures: string,
  kind: DateKind,
  today: string,
  order: DateOrder,
): { match: RegExpExecArray; date: string } | undefined {
  const era = OF_ERA.exec(figures)
  const common = era && /^\d{4}\s?年/.test(figures.slice(0, era.index))
  if (era && !common) {
    const [, name = '', year, month, day] = era
    const date = isoDate((ERAS[name] ?? 0) + (year === '元' ? 1 : Number(year)), Number(month), Number(day))
    return date ? { match: era, date } : undefined
  }
  for (const pattern of FORMS) {
    const match = pattern.exec(figures)
    if (!match) continue
    const date = printedDate(plainDate(match[0]).replace(BUDDHIST, toCommonEra), kind, today, order)
    if (date && date >= EARLIEST) return { match, date }
  }
  return undefined
}

/** The number of the month in front of its English abbreviation. */
const TWO_MONTHS = /^(\d{1,2})\s(\d{1,2})\s?[^\d\s]{1,2}\s?\/?\s?([A-Z]{3})\s?(\d{4})$/

/** A date without what belongs to neither of its three parts. */
function plainDate(text: string): string {
  const [, day, month, name, year] = TWO_MONTHS.exec(text) ?? []
  if (day)
    return printedDate(`1 ${name} ${year}`, 'birth', '2200-01-01')?.slice(5, 7) === month?.padStart(2, '0')
      ? `${day} ${name} ${year}`
      : ''
  return text
    .replace(/\([^()]*\)/, '')
    .replace(/tháng|thang|năm|nam(?=[\s\d/])|\/month|\/year/giu, '-')
    .replace(/(?<=\d)(?:st|nd|rd|th)(?!\p{L})/iu, ' ')
    .replace(/(?<!\p{L})del?(?!\p{L})/giu, ' ')
    .replace(/[年月년월]/g, '-')
    .replace(/(?<![日일\s])[日일\s]+$/, '')
}

/** Years of the lunar and the solar Hijri calendars are smaller. */
const EARLIEST = '1850'
const YEAR_FIRST = /(?<!\d)(1[34]\d\d)\s?[-./ ]\s?(\d{1,2})\s?[-./ ]\s?(\d{1,2})(?!\d)/
const YEAR_LAST = /(?<!\d)(\d{1,2})\s?[-./ ]\s?(\d{1,2})\s?[-./ ]\s?(1[34]\d\d)(?!\d)/
/** The suffix of a lunar Hijri year, in Arabic or Latin letters. */
const OF_MOON = /\d\s?(?:هـ?|A?H)(?![\p{L}])/u

/** With the month's name, which says the calendar. */
const WITH_NAME =
  /(?<!\d)(\d{1,2})[\s./-]{0,3}(\p{L}[\p{L}\p{M}'’‘ʻʿ`.\s-]{1,24}?(?:\s[12])?)[\s,./-]{0,3}(1[34]\d\d)(?!\d)/u

function namedHijriDate(
  figures: string,
  hijri: HijriYear | undefined,
): { match: RegExpExecArray; date: string } | undefined {
  const match = WITH_NAME.exec(figures)
  const found = match && hijriMonthOf(match[2] ?? '')
  if (!found) return undefined
  const date = fromHijri(Number(match[3]), found.month, Number(match[1]), countOf(found, hijri))
  return date ? { match, date } : undefined
}

/** A Hijri date, if the issuer or the line says which calendar it is in; undefined if two dates remain possible. */
function hijriDate(
  figures: string,
  kind: DateKind,
  today: string,
  hijri: HijriYear | undefined,
  printed: (match: RegExpExecArray) => string,
): FoundDate | undefined {
  const named = namedHijriDate(figures, hijri)
  if (named)
    return kind === 'expiry' || named.date <= today ? { date: named.date, text: printed(named.match) } : undefined
  if (!hijri && !OF_MOON.test(figures)) return undefined
  const [first, last] = [YEAR_FIRST.exec(figures), YEAR_LAST.exec(figures)]
  const match = first ?? last
  if (!match) return undefined
  const numbers = match.slice(1).map(Number)
  const [year = 0, month = 0, day = 0] = first ? numbers : numbers.reverse()
  const date = fromHijri(year, month, day, hijri)
  // A date of birth or issue in the future: the line uses another calendar.
  return date && (kind === 'expiry' || date <= today) ? { date, text: printed(match) } : undefined
}

/** Years of the Thai (Buddhist) calendar. */
const BUDDHIST = /(?<!\d)2[4-6]\d\d(?!\d)/
const toCommonEra = (year: string): string => String(Number(year) - 543)

export type MonthSign = '月' | '월'

const SIGNS: Readonly<Record<string, MonthSign>> = { CHN: '月', TWN: '月', KOR: '월' }

export const monthSignOf = (country = ''): MonthSign | undefined => SIGNS[country]

/** A date with the number and the name of its month as these issuers print it: the sign is the letter misread most. */
export function withMonthSign(text: string, sign: MonthSign | undefined): string {
  const [, day, month, name, year] = (sign && TWO_MONTHS.exec(text)) || []
  return day ? `${day} ${month}${sign}/${name} ${year}` : text
}
