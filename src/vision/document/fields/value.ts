import { fitsNumberFormat } from '../../../formats/document-number-forms.ts'
import type { DocumentType, VisualFieldName } from '../../../formats/document-words.ts'
import { addsUp, readNumber } from '../../../formats/personal-numbers/read-number.ts'
import { nearestSexWord, sexOfWord } from '../../../formats/text/compare.ts'
import { countryOf } from '../../../formats/text/countries.ts'
import { type DateKind, type DateOrder, type HijriYear, printedDate } from '../../../formats/text/dates.ts'
import { MONTH_NAMES } from '../../../formats/text/month-names.ts'
import { inOurDigits } from '../../../formats/text/transliterate.ts'
import { fold } from '../../text/fold.ts'
import { type Candidate, certainty, isName, type Span, slice } from './candidate.ts'
import { inOtherReading, sliceOfReading } from './other-readings.ts'
import { findDate, type MonthSign, withMonthSign } from './printed-date.ts'

/** How dates are to be interpreted. */
export interface Reading {
  order: DateOrder
  /** ISO 8601. */
  today: string
  /** The Hijri calendar that the issuer uses. */
  hijri?: HijriYear | undefined
  /** The sign after the number of a month, if the issuer prints the number and an abbreviation of the name. */
  monthSign?: MonthSign | undefined
  /** The issuer, whose numbers may have a known form. */
  issuer?: { country?: string; region?: string; type: DocumentType } | undefined
  /** Folded names of countries. */
  countries?: ReadonlySet<string> | undefined
}

const DATES: Partial<Record<VisualFieldName, DateKind>> = {
  date_of_birth: 'birth',
  date_of_issue: 'issue',
  date_of_expiry: 'expiry',
  first_issue_date: 'issue',
}

/** A letter, or one in each of two languages. Greek uses others for both: what looks like a Greek M is Latin. */
const SEX = /^(?:[MFXKQŽSHVNEDWЖЧМΑΘЕӘЭЗ]|\p{Lu}\s?\/\s?[MFXМ])$/iu

/** The letter of ICAO 9303-4 after the issuer's own letter or abbreviation, whatever its language: KVK/F, V - F, 女/F. */
const OWN_AND_OURS = /^(?![MFX]\s?-)\p{L}{1,4}\s?[/-]\s?[MFX]$/u

/** Whether a text is a word for the sex, or the same in two languages. */
function isSexWord(text: string): boolean {
  const [first, second, ...more] = text.split('/').map((part) => part.trim())
  const sex = sexOfWord(first ?? '')
  if (second === undefined || more.length) return sex !== undefined
  return sex !== undefined && (second === sex || sexOfWord(second) === sex)
}

/** The span as a value of the field, if it can be one at all. */
export function asValue(
  name: VisualFieldName,
  span: Span,
  place: number,
  by: Candidate['by'],
  reading: Reading,
): Candidate | undefined {
  const read = take(name, span, reading)
  const taken =
    inForm({ name, by }, span, read, reading) ??
    read ??
    (name === 'sex' && by === 'label' ? (ownLetters(span) ?? misreadSex(span)) : undefined) ??
    (by === 'label' || by === 'number' ? impossibleDate(name, span) : undefined)
  if (!taken) return undefined
  const { value, date, from, sure } = taken
  const stretch = { line: from.line, start: from.start, end: from.start + from.text.length }
  return {
    name,
    value,
    ...(date ? { date } : {}),
    ...scaled(certainty(from), sure),
    place,
    source: span.source,
    from: stretch,
    by,
  }
}

/**
 * If a value has a known form and what was read does not have it: the most probable of the reader's other readings that
 * has. Undefined if the form is not known, if it is met, or if no reading meets it: the value is then what was read.
 */
function inForm(
  { name, by }: Pick<Candidate, 'name' | 'by'>,
  span: Span,
  read: Taken | undefined,
  reading: Reading,
): Taken | undefined {
  if (!span.others?.some(({ length }) => length)) return undefined
  const kind = DATES[name]
  if (kind) {
    const isRight = read ? isRightDate(read, kind, reading) : !isNearlyDate(span.text)
    return isRight ? undefined : reread(span, (other) => rightDate(name, kind, other, reading))
  }
  if (name === 'sex') {
    const isUnread = !read && by === 'label' && span.text.length <= LONGEST_SEX
    return isUnread ? reread(span, (other) => take(name, other, reading)) : undefined
  }
  if (!read) return undefined
  for (const fits of formsOf(name, reading)) {
    if (fits(read.value) !== false) return undefined
    const found = reread(span, (other) => {
      if (NUMBERS.includes(name) && !hasSameDigits(span.text, other.text)) return undefined
      const taken = take(name, other, reading)
      return taken && fits(taken.value) ? taken : undefined
    })
    if (found) return found
  }
  return undefined
}

/** A date in the most probable of the reader's other readings that makes it right, if there is one. */
export function rereadDate(
  candidate: Candidate,
  span: Span,
  reading: Reading,
  isRight: (date: string) => boolean,
): Pick<Candidate, 'value' | 'date' | 'weakest' | 'average'> | undefined {
  const kind = DATES[candidate.name]
  const { start, end } = candidate.from
  const printed = slice(span, start - span.start, end - span.start)
  const taken =
    kind &&
    reread(printed, (other) => {
      const found = rightDate(candidate.name, kind, other, reading)
      return found?.date && isRight(found.date) ? found : undefined
    })
  return taken?.date ? { value: taken.value, date: taken.date, ...certainty(taken.from) } : undefined
}

function reread(span: Span, is: (reading: Span) => Taken | undefined): Taken | undefined {
  return inOtherReading(span, (other) => {
    const taken = is(other)
    if (!taken) return undefined
    const from = taken.from.start - span.start
    return { ...taken, from: sliceOfReading(span, other, from, from + taken.from.text.length) }
  })
}

function rightDate(name: VisualFieldName, kind: DateKind, span: Span, reading: Reading): Taken | undefined {
  const taken = take(name, span, reading)
  return taken && isRightDate(taken, kind, reading) ? { ...taken, value: withListedMonth(taken.value) } : undefined
}

/** Whether a date exists, is possible, and has no word that is not a month. */
const isRightDate = ({ value, date }: Taken, kind: DateKind, { today }: Reading): boolean =>
  date !== undefined && isPossible(date, kind, today) && hasMonths(value)

/** One letter in each of two languages. */
const LONGEST_SEX = 3

/** It has at least the digits of a short year and a day. */
const isNearlyDate = (text: string): boolean =>
  text.length < LONGEST_DATE && text.replace(/\P{Nd}/gu, '').length >= MIN_DIGITS
const LONGEST_DATE = 60
const MIN_DIGITS = 3

/** Whether a person now living was born then, or a document in circulation states the date. */
function isPossible(date: string, kind: DateKind, today: string): boolean {
  const years = Number(date.slice(0, 4)) - Number(today.slice(0, 4))
  if (kind === 'expiry') return years > -OLDEST_DOCUMENT && years < LONGEST_VALID
  return date <= today && years > -(kind === 'birth' ? OLDEST_HOLDER : OLDEST_DOCUMENT)
}

/** In years. */
const OLDEST_HOLDER = 125
const OLDEST_DOCUMENT = 60
const LONGEST_VALID = 50

/** The forms that a value may have, the most specific first. Each is undefined for a value of which it says nothing. */
function formsOf(
  name: VisualFieldName,
  { issuer, countries }: Reading,
): readonly ((value: string) => boolean | undefined)[] {
  const { country, type, region } = issuer ?? {}
  switch (name) {
    case 'document_number':
      return country && type ? [(value) => fitsNumberFormat(country, type, value, region)] : []
    case 'personal_number':
      return country ? [(value) => isOfHolder(country, value)] : []
    case 'nationality':
      return [
        ...(countries ? [(value: string) => hasEvenSlash(value) && areNames(value, countries)] : []),
        hasEvenSlash,
      ]
    case 'issuing_state_name':
      return countries ? [(value) => areNames(value, countries)] : []
    default:
      return []
  }
}

/** A number that has the form stays as printed, also if its check digit is wrong. */
function isOfHolder(country: string, value: string): boolean | undefined {
  const statement = readNumber(country, value)
  if (!statement) return false
  return statement.check === 'valid' && addsUp(statement) ? true : undefined
}

const NUMBERS: readonly VisualFieldName[] = ['document_number', 'personal_number']

/**
 * Whether every digit of a number is as it was read. To choose digits by their check digit would hide forgeries: of 800
 * drawn numbers in poor print with one wrong digit, it made 23 more valid, and read 31 of 800 right ones better.
 */
const hasSameDigits = (read: string, other: string): boolean =>
  read.length === other.length && [...read].every((sign, at) => !/\d/.test(sign) || other[at] === sign)

/** A slash between two languages has a space on both sides, or on neither. */
function hasEvenSlash(value: string): boolean {
  const parts = value.split('/')
  return parts.slice(1).every((part, i) => part.startsWith(' ') === parts[i]?.endsWith(' '))
}

const areNames = (value: string, names: ReadonlySet<string>): boolean =>
  value.split('/').every((part) => names.has(fold(part)))

/** Whether every word of a date that is as long as a month's name is one: one of two languages is enough to read it. */
const hasMonths = (date: string): boolean =>
  (date.match(/\p{L}+/gu) ?? []).every((word) => word.length < 3 || !/\p{Script=Latin}/u.test(word) || isMonth(word))

/** A month whose name no language writes with these accents, without them. */
const withListedMonth = (date: string): string =>
  date.replace(/\p{L}+/gu, (word) => {
    const plain = word.normalize('NFD').replace(/\p{M}/gu, '')
    return isListed(word) || !isListed(plain) ? word : plain
  })

const isListed = (word: string): boolean =>
  MONTH_NAMES.some((names) => names.some((name) => name.toUpperCase().startsWith(word.toUpperCase())))

/** After the label of the sex, only a few words are possible: takes the nearest one. */
function misreadSex(span: Span): Taken | undefined {
  const value = nearestSexWord(span.text.trim())
  return value ? { value, from: span, sure: MISREAD } : undefined
}

/** After the label of the sex, a letter in each of two languages, whichever languages they are. */
const ownLetters = (span: Span): Taken | undefined =>
  /^\p{Script=Latin}\s?\/\s?\p{Script=Latin}$/u.test(span.text.trim())
    ? { value: span.text.trim(), from: span, sure: 1 }
    : undefined

/**
 * After a label of a date, one that no calendar has, as printed: ICAO Doc 9303-3, 3.8 has XX for a day or month that is
 * not known, other issuers have zeros, and patterns have a 29 February.
 */
function impossibleDate(name: VisualFieldName, span: Span): Taken | undefined {
  const text = span.text.trim()
  return DATES[name] && IMPOSSIBLE.test(inOurDigits(text)) ? { value: text, from: span, sure: MISREAD } : undefined
}

const IMPOSSIBLE =
  /^(?:(?:[0-2]\d|3[01]|XX)([./ -])(?:0\d|1[0-2]|XX)\1\d{4}|\d{4}([./-])(?:0\d|1[0-2]|XX)\2(?:[0-2]\d|3[01]|XX))$/

/** The confidence factor if a letter was assumed. */
const MISREAD = 0.8

const scaled = ({ weakest, average }: { weakest: number; average: number }, sure: number) => ({
  weakest: weakest * sure,
  average: average * sure,
})

interface Taken {
  value: string
  date?: string
  from: Span
  /** Less than 1 if something had to be assumed. */
  sure: number
}

function take(name: VisualFieldName, span: Span, { today, order, hijri, monthSign }: Reading): Taken | undefined {
  const whole = (text: string): Taken => ({ value: text, from: span, sure: 1 })
  const { text } = span
  const kind = DATES[name]
  if (kind) {
    const found = findDate(text, kind, today, order, hijri)
    if (!found) return undefined
    const at = text.indexOf(found.text)
    return {
      value: withMonthSign(evenly(found.text), monthSign),
      date: found.date,
      from: slice(span, at, at + found.text.length),
      sure: 1,
    }
  }
  if (isName({ name })) return nameIn(name, span)
  switch (name) {
    case 'sex': {
      const letters = text.trim().replaceAll('Μ', 'M')
      return SEX.test(letters) || OWN_AND_OURS.test(letters) || isSexWord(letters) ? whole(letters) : undefined
    }
    case 'document_number':
    case 'personal_number': {
      const compact = withoutLabel(text.replace(/^[^\p{L}\p{N}]+|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, ''))
      const digits = compact.replace(/\P{Nd}/gu, '').length
      const isNumber = /^[\p{L}\p{N}][\p{L}\p{N} ./-]{4,24}$/u.test(compact) && digits >= 3
      // Some issuers' personal numbers are mostly letters.
      const isCode = name === 'personal_number' && /^[A-Z0-9]{6,12}$/.test(compact) && digits >= 1
      if (!isNumber && !isCode) return undefined
      return {
        value: compact,
        from: slice(span, text.indexOf(compact), text.indexOf(compact) + compact.length),
        sure: 1,
      }
    }
    case 'issuing_state_code':
      return /^[A-Z]{1,3}$/.test(text) ? whole(text) : undefined
    case 'document_class_code': {
      // The word for passport may precede the code on the same line.
      // A category is written in one way only, so that a long list of them that ends otherwise is read once: BE is two
      // letters, not B with an E after it.
      const match =
        /^(?:\p{L}{4,}\s+)?([A-Z][A-Z<]?|[A-Z](?:[A-Z]\d?E?|\dE?)?(?:[/,;\s]+[A-Za-z](?:[A-Za-z]\d?E?|\dE?)?)+)$/u.exec(
          text,
        )
      return match?.[1] ? whole(match[1].replace('<', '')) : undefined
    }
    case 'height': {
      const match = /(?:[12][.,]\d{2}\s?m?|[12]\d{2}\s?(?:cm)?|\d'\s?-?\d{1,2}"?)/i.exec(text)
      return match
        ? { value: match[0], from: slice(span, match.index, match.index + match[0].length), sure: 1 }
        : undefined
    }
    case 'nationality':
    case 'place_of_birth':
    case 'place_of_issue': {
      const clean = text.replace(/^[^\p{L}]+|(?<=[\p{L}\p{M}.)\d])[^\p{L}\p{M}.)\d]+$/gu, '')
      if (clean.length < 2 || findDate(clean, 'birth', today, order, hijri)) return undefined
      const code = name === 'nationality' ? codeBefore(clean) : undefined
      const value = code === undefined ? clean : clean.slice(code.length)
      const at = text.indexOf(value)
      return { value, from: slice(span, at, at + value.length), sure: 1 }
    }
    case 'address':
      return /\p{L}{2}|\p{Lo}/u.test(text) ? whole(text.replace(/^[\s:;,]+/, '')) : undefined
    default:
      return text.length > 1 ? whole(text) : undefined
  }
}

/** A name without marks around it, a title before it, the name at birth after it, and given names after a comma. */
function nameIn(name: VisualFieldName, span: Span): Taken | undefined {
  const start = /^(?:[^\p{L}]+|(?:DR|MAG|DIPL|ING|MGR|PROF|PHDR|MUDR|JUDR|BC|MR|MRS|MS)\.(?:-?ING\.)?\s*)+/iu.exec(
    span.text,
  )?.[0]
  const rest = span.text.slice(start?.length ?? 0)
  const end = (name === 'surname' ? /,|\sGEB\.|\sN[ÉE]E\s|\sROZ\.|\sSZÜL\./iu : /$/).exec(rest)?.index
  const kept = slice(span, start?.length ?? 0, (start?.length ?? 0) + (end ?? rest.length))
  // A vowel sign of an Indic or Thai letter is part of the name.
  const value = kept.text.replace(/(?<=[\p{L}\p{M}.)])[^\p{L}\p{M}.)]+$/u, '')
  // Surname and given names are at least two words, except in Chinese characters and Hangul: there one word can be the
  // whole name.
  const isOneWord = /^[\p{Script=Han}\p{Script=Hangul}]+$/u.test(value)
  const whole = name !== 'surname_and_given_names' || isOneWord || /[\p{L}\p{M}][\s,]+\p{L}/u.test(value)
  return (value.length > 1 || isOneWord) && whole && !/\d/.test(value) ? { value, from: kept, sure: 1 } : undefined
}

/** The abbreviation that a reader ran into a number: it is set in small letters, numbers are not. */
const withoutLabel = (text: string): string => text.replace(/^(?!l\d)\S{0,4}\p{Ll}[.:#]?(?=[A-Z0-9][A-Z0-9-]{5})/u, '')

/** ICAO Doc 9303 part 4: the state's code may stand before the nationality in words. */
function codeBefore(text: string): string | undefined {
  const [head, code = ''] = /^([A-Z]{3})\s+(?=\p{Lu}\p{Ll})/u.exec(text) ?? []
  return countryOf(code) && head
}

/**
 * Restores what a reader loses in a date: `09 09.1971` was printed with two dots, `22-02- 2017` without a space, and
 * `01 JAN TJAN 85` with a slash between the two names of its month.
 */
function evenly(text: string): string {
  const [, start, letter, end] = /^(\d{1,2} \p{Lu}{3} ?)(\p{Lu})(\p{Lu}{3} (?:\d{2}|\d{4}))$/u.exec(text) ?? []
  if (start && letter && isMonth(end?.slice(0, 3)) && isMonth(start.trim().slice(-3))) return `${start}/${end}`
  const [, one, mark, before, two, other, after, three] =
    /^(\d{1,4})([-./])( ?)(\d{1,2})([-./])( ?)(\d{1,4})$/.exec(text) ?? []
  if (mark && mark === other && before !== after) return `${one}${mark}${two}${mark}${three}`
  const [, day, first, month, second, year] = /^(\d{1,2})([-./ ])(\d{1,2})([-./ ])(\d{2,4})$/.exec(text) ?? []
  if (first === second || (first !== ' ' && second !== ' ')) return text
  const kept = first === ' ' ? second : first
  return `${day}${kept}${month}${kept}${year}`
}

const isMonth = (name = ''): boolean => printedDate(`1 ${name} 2000`, 'expiry', '2000-01-01') !== undefined
