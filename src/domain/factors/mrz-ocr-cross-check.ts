import { crossCheck } from './cross-check.ts'
import { type TrustFactor, unavailable, unknown } from './factor.ts'
import { carries, isList, mrzOf, pagesOf } from './sources.ts'

/** Does the visual zone say what the MRZ says? */
export const mrzOcrCrossCheck: TrustFactor = (evidence) => {
  const pages = pagesOf(evidence)
  if (!isList(pages)) return pages

  const mrz = mrzOf(evidence.document)
  if (!mrz) {
    return carries(pages, 'mrz')
      ? unknown('The MRZ of this document could not be read.')
      : unavailable('document', 'This document has no MRZ.')
  }

  const { fields, dateOfBirth, dateOfExpiry } = mrz
  const optional = fields.personal_number_or_optional_data
  return crossCheck(evidence.document, 'MRZ', [
    { field: 'surname', kind: 'name', values: [fields.primary_identifier] },
    { field: 'given_name', kind: 'name', values: [fields.secondary_identifier] },
    { field: 'surname_and_given_names', kind: 'name', values: [wholeName(fields)] },
    { field: 'document_number', kind: 'number', values: [fields.document_number, optional] },
    { field: 'personal_number', kind: 'number', values: [optional, fields.document_number] },
    { field: 'date_of_birth', kind: 'date', values: [dateOfBirth] },
    { field: 'date_of_expiry', kind: 'date', values: [dateOfExpiry] },
    { field: 'sex', kind: 'sex', values: [fields.sex] },
  ])
}

const wholeName = (fields: { primary_identifier?: string; secondary_identifier?: string }): string | undefined =>
  [fields.primary_identifier, fields.secondary_identifier].filter(Boolean).join(' ') || undefined
