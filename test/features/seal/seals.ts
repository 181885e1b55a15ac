import { formatMrz } from '../../../packages/specimen/src/draw/format-mrz.ts'
import {
  makeSealAuthority,
  signAadhaar,
  signClaim169,
  signIdb,
  signTwoDDoc,
  signVds,
  signVdsNc,
} from '../../../packages/specimen/src/seal/sign-seal.ts'
import { collectSealTrust } from '../../../src/features/seal/verify/seal-trust.ts'

const about = {
  surname: 'SPECIMEN',
  givenNames: 'ANNA',
  dateOfBirth: '1974-08-12',
  sex: 'F',
  documentNumber: 'L898902C3',
} as const

/** Whom all seals of these tests are about. */
export const PERSON = {
  ...about,
  mrz: formatMrz({
    type: 'TD2',
    documentCode: 'AR',
    issuer: 'UTO',
    nationality: 'UTO',
    dateOfExpiry: '2032-04-15',
    documentNumber: about.documentNumber,
    dateOfBirth: about.dateOfBirth,
    sex: about.sex,
    primaryIdentifier: about.surname,
    secondaryIdentifier: about.givenNames,
  }),
  portrait: Buffer.from('ff4fff51002f', 'hex'),
}

export const AUTHORITY = makeSealAuthority()
const { signer, rsa, french, authority, token } = AUTHORITY

/** A seal of every kind. */
export const SEALS = {
  VDS: signVds(PERSON, signer),
  'VDS 3': signVds(PERSON, signer, { version: 3 }),
  IDB: signIdb(PERSON, signer),
  'IDB zipped': signIdb(PERSON, signer, { zipped: true }),
  VDS_NC: signVdsNc(PERSON, signer),
  CLAIM_169: signClaim169(PERSON, AUTHORITY),
  AADHAAR: signAadhaar(PERSON, rsa),
  '2D_DOC': signTwoDDoc(PERSON, french),
  '2D_DOC 2': signTwoDDoc(PERSON, french, 2),
}

export const TRUST_FILES = {
  'authority.cer': authority.certificate,
  'signer.cer': signer.certificate,
  'rsa.cer': rsa.certificate,
  'french.cer': french.certificate,
  'keys.json': Buffer.from(JSON.stringify({ keys: [token.jwk] })),
}

export const trustIn = (files: Record<string, Uint8Array>) =>
  collectSealTrust(Object.entries(files).map(([name, bytes]) => ({ name, bytes }))).trust

/** When the seals of these tests are looked at. */
export const NOW = Date.parse('2026-06-01')

/** The person of the passport, unless something else is wanted. */
export const personOf = (
  more: Partial<Record<'surname' | 'givenNames' | 'documentNumber' | 'dateOfBirth', string>> = {},
) => {
  const person = {
    surname: 'ERIKSSON',
    givenNames: 'ANNA MARIA',
    documentNumber: 'L898902C3',
    dateOfBirth: '1974-08-12',
    sex: 'F' as const,
    ...more,
  }
  const lines = formatMrz({
    type: 'TD2',
    documentCode: 'AR',
    issuer: 'UTO',
    primaryIdentifier: person.surname,
    secondaryIdentifier: person.givenNames,
    dateOfExpiry: '2032-04-15',
    ...person,
  })
  return { ...person, mrz: lines }
}
