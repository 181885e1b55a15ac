import type { MrzFieldName, VisualFieldName } from '../../formats/document-words.ts'
import type { SidePlace } from '../contract/place.ts'
import type { FactorName } from '../decision/factors/index.ts'
import type { Session } from '../session/session.ts'
import type { FieldValue } from './contract/case-fields.ts'

/** The names of the visual zone's fields in the MRZ. */
const IN_MRZ: Partial<Record<VisualFieldName, MrzFieldName>> = {
  surname: 'primary_identifier',
  given_name: 'secondary_identifier',
  document_number: 'document_number',
  personal_number: 'personal_number_or_optional_data',
  nationality: 'nationality',
  issuing_state_code: 'issuing_state_or_organization',
  document_class_code: 'document_code',
  date_of_birth: 'date_of_birth',
  date_of_expiry: 'date_of_expiry',
  sex: 'sex',
}

export const nameInMrz = (field: VisualFieldName): MrzFieldName | undefined => IN_MRZ[field]

/** The fields that a comparison found to differ. */
export const comparedDiffering = ({ decision }: Pick<Session, 'decision'>, factor: FactorName): Set<string> =>
  new Set(
    (decision?.factors.find(({ name }) => name === factor)?.fields ?? [])
      .filter(({ distance }) => distance > 0)
      .map(({ inputFieldName }) => inputFieldName),
  )

export function dateOf(name: VisualFieldName, source: { dateOfBirth?: string; dateOfExpiry?: string } | undefined) {
  if (name === 'date_of_birth') return source?.dateOfBirth
  return name === 'date_of_expiry' ? source?.dateOfExpiry : undefined
}

export const valueIn = (
  text: string | undefined,
  date?: string | undefined,
  place?: SidePlace | undefined,
): FieldValue | undefined => (text ? { text, date, place } : undefined)
