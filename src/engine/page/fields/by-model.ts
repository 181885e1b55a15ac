import type { VisualFieldName } from '../../../domain/vocabulary.ts'
import type { Candidate, Span } from './candidate.ts'
import { asValue, type Reading } from './value.ts'

/** A line that stands in the place of a field. */
export interface PlacedLine {
  name: VisualFieldName
  /** Its position among the lines. */
  line: number
}

/** Values at the places where a taught model has them. */
export function byModel(spans: readonly Span[], placed: readonly PlacedLine[], reading: Reading): Candidate[] {
  return placed.flatMap(({ name, line }) =>
    spans.filter((span) => span.line === line).flatMap((span) => asValue(name, span, 1, 'model', reading) ?? []),
  )
}
