import { fitsNumberFormat } from '../../../formats/document-number-forms.ts'
import type { VisualFieldName } from '../../../formats/document-words.ts'
import type { MrzReading } from '../../../formats/mrz/mrz-reading.ts'
import type { Place } from '../../../formats/place.ts'
import { distance } from '../../../formats/text/compare.ts'
import { countryOf } from '../../../formats/text/countries.ts'
import { hijriYearOf } from '../../../formats/text/dates.ts'
import type { VisualField } from '../../../formats/visual-field.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { shareOf } from '../../picture/box.ts'
import type { Size } from '../../picture/picture.ts'
import type { Quad } from '../../picture/quad.ts'
import { fold } from '../../text/fold.ts'
import type { TextLine } from '../../text/read-text.ts'
import { runsLeft } from '../../text/reading-order.ts'
import type { Classification } from '../kind/classify.ts'
import { type Candidate, certainty, isName, type Span, type Stretch, scriptOfName, toSpan } from './candidate.ts'
import { asBuilt, asIssued, type Chosen, choose, isOutOfOrder } from './choose.ts'
import { findLabels, placesUnder } from './find-labels.ts'
import { gather, type PlacedLine } from './gather.ts'
import { withLabelsByRole } from './labels-by-role.ts'
import { continuationOf, differsFromMrz, isConfirmed, isNextLine, isPartial, isSpread, PARTIAL } from './partial.ts'
import { monthSignOf } from './printed-date.ts'
import type { PageRoles } from './roles/say-roles.ts'
import { aroundSlash, inOneScript, lowered, OPEN_SCRIPT, spelledIn, withZeros } from './spelling.ts'
import { inBothScripts } from './two-scripts.ts'
import { type Reading, rereadDate } from './value.ts'

/** What was read on a page, as input for finding its fields. */
interface PageText {
  kind: Classification
  lines: readonly TextLine[]
  size: Size
  /** ISO 8601. */
  today: string
  mrz?: MrzReading | undefined
  /** The role that the net gives to each line. */
  roles?: PageRoles | undefined
  /** Lines at the places of a taught model. */
  placed?: readonly PlacedLine[] | undefined
}

const NAME_AND_SURNAME: readonly VisualFieldName[] = ['surname', 'given_name']
/** Neither label nor catalogue nor MRZ shows which of the two names is the surname. */
const OPEN_ORDER = 80

/** The named fields of the visual zone. A field that could not be read is absent. */
export function readFields(catalogue: Catalogue, page: PageText): VisualField[] {
  const { kind, lines, size } = page
  const { side, model } = kind
  const layout = side === 'FRONT' ? model?.front : model?.back
  const { chosen, spans, candidates } = chosenOn(catalogue, page)
  const hasOpenOrder = NAME_AND_SURNAME.every((name) =>
    chosen.some((each) => each.name === name && groundOf(each) === 'place'),
  )
  const taken = new Set(chosen.map(({ from }) => from.line))
  const { roles, mrz } = page
  const around = { spans, taken, roles, mrz, countries: catalogue.countries }
  return inBothScripts(inOneScript(withEvenDates(chosen), lines), candidates, spans).map(
    ({ name, value, date, isOpen, ...rest }) => {
      const by = groundOf(rest)
      const place = placeOf(rest.from, lines, size)
      const read = unrepeated(confidenceOf({ ...rest, name, by }), { name, value, by }, catalogue, mrz)
      const sure = lowered(read, { name, value }, languagesOn(catalogue, kind))
      const line = lines[rest.from.line]
      const isOpenName = hasOpenOrder && NAME_AND_SURNAME.includes(name)
      return {
        name,
        value: spelledOut(name, asBuilt(value, layout?.fields?.[name]?.pattern ?? ''), kind),
        confidence: Math.min(
          sure,
          isPartial({ ...rest, name, value }, around) || differsFromMrz({ name, value }, mrz) ? PARTIAL : 100,
          line && isSpread({ name, value }, line) ? PARTIAL : 100,
          isOpen ? OPEN_SCRIPT : 100,
          isOpenName ? OPEN_ORDER : 100,
        ),
        pageSide: side,
        by,
        ...(date ? { date } : {}),
        ...(place ? { place } : {}),
      }
    },
  )
}

/** A label that only the net recognised is no stronger evidence than the net itself. */
const groundOf = ({ by, labelByNet }: Pick<Chosen, 'by' | 'labelByNet'>) => (labelByNet === undefined ? by : 'place')

/** A document number in its issuer's format, if one character was taken for one that looks like it. */
function spelledOut(name: VisualFieldName, value: string, { country, type, region }: Classification): string {
  if (name !== 'document_number' || !country) return value
  return asIssued(value, (number) => fitsNumberFormat(country, type, number, region))
}

/** Where the characters are that a value was taken from. */
function placeOf({ line: at, start, end }: Stretch, lines: readonly TextLine[], size: Size): Place | undefined {
  const line = lines[at]
  if (!line) return undefined
  const { x, width, ...box } = line.box
  const each = width / Math.max(1, line.text.length)
  const before = runsLeft(line.text) ? Math.max(0, line.text.length - end) : start
  return shareOf({ ...box, x: x + before * each, width: Math.max(1, end - start) * each }, size)
}

/** The value of each field of the visual zone, with the evidence for it. */
export const chooseFields = (catalogue: Catalogue, page: PageText): Chosen[] => chosenOn(catalogue, page).chosen

/**
 * ICAO Doc 9303-4 has a place of birth on the data page of a passport, and no address. Unless one is announced, what the
 * net takes for an address there, a town with the number of its district, is the place of birth.
 */
function rolesOn({ kind, lines, roles }: PageText): PageRoles | undefined {
  if (kind.type !== 'PASSPORT' || !roles) return roles
  const isAnnounced = lines.some(
    ({ text }, at) => (roles.rolesOf(at, 0, text.length).get('label address') ?? 0) > MIN_ROLE,
  )
  if (isAnnounced) return roles
  return {
    ...roles,
    rolesOf(line, start, end) {
      const said = roles.rolesOf(line, start, end)
      const address = said.get('address') ?? 0
      if (address < FAINT) return said
      return new Map([...said, ['address', 0], ['place_of_birth', address + (said.get('place_of_birth') ?? 0)]])
    },
  }
}

const FAINT = 0.01

function chosenOn(catalogue: Catalogue, text: PageText) {
  const page = { ...text, roles: rolesOn(text) }
  const { spans, candidates, reading } = candidatesOn(catalogue, page)
  const chosen = withDatesInOrder(choose(candidates, page.kind, page.roles), spans, reading)
  const whole = page.roles
    ? withWholeAddress(withWholeAuthority(withWholeNames(chosen, spans, page), spans, page.roles), spans, page.roles)
    : chosen
  return { chosen: whole, spans, candidates }
}

/** Every value that a field of the page could have. */
export function candidatesOn(
  catalogue: Catalogue,
  { kind, lines, size, today, mrz, roles, placed }: PageText,
): { spans: Span[]; candidates: Candidate[]; reading: Reading } {
  const { model, country } = kind
  const home = catalogue.countries.find(({ code }) => code === country)
  const own = languagesOn(catalogue, kind)
  const spans = spansOf(lines).map((span) => withZeros(aroundSlash(spelledIn(span, catalogue.alphabets, own), own)))
  const reading: Reading = {
    today,
    order: model?.dateOrder ?? home?.dateOrder ?? 'DMY',
    hijri: hijriYearOf(country),
    monthSign: monthSignOf(country),
    issuer: kind,
    countries: namesOf(catalogue.countries),
  }
  const candidates = gather(catalogue, {
    spans,
    size,
    kind,
    languages: languagesOf(own, catalogue.labels),
    reading,
    ...(mrz ? { mrz } : {}),
    ...(roles ? { roles } : {}),
    ...(placed ? { placed } : {}),
  })
  return { spans, candidates, reading }
}

const names = new WeakMap<Catalogue['countries'], ReadonlySet<string>>()

/** Folded names of the countries, in their own languages and in English. */
function namesOf(countries: Catalogue['countries']): ReadonlySet<string> {
  const known = names.get(countries)
  if (known) return known
  const all = countries.flatMap((country) => [...country.names, countryOf(country.code)?.name ?? ''])
  const folded = new Set(all.map(fold).filter((name) => name !== ''))
  names.set(countries, folded)
  return folded
}

/** Places where a label announces a value that is in no line: to be read as separate lines. */
export function placesOfMissedValues(
  { labels, countries }: Catalogue,
  { kind, lines, size, roles }: Pick<PageText, 'kind' | 'lines' | 'size' | 'roles'>,
  visual: readonly VisualField[],
): Quad[] {
  if (kind.model?.layout) return []
  const own = languagesOn({ countries }, kind)
  const spans = spansOf(lines)
  const known = findLabels(spans, labels, languagesOf(own, labels))
  const found = roles ? withLabelsByRole(known, spans, roles) : known
  return placesUnder(found.labels, found.values, new Set(visual.map(({ name }) => name)), size)
}

/** The languages of a document, from its model or its issuer. */
const languagesOn = (
  { countries }: Pick<Catalogue, 'countries'>,
  { model, country }: Pick<Classification, 'model' | 'country'>,
): readonly string[] => model?.languages ?? countries.find(({ code }) => code === country)?.languages ?? []

const spansOf = (lines: readonly TextLine[]): Span[] =>
  lines.map(toSpan).filter((_, i) => lines[i]?.text && lines[i].confidence > MIN_LINE)

/**
 * ICAO Doc 9303-3, 3.4: labels are in the state's own language and in English, French or Spanish; in any language if
 * the state is not known.
 */
const languagesOf = (own: readonly string[], labels: Catalogue['labels']): string[] =>
  own.length ? [...new Set([...own, 'en', 'fr'])] : Object.keys(labels)

// Below this, a line is a stamp, a hologram or a face mistaken for text.
const MIN_LINE = 0.4

/**
 * Dates in an impossible order, such as an expiry before the issue: one of them is misread if the reader also considered
 * a date that fits the others. The most probable such reading counts; a date that was read clearly stays as printed.
 */
function withDatesInOrder(chosen: readonly Chosen[], spans: readonly Span[], reading: Reading): Chosen[] {
  const isWrong = (one: Pick<Chosen, 'name' | 'date'>) =>
    chosen.some((other) => isOutOfOrder(one, other) || isOutOfOrder(other, one))
  const [best] = chosen
    .filter((each) => each.date && isWrong(each))
    .flatMap((each) => {
      const span = spans.find(({ line }) => line === each.from.line)
      const other = span && rereadDate(each, span, reading, (date) => !isWrong({ name: each.name, date }))
      return other ? [{ each, other }] : []
    })
    .toSorted((a, b) => b.other.weakest - a.other.weakest)
  return best ? chosen.map((each) => (each === best.each ? { ...each, ...best.other } : each)) : [...chosen]
}

const DATE = /^(\d{1,2})([-./ ])(\d{1,2})\2(\d{2,4})$/

/** A document prints all its dates in one style: a date with spaces, where others have separators, has lost them. */
function withEvenDates(chosen: readonly Chosen[]): Chosen[] {
  const marks = new Set(chosen.flatMap(({ value, date }) => (date ? (DATE.exec(value)?.[2] ?? []) : [])))
  const [mark, ...more] = [...marks].filter((each) => each !== ' ')
  if (!mark || more.length) return [...chosen]
  return chosen.map((each) => {
    const [, day, between, month, year] = (each.date && DATE.exec(each.value)) || []
    return between === ' ' ? { ...each, value: `${day}${mark}${month}${mark}${year}` } : each
  })
}

/**
 * Names on two lines under one label, as Spanish passports print two surnames. Not the same name in another script, and
 * not if the MRZ has only the first line.
 */
function withWholeNames(
  chosen: readonly Chosen[],
  spans: readonly Span[],
  { roles, mrz }: Pick<PageText, 'roles' | 'mrz'>,
): Chosen[] {
  const taken = new Set(chosen.map(({ from }) => from.line))
  return chosen.map((each) => {
    const { name } = each
    const said = mrz?.fields[name === 'surname' ? 'primary_identifier' : 'secondary_identifier']
    const own = spans.find(({ line }) => line === each.from.line)
    if (!NAME_AND_SURNAME.includes(name) || !own || isSameName(each.value, said)) return each
    const next = spans.find(
      (span) =>
        !taken.has(span.line) &&
        isNextLine(own, span) &&
        (roles?.rolesOf(span.line, span.start, span.start + span.text.length).get(name) ?? 0) > MIN_ROLE,
    )
    const whole = next && `${each.value} ${next.text}`
    const script = scriptOfName(each)
    const isOneScript = next && script !== undefined && script === scriptOfName({ name, value: next.text })
    if (!whole || !isOneScript || (said && !isSameName(whole, said))) return each
    const { weakest, average } = certainty(next)
    return { ...each, value: whole, weakest: Math.min(each.weakest, weakest), average: Math.min(each.average, average) }
  })
}

/** Lines in the reader's own letters are nearly always read with this confidence; small print that is no value is not. */
const LEGIBLE = 0.87

/** An authority that goes on in the line below it, under a label of its own: MINISTRY OF / FOREIGN AFFAIRS. */
function withWholeAuthority(chosen: readonly Chosen[], spans: readonly Span[], roles: PageRoles): Chosen[] {
  const taken = new Set(chosen.map(({ from }) => from.line))
  return chosen.map((each) => {
    if (each.name !== 'authority' || each.by !== 'label') return each
    const next = continuationOf(each, { spans, taken, roles })
    const { weakest, average } = next ? certainty(next) : { weakest: 0, average: 0 }
    if (!next || average < LEGIBLE) return each
    const value = `${each.value} ${next.text}`
    return { ...each, value, weakest: Math.min(each.weakest, weakest), average: Math.min(each.average, average) }
  })
}

const isSameName = (one: string, other: string | undefined): boolean =>
  other !== undefined && distance(one, other, { kind: 'name' }) === 0

/** Above this confidence, a line next to an address is its continuation. */
const MIN_ROLE = 0.7
/** Lines of one address begin in one column and follow one another; in line heights. */
const ASIDE = 2
const APART = 2.5

/** An address with its other lines, in printed order: one of two lines is not a complete address. */
function withWholeAddress(chosen: readonly Chosen[], spans: readonly Span[], roles: PageRoles): Chosen[] {
  const address = chosen.find(({ name }) => name === 'address')
  const own = address && spans.find(({ line }) => line === address.from.line)
  if (!address || !own) return [...chosen]
  const taken = new Set(chosen.map(({ from }) => from.line))
  const others = spans.filter(({ line, start, text }) => {
    const role = roles.rolesOf(line, start, start + text.length).get('address') ?? 0
    return role > MIN_ROLE && !taken.has(line)
  })
  const lines = [own]
  for (let found = others.find(isNextTo(lines)); found; found = others.find(isNextTo(lines))) lines.push(found)
  if (lines.length === 1) return [...chosen]
  const written = lines.toSorted((a, b) => a.box.y - b.box.y)
  const sure = written.map((span) => (span === own ? address : certainty(span)))
  const whole = {
    ...address,
    value: written.map((span) => withoutEnd(span === own ? address.value : span.text)).join(', '),
    weakest: Math.min(...sure.map(({ weakest }) => weakest)),
    average: Math.min(...sure.map(({ average }) => average)),
  }
  return chosen.map((each) => (each === address ? whole : each))
}

const isNextTo =
  (lines: readonly Span[]) =>
  (span: Span): boolean =>
    !lines.includes(span) &&
    lines.some(
      ({ box }) =>
        Math.abs(span.box.x - box.x) < ASIDE * box.height && Math.abs(span.box.y - box.y) < APART * box.height,
    )

/** Without the comma at the end of the line. */
const withoutEnd = (text: string): string => text.replace(/(?<![\s,;])[\s,;]+$/, '')

type Curve = readonly (readonly [at: number, share: number])[]

/**
 * Share of values that were read correctly, by the reader's confidence: 792 values of drawn documents at six
 * resolutions; validated on as many others and on labelled documents in docs/accuracy-documents.md. Not above 98: one
 * or two values in a hundred are read without errors but are only a part of what is printed.
 */
const READ: Curve = [
  [0, 0],
  [0.3, 0.15],
  [0.5, 0.28],
  [0.7, 0.45],
  [0.8, 0.56],
  [0.86, 0.65],
  [0.9, 0.84],
  [0.94, 0.95],
  [1, 0.98],
]

/**
 * Share of texts that really were the chosen field, by how much more evidence there was for it than for anything else:
 * 1,444 values of nine labelled types, half of them with all knowledge of the type removed.
 */
const MEANT: Curve = [
  [0, 0.75],
  [1, 0.88],
  [2, 0.93],
  [3, 0.96],
  [5, 0.98],
  [6, 1],
]

/**
 * Probabilities for fields that look like one another and can only be distinguished by their place: of 54 numbers of
 * labelled types, 45 were the chosen number; for names, how often the net was right on fresh drawn pages.
 */
const BY_PLACE: Partial<Record<VisualFieldName, number>> = {
  document_number: 0.83,
  personal_number: 0.83,
  fathers_name: 0.78,
  mothers_name: 0.77,
  middle_name: 0.82,
  second_surname: 0.88,
  surname_and_given_names: 0.5,
  place_of_issue: 0.88,
  first_issue_date: 0.88,
}

/** The same for a text that only its place among the other lines makes a field: of 42 with a margin below 4, 37. */
const MEANT_BY_PLACE: Curve = [
  [0, 0.65],
  [3.9, 0.85],
  [4, 0.97],
  [6, 1],
]

/**
 * Words that have no form and that nothing on a document repeats. Of those read with certainty on official specimens of
 * issuers that no rule was chosen on, 10 of 13 were whole; on the others nearly all.
 */
const FREE_WORDS: readonly VisualFieldName[] = ['authority', 'place_of_birth', 'place_of_issue', 'address']
const UNREPEATED = 0.86
/** Names that no MRZ repeats, and of which a letter is in doubt. */
const CLEARLY_READ = 95

function unrepeated(
  confidence: number,
  { name, value, by }: Pick<Chosen, 'name' | 'value' | 'by'>,
  { countries }: Pick<Catalogue, 'countries'>,
  mrz: MrzReading | undefined,
): number {
  if (by === 'catalogue' || by === 'model') return confidence
  const isFree = FREE_WORDS.includes(name) && !namesOf(countries).has(fold(value)) && !countryOf(value)
  const isDoubtedName = isName({ name }) && confidence < CLEARLY_READ && !isConfirmed({ name, value }, mrz)
  return isFree || isDoubtedName ? Math.round(UNREPEATED * confidence) : confidence
}

/** 0..100: of the values with a confidence of 90, about 90 % are right. */
function confidenceOf(chosen: Pick<Chosen, 'name' | 'weakest' | 'average' | 'margin' | 'by'>): number {
  const { name, weakest, average, margin, by } = chosen
  const meant = by === 'place' ? along(MEANT_BY_PLACE, margin) * (BY_PLACE[name] ?? 1) : along(MEANT, margin)
  return Math.round(100 * along(READ, Math.sqrt(weakest * average)) * meant)
}

/** Linear interpolation between the points, constant beyond them. */
function along(curve: Curve, at: number): number {
  const above = curve.findIndex(([x]) => x >= at)
  const [x1, y1] = curve.at(above) ?? [0, 0]
  const [x0, y0] = curve[above - 1] ?? [x1, y1]
  return x1 === x0 || above < 0 ? y1 : y0 + ((y1 - y0) * (at - x0)) / (x1 - x0)
}
