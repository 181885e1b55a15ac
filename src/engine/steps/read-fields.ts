import type { VisualField } from '../../domain/document.ts'
import type { VisualFieldName } from '../../domain/vocabulary.ts'
import type { Catalogue, DocumentModel } from '../catalogue/catalogue.ts'
import type { Size } from '../picture.ts'
import type { Classification } from './classify.ts'
import { byAamvaLabel } from './fields/by-aamva-label.ts'
import { byHeading } from './fields/by-heading.ts'
import { byLabel, withoutLabels } from './fields/by-label.ts'
import { byNumber } from './fields/by-number.ts'
import { byPosition } from './fields/by-position.ts'
import { type Candidate, toSpan } from './fields/candidate.ts'
import { confidenceOf } from './fields/confidence.ts'
import { spelledIn, withZeros } from './fields/spelling.ts'
import type { TextLine } from './read-text.ts'

/** The named fields of the visual zone. A field that could not be read is absent. */
export function readFields(
  catalogue: Catalogue,
  { model, side, country, type }: Classification,
  lines: readonly TextLine[],
  size: Size,
  today: string,
): VisualField[] {
  const home = catalogue.countries.find(({ code }) => code === country)
  const own = model?.languages ?? home?.languages ?? []
  const spans = lines
    .filter(({ text, confidence }) => text && confidence > MIN_LINE)
    .map((line, index) => withZeros(spelledIn(toSpan(line, index), catalogue.alphabets, own)))
  const reading = { today, order: model?.dateOrder ?? home?.dateOrder ?? 'DMY' } as const
  // ICAO Doc 9303-3, 3.4: labels stand in the state's own language and in English, French or Spanish.
  const languages = [...new Set([...own, 'en', 'fr'])]
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
        return byNumber(spans, reading)
      case 'aamva-licence':
        return byAamvaLabel(spans, reading)
      default:
        return byLabel(spans, catalogue.labels, languages, reading, size)
    }
  }
  return settle(candidates).map(({ name, value, date, ...rest }) => ({
    name,
    value,
    confidence: confidenceOf({ name, value, ...rest }),
    pageSide: side,
    ...(date ? { date } : {}),
  }))
}

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
