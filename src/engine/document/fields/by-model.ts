import type { VisualFieldName } from '../../../domain/vocabulary.ts'
import { type Candidate, type Span, slice } from './candidate.ts'
import { asValue, type Reading } from './value.ts'

/** A line that stands in the place of a field. */
export interface PlacedLine {
  name: VisualFieldName
  /** Its position among the lines. */
  line: number
  /** The characters of it that are the value, where it holds more. */
  start?: number
  end?: number
}

/** Values at the places where a taught model has them. */
export function byModel(spans: readonly Span[], placed: readonly PlacedLine[], reading: Reading): Candidate[] {
  return placed.flatMap(({ name, line, start = 0, end }) =>
    spans
      .filter((span) => span.line === line)
      .map((span) => (start || end !== undefined ? slice(span, start, end ?? span.text.length) : span))
      .flatMap((span) => asValue(name, span, 1, 'model', reading) ?? []),
  )
}
