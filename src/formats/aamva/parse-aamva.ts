import { accept, type Result, refuse } from '../result.ts'
import { longDate } from '../text/dates.ts'
import { JURISDICTIONS, type Jurisdiction, jurisdictionByCode } from './aamva-jurisdictions.ts'

/** A barcode of the AAMVA card design standard. Absent means not stated. */
export interface AamvaReading {
  /** The issuer identification number from the header. */
  iin?: string
  /** The version of the standard from the header; 0 is older than the first. */
  version?: number
  jurisdiction?: Jurisdiction
  kind: 'DL' | 'ID'
  names: PersonNames
  documentNumber?: string
  dateOfBirth?: string
  dateOfExpiry?: string
  dateOfIssue?: string
  /** The date from which cards of the jurisdiction have this design. */
  dateOfRevision?: string
  sex?: 'M' | 'F' | 'X'
  /** Every element by its three-letter code, padding removed. */
  elements: Record<string, string>
}

interface Header {
  iin?: string
  version?: number
  designators: string
  /** The offset of the end of the header. */
  end: number
}

const SEXES: Readonly<Record<string, 'M' | 'F' | 'X'>> = {
  '1': 'M',
  M: 'M',
  '2': 'F',
  F: 'F',
  '9': 'X',
  '0': 'X',
  X: 'X',
}

/**
 * Reads all versions of the standard. Offsets and lengths of the subfile designators are wrong on many cards,
 * as are the characters around the header, so elements are found by their codes at the start of a line.
 */
export function parseAamva(text: string): Result<AamvaReading, 'NOT_AAMVA'> {
  const header = headerOf(text)
  const elements = elementsOf(text.slice(header.end))
  const stated = ['DAQ', 'DBB', 'DCS', 'DAA', 'DAB', 'DCT', 'DAC'].filter((code) => elements[code])
  // Without a header, a text counts as a licence only if it has three of these elements.
  if (stated.length < (header.iin ? 1 : 3)) return refuse('NOT_AAMVA')

  const jurisdiction = jurisdictionOf(header, elements)
  const reading: AamvaReading = {
    kind: kindOf(header, text),
    names: aamvaNames(elements),
    elements,
  }
  if (header.iin !== undefined) reading.iin = header.iin
  if (header.version !== undefined) reading.version = header.version
  if (jurisdiction) reading.jurisdiction = jurisdiction

  const number = elements.DAQ || elements.DBJ
  if (number) reading.documentNumber = number
  const sex = SEXES[elements.DBC?.toUpperCase() ?? '']
  if (sex) reading.sex = sex

  // Version 1 and Canada write the year first; the other order is used if only that gives a valid date.
  const order = (header.version ?? 1) <= 1 || jurisdiction?.country === 'CAN' || elements.DCG === 'CAN' ? 'YMD' : 'MDY'
  const date = (code: string) => longDate((elements[code] ?? '').replace(/\D/g, ''), order)
  const dates = {
    dateOfBirth: date('DBB'),
    dateOfExpiry: date('DBA'),
    dateOfIssue: date('DBD'),
    dateOfRevision: date('DDB'),
  }
  return accept({ ...reading, ...stating(dates) })
}

function headerOf(text: string): Header {
  const match = text.match(/(?:ANSI|AAMVA)\s{0,2}(\d{6})(\d{2})(\d{2,4})((?:[A-Z]{2}\d{8})*)/)
  if (!match) return { designators: '', end: 0 }
  const [whole, iin = '', version = '', , designators = ''] = match
  return { iin, version: Number(version), designators, end: (match.index ?? 0) + whole.length }
}

/**
 * Elements by code. A line may begin with the type of its subfile (`DLDAQ…`, `ZMZMA…`); of two equal codes the first
 * counts.
 */
function elementsOf(body: string): Record<string, string> {
  const elements: Record<string, string> = {}
  for (const line of body.split(/[\p{Cc}]+/u)) {
    const [, code, value] =
      line.trim().match(/^(?:(?:DL|ID|EN|Z[A-Z])(?=D[A-D][A-Z]|Z[A-Z]{2}))?(D[A-D][A-Z]|Z[A-Z]{2})(.*)$/) ?? []
    if (code && !Object.hasOwn(elements, code)) elements[code] = (value ?? '').trim()
  }
  return elements
}

function jurisdictionOf(header: Header, elements: Record<string, string>): Jurisdiction | undefined {
  return JURISDICTIONS[header.iin ?? ''] ?? jurisdictionByCode(elements.DAJ ?? '')
}

function kindOf(header: Header, text: string): 'DL' | 'ID' {
  if (/^(?:[A-Z]{2}\d{8})*DL\d{8}/.test(header.designators)) return 'DL'
  return header.designators.includes('ID') || /[\n\r]ID(?=D[A-D][A-Z])/.test(text) ? 'ID' : 'DL'
}

function stating<Values extends Record<string, string | undefined>>(
  values: Values,
): { [Key in keyof Values]?: string } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]?: string
  }
}

export interface PersonNames {
  surname?: string
  /** First and middle names. */
  givenNames?: string
  suffix?: string
}

/** What jurisdictions write if a person has no such name. */
const NOTHING = new Set(['', 'NONE', 'UNAVL', 'UNK', 'N/A', 'NMN', 'UNAVAIL'])

/** The names on a licence, wherever its version of the standard puts them. */
function aamvaNames(elements: Readonly<Record<string, string>>): PersonNames {
  const whole = fullName(elements.DAA ?? '')
  const surname = clean(elements.DCS) ?? clean(elements.DAB) ?? whole.surname
  const first = clean(elements.DAC) ?? clean(elements.DCT)
  const givenNames = [first, clean(elements.DAD)].filter(Boolean).join(' ') || whole.givenNames
  const suffix = clean(elements.DCU) ?? clean(elements.DAE) ?? whole.suffix

  return named(surname, [givenNames], suffix)
}

/**
 * The single name element of version 1: surname, first, middle and suffix separated by commas; without separators, as
 * Pennsylvania wrote it, the name is in its natural order.
 */
function fullName(text: string): PersonNames {
  const parts = text.split(/[,@$]/).map(clean)
  if (parts.length > 1) {
    const [surname, first, middle, suffix] = parts
    return named(surname, [first, middle], suffix)
  }
  const words = text.trim().split(/\s+/)
  const suffix = words.length > 2 && SUFFIX.test(words.at(-1) ?? '') ? words.pop() : undefined
  const surname = clean(words.pop())
  return named(surname, words, suffix)
}

const SUFFIX = /^(?:JR|SR|I{2,3}|IV|VI{0,3}|[1-9](?:ST|ND|RD|TH))\.?$/i

function named(surname: string | undefined, given: (string | undefined)[], suffix: string | undefined): PersonNames {
  const names: PersonNames = {}
  const givenNames = given.filter(Boolean).join(' ')
  if (surname) names.surname = surname
  if (givenNames) names.givenNames = givenNames
  if (suffix) names.suffix = suffix
  return names
}

/** The name with single spaces; undefined if the element says that there is none. */
function clean(text: string | undefined): string | undefined {
  const name = (text ?? '').replace(/[,@$\s]+/g, ' ').trim()
  return NOTHING.has(name.toUpperCase()) ? undefined : name
}
