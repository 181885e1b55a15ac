import type { MrzReading } from '../../formats/mrz/mrz-reading.ts'
import type { FaceTemplate } from '../../vision/face/face-template.ts'
import { mayBeCut } from '../evidence/document/applicant.ts'
import type { SourceName } from '../evidence/evidence-names.ts'
import type { EvidenceReadings } from '../feature-types.ts'
import { openSlot } from '../slot.ts'

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
  /** Whether a trusted issuer signed it, and it is still valid. */
  isTrusted?: boolean
  /** It holds a portrait, or should: one that could not be read counts. */
  holdsPortrait?: boolean
  /** Its holder chooses what it shows, so it may come without a portrait. */
  mayLackPortrait?: true
  /** It is a zone of the document itself, which is compared with the others. */
  isZone?: true
  /** It comes from the document itself, and shows that the document is what its state issued. */
  attestsDocument?: boolean
  /** It did not show that it is not a copy. */
  mayBeCopied?: boolean
  /** Why it is a specimen, in the words of a sentence; absent if it is none. */
  specimen?: string | undefined
  /** What is said of a session that has it and no document. */
  inPlaceOfDocument?: string
}

export interface StatedName {
  /** Each of them is the name. */
  spellings: string[]
  /** It may be cut before the name ends. */
  isCut?: boolean
}

/** What a feature's evidence says about the person; undefined if there is none. */
export type ReadProof = (readings: Partial<EvidenceReadings>) => Proof | undefined

export const featureProofs = openSlot<ReadProof>('proofs')

/** What the evidence of features says about the person. */
export const signedProofsOf = (readings: Partial<EvidenceReadings>): Proof[] =>
  featureProofs.parts().flatMap((read) => read(readings) ?? [])

/** What can take the place of a document, whatever its issuer is worth. */
export const replacingProofsOf = (readings: Partial<EvidenceReadings>): Proof[] =>
  signedProofsOf(readings).filter(({ isProven }) => isProven !== undefined)

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
