import type { BarcodeReading } from '../../../domain/document/document.ts'
import type { MrzType } from '../../../domain/mrz/formats.ts'
import { countryByAlpha2, countryOf } from '../../../domain/text/countries.ts'
import type { TextLine } from '../../text/read-text.ts'
import type { FoundMrz } from '../mrz/read-mrz.ts'
import type { Evidence } from './classify.ts'

/** What MRZ and barcode state of country and kind; of an MRZ that could not be read as a whole, what its beginning says. */
export function readStatements(
  mrz: FoundMrz | undefined,
  barcode: BarcodeReading | undefined,
  lines: readonly TextLine[],
): Pick<Evidence, 'mrz' | 'licence'> {
  const byMrz = mrz ? readMrzStatement(mrz) : readMrzHead(lines)
  const byBarcode = barcode && readBarcodeStatement(barcode)
  return { ...(byMrz ? { mrz: byMrz } : {}), ...(byBarcode ? { licence: byBarcode } : {}) }
}

function readMrzStatement({ decoded }: FoundMrz): Evidence['mrz'] {
  const { document_code: code, issuing_state_or_organization: issuer, nationality } = decoded.reading.fields
  if (!code || !issuer) return undefined
  return {
    code,
    country: alpha3Of(issuer),
    certain: (decoded.reading.fieldConfidence.issuing_state_or_organization ?? 0) >= MIN_ISSUER,
    ...(nationality ? { nationality: alpha3Of(nationality) } : {}),
    ...(ON_FRONT.has(decoded.format.type) ? { onFront: true } : {}),
  }
}

/** ICAO Doc 9303 part 6: a TD2 has its MRZ next to the portrait, as the French card of its shape does; a TD1 on its back. */
const ON_FRONT: ReadonlySet<MrzType> = new Set<MrzType>(['TD2', 'FRA_ID'])

/** ICAO Doc 9303 parts 4 to 7: an MRZ begins with the document's code and the issuing state's; two fillers follow soon. */
function readMrzHead(lines: readonly TextLine[]): Evidence['mrz'] {
  for (const { text } of lines) {
    const [, code, issuer] = /^([PVIAC][A-Z<])([A-Z]{3}|D<<)[A-Z0-9<]{5,}/.exec(text.replaceAll(' ', '')) ?? []
    const country = issuer && countryOf(issuer.replaceAll('<', ''))
    if (code && country && text.includes('<<')) return { code, country: country.alpha3, certain: false }
  }
  return undefined
}

/** Under even odds the issuer is a guess of the grammar. */
const MIN_ISSUER = 50

/** Some cards state their country by two letters. */
const alpha3Of = (code: string): string => (countryOf(code) ?? countryByAlpha2(code))?.alpha3 ?? code

/** AAMVA DL/ID card design standard, annex D: DCG is the country, the issuer's number names the jurisdiction, the subfile DL or ID the kind. */
function readBarcodeStatement({ raw, fields }: BarcodeReading): Evidence['licence'] {
  if (!raw?.IIN && !raw?.DAQ) return undefined
  return {
    country: raw.DCG === 'CAN' ? 'CAN' : 'USA',
    type: fields.document_code === 'ID' ? 'IDENTITY_CARD' : 'DRIVER_LICENSE',
    ...(raw.jurisdiction ? { region: raw.jurisdiction } : {}),
  }
}
