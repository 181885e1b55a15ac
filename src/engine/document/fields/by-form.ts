import { fitsNumberFormat } from '../../../domain/document/document-number.ts'
import type { Classification } from '../kind/classify.ts'
import { isMixed } from './as-built.ts'
import type { Candidate, Span } from './candidate.ts'
import { asValue, type Reading } from './value.ts'

/** Lines that are built as the issuer builds its document numbers, whatever the net takes them for. */
export function byForm(
  spans: readonly Span[],
  { country, type, region }: Classification,
  reading: Reading,
): Candidate[] {
  if (!country) return []
  return spans
    .filter(({ text }) => isMixed(text) && fitsNumberFormat(country, type, text, region))
    .flatMap((span) => asValue('document_number', span, 0, 'place', reading) ?? [])
}
