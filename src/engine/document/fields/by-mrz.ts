import { spellingsOf } from '../../../domain/document/applicant.ts'
import type { MrzReading } from '../../../domain/document/document.ts'
import { distance } from '../../../domain/text/compare.ts'
import type { VisualFieldName } from '../../../domain/vocabulary.ts'
import { type Candidate, type Span, slice } from './candidate.ts'
import { asValue, type Reading } from './value.ts'

/**
 * Lines whose label was not read, by what the MRZ of the same page says: a line that reads as the MRZ's number is the printed
 * number. The MRZ lends the name of the field alone; the value is what is printed, and one that differs stays unnamed.
 */
export function byMrz(spans: readonly Span[], mrz: MrzReading, reading: Reading): Candidate[] {
  const { fields, dateOfBirth, dateOfExpiry } = mrz
  const parts = spans.flatMap((span) => [span, ...aroundComma(span)])
  // A surname may be a given name of its holder too: each is a line of its own.
  const says = (name: VisualFieldName, isSaid: (candidate: Candidate) => boolean): Candidate[] =>
    parts
      .flatMap((span) => asValue(name, span, BY_MRZ, 'mrz', reading) ?? [])
      .filter(isSaid)
      .slice(0, MOST)
  const named = (said: string | undefined) => (candidate: Candidate) =>
    said !== undefined && spellingsOf(candidate.value).some((value) => distance(value, said, { kind: 'name' }) === 0)
  const numbered = (said: string | undefined) => (candidate: Candidate) =>
    said !== undefined && candidate.value.replaceAll(' ', '') === said
  return [
    ...says('document_number', numbered(fields.document_number)),
    ...says('date_of_birth', ({ date }) => date !== undefined && date === dateOfBirth),
    ...says('date_of_expiry', ({ date }) => date !== undefined && date === dateOfExpiry),
    ...says('surname', named(fields.primary_identifier)),
    ...says('given_name', named(fields.secondary_identifier)),
    ...says('sex', ({ value }) => value === fields.sex),
    ...says('personal_number', numbered(fields.personal_number_or_optional_data)),
  ]
}

/** Where one label announces the whole name, a comma parts surname and given names (ICAO Doc 9303-3, 3.4). */
function aroundComma(span: Span): Span[] {
  const comma = span.text.indexOf(',')
  return comma > 0 ? [slice(span, 0, comma), slice(span, comma + 1, span.text.length)] : []
}

const MOST = 2

/** As a label next to the value: what decides is that all of it agrees. */
const BY_MRZ = 0.9
