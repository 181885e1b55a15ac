import type { MrzReading, VisualField } from '../../../domain/document/document.ts'
import { fitsNumberFormat } from '../../../domain/document/document-number.ts'
import type { Place } from '../../../domain/document/place.ts'
import { hijriYearOf } from '../../../domain/text/dates.ts'
import type { VisualFieldName } from '../../../domain/vocabulary.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Size } from '../../picture/picture.ts'
import type { Quad } from '../../picture/quad.ts'
import { shareOf } from '../../picture/share.ts'
import type { TextLine } from '../../text/read-text.ts'
import { runsLeft } from '../../text/reading-order.ts'
import type { Classification } from '../kind/classify.ts'
import { asBuilt, asIssued } from './as-built.ts'
import type { PlacedLine } from './by-model.ts'
import { type Candidate, type Span, type Stretch, toSpan } from './candidate.ts'
import { type Chosen, choose } from './choose.ts'
import { confidenceOf } from './confidence.ts'
import { findLabels } from './find-labels.ts'
import { gather } from './gather.ts'
import { withLabelsByRole } from './labels-by-role.ts'
import { placesUnder } from './missed-values.ts'
import { inOneScript, OPEN_SCRIPT } from './one-script.ts'
import type { PageRoles } from './roles/say-roles.ts'
import { aroundSlash, spelledIn, withZeros } from './spelling.ts'
import { lowered } from './unknown-letters.ts'
import { withWholeAddress } from './whole-address.ts'

/** What was read of a page, for the fields to be found in it. */
interface PageText {
  kind: Classification
  lines: readonly TextLine[]
  size: Size
  /** ISO 8601. */
  today: string
  mrz?: MrzReading | undefined
  /** What the net takes each line for. */
  roles?: PageRoles | undefined
  /** Lines at the places of a taught model. */
  placed?: readonly PlacedLine[] | undefined
}

const NAME_AND_SURNAME: readonly VisualFieldName[] = ['surname', 'given_name']
/** Neither label nor catalogue nor MRZ says which of the two names is the surname. */
const OPEN_ORDER = 80

/** The named fields of the visual zone. A field that could not be read is absent. */
export function readFields(catalogue: Catalogue, page: PageText): VisualField[] {
  const { kind, lines, size } = page
  const { side, model } = kind
  const layout = side === 'FRONT' ? model?.front : model?.back
  const chosen = chooseFields(catalogue, page)
  const hasOpenOrder = NAME_AND_SURNAME.every((name) =>
    chosen.some((each) => each.name === name && groundOf(each) === 'place'),
  )
  return inOneScript(withEvenDates(chosen), lines).map(({ name, value, date, isOpen, ...rest }) => {
    const by = groundOf(rest)
    const place = placeOf(rest.from, lines, size)
    const sure = lowered(confidenceOf({ ...rest, name, by }), { name, value }, languagesOn(catalogue, kind))
    const isOpenName = hasOpenOrder && NAME_AND_SURNAME.includes(name)
    return {
      name,
      value: spelledOut(name, asBuilt(value, layout?.fields?.[name]?.pattern ?? ''), kind),
      confidence: Math.min(sure, isOpen ? OPEN_SCRIPT : 100, isOpenName ? OPEN_ORDER : 100),
      pageSide: side,
      by,
      ...(date ? { date } : {}),
      ...(place ? { place } : {}),
    }
  })
}

/** A label that only the net knows says no more of the value than the net does. */
const groundOf = ({ by, labelByNet }: Pick<Chosen, 'by' | 'labelByNet'>) => (labelByNet === undefined ? by : 'place')

/** A document number in the form of its issuer, where one sign of it was taken for one that looks like it. */
function spelledOut(name: VisualFieldName, value: string, { country, type, region }: Classification): string {
  if (name !== 'document_number' || !country) return value
  return asIssued(value, (number) => fitsNumberFormat(country, type, number, region))
}

/** Where the characters stand that a value was taken from. */
function placeOf({ line: at, start, end }: Stretch, lines: readonly TextLine[], size: Size): Place | undefined {
  const line = lines[at]
  if (!line) return undefined
  const { x, width, ...box } = line.box
  const each = width / Math.max(1, line.text.length)
  const before = runsLeft(line.text) ? Math.max(0, line.text.length - end) : start
  return shareOf({ ...box, x: x + before * each, width: Math.max(1, end - start) * each }, size)
}

/** What each field of the visual zone is, with what supports it. */
export function chooseFields(catalogue: Catalogue, page: PageText): Chosen[] {
  const { spans, candidates } = candidatesOn(catalogue, page)
  const chosen = choose(candidates, page.kind, page.roles)
  return page.roles ? withWholeAddress(chosen, spans, page.roles) : chosen
}

/** Every value that a field of the page could have. */
export function candidatesOn(
  catalogue: Catalogue,
  { kind, lines, size, today, mrz, roles, placed }: PageText,
): { spans: Span[]; candidates: Candidate[] } {
  const { model, country } = kind
  const home = catalogue.countries.find(({ code }) => code === country)
  const own = languagesOn(catalogue, kind)
  const spans = spansOf(lines).map((span) => withZeros(aroundSlash(spelledIn(span, catalogue.alphabets, own), own)))
  const candidates = gather(catalogue, {
    spans,
    size,
    kind,
    languages: languagesOf(own, catalogue.labels),
    reading: { today, order: model?.dateOrder ?? home?.dateOrder ?? 'DMY', hijri: hijriYearOf(country) },
    ...(mrz ? { mrz } : {}),
    ...(roles ? { roles } : {}),
    ...(placed ? { placed } : {}),
  })
  return { spans, candidates }
}

/** Where a label announces a value that no line holds: to be read as lines of their own. */
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

/** The languages of a document, as its model or its issuer says. */
const languagesOn = (
  { countries }: Pick<Catalogue, 'countries'>,
  { model, country }: Pick<Classification, 'model' | 'country'>,
): readonly string[] => model?.languages ?? countries.find(({ code }) => code === country)?.languages ?? []

const spansOf = (lines: readonly TextLine[]): Span[] =>
  lines.map(toSpan).filter((_, i) => lines[i]?.text && lines[i].confidence > MIN_LINE)

/** ICAO Doc 9303-3, 3.4: labels stand in the state's own language and in English, French or Spanish; in any where the state is not known. */
const languagesOf = (own: readonly string[], labels: Catalogue['labels']): string[] =>
  own.length ? [...new Set([...own, 'en', 'fr'])] : Object.keys(labels)

// Below this a line is a stamp, a hologram or a face taken for text.
const MIN_LINE = 0.4

const DATE = /^(\d{1,2})([-./ ])(\d{1,2})\2(\d{2,4})$/

/** A document prints its dates alike: one with spaces, where the others have marks, has lost them. */
function withEvenDates(chosen: readonly Chosen[]): Chosen[] {
  const marks = new Set(chosen.flatMap(({ value, date }) => (date ? (DATE.exec(value)?.[2] ?? []) : [])))
  const [mark, ...more] = [...marks].filter((each) => each !== ' ')
  if (!mark || more.length) return [...chosen]
  return chosen.map((each) => {
    const [, day, between, month, year] = (each.date && DATE.exec(each.value)) || []
    return between === ' ' ? { ...each, value: `${day}${mark}${month}${mark}${year}` } : each
  })
}
