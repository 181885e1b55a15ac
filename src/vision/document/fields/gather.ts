import { fitsNumberFormat } from '../../../formats/document-number-forms.ts'
import { type DocumentType, VISUAL_FIELDS, type VisualFieldName } from '../../../formats/document-words.ts'
import type { MrzReading } from '../../../formats/mrz/mrz-reading.ts'
import { addsUp, readNumber } from '../../../formats/personal-numbers/read-number.ts'
import { sameNameAs, sexOfWord } from '../../../formats/text/compare.ts'
import { spellingsOf } from '../../../formats/text/spellings.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { SideLayout } from '../../catalogue/schema.ts'
import type { Size } from '../../picture/picture.ts'
import { editDistance, fold, foldOnce } from '../../text/fold.ts'
import type { Classification } from '../kind/classify.ts'
import { aboveAddress } from './by-address.ts'
import { byAamvaLabel, byLabel, withoutDiscriminator } from './by-label.ts'
import { byNumber, isNumbered, rightOf } from './by-number.ts'
import { type Candidate, type Span, slice } from './candidate.ts'
import { DIGITS, isMixed } from './choose.ts'
import { type FoundLabels, findLabels } from './find-labels.ts'
import { isContradicted, withLabelsByRole, withWholeName } from './labels-by-role.ts'
import { type PageRoles, type Run, runsOf } from './roles/say-roles.ts'
import { asValue, type Reading } from './value.ts'

/** A page's lines, and everything that is known about them. */
interface FieldPage {
  spans: readonly Span[]
  size: Size
  kind: Classification
  languages: readonly string[]
  reading: Reading
  mrz?: MrzReading
  roles?: PageRoles
  /** Lines at the places where a taught model has a value. */
  placed?: readonly PlacedLine[]
}

/** Every text that may be the value of a field, on any ground. */
export function gather({ labels, specimenWords }: Catalogue, page: FieldPage): Candidate[] {
  const { size, kind, languages, reading, mrz, roles } = page
  const { model, side } = kind
  const isNorthAmerican = model?.layout === 'aamva-licence'
  const spans = isNorthAmerican ? withoutDiscriminator(page.spans) : page.spans
  const known = findLabels(spans, labels, languages)
  const found = withWholeName(roles ? withLabelsByRole(known, spans, roles) : known, spans)
  const layout = side === 'FRONT' ? model?.front : model?.back
  const byRules = [
    ...byModel(spans, page.placed ?? [], reading),
    ...(layout ? byPosition(found.nextToLabels, layout, reading, size) : []),
    ...byLayout({ ...page, spans }, () =>
      byLabel(found, reading, size).filter((each) => !roles || !isContradicted(each, roles)),
    ),
    ...byPatronymic(spans, reading),
    ...bySexWord(spans, reading),
    ...(mrz ? byMrz(spans, mrz, reading) : []),
  ]
  if (!roles) return byRules
  const placed = byRole(withoutLabelLines(spans, known, roles), roles, reading)
    .filter((each) => !isMark(each, specimenWords))
    .filter(({ name }) => !isNorthAmerican || !NOT_NORTH_AMERICAN.includes(name))
  const byThemselves = side === 'FRONT' ? byLoneLetter(spans, reading) : []
  return [...trimmed(byRules, spans, roles, reading), ...placed, ...byForm(spans, kind, reading), ...byThemselves]
}

/**
 * Annex A of the AAMVA standard has none of these. The net knows 4d from Europe, where it is a personal number, and takes
 * a name without a label for a place.
 */
const NOT_NORTH_AMERICAN: readonly VisualFieldName[] = [
  'authority',
  'fathers_name',
  'mothers_name',
  'nationality',
  'personal_number',
  'place_of_birth',
  'place_of_issue',
  'second_surname',
]

/**
 * The lines without those that are nothing but a label, read without errors: the net does not know the labels of every
 * language. Patterns of documents print such a word as a value too, at its place.
 */
function withoutLabelLines(spans: readonly Span[], { labels, values }: FoundLabels, roles: PageRoles): Span[] {
  const parted = new Set(values.map(({ line }) => line))
  return spans.filter(({ source, line, start, text, box }) => {
    const label = labels.find((each) => each.source === source)
    const isWhole = label?.likeness === 1 && label.box.width > NEARLY * box.width
    if (!isWhole || parted.has(line)) return true
    const said = roles.rolesOf(line, start, start + text.length)
    return VISUAL_FIELDS.some((name) => (said.get(name) ?? 0) > CERTAIN)
  })
}

const CERTAIN = 0.9
const NEARLY = 0.9

/** SPECIMEN across a page can be where a name is expected: only a label makes it a name. */
const isMark = ({ name, value }: Candidate, words: readonly string[]): boolean =>
  name.includes('name') && words.some((word) => foldOnce(word) === fold(value))

function byLayout({ spans, kind, reading }: FieldPage, labelled: () => Candidate[]): Candidate[] {
  switch (kind.model?.layout) {
    case 'eu-driving-licence':
      return kind.side === 'BACK' ? byCategory(spans, reading) : byNumber(spans, reading)
    case 'aamva-licence': {
      const abbreviated = byAamvaLabel(spans, reading)
      const named = [...abbreviated, ...aboveAddress(spans, reading)]
      return abbreviated.length >= MIN_ABBREVIATED ? named : [...named, ...labelled()]
    }
    default:
      return [...labelled(), ...likeEurope(spans, kind, reading)]
  }
}

/** With fewer abbreviations the card is not of the standard and has full labels: a passport card, a federal card. */
const MIN_ABBREVIATED = 4

/** Vienna Convention on Road Traffic, annex 6: the numbers are the same outside Europe. */
function likeEurope(spans: readonly Span[], { type, side }: Classification, reading: Reading): Candidate[] {
  if (type !== 'DRIVER_LICENSE') return []
  if (side === 'BACK') return byCategory(spans, reading)
  return isNumbered(spans) ? byNumber(spans, reading) : []
}

/**
 * Directive 2006/126/EC, article 4, on its own or followed by text in its row. The small print may be read as lower
 * case.
 */
const CATEGORY = /^(?:AM|A[12]?|B[1E]?|C1?E?|D1?E?|T)(?:\s+(?=\d)|$)/i

/**
 * Directive 2006/126/EC, annex I: on a licence's back, column 10 has the date of first issue for each category. The
 * licence's own date is the earliest of them; the numbers next to the table explain the fields of the front and have no
 * values.
 */
function byCategory(spans: readonly Span[], reading: Reading): Candidate[] {
  const rows = spans.filter(({ text }) => CATEGORY.test(text))
  const dates = rows.flatMap((row) => {
    const cells = [row, ...rightOf(row, spans)]
    const [first] = cells.flatMap((cell) => asValue('first_issue_date', cell, 0.9, 'category', reading) ?? [])
    return first ? [first] : []
  })
  return dates.toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? '')).slice(0, 1)
}

/** One of a few words: as a line of its own it is the sex, even if its label was not read. */
const bySexWord = (spans: readonly Span[], reading: Reading): Candidate[] =>
  spans.filter(({ text }) => saysSex(text)).flatMap((span) => asValue('sex', span, BY_ITSELF, 'label', reading) ?? [])

/** Whether a text is a word for the sex. Short words in Latin, Cyrillic or Greek letters can also be names. */
const saysSex = (text: string): boolean =>
  sexOfWord(text.trim()) !== undefined &&
  !/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}.]{1,3}$/u.test(text.trim())

/**
 * Lines in the format of the issuer's numbers, whatever the net takes them for: document numbers by their format,
 * personal numbers by their check digits.
 */
function byForm(spans: readonly Span[], { country, type, region }: Classification, reading: Reading): Candidate[] {
  if (!country) return []
  return spans.flatMap((span) => {
    if (isMixed(span.text) && fitsNumberFormat(country, type, span.text, region))
      return asValue('document_number', span, 0, 'place', reading) ?? []
    const isHolders = isOfHolder(country, type, span.text)
    return isHolders ? (asValue('personal_number', span, BY_CHECK, 'place', reading) ?? []) : []
  })
}

/** The place says nothing here; a check digit or a specific format is as strong as the best place. */
const BY_CHECK = 1

/**
 * A number of the holder that cannot be a coincidence: it has letters at fixed positions, even with one misread
 * character, or its check digits agree and it contains a date of birth.
 */
function isOfHolder(country: string, type: DocumentType, text: string): boolean {
  const statement = readNumber(country, text)
  if (!statement || statement.rule.asDocumentNumber?.includes(type)) return false
  const isRight = statement.check === 'valid' && addsUp(statement)
  return isMixed(statement.number) || (isRight && Boolean(statement.births?.length))
}

/**
 * Lines whose label was not read, identified by the MRZ of the same page: a line that reads as the MRZ's number is the
 * printed number. The MRZ only provides the name of the field; the value is what is printed, and a value that differs
 * stays unnamed.
 */
function byMrz(spans: readonly Span[], mrz: MrzReading, reading: Reading): Candidate[] {
  const { fields, dateOfBirth, dateOfExpiry } = mrz
  const names = namesOf(fields)
  const parts = spans.flatMap((span) => [span, ...aroundComma(span), ...(names ? aroundNames(span, names) : [])])
  // A surname can also be a given name of its holder: each is a line of its own.
  const says = (name: VisualFieldName, isSaid: (candidate: Candidate) => boolean): Candidate[] =>
    parts
      .flatMap((span) => asValue(name, span, BY_MRZ, 'mrz', reading) ?? [])
      .filter(isSaid)
      .slice(0, MOST)
  const named = (said: string | undefined) => {
    const isSame = said === undefined ? () => false : sameNameAs(said)
    return (candidate: Candidate) => spellingsOf(candidate.value).some(isSame)
  }
  const isValid = (field: (typeof mrz.checks)[number]['name']) =>
    mrz.checks.some(({ name, valid }) => name === field && valid)
  const numbered = (name: VisualFieldName, said: string | undefined, isProtected: boolean) =>
    said === undefined
      ? []
      : parts
          .flatMap((span) => numberInside(span, said, isProtected) ?? [])
          .flatMap(({ span, value }) => {
            const candidate = asValue(name, span, BY_MRZ, 'mrz', reading)
            return candidate ? [{ ...candidate, value }] : []
          })
          .slice(0, MOST)
  return [
    ...numbered('document_number', fields.document_number, isValid('document_number')),
    ...says('date_of_birth', ({ date }) => date !== undefined && date === dateOfBirth),
    ...says('date_of_expiry', ({ date }) => date !== undefined && date === dateOfExpiry),
    ...says('surname', named(fields.primary_identifier)),
    ...says('given_name', named(fields.secondary_identifier)),
    ...says('sex', ({ value }) => value === fields.sex),
    ...numbered(
      'personal_number',
      fields.personal_number_or_optional_data,
      isValid('personal_number_or_optional_data'),
    ),
  ]
}

/**
 * The part of a line that is the number of the MRZ. If a check digit protects it, what the reader was unsure of is as
 * the MRZ has it: a sign of the pattern next to it, and a letter that was read for the digit that looks like it.
 */
function numberInside(span: Span, said: string, isProtected: boolean): { span: Span; value: string } | undefined {
  const plain = [...span.text].flatMap((sign, at) => (sign === ' ' ? [] : [{ sign, at }]))
  const text = plain.map(({ sign }) => sign).join('')
  if (text === said) return { span, value: span.text }
  const more = text.length - said.length
  const from = asDigits(text).indexOf(asDigits(said))
  if (!isProtected || more < 0 || more > MOST_STRAY || from < 0) return undefined
  const isOther = ({ sign }: { sign: string }, i: number) => sign !== said[i - from]
  if (plain.some((each, i) => isOther(each, i) && (span.probabilities[each.at] ?? 1) >= SURELY_READ)) return undefined
  const part = slice(span, plain[from]?.at ?? 0, (plain[from + said.length - 1]?.at ?? 0) + 1)
  let at = 0
  return { span: part, value: [...part.text].map((sign) => (sign === ' ' ? sign : (said[at++] ?? sign))).join('') }
}

const MOST_STRAY = 2
/** Above it, print that differs from the MRZ stays as it was read: documents with two numbers exist, and altered ones. */
const SURELY_READ = 0.9

/** Letters as the digits that look like them. */
const asDigits = (text: string): string => text.replace(/[OQDILZSGB]/g, (letter) => DIGITS[letter] ?? letter)

/** If one label announces the whole name, a comma separates surname and given names (ICAO Doc 9303-3, 3.4). */
function aroundComma(span: Span): Span[] {
  const comma = span.text.indexOf(',')
  return comma > 0 ? [slice(span, 0, comma), slice(span, comma + 1, span.text.length)] : []
}

interface Names {
  isSurname(text: string): boolean
  isGiven(text: string): boolean
}

function namesOf({
  primary_identifier: surname,
  secondary_identifier: given,
}: MrzReading['fields']): Names | undefined {
  return surname && given ? { isSurname: sameNameAs(surname), isGiven: sameNameAs(given) } : undefined
}

/**
 * One line with the whole name, in either order, if the MRZ separates it. A label may precede it: the MRZ is then the
 * end of the line.
 */
function aroundNames(span: Span, { isSurname, isGiven }: Names): Span[] {
  const words = [...span.text.matchAll(/\S+/g)]
  if (words.length < 2) return []
  const textOf = (start: number, end?: number) => span.text.slice(start, end).trim()
  for (const { index: start } of words.slice(0, MOST_BEFORE)) {
    for (const { index: at } of words.filter(({ index }) => index > start)) {
      const [before, behind] = [textOf(start, at), textOf(at)]
      if ((isGiven(before) && isSurname(behind)) || (isSurname(before) && isGiven(behind)))
        return [slice(span, start, at), slice(span, at, span.text.length)]
    }
  }
  return []
}

/** Words of a label. */
const MOST_BEFORE = 3

const MOST = 2

/** As strong as a label next to the value: the evidence is that all of it agrees. */
const BY_MRZ = 0.9

/** Enough if the net is unsure, and too little if it is confident of something else. */
const BY_LETTER = 0.8

/** The letter for the sex, alone on its line; two of them are something else. */
export function byLoneLetter(spans: readonly Span[], reading: Reading): Candidate[] {
  const letters = spans.filter(({ text }) => /^(?:[MF]|\p{Lu}\s?\/\s?[MF])$/u.test(text.trim()))
  return letters.length === 1 ? letters.flatMap((span) => asValue('sex', span, BY_LETTER, 'place', reading) ?? []) : []
}

/**
 * Russian, Ukrainian and Belarusian patronymics in -ович, -евич, -ич, -овна, -евна, -ична, -івна; not Serbian surnames.
 */
const PATRONYMIC = /^\p{Script=Cyrillic}{2,}(?:ОВИЧ|ЕВИЧ|ЁВИЧ|ЙОВИЧ|ОВНА|ЕВНА|ИНИЧНА|ІВНА|ЇВНА|АЎНА|ЕЎНА)$/iu

/** As certain as a label next to it: no other field of a document has such a word, or a word with such an ending. */
const BY_ITSELF = 0.95

/** A name with the ending of a patronymic. */
const byPatronymic = (spans: readonly Span[], reading: Reading): Candidate[] =>
  spans
    .filter(({ text }) => PATRONYMIC.test(text.trim()))
    .flatMap((span) => asValue('middle_name', span, BY_ITSELF, 'label', reading) ?? [])

/** Values at the places where the catalogue says this model prints them. */
function byPosition(spans: readonly Span[], side: SideLayout, reading: Reading, size: Size): Candidate[] {
  return Object.entries(side.fields ?? {}).flatMap(([name, place]) => {
    if (!place) return []
    const [x, y, width, height] = place.region
    const inside = spans.filter(({ box }) => {
      const left = box.x / size.width
      const middle = (box.y + box.height / 2) / size.height
      return left >= x && left < x + width && middle >= y && middle < y + height
    })
    return inside.flatMap((span) => {
      const value = asValue(name as VisualFieldName, span, 1, 'catalogue', reading)
      return value ? [place.values ? asListed(value, place.values) : value] : []
    })
  })
}

/** The nearest of a few possible values, if no more than a quarter of its letters differ. */
function asListed(candidate: Candidate, values: readonly string[]): Candidate {
  const read = fold(candidate.value)
  const near = values
    .map((value) => ({ value, distance: editDistance(fold(value), read) / Math.max(1, fold(value).length) }))
    .sort((a, b) => a.distance - b.distance)[0]
  if (!near || near.distance > 0.25) return candidate
  // The confidence no longer comes from each character but from no other value being as near.
  return { ...candidate, value: near.value, weakest: 1 - near.distance, average: 1 - near.distance }
}

/** Below this probability, a field is not considered at all. */
const MIN_ROLE = 0.03

/** Values by the net's roles: every stretch of a line with one role, for each field it may be. */
function byRole(spans: readonly Span[], roles: PageRoles, reading: Reading): Candidate[] {
  return spans.flatMap((span) => {
    const runs = runsOf(span, roles).map((run) => run.span)
    return (runs.length > 1 ? [...runs, span] : [span]).flatMap((stretch) => fieldsOf(stretch, roles, reading))
  })
}

function fieldsOf(span: Span, roles: PageRoles, reading: Reading): Candidate[] {
  const said = roles.rolesOf(span.line, span.start, span.start + span.text.length)
  return VISUAL_FIELDS.filter((name) => (said.get(name) ?? 0) > MIN_ROLE).flatMap(
    (name) => asValue(name, span, 0, 'place', reading) ?? [],
  )
}

/** Below this, the net does not know better than the rule that took the text for one value. */
const SURE = 0.7

/**
 * A rule's value without the parts that the net confidently assigns to something else: a title before a surname, the
 * given names after it, a nationality after a date.
 */
function trimmed(
  candidates: readonly Candidate[],
  spans: readonly Span[],
  roles: PageRoles,
  reading: Reading,
): Candidate[] {
  const lines = new Map(spans.map((span) => [span.line, span]))
  const known = new Map<number, Run[]>()
  return candidates.map((candidate) => {
    const { from, name, place, by } = candidate
    const line = lines.get(from.line)
    if (!line) return candidate
    const runs = known.get(from.line) ?? runsOf(line, roles)
    known.set(from.line, runs)
    const inside = runs.filter(({ span }) => span.start >= from.start && span.start + span.text.length <= from.end)
    const own = inside.find(({ role }) => role === name)
    if (!own || inside.length < 2 || inside.some(({ sure }) => sure < SURE)) return candidate
    return asValue(name, own.span, place, by, reading) ?? candidate
  })
}

/** A line at the place of a field. */
export interface PlacedLine {
  name: VisualFieldName
  /** Its index among the lines. */
  line: number
  /** The characters of the line that are the value, if it contains more. */
  start?: number
  end?: number
}

/** Values at the places where a taught model has them. */
function byModel(spans: readonly Span[], placed: readonly PlacedLine[], reading: Reading): Candidate[] {
  return placed.flatMap(({ name, line, start = 0, end }) =>
    spans
      .filter((span) => span.line === line)
      .map((span) => (start || end !== undefined ? slice(span, start, end ?? span.text.length) : span))
      .flatMap((span) => asValue(name, span, 1, 'model', reading) ?? []),
  )
}
