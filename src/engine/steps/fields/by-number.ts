import type { VisualFieldName } from '../../../domain/vocabulary.ts'
import { type Candidate, type Span, slice } from './candidate.ts'
import { findDate } from './printed-date.ts'
import { asValue, type Reading } from './value.ts'

/** Directive 2006/126/EC, annex I: what each number on a driving licence stands for. */
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
    const row = rest.text ? [rest, ...rightOf(rest, plain)] : rightOf(span, plain)
    return candidates(number, row, reading)
  })
  return [...found, ...byOrderOfDates(spans, reading)]
}

interface Numbered {
  number: string
  span: Span
  rest: Span
  source: string
}

/** The number a line begins with. A recogniser takes the small a, b and c for 8, 6 and 0, the dot for a comma or nothing. */
function numberOf(span: Span): Numbered | undefined {
  const match = /^(4\s?[abcd8Bb6Cc0])(?=[.,:\s]|\d{2}\.)[.,:\s]*|^([123589])[.,:]\s*|^([123589])$/.exec(span.text)
  if (!match) return undefined
  const raw = (match[1] ?? match[2] ?? match[3] ?? '').toLowerCase().replace(/\s/g, '')
  const number = raw.replace('48', '4a').replace('46', '4b').replace('40', '4c')
  const rest = slice(span, match[0].length, span.text.length)
  return { number, span, rest, source: span.source }
}

function rightOf({ box }: Span, plain: readonly Span[]): Span[] {
  return plain
    .filter((span) => Math.abs(span.box.y + span.box.height / 2 - (box.y + box.height / 2)) < 0.6 * box.height)
    .filter((span) => span.box.x >= box.x + box.width * 0.8)
    .sort((a, b) => a.box.x - b.box.x)
}

function candidates(number: string, row: readonly Span[], reading: Reading): Candidate[] {
  const name = NUMBERED[number]
  const first = row[0]
  if (!name || !first) return []
  const value = asValue(name, first, 0.95, reading)
  if (name !== 'date_of_birth') return value ? [value] : []
  return [...(value ? [value] : []), ...placeOfBirth(row, reading)]
}

/** Field 3 goes on after the date with the place of birth. */
function placeOfBirth(row: readonly Span[], reading: Reading): Candidate[] {
  const [first, second] = row
  if (!first) return []
  const date = findDate(first.text, 'birth', reading.today, reading.order)
  const behind = date && slice(first, first.text.indexOf(date.text) + date.text.length, first.text.length)
  const span = behind && behind.text.length > 1 ? behind : second
  const value = span && asValue('place_of_birth', span, 0.85, reading)
  return value ? [value] : []
}

/** Birth comes before issue and issue before expiry, whatever became of their numbers. */
function byOrderOfDates(spans: readonly Span[], reading: Reading): Candidate[] {
  const dates = spans
    .flatMap((span) => asValue('date_of_birth', span, 0.6, reading) ?? [])
    .sort((a, b) => (a.date ?? '').localeCompare(b.date ?? ''))
  const [birth, ...later] = dates
  if (!birth || dates.length < 3) return []
  const issue = later[0] as Candidate
  const expiry = later.at(-1) as Candidate
  return [birth, { ...issue, name: 'date_of_issue' }, { ...expiry, name: 'date_of_expiry' }]
}
