import type { MrzReading } from '../../formats/mrz/mrz-reading.ts'
import type { FaceTemplate } from '../../vision/face/face-template.ts'
import { mayBeCut } from '../evidence/document/applicant.ts'
import { openSlot } from '../slot.ts'
import type { SourceName } from '../vocabulary.ts'
import type { Evidence } from './factors/factor.ts'

/** One source of a session, and what it says about the person. */
export interface Proof {
  /** Its name in a sentence. */
  name: string
  /** Its source: print, MRZ and barcode are of one document. */
  thing: 'document' | 'form' | 'selfie' | 'person' | SourceName
  surname?: StatedName | undefined
  givenNames?: StatedName | undefined
  /** In one line, if the parts are not known. */
  wholeName?: StatedName | undefined
  /** ISO 8601, or the six digits of an MRZ. */
  dateOfBirth?: string | undefined
  /** Whether the person is at least so many years old, where the issuer attests that and no date. */
  ageOver?: Readonly<Record<string, boolean>> | undefined
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

/** What a feature's evidence says about the person; undefined if there is none. */
export type ReadProof = (evidence: Evidence) => Proof | undefined

export const featureProofs = openSlot<ReadProof>('proofs')

/** The kind of number that passports, cards and their chips have. */
export const DOCUMENT = 'document'
export const licenceOf = (country: string | undefined): string => `licence of ${country ?? 'an unknown country'}`

/** Given names follow in the same line, so the surname is complete if there are any. */
export function namesOf(read: MrzReading): Pick<Proof, 'surname' | 'givenNames'> {
  const { primary_identifier, secondary_identifier } = read.fields
  return {
    surname: stated(primary_identifier, mayBeCut(read, 'primary_identifier') && !secondary_identifier),
    givenNames: stated(secondary_identifier, mayBeCut(read, 'secondary_identifier')),
  }
}

export const numbersIn = ({ fields }: MrzReading) => [fields.document_number, fields.personal_number_or_optional_data]

export function numbersOf(of: string, ...found: (string | undefined)[]): Proof['numbers'] {
  const values = found.filter((value) => value !== undefined)
  return values.length ? { of, values } : undefined
}

export const stated = (name: string | undefined, isCut = false): StatedName | undefined =>
  name ? { spellings: [name], isCut } : undefined
