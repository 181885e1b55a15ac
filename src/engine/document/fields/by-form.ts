import { fitsNumberFormat } from '../../../domain/document/document-number.ts'
import { addsUp, readNumber } from '../../../domain/document/personal-numbers/read-number.ts'
import { sexOfWord } from '../../../domain/text/sex-words.ts'
import type { DocumentType } from '../../../domain/vocabulary.ts'
import type { Classification } from '../kind/classify.ts'
import { isMixed } from './as-built.ts'
import { type Candidate, type Span, slice } from './candidate.ts'
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

/**
 * Lines that are built as the issuer builds its numbers, whatever the net takes them for: its document numbers by their
 * form, its personal numbers by their check digits.
 */
export function byForm(
  spans: readonly Span[],
  { country, type, region }: Classification,
  reading: Reading,
): Candidate[] {
  if (!country) return []
  return spans.flatMap((span) => {
    if (isMixed(span.text) && fitsNumberFormat(country, type, span.text, region))
      return asValue('document_number', span, 0, 'place', reading) ?? []
    const number = withoutLabel(span).find((part) => isOfHolder(country, type, part.text))
    return number ? (asValue('personal_number', number, BY_CHECK, 'place', reading) ?? []) : []
  })
}

/** Its place says nothing; a check digit or a form of its own says as much as the best place. */
const BY_CHECK = 1

/**
 * A number of the holder, which no chance explains: it has letters at their places, if with a sign misread, or adds up and
 * states a birth.
 */
function isOfHolder(country: string, type: DocumentType, text: string): boolean {
  const statement = readNumber(country, text)
  if (!statement || statement.rule.asDocumentNumber?.includes(type)) return false
  return (
    isMixed(statement.number) || (statement.check === 'valid' && addsUp(statement) && Boolean(statement.births?.length))
  )
}

/** The line, what stands behind its last space, and either without a country's code that clings to it. */
function withoutLabel(span: Span): Span[] {
  const last = slice(span, span.text.lastIndexOf(' ') + 1, span.text.length)
  return [span, last].flatMap((part) => {
    const code = /^[A-Z]{2,3}(?=[\dA-Z]*\d{5})/.exec(part.text)?.[0].length ?? 0
    return code ? [part, slice(part, code, part.text.length)] : [part]
  })
}
