import { spellingsOf } from '../../../domain/document/applicant.ts'
import type { MrzReading } from '../../../domain/document/document.ts'
import { distance } from '../../../domain/text/compare.ts'
import type { VisualFieldName } from '../../../domain/vocabulary.ts'
import type { Candidate, Span } from './candidate.ts'
import { asValue, type Reading } from './value.ts'

/**
 * Lines whose label was not read, by what the MRZ of the same page says: a line that reads as the MRZ's number is the printed
 * number. The MRZ lends the name of the field alone; the value is what is printed, and one that differs stays unnamed.
 */
export function byMrz(spans: readonly Span[], mrz: MrzReading, reading: Reading): Candidate[] {
  const { fields, dateOfBirth, dateOfExpiry } = mrz
  const says = (name: VisualFieldName, isSaid: (candidate: Candidate) => boolean): Candidate[] => {
    const found = spans.flatMap((span) => asValue(name, span, BY_MRZ, 'mrz', reading) ?? []).filter(isSaid)
    return found.slice(0, 1)
  }
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

/** As a label next to the value: what decides is that all of it agrees. */
const BY_MRZ = 0.9
