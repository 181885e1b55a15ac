import type { MrzType } from '../../../domain/mrz/formats.ts'
import type { SealFields } from '../../../domain/proofs/seal-reading.ts'

/** How a feature or message is written, and which field of the person it is. */
export interface Feature {
  name: string
  as: 'c40' | 'text' | 'hex' | 'number' | 'date' | 'maskedDate' | 'picture' | { mrz: MrzType }
  field?: keyof SealFields | 'validFrom' | 'validUntil'
}

interface DocumentKind {
  name: string
  features: Record<number, Feature>
  /** Features that only the document's own profile names are texts. */
  hasProfile?: true
}

const MRZ_TD2: Feature = { name: 'MRZ', as: { mrz: 'TD2' } }
const PASSPORT_NUMBER: Feature = { name: 'PASSPORT_NUMBER', as: 'c40', field: 'passportNumber' }
const DOCUMENT_NUMBER: Feature = { name: 'DOCUMENT_NUMBER', as: 'c40', field: 'documentNumber' }
const AGS: Feature = { name: 'AGS', as: 'c40' }
const ADDRESS: Feature = { name: 'ADDRESS', as: 'c40' }

/** What is in a visa (ICAO 9303-7), in a VDS and as a message of an IDB. */
export const VISA_FEATURES: Record<number, Feature> = {
  1: { name: 'MRZ_MRVA', as: { mrz: 'MRVA' } },
  2: { name: 'MRZ_MRVB', as: { mrz: 'MRVB' } },
  3: { name: 'NUMBER_OF_ENTRIES', as: 'number' },
  4: { name: 'DURATION_OF_STAY', as: 'hex' },
  5: PASSPORT_NUMBER,
  6: { name: 'VISA_TYPE', as: 'hex' },
  7: { name: 'ADDITIONAL_FEATURES', as: 'hex' },
}

/** Kinds of documents by their feature definition and their category (ICAO 9303-13; BSI TR-03137, TR-03171). */
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
    features: { 0: { name: 'DOC_PROFILE_NUMBER', as: 'hex' }, 1: { name: 'VALIDITY_DATES', as: 'text' } },
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
