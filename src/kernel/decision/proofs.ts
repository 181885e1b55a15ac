import type { VisualFieldName } from '../../formats/document-words.ts'
import type { IdentityDocument } from '../evidence/document/document.ts'
import { barcodeOf, checkOf, isSure, mrzOf, visualField } from '../evidence/document/view.ts'
import { isAnnounced } from './announced.ts'
import { printedForms } from './factors/cross-check.ts'
import type { Evidence } from './factors/factor.ts'
import {
  DOCUMENT,
  licenceOf,
  namesOf,
  numbersIn,
  numbersOf,
  type Proof,
  type StatedName,
  signedProofsOf,
  stated,
} from './proof.ts'

/** Every source with information about the person: each is compared with each of the others. */
export function proofsOf(evidence: Evidence): Proof[] {
  const ofFeatures = signedProofsOf(evidence)
  return [
    ...[print, mrz, barcode].flatMap((source) => source(evidence) ?? []),
    ...ofFeatures,
    ...(form(evidence) ?? []),
    ...(selfie(evidence, ofFeatures) ?? []),
  ]
}

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

function form({ applicantForm }: Evidence): Proof[] | undefined {
  if (!isAnnounced(applicantForm)) return undefined
  const { firstName, lastName, dateOfBirth } = applicantForm
  return [
    {
      name: 'announcement',
      thing: 'form',
      surname: stated(lastName),
      givenNames: stated(firstName),
      dateOfBirth,
    },
  ]
}

/** With only a document's portrait, faceVerification compares it, as the policy weighs it. */
function selfie({ face }: Evidence, others: readonly Proof[]): Proof[] | undefined {
  if (!face || !others.some(({ portrait }) => portrait)) return undefined
  return [{ name: 'selfie', thing: 'selfie', portrait: face.template }]
}

const kindOf = ({ pages: [front] }: IdentityDocument): string =>
  front?.type === 'DRIVER_LICENSE' ? licenceOf(front.country) : DOCUMENT
