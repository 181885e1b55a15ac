import type { BarcodeReading } from '../document/document.ts'
import { mrzInText } from '../mrz/mrz-in-text.ts'
import { isValid, parseMrz } from '../mrz/parse-mrz.ts'
import type { BarcodeFieldName } from '../vocabulary.ts'
import { parseAamva } from './parse-aamva.ts'
import { parseMagneticStripe } from './parse-magnetic-stripe.ts'

type Fields = Partial<Record<BarcodeFieldName, string | undefined>>

/** What a decoded barcode says. Contents that we do not know give no fields. */
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

/** Only an MRZ whose check digits all agree counts: the barcode itself corrects errors, so any other text is something else. */
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
