import { hexOf } from '../../../formats/asn1/values.ts'
import { formatOf, type MrzType } from '../../../formats/mrz/formats.ts'
import { detectFormat, parseAs } from '../../../formats/mrz/parse-mrz.ts'
import { isoDate } from '../../../formats/text/dates.ts'
import type { SealFields } from '../seal-reading.ts'
import { numericDate, type ParsedSeal, UnreadableSeal, utf8 } from './parsed-seal.ts'
import { decodeC40 } from './text-codes.ts'

export interface Tlv {
  tag: number
  value: Uint8Array
}

type Read = Pick<ParsedSeal, 'fields' | 'values' | 'portrait' | 'mrz' | 'validFrom' | 'validUntil'>

/** Reads features by their definitions. A feature without a definition is kept as it is written. */
export function readFeatures(
  found: readonly Tlv[],
  known: Record<number, Feature>,
  signedOn: string,
  unknownAs: 'hex' | 'text' = 'hex',
): Read {
  const read: Read = { fields: {}, values: [] }
  for (const { tag, value } of found) {
    const feature = known[tag] ?? { name: `0x${hexOf(Uint8Array.of(tag))}`, as: unknownAs }
    if (feature.as === 'picture') read.portrait = value
    else if (typeof feature.as === 'object') {
      const { mrz } = feature.as
      const lines = mrzLines(decodeC40(value), mrz)
      // The MRZ has more data than the other features and comes first in the comparison.
      Object.assign(read, { mrz: lines, fields: { ...read.fields, ...fieldsOfMrz(lines, mrz, signedOn) } })
      read.values.push({ name: feature.name, value: lines.join('\n') })
    } else {
      if (feature.as === 'validity') Object.assign(read, validityOf(value))
      const text = textOf(value, feature, unknownAs)
      read.values.push({ name: feature.name, value: text })
      if (feature.field === 'validFrom' || feature.field === 'validUntil') read[feature.field] = text
      else if (feature.field) read.fields[feature.field] = text
    }
  }
  return read
}

function textOf(value: Uint8Array, { name, as }: Feature, unknownAs: 'hex' | 'text'): string {
  if (as === 'c40') return decodeC40(value).trimEnd()
  if (as === 'number') return String(single(value))
  if (as === 'date') return writtenDate(value)
  if (as === 'printable') return printable(value)
  if (as === 'validity') return validityText(value)
  if (as === 'maskedDate') return maskedDate(value) ?? hexOf(value)
  if (as === 'hex') return hexOf(value)
  const isNamed = !name.startsWith('0x')
  return isNamed || unknownAs === 'hex' ? utf8(value) : printable(value)
}

function single(value: Uint8Array): number {
  const [byte] = value
  if (byte === undefined || value.length !== 1) throw new UnreadableSeal('a number of the wrong length')
  return byte
}

/** YYYYMMDD as text, or a date as ICAO 9303-13 writes it: three bytes, or four with the mark of unknown digits. */
function writtenDate(value: Uint8Array): string {
  const numeric = value.length === 3 ? numericDate(value) : value.length === 4 ? maskedDate(value) : undefined
  const [, year, month, day] = value.length > 4 ? (/^(\d{4})-?(\d\d)-?(\d\d)$/.exec(utf8(value)) ?? []) : []
  const date = numeric ?? isoDate(Number(year), Number(month), Number(day))
  if (!date) throw new UnreadableSeal('an invalid date')
  return date
}

/** A date after a byte that marks unknown digits; undefined if a digit is unknown. */
export function maskedDate(value: Uint8Array): string | undefined {
  if (value.length !== 4) throw new UnreadableSeal('a date of the wrong length')
  return value[0] === 0 ? numericDate(value.subarray(1)) : undefined
}

/** A feature whose form only a profile defines: a text, unless it cannot be one. */
function printable(value: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(value)
  return /[\p{Cc}\uFFFD]/u.test(text) ? hexOf(value) : text
}

/** Two days as YYYYMMDD with a zero byte between them, of which either can be left out (BSI TR-03171, version 0.8). */
function validityOf(value: Uint8Array): Pick<Read, 'validFrom' | 'validUntil'> {
  const [, from, until] = /^(\d{8})?\0(\d{8})?$/.exec(Buffer.from(value).toString('latin1')) ?? []
  return {
    ...(from && { validFrom: writtenDate(Buffer.from(from)) }),
    ...(until && { validUntil: writtenDate(Buffer.from(until)) }),
  }
}

function validityText(value: Uint8Array): string {
  const { validFrom, validUntil } = validityOf(value)
  if (!validFrom && !validUntil) return printable(value)
  return validFrom && validUntil ? `${validFrom} - ${validUntil}` : (validFrom ?? validUntil ?? '')
}

/** How a feature or message is encoded, and which field of the person it is. */
export interface Feature {
  name: string
  as:
    | 'c40'
    | 'text'
    | 'printable'
    | 'hex'
    | 'number'
    | 'date'
    | 'maskedDate'
    | 'validity'
    | 'picture'
    | { mrz: MrzType }
  field?: keyof SealFields | 'validFrom' | 'validUntil'
}

interface DocumentKind {
  name: string
  features: Record<number, Feature>
  /** Features that only the profile of the document defines are texts. Its number is the feature 0. */
  hasProfile?: true
}

const MRZ_TD2: Feature = { name: 'MRZ', as: { mrz: 'TD2' } }
const PASSPORT_NUMBER: Feature = { name: 'PASSPORT_NUMBER', as: 'c40', field: 'passportNumber' }
const DOCUMENT_NUMBER: Feature = { name: 'DOCUMENT_NUMBER', as: 'c40', field: 'documentNumber' }
const AGS: Feature = { name: 'AGS', as: 'c40' }
const ADDRESS: Feature = { name: 'ADDRESS', as: 'c40' }

/** The features of a visa (ICAO 9303-7), in a VDS and as a message of an IDB. */
export const VISA_FEATURES: Record<number, Feature> = {
  1: { name: 'MRZ_MRVA', as: { mrz: 'MRVA' } },
  2: { name: 'MRZ_MRVB', as: { mrz: 'MRVB' } },
  3: { name: 'NUMBER_OF_ENTRIES', as: 'number' },
  4: { name: 'DURATION_OF_STAY', as: 'hex' },
  5: PASSPORT_NUMBER,
  6: { name: 'VISA_TYPE', as: 'hex' },
  7: { name: 'ADDITIONAL_FEATURES', as: 'hex' },
}

/** Document types by their feature definition and category (ICAO 9303-13; BSI TR-03137, TR-03171). */
export const VDS_DOCUMENTS: Record<string, DocumentKind> = {
  '5d01': { name: 'ICAO_VISA', features: VISA_FEATURES },
  '5e03': { name: 'ICAO_EMERGENCY_TRAVEL_DOCUMENT', features: { 2: MRZ_TD2 } },
  fd02: { name: 'ARRIVAL_ATTESTATION', features: { 2: MRZ_TD2, 3: { name: 'AZR', as: 'c40' } } },
  fb06: { name: 'RESIDENCE_PERMIT', features: { 2: MRZ_TD2, 3: PASSPORT_NUMBER } },
  fa06: { name: 'SUPPLEMENTARY_SHEET', features: { 4: MRZ_TD2, 5: { name: 'SHEET_NUMBER', as: 'c40' } } },
  f908: { name: 'ADDRESS_STICKER_ID', features: { 1: DOCUMENT_NUMBER, 2: AGS, 3: ADDRESS } },
  f90c: { name: 'ADDRESS_STICKER_RP', features: { 1: DOCUMENT_NUMBER, 2: AGS, 3: ADDRESS } },
  f80a: {
    name: 'ADDRESS_STICKER_PASSPORT',
    features: { 1: DOCUMENT_NUMBER, 2: AGS, 3: { name: 'POSTAL_CODE', as: 'c40' } },
  },
  fc04: {
    name: 'SOCIAL_INSURANCE_CARD',
    features: {
      1: { name: 'SOCIAL_INSURANCE_NUMBER', as: 'c40', field: 'personalNumber' },
      2: { name: 'SURNAME', as: 'text', field: 'surname' },
      3: { name: 'FIRST_NAME', as: 'text', field: 'givenNames' },
      4: { name: 'BIRTH_NAME', as: 'text' },
    },
  },
  '01c8': {
    name: 'ADMINISTRATIVE_DOCUMENTS',
    hasProfile: true,
    features: { 0: { name: 'DOC_PROFILE_NUMBER', as: 'hex' }, 1: { name: 'VALIDITY_DATES', as: 'validity' } },
  },
  '01c9': {
    name: 'ADMINISTRATIVE_DOCUMENTS_V9',
    hasProfile: true,
    features: {
      0: { name: 'DOC_PROFILE_NUMBER', as: 'hex' },
      1: { name: 'VALID_FROM', as: 'date', field: 'validFrom' },
      2: { name: 'VALID_TO', as: 'date', field: 'validUntil' },
      3: { name: 'PROFILE_URI', as: 'text' },
      4: { name: 'CERTIFICATE_URI', as: 'text' },
    },
  },
}

/** Profiles of German administrative documents that are published, by their number. */
const PROFILES: Record<string, DocumentKind> = {
  '9a4223406d374ef99e2cf95e31a23846': {
    name: 'MELDEBESCHEINIGUNG',
    hasProfile: true,
    features: {
      4: { name: 'SURNAME', as: 'text', field: 'surname' },
      5: { name: 'ACADEMIC_DEGREE', as: 'text' },
      6: { name: 'FIRST_NAME', as: 'text', field: 'givenNames' },
      7: { name: 'COMMON_FIRST_NAME', as: 'text' },
      8: { name: 'DATE_OF_BIRTH', as: 'text' },
      9: { name: 'STREET', as: 'text' },
      10: { name: 'HOUSE_NUMBER', as: 'text' },
      11: { name: 'POSTAL_CODE', as: 'text' },
      12: { name: 'CITY', as: 'text' },
      13: { name: 'MOVING_DATE', as: 'text' },
      14: { name: 'HOUSING_STATUS', as: 'number' },
      15: { name: 'DATE_OF_NOTIFICATION', as: 'text' },
    },
  },
}

/** The kind of a document, and what its profile adds. Undefined if the kind is not known. */
export function documentKindOf(document: string, features: readonly Tlv[]): DocumentKind | undefined {
  const kind = VDS_DOCUMENTS[document]
  const number = kind?.hasProfile && features.find(({ tag }) => tag === 0)?.value
  const profile = number && PROFILES[hexOf(number)]
  return kind && profile ? { ...profile, features: { ...profile.features, ...kind.features } } : kind
}

/**
 * Splits the characters of a machine readable zone into the lines of this type. Seals of visas leave out the end of the
 * second line.
 */
export function mrzLines(text: string, type: MrzType): string[] {
  const row = text.replaceAll(' ', '<')
  const lengths = formatOf(type).lengths
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  const least = type === 'MRVA' || type === 'MRVB' ? (lengths[0] ?? 0) + 28 : whole
  const trimmed = row.slice(0, whole)
  if (row.length < least || /[^<]/.test(row.slice(whole))) throw new UnreadableSeal('an MRZ of the wrong length')
  const padded = trimmed.padEnd(whole, '<')
  let at = 0
  return lengths.map((length) => {
    at += length
    return padded.slice(at - length, at)
  })
}

/** The fields of the lines. Two-digit years are interpreted as of the day of signing. */
export function fieldsOfMrz(lines: readonly string[], type: MrzType, today: string): SealFields {
  // The old French card has lines of the length of TD2 with fields in other places.
  const found = detectFormat(lines)
  const format = found?.type === 'FRA_ID' ? found : formatOf(type)
  const { fields, dateOfBirth, dateOfExpiry } = parseAs(format, lines, today).reading
  return {
    ...(fields.primary_identifier && { surname: fields.primary_identifier }),
    ...(fields.secondary_identifier && { givenNames: fields.secondary_identifier }),
    ...(dateOfBirth && { dateOfBirth }),
    ...(fields.sex && { sex: fields.sex }),
    ...(fields.nationality && { nationality: fields.nationality }),
    ...(fields.document_number && { documentNumber: fields.document_number }),
    ...(fields.issuing_state_or_organization && { issuingState: fields.issuing_state_or_organization }),
    ...(dateOfExpiry && { dateOfExpiry }),
  }
}
