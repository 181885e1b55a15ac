import { type AamvaReading, parseAamva } from '../../../src/formats/aamva/parse-aamva.ts'
import type { Difference } from './difference.ts'

export interface AamvaVector {
  id: string
  raw: string
  stated_fields: Record<string, string>
}

/** Differences between our reading and the vector. */
export function aamvaDifferences({ raw, stated_fields: stated }: AamvaVector): Difference[] {
  const result = parseAamva(raw)
  if (!result.ok) return [{ field: 'format', stated: 'AAMVA', ours: 'none' }]

  const reading = result.value
  const differences: Difference[] = []
  for (const [field, value] of Object.entries({ ...stated, ...givenNamesOf(stated) })) {
    const read = FIELDS[field]
    if (!read) continue
    const ours = read(reading, value)
    if (ours === value) continue
    differences.push({ field, stated: value, ours: ours ?? '', ...explanation(field, value, raw) })
  }
  return differences
}

/** The specification has one field for first and middle names. */
function givenNamesOf(stated: Record<string, string>): Record<string, string> {
  const names = [stated.First, stated.Middle].filter(Boolean)
  return names.length > 0 && stated.First ? { givenNames: names.join(' ') } : {}
}

type Read = (reading: AamvaReading, stated: string) => string | undefined

const element =
  (...codes: string[]): Read =>
  ({ elements }) =>
    codes.map((code) => elements[code]?.replace(/,+$/, '')).find((value) => value && value !== 'NONE')

const VERSIONS = ['', '2000', '2003', '2005', '2009', '2010', '2011', '2012', '2013', '2016', '2020']

/** The sources' names for the fields that we read. */
const FIELDS: Readonly<Record<string, Read>> = {
  givenNames: ({ names }) => names.givenNames,
  FirstName: ({ names }, stated) => (names.givenNames?.split(' ').includes(stated) ? stated : names.givenNames),
  Last: ({ names }) => names.surname,
  LastName: ({ names }) => names.surname,
  Suffix: ({ names }) => names.suffix,
  DateOfBirth: ({ dateOfBirth }) => dateOfBirth,
  IssueDate: ({ dateOfIssue }) => dateOfIssue,
  ExpirationDate: ({ dateOfExpiry }) => dateOfExpiry,
  RevisionDate: ({ dateOfRevision }) => dateOfRevision,
  Sex: ({ sex }) => sex && { M: 'Sex.Male', F: 'Sex.Female', X: 'Sex.NotSpecified' }[sex],
  IdNumber: ({ documentNumber }) => documentNumber,
  // The source means the address here, which need not be in the issuer's state.
  JurisdictionCode: ({ elements, jurisdiction }) => elements.DAJ || jurisdiction?.code,
  Country: ({ jurisdiction }) => (jurisdiction?.country === 'CAN' ? 'Country.Canada' : 'Country.Usa'),
  AamvaVersionNumber: ({ version = 0 }) =>
    version === 0 ? 'Version.PreStandard' : `Version.Aamva${VERSIONS[version]}`,
  StreetLine1: element('DAG', 'DAL'),
  StreetLine2: element('DAH'),
  City: element('DAI'),
  VehicleClass: element('DCA', 'DAR'),
  DocumentDiscriminator: element('DCF'),
  InventoryControlNumber: element('DCK'),
  // The source omits hyphens, spaces and padding zeros.
  PostalCode: ({ elements }, stated) => {
    const code = elements.DAK?.replace(/[^A-Z0-9]/g, '')
    return code?.startsWith(stated) && /^0*$/.test(code.slice(stated.length)) ? stated : code
  },
}

function explanation(field: string, stated: string, raw: string): { explanation?: string } {
  const literal = field === 'DocumentDiscriminator' || field === 'IdNumber'
  return literal && !raw.includes(stated) ? { explanation: 'the stated value does not stand in the text' } : {}
}
