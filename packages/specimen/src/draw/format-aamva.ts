import { iinOf, JURISDICTIONS } from '../../../../src/formats/aamva/aamva-jurisdictions.ts'

/** The content of a North American licence's PDF417. Dates are ISO 8601. */
export interface AamvaContent {
  /** Postal abbreviation: CA, NY, ON … */
  jurisdiction: string
  /** Version of the AAMVA card design standard, 1 to 10. */
  version: number
  kind: 'DL' | 'ID'
  documentNumber: string
  surname: string
  givenName: string
  middleName?: string
  suffix?: string
  dateOfBirth: string
  dateOfExpiry?: string
  dateOfIssue?: string
  sex: 'M' | 'F' | 'X'
  street?: string
  city?: string
  postalCode?: string
  /** In inches for the United States, in centimetres for Canada. */
  height?: number
  eyeColour?: string
  vehicleClass?: string
  discriminator?: string
  /** Further elements by their three-letter code, written after ours. */
  elements?: Record<string, string>
}

const SEX = { M: '1', F: '2', X: '9' } as const

/** The barcode text: header, one subfile designator, the subfile with its elements in the standard's form. */
export function formatAamva(content: AamvaContent): string {
  const iin = iinOf(content.jurisdiction)
  if (!iin) throw new Error(`no issuer identification number for ${content.jurisdiction}`)

  const elements = { ...elementsOf(content, JURISDICTIONS[iin]?.country ?? 'USA'), ...content.elements }
  const lines = Object.entries(elements).map(([code, value]) => `${code}${value}`)
  const subfile = `${content.kind}${lines.join('\n')}\n\r`
  // Version 1 has no jurisdiction version number in its header, so it is two characters shorter.
  const heading = `@\n\x1e\rANSI ${iin}${two(content.version)}${content.version > 1 ? '00' : ''}01`
  const designator = `${content.kind}${four(heading.length + 10)}${four(subfile.length)}`
  return `${heading}${designator}${subfile}`
}

function elementsOf(content: AamvaContent, country: string): Record<string, string> {
  const date = (iso: string | undefined) => (iso ? dateElement(iso, content.version, country) : undefined)
  const all: Record<string, string | undefined> = {
    DCA: content.vehicleClass ?? (content.kind === 'DL' ? 'C' : undefined),
    DCB: content.kind === 'DL' ? 'NONE' : undefined,
    DCD: content.kind === 'DL' ? 'NONE' : undefined,
    DBA: date(content.dateOfExpiry),
    ...nameElements(content),
    DBD: date(content.dateOfIssue),
    DBB: date(content.dateOfBirth),
    DBC: SEX[content.sex],
    DAY: content.eyeColour,
    DAU: content.height === undefined ? undefined : heightElement(content.height, country),
    DAG: content.street,
    DAI: content.city,
    DAJ: content.jurisdiction,
    DAK: content.postalCode,
    DAQ: content.documentNumber,
    DCF: content.discriminator,
    DCG: country,
  }
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** Names moved from one element (version 1) over two (2 and 3) to three (from 4). */
function nameElements(content: AamvaContent): Record<string, string | undefined> {
  const { surname, givenName, middleName, suffix, version } = content
  if (version <= 1) {
    const names = [surname, givenName, middleName ?? '', suffix ?? '']
    return { DAA: names.slice(0, names.findLastIndex((name) => name !== '') + 1).join(',') }
  }
  if (version <= 3) return { DCS: surname, DCT: [givenName, middleName].filter(Boolean).join(','), DCU: suffix }
  return { DCS: surname, DDE: 'N', DAC: givenName, DDF: 'N', DAD: middleName ?? 'NONE', DDG: 'N', DCU: suffix }
}

/** Canada, and everybody in version 1, writes the year first. */
function dateElement(iso: string, version: number, country: string): string {
  const [year, month, day] = iso.split('-')
  return version <= 1 || country === 'CAN' ? `${year}${month}${day}` : `${month}${day}${year}`
}

function heightElement(height: number, country: string): string {
  return `${String(height).padStart(3, '0')} ${country === 'CAN' ? 'cm' : 'in'}`
}

const two = (value: number): string => String(value).padStart(2, '0')
const four = (value: number): string => String(value).padStart(4, '0')
