export const PAGE_SIDES = ['FRONT', 'BACK'] as const
export type PageSide = (typeof PAGE_SIDES)[number]

/** OTHER: certainly a card or page about a person, but nothing on it says what kind. */
export const DOCUMENT_TYPES = [
  'PASSPORT',
  'IDENTITY_CARD',
  'DRIVER_LICENSE',
  'VISA',
  'RESIDENCE_PERMIT',
  'OTHER',
] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

export const VISUAL_FIELDS = [
  'address',
  'authority',
  'date_of_birth',
  'date_of_expiry',
  'date_of_issue',
  'document_class_code',
  'document_number',
  'fathers_name',
  'first_issue_date',
  'given_name',
  'height',
  'issuing_state_code',
  'issuing_state_name',
  'middle_name',
  'mothers_name',
  'nationality',
  'personal_number',
  'place_of_birth',
  'place_of_issue',
  'second_surname',
  'sex',
  'surname',
  'surname_and_given_names',
] as const
export type VisualFieldName = (typeof VISUAL_FIELDS)[number]

export const MRZ_FIELDS = [
  'composite_check_digit',
  'date_of_birth',
  'date_of_birth_check_digit',
  'date_of_expiry',
  'date_of_expiry_check_digit',
  'document_code',
  'document_number',
  'document_number_check_digit',
  'full_string',
  'issuing_state_or_organization',
  'mrz_type',
  'nationality',
  'personal_number_or_optional_data',
  'personal_number_or_optional_data_check_digit',
  'primary_identifier',
  'secondary_identifier',
  'sex',
] as const
export type MrzFieldName = (typeof MRZ_FIELDS)[number]

export const BARCODE_FIELDS = [
  'date_of_birth',
  'document_code',
  'document_number',
  'primary_identifier',
  'secondary_identifier',
  'sex',
] as const
export type BarcodeFieldName = (typeof BARCODE_FIELDS)[number]
