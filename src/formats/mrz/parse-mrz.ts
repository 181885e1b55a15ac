import type { MrzFieldName } from '../document-words.ts'
import { accept, type Result, refuse } from '../result.ts'
import { isMrzCountry } from '../text/countries.ts'
import { shortDate } from '../text/dates.ts'
import { transliterate } from '../text/transliterate.ts'
import {
  checkDigit,
  checkDigitAgrees,
  FORMATS,
  headingLine,
  type MrzFormat,
  type Slot,
  type SlotName,
  type Span,
} from './formats.ts'
import type { MrzCheck, MrzReading } from './mrz-reading.ts'

export interface ParsedMrz {
  reading: MrzReading
  format: MrzFormat
  /** Slots with invalid contents: a letter in a date, a digit in a name, an unknown country. */
  problems: SlotName[]
  /** The text of every slot, including fillers. */
  slots: Partial<Record<SlotName, string>>
}

/** How the characters were obtained. */
interface Provenance {
  confidence: number
  repaired: boolean
}

const CERTAIN: Provenance = { confidence: 100, repaired: false }

/** Parses lines with the exact lengths of a format, whose characters are certain. */
export function parseMrz(lines: readonly string[], today: string): Result<ParsedMrz, 'NOT_AN_MRZ'> {
  const format = detectFormat(lines)
  return format ? accept(parseAs(format, lines, today)) : refuse('NOT_AN_MRZ')
}

/** The format of lines, by their lengths and first characters. */
export function detectFormat(lines: readonly string[]): MrzFormat | undefined {
  return FORMATS.find(
    (format) =>
      format.lengths.length === lines.length &&
      format.lengths.every((length, index) => lines[index]?.length === length) &&
      format.start.test(lines[headingLine(format)] ?? ''),
  )
}

/** Are all check digits right and all slots valid? */
export function isValid(parsed: ParsedMrz): boolean {
  return parsed.problems.length === 0 && parsed.reading.checks.every((check) => check.valid)
}

export function parseAs(
  format: MrzFormat,
  lines: readonly string[],
  today: string,
  { confidence, repaired }: Provenance = CERTAIN,
): ParsedMrz {
  const slots = Object.fromEntries(format.slots.map((slot) => [slot.name, textAt(lines, slot)])) as ParsedMrz['slots']
  const long = longNumber(format, slots)
  const problems = format.slots.filter((slot) => !mayStand(slot, slots)).map((slot) => slot.name)
  const readable = Object.fromEntries(Object.entries(slots).filter(([name]) => !unreadable(name as SlotName, problems)))

  const reading: MrzReading = {
    fields: fieldsOf(format, readable, long, lines),
    lines: [...lines],
    checks: checksOf(format, lines, long),
    confidence,
    repaired,
  }
  const dateOfBirth = shortDate(slots.date_of_birth ?? '', 'birth', today)
  const dateOfExpiry = shortDate(slots.date_of_expiry ?? '', 'expiry', today)
  if (dateOfBirth) reading.dateOfBirth = dateOfBirth
  if (dateOfExpiry) reading.dateOfExpiry = dateOfExpiry
  return { reading, format, problems, slots }
}

/**
 * A document number that continues in the optional data: its complete text, its check digit, and the rest of the
 * optional data.
 */
interface LongNumber {
  number: string
  /** The same with the filler that replaces the check digit of a shorter number. */
  withFiller: string
  digit: string
  rest: string
}

/**
 * ICAO 9303 part 5, 4.2.2.2: a filler instead of the check digit means that the number continues up to the next filler.
 */
function longNumber(format: MrzFormat, slots: ParsedMrz['slots']): LongNumber | undefined {
  const head = slots.document_number ?? ''
  if (!format.longNumbers || slots.document_number_check_digit !== '<' || head.endsWith('<')) return undefined
  const [, tail, digit, rest] =
    (slots.personal_number_or_optional_data ?? '').match(/^([A-Z0-9]+)(\d)(?:<(.*))?$/) ?? []
  return tail && digit ? { number: head + tail, withFiller: `${head}<${tail}`, digit, rest: rest ?? '' } : undefined
}

/** Is this text permitted in the slot? Empty slots and unknown parts of a date of birth (ICAO 9303 part 3, 4.8) are. */
function mayStand(slot: Slot, slots: ParsedMrz['slots']): boolean {
  const text = slots[slot.name] ?? ''
  switch (slot.content) {
    case 'names':
      return (writesDigitsInNames(slots) ? /^[A-Z0-9<]*$/ : /^[A-Z<]*$/).test(text)
    case 'date':
      return text === '<<<<<<' || isDateText(text)
    case 'country':
      return isMrzCountry(text)
    case 'sex':
      return /^[MFX<]$/.test(text)
    case 'check':
      return /^[0-9<]$/.test(text)
    case 'digits':
      return /^[0-9<]*$/.test(text)
    default:
      return /^[A-Z0-9<]*$/.test(text)
  }
}

/** A date that is valid in some century, or one whose month or day is stated as unknown. */
export function isDateText(text: string): boolean {
  return /^[0-9]{2}/.test(text) && MONTHS_AND_DAYS.has(text.slice(2))
}

/** Every month and day, including those of a leap year, and those with an unknown part, as fillers or zeros. */
const MONTHS_AND_DAYS: ReadonlySet<string> = new Set([
  ...['<<', '00'].flatMap((month) => ['<<', '00'].map((day) => month + day)),
  ...Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0')).flatMap((month) => [
    `${month}<<`,
    `${month}00`,
    ...Array.from({ length: 31 }, (_, index) => month + String(index + 1).padStart(2, '0')).filter(
      (day) => shortDate(`00${day}`, 'birth', '2001-01-01') !== undefined,
    ),
  ]),
])

/** The Russian internal passport writes digits for Cyrillic letters without a Latin equivalent. */
function writesDigitsInNames(slots: ParsedMrz['slots']): boolean {
  return slots.document_code === 'PN' && slots.issuing_state_or_organization === 'RUS'
}

/** An unknown country is still what was read; anything else that is not permitted there was not read. */
function unreadable(name: SlotName, problems: SlotName[]): boolean {
  return problems.includes(name) && name !== 'issuing_state_or_organization' && name !== 'nationality'
}

function fieldsOf(
  format: MrzFormat,
  slots: ParsedMrz['slots'],
  long: LongNumber | undefined,
  lines: readonly string[],
): MrzReading['fields'] {
  const names = splitNames(slots.names ?? '')
  const optional = [long ? long.rest : slots.personal_number_or_optional_data, slots.optional_data_2]
  const text = (name: SlotName) => fillersToSpaces(slots[name] ?? '')

  const fields: Partial<Record<MrzFieldName, string | undefined>> = {
    mrz_type: format.type,
    full_string: lines.join('\n'),
    document_code: text('document_code'),
    issuing_state_or_organization: text('issuing_state_or_organization'),
    document_number: long?.number ?? text('document_number'),
    document_number_check_digit: long?.digit ?? slots.document_number_check_digit,
    nationality: text('nationality'),
    date_of_birth: unlessEmpty(slots.date_of_birth),
    date_of_birth_check_digit: slots.date_of_birth_check_digit,
    sex: slots.sex,
    date_of_expiry: unlessEmpty(slots.date_of_expiry),
    date_of_expiry_check_digit: slots.date_of_expiry_check_digit,
    personal_number_or_optional_data: optional
      .map((part) => fillersToSpaces(part ?? ''))
      .filter(Boolean)
      .join(' '),
    personal_number_or_optional_data_check_digit: slots.personal_number_or_optional_data_check_digit,
    composite_check_digit: slots.composite_check_digit,
    primary_identifier: slots.names === undefined ? text('primary_identifier') : names.primary,
    secondary_identifier: slots.names === undefined ? text('secondary_identifier') : names.secondary,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as MrzReading['fields']
}

function checksOf(format: MrzFormat, lines: readonly string[], long: LongNumber | undefined): MrzCheck[] {
  return format.checks.map((rule) => {
    if (rule.name === 'document_number' && long) {
      // The standard does not say whether the filler counts: for most issuers it does not, for Belgium it does.
      const digits = [checkDigit(long.number), checkDigit(long.withFiller)]
      return { name: rule.name, valid: digits.includes(long.digit) }
    }
    const text = rule.over.map((over) => textAt(lines, over)).join('')
    return { name: rule.name, valid: checkDigitAgrees(text, textAt(lines, rule.digit)) }
  })
}

const unlessEmpty = (text: string | undefined): string | undefined => (text && !/^<+$/.test(text) ? text : undefined)

function textAt(lines: readonly string[], { line, start, end }: Span): string {
  return (lines[line] ?? '').slice(start, end)
}

/** The MRZ lines in a text without errors, such as a barcode's: on separate lines, or one after the other. */
export function mrzInText(text: string): string[] | undefined {
  const lines = text.split(/[\r\n]+/).filter((line) => /^[A-Z0-9<]+$/.test(line))
  for (const { lengths } of FORMATS) {
    for (let start = 0; start + lengths.length <= lines.length; start++) {
      const group = lines.slice(start, start + lengths.length)
      if (detectFormat(group)) return group
    }
  }
  return lines.map(cut).find((group) => group !== undefined)
}

/** A run of characters split into the lines of the format with its size. */
function cut(run: string): string[] | undefined {
  for (const { lengths } of FORMATS) {
    if (lengths.length < 2 || run.length !== lengths.reduce((sum, length) => sum + length, 0)) continue
    let from = 0
    const group = lengths.map((length) => {
      from += length
      return run.slice(from - length, from)
    })
    if (detectFormat(group)) return group
  }
  return undefined
}

interface MrzNames {
  primary: string
  secondary: string
}

/**
 * Primary and secondary identifier of a name field: two fillers between them, one between parts (ICAO 9303 part 3,
 * 4.6).
 */
function splitNames(field: string): MrzNames {
  const text = field.replace(/(?<!<)<+$/, '')
  const boundary = text.indexOf('<<')
  if (boundary < 0) return { primary: fillersToSpaces(text), secondary: '' }
  return { primary: fillersToSpaces(text.slice(0, boundary)), secondary: fillersToSpaces(text.slice(boundary + 2)) }
}

/**
 * The name field in the given width. Names that do not fit are truncated, the secondary identifier first, but at least
 * one character of it stays (ICAO 9303 part 3, 4.6.3).
 */
export function joinNames({ primary, secondary }: MrzNames, width: number): string {
  const first = mrzText(primary)
  const second = mrzText(secondary)
  if (!second) return first.slice(0, width).padEnd(width, '<')

  const kept = first.slice(0, Math.max(width - 2 - Math.min(second.length, 1), 0))
  return `${kept}<<${second}`.slice(0, width).padEnd(width, '<')
}

/** A text in the alphabet of the MRZ: transliterated, without apostrophes, other gaps as one filler. */
export function mrzText(text: string): string {
  return transliterate(text)
    .replace(/['’ʼ`´.]/g, '')
    .replace(/[^A-Z0-9]+/g, '<')
    .replace(/^<+|(?<!<)<+$/g, '')
}

const fillersToSpaces = (text: string): string => text.replace(/<+/g, ' ').trim()
