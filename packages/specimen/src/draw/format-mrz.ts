import {
  checkDigit,
  formatOf,
  type MrzFormat,
  type MrzType,
  type SlotName,
  type Span,
} from '../../../../src/formats/mrz/formats.ts'
import { joinNames, mrzText } from '../../../../src/formats/mrz/parse-mrz.ts'

/** The content of an MRZ before formatting. Dates are ISO 8601; an absent one is written as fillers. */
export interface MrzContent {
  type: MrzType
  /** One or two characters: P, PO, ID, I, AC, V … */
  documentCode: string
  issuer: string
  documentNumber: string
  nationality?: string
  dateOfBirth?: string
  dateOfExpiry?: string
  sex?: 'M' | 'F' | 'X'
  primaryIdentifier?: string
  secondaryIdentifier?: string
  optionalData?: string
  /** Second optional field of TD1, office code of the old French card. */
  optionalData2?: string
  version?: string
}

/** The lines of a valid MRZ with all check digits. Throws if a value that cannot be truncated does not fit. */
export function formatMrz(content: MrzContent): string[] {
  const format = formatOf(content.type)
  const grid = format.lengths.map((length) => Array.from('<'.repeat(length)))
  for (const slot of format.slots) {
    if (slot.content !== 'check') write(grid, slot, textOf(slot.name, content, format, slot.end - slot.start))
  }
  for (const rule of format.checks) {
    if (rule.name === 'document_number' && isLong(content, format)) continue
    const text = rule.over.map((over) => read(grid, over)).join('')
    const digit = /^<*$/.test(text) && rule.name !== 'composite' ? '<' : checkDigit(text)
    write(grid, rule.digit, digit ?? '<')
  }
  return grid.map((line) => line.join(''))
}

function textOf(name: SlotName, content: MrzContent, format: MrzFormat, width: number): string {
  const names = { primary: content.primaryIdentifier ?? '', secondary: content.secondaryIdentifier ?? '' }
  switch (name) {
    case 'document_code':
      return exact(content.documentCode, width)
    case 'issuing_state_or_organization':
      return exact(content.issuer, width)
    case 'nationality':
      return exact(content.nationality ?? '', width)
    case 'document_number':
      return isLong(content, format)
        ? mrzText(content.documentNumber).slice(0, width)
        : exact(content.documentNumber, width)
    case 'date_of_birth':
      return shortDate(content.dateOfBirth)
    case 'date_of_expiry':
      return shortDate(content.dateOfExpiry)
    case 'sex':
      return content.sex === 'M' || content.sex === 'F' ? content.sex : '<'
    case 'names':
      return joinNames(names, width)
    case 'primary_identifier':
      return mrzText(names.primary).slice(0, width)
    case 'secondary_identifier':
      return mrzText(names.secondary).slice(0, width)
    case 'personal_number_or_optional_data':
      return exact(`${overflow(content, format)}${content.optionalData ?? ''}`, width)
    case 'optional_data_2':
    case 'issuing_office':
      return exact(content.optionalData2 ?? '', width)
    case 'version':
      return exact(content.version ?? '', width)
    default:
      throw new Error(`no text for ${name}`)
  }
}

/** The continuation of a long document number, with its check digit and a filler. */
function overflow(content: MrzContent, format: MrzFormat): string {
  if (!isLong(content, format)) return ''
  const number = mrzText(content.documentNumber)
  return `${number.slice(9)}${checkDigit(number)}<`
}

function isLong(content: MrzContent, format: MrzFormat): boolean {
  return format.longNumbers && mrzText(content.documentNumber).length > 9
}

function exact(value: string, width: number): string {
  const characters = [...value.toUpperCase().replace(/[^A-Z0-9]/g, '<')]
  const trimmed = characters.slice(0, characters.findLastIndex((character) => character !== '<') + 1).join('')
  if (trimmed.length > width) throw new Error(`"${value}" is longer than ${width} characters`)
  return trimmed
}

function shortDate(iso: string | undefined): string {
  return iso ? iso.replaceAll('-', '').slice(2) : ''
}

function write(grid: string[][], { line, start, end }: Span, text: string): void {
  const padded = text.padEnd(end - start, '<')
  for (let index = start; index < end; index++) {
    const row = grid[line]
    if (row) row[index] = padded[index - start] ?? '<'
  }
}

function read(grid: string[][], { line, start, end }: Span): string {
  return (grid[line] ?? []).slice(start, end).join('')
}
