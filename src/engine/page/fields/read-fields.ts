import type { MrzReading, VisualField } from '../../../domain/document/document.ts'
import type { VisualFieldName } from '../../../domain/vocabulary.ts'
import type { Catalogue, DocumentModel } from '../../catalogue/catalogue.ts'
import type { Size } from '../../picture/picture.ts'
import type { Quad } from '../../picture/quad.ts'
import type { TextLine } from '../../text/read-text.ts'
import type { Classification } from '../kind/classify.ts'
import { asBuilt } from './as-built.ts'
import { byAamvaLabel } from './by-aamva-label.ts'
import { byCategory } from './by-category.ts'
import { byHeading } from './by-heading.ts'
import { byLabel } from './by-label.ts'
import { byMrz } from './by-mrz.ts'
import { byNumber, isNumbered } from './by-number.ts'
import { byPosition } from './by-position.ts'
import { type Candidate, type Span, toSpan } from './candidate.ts'
import { confidenceOf } from './confidence.ts'
import { findLabels, withoutLabels } from './find-labels.ts'
import { placesUnder } from './missed-values.ts'
import { aroundSlash, spelledIn, withZeros } from './spelling.ts'

/** The named fields of the visual zone. A field that could not be read is absent. */
export function readFields(
  catalogue: Catalogue,
  { model, side, country, type }: Classification,
  lines: readonly TextLine[],
  size: Size,
  today: string,
  mrz?: MrzReading,
): VisualField[] {
  const home = catalogue.countries.find(({ code }) => code === country)
  const own = model?.languages ?? home?.languages ?? []
  const spans = spansOf(lines).map((span) => withZeros(aroundSlash(spelledIn(span, catalogue.alphabets, own), own)))
  const reading = { today, order: model?.dateOrder ?? home?.dateOrder ?? 'DMY' } as const
  const languages = languagesOf(own)
  const layout = side === 'FRONT' ? model?.front : model?.back
  const values = withoutLabels(spans, catalogue.labels, languages)
  const candidates = [
    ...(layout ? byPosition(values, layout, reading, size) : []),
    ...byLayout(model?.layout),
    ...(type === 'PASSPORT' ? byHeading(spans, country, reading, size) : []),
  ]
  function byLayout(common: DocumentModel['layout']): Candidate[] {
    switch (common) {
      case 'eu-driving-licence':
        return side === 'BACK' ? byCategory(spans, reading) : byNumber(spans, reading)
      case 'aamva-licence': {
        const abbreviated = byAamvaLabel(spans, reading)
        return abbreviated.length >= MIN_ABBREVIATED ? abbreviated : [...abbreviated, ...labelled()]
      }
      default:
        return [...labelled(), ...likeEurope()]
    }
  }
  function labelled(): Candidate[] {
    return byLabel(spans, catalogue.labels, languages, reading, size)
  }
  // Vienna Convention on Road Traffic, annex 6: the numbers are the same outside Europe.
  function likeEurope(): Candidate[] {
    if (type !== 'DRIVER_LICENSE') return []
    if (side === 'BACK') return byCategory(spans, reading)
    return isNumbered(spans) ? byNumber(spans, reading) : []
  }
  const settled = settle(candidates)
  const left = spans.filter(({ source }) => !settled.some((candidate) => isFrom(candidate, source)))
  const byItsMrz = mrz
    ? byMrz(left, mrz, reading).filter(({ name }) => !settled.some((each) => each.name === name))
    : []
  return [...settled, ...settle(byItsMrz)].map(({ name, value, date, ...rest }) => ({
    name,
    value: asBuilt(value, layout?.fields?.[name]?.pattern ?? ''),
    confidence: confidenceOf({ name, value, ...rest }),
    pageSide: side,
    ...(date ? { date } : {}),
  }))
}

/** With fewer abbreviations the card is none of the standard's, and has its labels in full: a passport card, a federal card. */
const MIN_ABBREVIATED = 4

/** Where a label announces a value that no line holds: to be read as lines of their own. */
export function placesOfMissedValues(
  { labels, countries }: Catalogue,
  { model, country }: Classification,
  lines: readonly TextLine[],
  size: Size,
  visual: readonly VisualField[],
): Quad[] {
  if (model?.layout) return []
  const own = model?.languages ?? countries.find(({ code }) => code === country)?.languages ?? []
  const found = findLabels(spansOf(lines), labels, languagesOf(own))
  return placesUnder(found.labels, found.values, new Set(visual.map(({ name }) => name)), size)
}

const spansOf = (lines: readonly TextLine[]): Span[] =>
  lines.filter(({ text, confidence }) => text && confidence > MIN_LINE).map(toSpan)

/** ICAO Doc 9303-3, 3.4: labels stand in the state's own language and in English, French or Spanish. */
const languagesOf = (own: readonly string[]): string[] => [...new Set([...own, 'en', 'fr'])]

/** Whether the candidate is the line or a part of it. */
const isFrom = (candidate: Candidate, source: string): boolean =>
  candidate.source === source || candidate.source.startsWith(`${source}:`)

// Below this a line is a stamp, a hologram or a face taken for text.
const MIN_LINE = 0.4

/** One value a field and one field a text: the surest pair first. */
function settle(candidates: readonly Candidate[]): Candidate[] {
  const names = new Set<VisualFieldName>()
  const sources = new Set<string>()
  const settled: Candidate[] = []
  for (const candidate of [...candidates].sort((a, b) => b.place * b.average - a.place * a.average)) {
    if (names.has(candidate.name) || sources.has(candidate.source)) continue
    names.add(candidate.name)
    sources.add(candidate.source)
    settled.push(candidate)
  }
  return settled
}
