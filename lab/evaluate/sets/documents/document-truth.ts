import type { DocumentType, VisualFieldName } from '../../../../src/formats/document-words.ts'
import type { PageReading } from '../../../../src/vision/document/page-reading.ts'

/** One entry of truth.json; null or absent means that the source does not state it. */
export interface DocumentTruth {
  file: string
  country: string | null
  type: string | null
  side: string | null
  mrz: string[] | null
  fields: Record<string, string>
  quad?: [number, number][]
  capture?: string
}

/** The sources' words for types. Other types are not judged. */
const TYPES: Record<string, DocumentType> = {
  passport: 'PASSPORT',
  internal_passport: 'PASSPORT',
  passport_uk: 'PASSPORT',
  td3: 'PASSPORT',
  id_card: 'IDENTITY_CARD',
  id_card_td2: 'IDENTITY_CARD',
  td1: 'IDENTITY_CARD',
  td2: 'IDENTITY_CARD',
  driving_licence: 'DRIVER_LICENSE',
  visa: 'VISA',
  mrva: 'VISA',
  mrvb: 'VISA',
  residence_permit: 'RESIDENCE_PERMIT',
}

/** The sources' words for fields. If a document prints a name in two scripts, either reading is right. */
const FIELDS: Record<string, VisualFieldName> = {
  authority: 'authority',
  authority_eng: 'authority',
  birth_date: 'date_of_birth',
  birth_place: 'place_of_birth',
  code: 'issuing_state_code',
  expiry_date: 'date_of_expiry',
  gender: 'sex',
  given_names: 'given_name',
  id_number: 'personal_number',
  issue_date: 'date_of_issue',
  name: 'given_name',
  name_eng: 'given_name',
  nationality: 'nationality',
  'nationality/nationality_eng': 'nationality',
  number: 'document_number',
  sex: 'sex',
  surname: 'surname',
  surname_eng: 'surname',
  type: 'document_class_code',
}

/** Only Germany's code differs from ISO 3166 in the sources. */
export const countryOfTruth = ({ country }: Pick<DocumentTruth, 'country'>): string | undefined =>
  country === 'D' ? 'DEU' : (country ?? undefined)

export const typeOfTruth = ({ type }: Pick<DocumentTruth, 'type'>): DocumentType | undefined =>
  type ? TYPES[type] : undefined

/** Field → all its spellings on the document. */
export function fieldsOfTruth({ fields }: DocumentTruth): Map<VisualFieldName, string[]> {
  const expected = new Map<VisualFieldName, string[]>()
  for (const [word, value] of Object.entries(fields)) {
    const name = FIELDS[word]
    if (name) expected.set(name, [...(expected.get(name) ?? []), value])
  }
  return expected
}

/**
 * The engine's reading of a field: from the visual zone, as printed; a date in the format of the MRZ if the source
 * states it so.
 */
export function readField(reading: PageReading | undefined, name: VisualFieldName, right: string): string | undefined {
  const field = reading?.visual.find((visual) => visual.name === name)
  return field?.date && /^\d{6}$/.test(right) ? field.date.replaceAll('-', '').slice(2) : field?.value
}
