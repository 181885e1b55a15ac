import type { MrzReading } from '../../../formats/mrz/mrz-reading.ts'
import { mayBeCut } from '../../evidence/document/applicant.ts'
import { type Counterpart, wholeName } from './cross-check.ts'

/** The values of an MRZ, each with the printed field that should state the same. */
export function mrzCounterparts(mrz: MrzReading): Counterpart[] {
  const { fields, fieldConfidence: sure = {} } = mrz
  const optional = fields.personal_number_or_optional_data
  const [surnameCut, givenCut] = [mayBeCut(mrz, 'primary_identifier'), mayBeCut(mrz, 'secondary_identifier')]
  return [
    {
      field: 'surname',
      and: 'second_surname',
      kind: 'name',
      values: [fields.primary_identifier],
      // Given names follow in the same line, so the surname is complete if there are any.
      truncated: surnameCut && !fields.secondary_identifier,
      confidence: sure.primary_identifier,
    },
    {
      field: 'given_name',
      and: 'middle_name',
      kind: 'name',
      values: [fields.secondary_identifier],
      truncated: givenCut,
      confidence: sure.secondary_identifier,
    },
    {
      field: 'surname_and_given_names',
      kind: 'name',
      values: [wholeName(fields)],
      truncated: givenCut,
      confidence: sure.primary_identifier,
    },
    {
      field: 'document_number',
      kind: 'number',
      values: [fields.document_number, optional],
      confidence: sure.document_number,
    },
    { field: 'personal_number', kind: 'number', values: [optional], elsewhere: fields.document_number },
    { field: 'date_of_birth', kind: 'date', values: [fields.date_of_birth] },
    { field: 'date_of_expiry', kind: 'date', values: [fields.date_of_expiry] },
    { field: 'nationality', kind: 'country', values: [fields.nationality] },
    { field: 'sex', kind: 'sex', values: [fields.sex] },
  ]
}
