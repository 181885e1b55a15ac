import { isOfOtherCountry } from '../../features/chip/chip-reading.ts'
import { wantsIntegrityCheck } from '../../features/document/factors/applicant-integrity.ts'
import { isGenuine, kindOfCredential } from '../../features/wallet/domain/credential-reading.ts'
import type { VisualFieldName } from '../../formats/document-words.ts'
import type { MrzReading } from '../../formats/mrz/mrz-reading.ts'
import type { FaceTemplate } from '../../vision/face/face-template.ts'
import { mayBeCut } from '../evidence/document/applicant.ts'
import type { IdentityDocument } from '../evidence/document/document.ts'
import { barcodeOf, checkOf, isSure, mrzOf, visualField } from '../evidence/document/view.ts'
import { printedForms } from './factors/cross-check.ts'
import type { Evidence } from './factors/factor.ts'

/** One source of a session, and what it says about the person. */
export interface Proof {
  /** Its name in a sentence. */
  name: string
  /** Its source: print, MRZ and barcode are of one document. */
  thing: 'document' | 'chip' | 'seal' | 'credential' | 'form' | 'selfie' | 'person'
  surname?: StatedName | undefined
  givenNames?: StatedName | undefined
  /** In one line, if the parts are not known. */
  wholeName?: StatedName | undefined
  /** ISO 8601, or the six digits of an MRZ. */
  dateOfBirth?: string | undefined
  /** Numbers that may be the document's, and the kind of document: a licence has another number than a passport. */
  numbers?: { of: string; values: string[] } | undefined
  portrait?: FaceTemplate | undefined
  /** An issuer signed what it says: nothing in it was read from a picture or announced. */
  isSigned?: boolean
  /** Whether it is what its issuer made. Absent for what cannot replace a document. */
  isProven?: boolean
}

export interface StatedName {
  /** Each of them is the name. */
  spellings: string[]
  /** It may be cut before the name ends. */
  isCut?: boolean
}

/** Every source with information about the person. This is the only list: each is compared with each of the others. */
const sources: readonly ((evidence: Evidence) => Proof | undefined)[] = [
  print,
  mrz,
  barcode,
  chip,
  seal,
  credential,
  form,
  selfie,
]

export const proofsOf = (evidence: Evidence): Proof[] => sources.flatMap((source) => source(evidence) ?? [])

function print({ document }: Evidence): Proof | undefined {
  if (!document?.pages.length) return undefined
  const sure = (field: VisualFieldName) => {
    const found = visualField(document, field)
    return found && isSure(found) ? found : undefined
  }
  const named = (field: VisualFieldName, and?: VisualFieldName): StatedName | undefined => {
    const forms = sure(field) ? printedForms(document, { field, kind: 'name', ...(and && { and }) }) : []
    return forms.length ? { spellings: forms.map(({ value }) => value) } : undefined
  }
  return {
    name: 'print',
    thing: 'document',
    surname: named('surname', 'second_surname'),
    givenNames: named('given_name', 'middle_name'),
    wholeName: named('surname_and_given_names'),
    dateOfBirth: sure('date_of_birth')?.date,
    numbers: numbersOf(kindOf(document), sure('document_number')?.value),
    portrait: document.pages.find(({ portrait }) => portrait)?.portrait,
  }
}

/** Only what check digits or the reader's confidence support: a misreading counts against nobody. */
function mrz({ document }: Evidence): Proof | undefined {
  const read = mrzOf(document)
  if (!document || !read) return undefined
  const isKept = (name: 'date_of_birth' | 'document_number') => !read.repaired && checkOf(read, name) !== false
  const { confidence, fieldConfidence = {} } = read
  const { surname, givenNames } = namesOf(read)
  return {
    name: 'MRZ',
    thing: 'document',
    surname: isSure({ confidence: fieldConfidence.primary_identifier ?? confidence }) ? surname : undefined,
    givenNames: isSure({ confidence: fieldConfidence.secondary_identifier ?? confidence }) ? givenNames : undefined,
    dateOfBirth: isKept('date_of_birth') && read.dateOfBirth ? read.fields.date_of_birth : undefined,
    numbers: isKept('document_number') ? numbersOf(kindOf(document), ...numbersIn(read)) : undefined,
  }
}

function barcode({ document }: Evidence): Proof | undefined {
  const read = barcodeOf(document)
  if (!document || !read) return undefined
  return {
    name: 'barcode',
    thing: 'document',
    surname: stated(read.fields.primary_identifier),
    givenNames: stated(read.fields.secondary_identifier),
    dateOfBirth: read.dateOfBirth,
    numbers: numbersOf(kindOf(document), read.fields.document_number),
  }
}

function chip({ chip: read }: Evidence): Proof | undefined {
  if (!read) return undefined
  return {
    name: 'chip',
    thing: 'chip',
    ...namesOf(read.mrz),
    dateOfBirth: read.mrz.dateOfBirth && read.mrz.fields.date_of_birth,
    numbers: numbersOf(DOCUMENT, ...numbersIn(read.mrz)),
    portrait: read.portrait,
    isSigned: true,
    isProven: read.verdict === 'TRUSTED' && !isOfOtherCountry(read) && read.activeAuthentication !== 'FALSE',
  }
}

/** It does not replace a document. */
function seal({ seal: read }: Evidence): Proof | undefined {
  if (!read) return undefined
  const { surname, givenNames, fullName, dateOfBirth, documentNumber, passportNumber } = read.fields
  return {
    name: 'signed barcode',
    thing: 'seal',
    surname: stated(surname),
    givenNames: stated(givenNames),
    wholeName: stated(fullName),
    dateOfBirth,
    numbers: numbersOf(DOCUMENT, documentNumber ?? passportNumber),
    portrait: read.portrait,
    ...(read.signature === 'HOLDS' && { isSigned: true }),
  }
}

/** A PID has its own number, so only the number of a licence is compared. */
function credential({ credential: read }: Evidence): Proof | undefined {
  if (!read) return undefined
  const { family_name, given_name, birth_date, document_number } = read.claims
  const { country, type } = kindOfCredential(read)
  return {
    name: 'credential',
    thing: 'credential',
    surname: stated(family_name),
    givenNames: stated(given_name),
    dateOfBirth: birth_date,
    numbers: type === 'DRIVER_LICENSE' ? numbersOf(licenceOf(country), document_number) : undefined,
    portrait: read.portrait,
    isSigned: true,
    isProven: isGenuine(read),
  }
}

function form({ applicantForm }: Evidence): Proof | undefined {
  if (!wantsIntegrityCheck(applicantForm)) return undefined
  const { firstName, lastName, dateOfBirth } = applicantForm
  return {
    name: 'announcement',
    thing: 'form',
    surname: stated(lastName),
    givenNames: stated(firstName),
    dateOfBirth,
  }
}

/** With only a document's portrait, faceVerification compares it, as the policy weighs it. */
function selfie({ face, chip: read, seal: signed, credential: shown }: Evidence): Proof | undefined {
  if (!face || !(read?.portrait || signed?.portrait || shown?.portrait)) return undefined
  return { name: 'selfie', thing: 'selfie', portrait: face.template }
}

const DOCUMENT = 'document'
const licenceOf = (country: string | undefined): string => `licence of ${country ?? 'an unknown country'}`

const kindOf = ({ pages: [front] }: IdentityDocument): string =>
  front?.type === 'DRIVER_LICENSE' ? licenceOf(front.country) : DOCUMENT

/** Given names follow in the same line, so the surname is complete if there are any. */
function namesOf(read: MrzReading): Pick<Proof, 'surname' | 'givenNames'> {
  const { primary_identifier, secondary_identifier } = read.fields
  return {
    surname: stated(primary_identifier, mayBeCut(read, 'primary_identifier') && !secondary_identifier),
    givenNames: stated(secondary_identifier, mayBeCut(read, 'secondary_identifier')),
  }
}

const numbersIn = ({ fields }: MrzReading) => [fields.document_number, fields.personal_number_or_optional_data]

function numbersOf(of: string, ...found: (string | undefined)[]): Proof['numbers'] {
  const values = found.filter((value) => value !== undefined)
  return values.length ? { of, values } : undefined
}

export const stated = (name: string | undefined, isCut = false): StatedName | undefined =>
  name ? { spellings: [name], isCut } : undefined
