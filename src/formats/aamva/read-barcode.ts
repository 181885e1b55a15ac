import type { BarcodeFieldName } from '../document-words.ts'
import { isValid, mrzInText, parseMrz } from '../mrz/parse-mrz.ts'
import { accept, type Result, refuse } from '../result.ts'
import { isoDate } from '../text/dates.ts'
import { JURISDICTIONS, type Jurisdiction } from './aamva-jurisdictions.ts'
import type { BarcodeReading } from './barcode-reading.ts'
import { type PersonNames, parseAamva } from './parse-aamva.ts'

type Fields = Partial<Record<BarcodeFieldName, string | undefined>>

/** The contents of a decoded barcode. Unknown contents give no fields. */
export function readBarcode(symbology: BarcodeReading['symbology'], text: string, today: string): BarcodeReading {
  return { symbology, ...(aamva(text) ?? stripe(text) ?? mrz(text, today) ?? { fields: {} }) }
}

type Content = Omit<BarcodeReading, 'symbology'>

function aamva(text: string): Content | undefined {
  const parsed = parseAamva(text)
  if (!parsed.ok) return undefined
  const { kind, names, documentNumber, sex, dateOfBirth, dateOfExpiry, elements, iin, jurisdiction } = parsed.value
  const raw = { ...elements }
  if (iin) raw.IIN = iin
  if (jurisdiction) raw.jurisdiction = jurisdiction.name
  return content(
    {
      document_code: kind,
      document_number: documentNumber,
      primary_identifier: names.surname,
      secondary_identifier: names.givenNames,
      date_of_birth: dateOfBirth,
      sex,
    },
    { dateOfBirth, dateOfExpiry, raw },
  )
}

function stripe(text: string): Content | undefined {
  const parsed = parseMagneticStripe(text)
  if (!parsed.ok) return undefined
  const { iin, jurisdiction, names, documentNumber, dateOfBirth, sex } = parsed.value
  const raw: Record<string, string> = { IIN: iin }
  if (jurisdiction) raw.jurisdiction = jurisdiction.name
  return content(
    {
      document_code: 'DL',
      document_number: documentNumber,
      primary_identifier: names.surname,
      secondary_identifier: names.givenNames,
      date_of_birth: dateOfBirth,
      sex,
    },
    { dateOfBirth, raw },
  )
}

/**
 * Accepts an MRZ only if all its check digits agree: the barcode corrects its own errors, so any other text is
 * something else.
 */
function mrz(text: string, today: string): Content | undefined {
  const lines = mrzInText(text)
  const parsed = lines && parseMrz(lines, today)
  if (!parsed?.ok || !isValid(parsed.value) || parsed.value.reading.checks.length === 0) return undefined
  const { fields, dateOfBirth, dateOfExpiry } = parsed.value.reading
  return content(
    {
      document_code: fields.document_code,
      document_number: fields.document_number,
      primary_identifier: fields.primary_identifier,
      secondary_identifier: fields.secondary_identifier,
      date_of_birth: dateOfBirth,
      sex: fields.sex === '<' ? 'X' : fields.sex,
    },
    { dateOfBirth, dateOfExpiry },
  )
}

function content(fields: Fields, rest: { [Key in keyof Omit<Content, 'fields'>]: Content[Key] | undefined }): Content {
  return { fields: stated(fields), ...stated(rest) } as Content
}

function stated<Values extends object>(values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>
}

/** The most characters that a PDF417 holds, in digits (ISO/IEC 15438). The tracks have 201 in all. */
const LONGEST_CODE = 2_710

interface StripeReading {
  iin: string
  jurisdiction?: Jurisdiction
  names: PersonNames
  documentNumber: string
  dateOfBirth?: string
  sex?: 'M' | 'F' | 'X'
}

/**
 * Three magnetic stripe tracks written into a barcode, as British Columbia does (AAMVA card design standard, annex F):
 * names on track 1, issuer, number and dates on track 2, sex on track 3.
 */
function parseMagneticStripe(text: string): Result<StripeReading, 'NOT_A_STRIPE'> {
  if (text.length > LONGEST_CODE) return refuse('NOT_A_STRIPE')
  const track2 = text.match(/;(\d{6})([\dA-Z]{1,13})=(\d{4})(\d{4})(\d{2})(\d{2})(\d*)/)
  const track1 = text.match(/%[A-Z]{2}[^^?]{1,13}\^?([^^?]+)\^/)
  if (!track1 || !track2) return refuse('NOT_A_STRIPE')

  const [, iin = '', number = '', , year, month, day, overflow = ''] = track2
  const reading: StripeReading = { iin, names: namesOf(track1[1] ?? ''), documentNumber: `${number}${overflow}` }
  const jurisdiction = JURISDICTIONS[iin]
  if (jurisdiction) reading.jurisdiction = jurisdiction
  const dateOfBirth = isoDate(Number(year), Number(month), Number(day))
  if (dateOfBirth) reading.dateOfBirth = dateOfBirth
  const sex = sexOf(text)
  if (sex) reading.sex = sex
  return accept(reading)
}

/** Surname, given names and middle names between dollar signs. */
function namesOf(text: string): PersonNames {
  const [surname = '', ...given] = text.split('$').map((part) => part.replace(/,/g, ' ').trim())
  const names: PersonNames = { surname }
  const givenNames = given.filter(Boolean).join(' ')
  if (givenNames) names.givenNames = givenNames
  return names
}

/** Track 3: two version characters, postal code (11), class (2), restrictions (10), endorsements (4), then the sex. */
function sexOf(text: string): 'M' | 'F' | 'X' | undefined {
  const [, sex] = text.match(/\?[^%#?]*[%#].{2}.{11}.{2}.{10}.{4}([MFX129])/s) ?? []
  if (sex === undefined) return undefined
  return sex === 'M' || sex === '1' ? 'M' : sex === 'F' || sex === '2' ? 'F' : 'X'
}
