import type { VisualFieldName } from '../../../formats/document-words.ts'
import { inOurDigits } from '../../../formats/text/transliterate.ts'
import { type Candidate, type Span, slice } from './candidate.ts'
import { findDate } from './printed-date.ts'
import { asValue, type Reading } from './value.ts'

/** Directive 2006/126/EC, annex I: the meaning of each number on a driving licence. */
const NUMBERED: Record<string, VisualFieldName> = {
  '1': 'surname',
  '2': 'given_name',
  '3': 'date_of_birth',
  '4a': 'date_of_issue',
  '4b': 'date_of_expiry',
  '4c': 'authority',
  '4d': 'personal_number',
  '5': 'document_number',
  '8': 'address',
  '9': 'document_class_code',
}

/** Values of a driving licence whose fields carry numbers instead of labels. */
export function byNumber(spans: readonly Span[], reading: Reading): Candidate[] {
  const numbered = spans.flatMap((span) => numberOf(span) ?? [])
  const plain = spans.filter((span) => !numbered.some(({ source }) => source === span.source))
  const found = numbered.flatMap(({ number, span, rest }) => {
    const row = [...(rest.text ? [rest] : []), ...rightOf(span, plain)]
    return candidates(number, row, reading)
  })
  return [...found, ...aroundDates(spans, reading)]
}

/** Whether a page has numbers before its fields at all: outside Europe, not every licence does. */
export const isNumbered = (spans: readonly Span[]): boolean =>
  new Set(spans.flatMap((span) => numberOf(span)?.number ?? [])).size >= 3

interface Numbered {
  number: string
  span: Span
  rest: Span
  source: string
}

/**
 * How a number may be read, together with the beginning of its field: a reader takes 1 for I or l, 5 for S, the small
 * a, b and c for 8, 6 and 0, and the dot for a comma or nothing.
 */
const PATTERNS: readonly { number: string; pattern: RegExp }[] = [
  { number: '4a', pattern: /^4\s?[aA8@](?:[.,:]+\s*|\s+|(?=\d{2}[./-]?\d{2}))/ },
  { number: '4b', pattern: /^4\s?[bB6](?:[.,:]+\s*|\s+|(?=\d{2}[./-]?\d{2}))/ },
  { number: '4c', pattern: /^4\s?(?:[cC]|0(?=[.,:]))[.,:]*\s*/ },
  { number: '4d', pattern: /^4\s?[dD][.,:]*\s*/ },
  { number: '1', pattern: /^(?:1[.,:]*\s*(?=\p{L}{2})|[Il][.,:]\s*(?=\p{L}{2})|1[.,:]?$)/u },
  { number: '2', pattern: /^2(?:[.,:]+\s*|\s*(?=\p{L}{2})|$)/u },
  { number: '3', pattern: /^3(?:[.,:]+\s*|\s+|(?=\d{2}[./-]\d{2}|\d{4}-)|$)/ },
  { number: '5', pattern: /^(?:5[.,:]+\s*|[sS][.,:]\s*(?=[A-Z0-9]{4})|5\s+(?=\S{5})|5$)/ },
  { number: '8', pattern: /^8(?:[.,:]+\s*|$)/ },
  { number: '9', pattern: /^9(?:[.,:]+\s*|\s*(?=[A-Z]{1,2}\d?(?:[/,\s]|$))|$)/ },
]

function numberOf(span: Span): Numbered | undefined {
  const text = inOurDigits(span.text)
  for (const { number, pattern } of PATTERNS) {
    const match = pattern.exec(text)
    if (match) return { number, span, rest: slice(span, match[0].length, span.text.length), source: span.source }
  }
  return undefined
}

/** The text further right in the same row, from left to right. */
export function rightOf({ box }: Span, plain: readonly Span[]): Span[] {
  return plain
    .filter((span) => Math.abs(span.box.y + span.box.height / 2 - (box.y + box.height / 2)) < 0.6 * box.height)
    .filter((span) => span.box.x >= box.x + box.width * 0.5)
    .sort((a, b) => a.box.x - b.box.x)
}

function candidates(number: string, row: readonly Span[], reading: Reading): Candidate[] {
  const name = NUMBERED[number]
  if (!name) return []
  // A line in between may contain only a stroke of the value next to it.
  const [value] = row.slice(0, 2).flatMap((span) => asValue(name, span, 0.95, 'number', reading) ?? [])
  if (name !== 'date_of_birth') return value ? [value] : []
  return [...(value ? [value] : []), ...placeOfBirth(row, reading)]
}

/** Field 3 continues after the date with the place of birth. */
function placeOfBirth(row: readonly Span[], reading: Reading): Candidate[] {
  const [first, second] = row
  if (!first) return []
  const date = findDate(first.text, 'birth', reading.today, reading.order, reading.hijri)
  const behind = date && slice(first, first.text.indexOf(date.text) + date.text.length, first.text.length)
  const span = behind && behind.text.length > 1 ? behind : second
  const value = span && asValue('place_of_birth', span, 0.85, 'number', reading)
  return value ? [value] : []
}

/** Fields 1, 2 and 3 are in one column, however their numbers were read; the place of birth is next to the date. */
function aroundDates(spans: readonly Span[], reading: Reading): Candidate[] {
  const [birth] = spans
    .filter((span) => asValue('date_of_birth', span, 1, 'number', reading))
    .toSorted((a, b) => a.box.y - b.box.y)
  if (!birth) return []
  const column = spans.filter(({ box }) => Math.abs(box.x - birth.box.x) < 1.5 * birth.box.height)
  const places = placeOfBirth([birth, ...rightOf(birth, spans)], reading).map((place) => ({
    ...place,
    place: BY_PLACE,
  }))
  return [...namesAbove(birth, column, reading), ...places]
}

function namesAbove(birth: Span, column: readonly Span[], reading: Reading): Candidate[] {
  const [given, surname] = column
    .filter(({ text, box }) => /^\p{Lu}[\p{L} .'’/-]+$/u.test(text) && box.y + box.height / 2 < birth.box.y)
    .toSorted((a, b) => b.box.y - a.box.y)
  // Two rows, no further from one another than from the date of birth: a title is further up.
  const gap = given ? birth.box.y - given.box.y : 0
  if (!given || !surname || given.box.y - surname.box.y > 1.6 * gap || gap > 3 * birth.box.height) return []
  const names = [
    asValue('given_name', given, BY_PLACE, 'number', reading),
    asValue('surname', surname, BY_PLACE, 'number', reading),
  ]
  return names.filter((name) => name !== undefined)
}

/** Below a number that was read. Of 28 values found this way on photographed specimens, 26 were right. */
const BY_PLACE = 0.75
