import type { VisualFieldName } from '../../../formats/document-words.ts'
import { nearestSexWord, sexOfWord } from '../../../formats/text/compare.ts'
import { countryOf } from '../../../formats/text/countries.ts'
import { type DateKind, type DateOrder, type HijriYear, printedDate } from '../../../formats/text/dates.ts'
import { type Candidate, certainty, isName, type Span, slice } from './candidate.ts'
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
}

const DATES: Partial<Record<VisualFieldName, DateKind>> = {
  date_of_birth: 'birth',
  date_of_issue: 'issue',
  date_of_expiry: 'expiry',
  first_issue_date: 'issue',
}

/** A letter, or one in each of two languages. Greek uses others for both: what looks like a Greek M is Latin. */
const SEX = /^(?:[MFXKQŽSHVNEDWЖЧМΑΘЕӘЭЗ]|\p{Lu}\s?\/\s?[MFXМ])$/iu

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
  const taken = take(name, span, reading) ?? (name === 'sex' && by === 'label' ? misreadSex(span) : undefined)
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

/** After the label of the sex, only a few words are possible: takes the nearest one. */
function misreadSex(span: Span): Taken | undefined {
  const value = nearestSexWord(span.text.trim())
  return value ? { value, from: span, sure: MISREAD } : undefined
}

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
      return SEX.test(letters) || isSexWord(letters) ? whole(letters) : undefined
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
const withoutLabel = (text: string): string => text.replace(/^\S{0,4}\p{Ll}[.:#]?(?=[A-Z0-9][A-Z0-9-]{5})/u, '')

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
