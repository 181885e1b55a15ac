import type { MrzFieldName } from '../../../src/formats/document-words.ts'
import type { SlotName } from '../../../src/formats/mrz/formats.ts'
import type { MrzCheck } from '../../../src/formats/mrz/mrz-reading.ts'
import { isValid, type ParsedMrz, parseMrz } from '../../../src/formats/mrz/parse-mrz.ts'
import { sexOf } from '../../../src/formats/text/compare.ts'
import { printedDate, shortDate } from '../../../src/formats/text/dates.ts'
import type { Difference } from './difference.ts'

export interface MrzVector {
  id: string
  repo: string
  lines: string[]
  stated_valid: boolean | null
  stated_fields: Record<string, unknown>
}

/** Differences between our reading and the vector. */
export function mrzDifferences(vector: MrzVector, today: string): Difference[] {
  const result = parseMrz(vector.lines, today)
  const throws = vector.stated_fields._throws === true
  if (!result.ok) return throws ? [] : [{ field: 'format', stated: 'an MRZ', ours: 'none' }]
  if (throws) return [{ field: 'format', stated: 'none', ours: result.value.format.type }]

  const parsed = result.value
  const differences = Object.entries(wholeNumber(vector.stated_fields)).flatMap(([name, stated]) =>
    compare(parsed, name, stated, vector, today),
  )
  if (vector.stated_valid !== null && vector.stated_valid !== isValid(parsed)) {
    differences.push({ field: 'valid', stated: String(vector.stated_valid), ours: String(isValid(parsed)) })
  }
  return differences.map((difference) => explained(difference, parsed, vector))
}

/**
 * One source splits the number of the old French card, printed as twelve characters, into month, office and serial
 * number.
 */
function wholeNumber(stated: Record<string, unknown>): Record<string, unknown> {
  const { issueDate, administrativeCode2, documentNumber, ...others } = stated
  if (issueDate === undefined || administrativeCode2 === undefined) return stated
  const parts = [issueDate, administrativeCode2, documentNumber]
  return { ...others, documentNumber: parts.includes(null) ? null : parts.join('') }
}

type Read = (parsed: ParsedMrz, vector: MrzVector, today: string) => string | undefined

const field =
  (name: MrzFieldName): Read =>
  ({ reading }) =>
    reading.fields[name]

const slot =
  (name: SlotName): Read =>
  ({ slots }) =>
    slots[name]?.replace(/<+/g, ' ').trim()

const slice =
  (name: SlotName, from: number, to: number): Read =>
  ({ slots }) =>
    slots[name]?.slice(from, to).replace(/<+/g, ' ').trim()

/** The sources' names for the fields that we read; names unrelated to the MRZ are omitted. */
const FIELDS: Readonly<Record<string, Read>> = {
  documentCode: field('document_code'),
  type: field('document_code'),
  documentTypeAdditional: slice('document_code', 1, 2),
  issuingState: field('issuing_state_or_organization'),
  countryCode: field('issuing_state_or_organization'),
  code: field('issuing_state_or_organization'),
  nationality: field('nationality'),
  nationalityCountryCode: field('nationality'),
  lastName: field('primary_identifier'),
  surnames: field('primary_identifier'),
  surname_eng: field('primary_identifier'),
  firstName: field('secondary_identifier'),
  givenNames: field('secondary_identifier'),
  name_eng: field('secondary_identifier'),
  documentNumber: field('document_number'),
  number: field('document_number'),
  documentNumberCheckDigit: field('document_number_check_digit'),
  birthDate: date('date_of_birth', 'dateOfBirth'),
  birthdate: date('date_of_birth', 'dateOfBirth'),
  birth_date: date('date_of_birth', 'dateOfBirth'),
  birthDateCheckDigit: field('date_of_birth_check_digit'),
  expirationDate: date('date_of_expiry', 'dateOfExpiry'),
  expiryDate: date('date_of_expiry', 'dateOfExpiry'),
  expiry_date: date('date_of_expiry', 'dateOfExpiry'),
  expirationDateCheckDigit: field('date_of_expiry_check_digit'),
  sex: field('sex'),
  gender: field('sex'),
  personalNumber: field('personal_number_or_optional_data'),
  id_number: field('personal_number_or_optional_data'),
  optional: slot('personal_number_or_optional_data'),
  optional1: slot('personal_number_or_optional_data'),
  optionalData: slot('personal_number_or_optional_data'),
  optional2: slot('optional_data_2'),
  optionalData2: slot('optional_data_2'),
  personalNumberCheckDigit: field('personal_number_or_optional_data_check_digit'),
  compositeCheckDigit: field('composite_check_digit'),
  administrativeCode: slot('issuing_office'),
  pinCode: slot('personal_number_or_optional_data'),
  versionNumber: slot('version'),
  languageCode: (parsed) => parsed.reading.fields.document_number?.slice(-1),
  _format: ({ format }) => SOURCE_FORMATS[format.type] ?? format.type,
}

const SOURCE_FORMATS: Readonly<Record<string, string>> = {
  FRA_ID: 'FRENCH_NATIONAL_ID',
  FRA_DL: 'FRENCH_DRIVING_LICENSE',
  CHE_DL: 'SWISS_DRIVING_LICENSE',
}

/** The check that a field fails if the source gives null for it. */
const CHECKS: Readonly<Record<string, MrzCheck['name']>> = {
  documentNumberCheckDigit: 'document_number',
  birthDateCheckDigit: 'date_of_birth',
  expirationDateCheckDigit: 'date_of_expiry',
  personalNumberCheckDigit: 'personal_number_or_optional_data',
  compositeCheckDigit: 'composite',
}

function compare(parsed: ParsedMrz, name: string, stated: unknown, vector: MrzVector, today: string): Difference[] {
  const read = FIELDS[name]
  if (!read) return []
  const ours = read(parsed, vector, today) ?? ''
  const agrees = stated === null ? isRefused(parsed, name, ours) : same(name, String(stated), ours, today)
  return agrees ? [] : [{ field: name, stated: String(stated), ours }]
}

/** The source gives null for invalid values; we report a failed check, or omit the field. */
function isRefused(parsed: ParsedMrz, name: string, ours: string): boolean {
  const check = parsed.reading.checks.find((each) => each.name === CHECKS[name])
  return ours === '' || /[^A-Z0-9< ]/.test(ours) || check?.valid === false
}

function same(name: string, stated: string, ours: string, today: string): boolean {
  if (name === 'sex' || name === 'gender') return (sexOf(stated) ?? '') === (sexOf(ours) ?? '')
  if (/birth.?date$/i.test(name) && !/^\d{6}$/.test(stated))
    return isoOf(stated, 'birth', today) === isoOf(ours, 'birth', today)
  if (/^exp.*date$/i.test(name) && !/^\d{6}$/.test(stated))
    return isoOf(stated, 'expiry', today) === isoOf(ours, 'expiry', today)
  return stated === ours
}

/** The raw six digits; the reading's full date is compared if the source states the century. */
function date(name: MrzFieldName, full: 'dateOfBirth' | 'dateOfExpiry'): Read {
  return ({ reading }, vector) => {
    const stated = Object.values(vector.stated_fields).some(
      (value) => typeof value === 'string' && /^(19|20)\d{6}$/.test(value),
    )
    return (stated ? reading[full] : undefined) ?? reading.fields[name]
  }
}

function isoOf(text: string, kind: 'birth' | 'expiry', today: string): string | undefined {
  return /^\d{6}$/.test(text) ? shortDate(text, kind, today) : printedDate(text, kind, today)
}

function explained(difference: Difference, parsed: ParsedMrz, vector: MrzVector): Difference {
  const state = parsed.reading.fields.issuing_state_or_organization
  if (state === 'UTO' && (difference.stated === 'null' || difference.field === 'valid')) {
    return { ...difference, explanation: 'the source does not know UTO, the state of the specimens of ICAO 9303' }
  }
  if (/annotation/.test(vector.repo) && isValid(parsed)) {
    return {
      ...difference,
      explanation:
        'the source states what is printed, which contradicts its own MRZ; all check digits agree with the MRZ',
    }
  }
  return difference
}
