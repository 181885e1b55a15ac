import type { BarcodeReading } from '../../../formats/aamva/barcode-reading.ts'
import type { VisualFieldName } from '../../../formats/document-words.ts'
import { formatOf, type MrzType, slotOf } from '../../../formats/mrz/formats.ts'
import type { MrzReading } from '../../../formats/mrz/mrz-reading.ts'
import { distance, partsOfName } from '../../../formats/text/compare.ts'
import { printedDate } from '../../../formats/text/dates.ts'
import { spellingsOf } from '../../../formats/text/spellings.ts'
import type { VisualField } from '../../../formats/visual-field.ts'
import type { IdentityDocument } from './document.ts'
import { barcodeOf, mrzOf, visualField } from './view.ts'

/** The holder according to the best combination of MRZ, visual zone and barcode. Absent means not read. */
interface Applicant {
  /** ISO 8601. */
  dateOfBirth?: string
  firstName?: string
  lastName?: string
  surnameAndGivenNames?: string
}

interface Sources {
  mrz?: MrzReading | undefined
  barcode?: BarcodeReading | undefined
  printed(name: VisualFieldName): VisualField | undefined
}

export function applicantOf(document: IdentityDocument, today: string): Applicant {
  const sources: Sources = {
    mrz: mrzOf(document),
    barcode: barcodeOf(document),
    printed: (name) => visualField(document, name),
  }
  const surname = nameOf(sources, 'primary_identifier', [['surname', 'second_surname'], ['surname']])
  const givenName = nameOf(sources, 'secondary_identifier', [['given_name', 'middle_name'], ['given_name']])
  const inOneLine = joined(sources, ['surname_and_given_names'])
  const whole = [surname, givenName].filter(Boolean).join(' ') || inOneLine
  // If nothing else states them: split by the order in which the issuer prints them.
  const parts = surname || givenName || !inOneLine ? undefined : partsOfName(inOneLine, document.pages[0]?.country)
  const lastName = surname ?? parts?.surname.toUpperCase()
  const firstName = givenName ?? parts?.given.toUpperCase()

  const applicant: Applicant = {}
  const dateOfBirth = dateOfBirthOf(sources, today)
  if (dateOfBirth) applicant.dateOfBirth = dateOfBirth
  if (firstName) applicant.firstName = firstName
  if (lastName) applicant.lastName = lastName
  if (whole) applicant.surnameAndGivenNames = whole.toUpperCase()
  return applicant
}

/** A date protected by a check digit wins, then the barcode, which corrects its own errors, then the printed date. */
function dateOfBirthOf({ mrz, barcode, printed }: Sources, today: string): string | undefined {
  const isProtected = mrz?.checks.some((check) => check.name === 'date_of_birth' && check.valid)
  const field = printed('date_of_birth')
  const candidates = [
    isProtected ? mrz?.dateOfBirth : undefined,
    barcode?.dateOfBirth,
    field && (field.date ?? printedDate(field.value, 'birth', today)),
    mrz?.dateOfBirth,
  ]
  return candidates.find((date) => date !== undefined && date <= today)
}

type Identifier = 'primary_identifier' | 'secondary_identifier'

/**
 * The printed name if it agrees with the MRZ or the barcode after transliteration, since it keeps its diacritics;
 * otherwise theirs, or the printed one if there is neither.
 */
function nameOf(sources: Sources, identifier: Identifier, combinations: VisualFieldName[][]): string | undefined {
  const coded = [sources.mrz?.fields[identifier], sources.barcode?.fields[identifier]].filter(
    (name) => name !== undefined,
  )
  const spellings = combinations.flatMap((names) => spellingsOf(joined(sources, names)))
  const truncated = mayBeCut(sources.mrz, identifier)

  for (const [index, name] of coded.entries()) {
    const cut = truncated && index === 0 && sources.mrz?.fields[identifier] !== undefined
    const agreeing = spellings.find((spelling) => distance(spelling, name, { kind: 'name', truncated: cut }) === 0)
    if (agreeing) return agreeing.toUpperCase()
  }
  return (coded[0] ?? spellings[0])?.toUpperCase()
}

/** Can the name field of the MRZ have cut the name? */
export function mayBeCut(mrz: MrzReading | undefined, identifier: Identifier): boolean {
  const type = mrz?.fields.mrz_type as MrzType | undefined
  if (!mrz || !type) return false
  const slot = slotOf(formatOf(type), 'names') ?? slotOf(formatOf(type), identifier)
  return slot !== undefined && mrz.lines[slot.line]?.[slot.end - 1] !== '<'
}

/** The fields of the visual zone joined, if the first of them was read. */
function joined(sources: Sources, names: VisualFieldName[]): string | undefined {
  const [first, ...others] = names.map((name) => sources.printed(name)?.value)
  if (!first) return undefined
  return [first, ...others].filter(Boolean).join(' ')
}

/** What the integrator announced about the person, to be compared with the document. */
export interface ApplicantForm {
  firstName?: string
  lastName?: string
  dateOfBirth?: string
  skipIntegrityCheck?: boolean
}
