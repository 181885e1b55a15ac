import { fitsNumberFormat } from '../../../domain/document/document-number.ts'
import { sexOfWord } from '../../../domain/text/sex-words.ts'
import type { Classification } from '../kind/classify.ts'
import { isMixed } from './as-built.ts'
import type { Candidate, Span } from './candidate.ts'
import { asValue, type Reading } from './value.ts'

/** Short, and one of few words: as a line of its own in another script it is the sex, though its label was not read. */
export function bySexWord(spans: readonly Span[], reading: Reading): Candidate[] {
  return spans
    .filter(
      ({ text }) => !/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text) && sexOfWord(text.trim()),
    )
    .flatMap((span) => asValue('sex', span, WITHOUT_LABEL, 'place', reading) ?? [])
}

/** As a label further off: what is printed decides, not where. */
const WITHOUT_LABEL = 0.5

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
