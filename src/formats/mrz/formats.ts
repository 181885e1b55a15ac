import type { MrzFieldName } from '../document-words.ts'
import type { Place } from '../place.ts'
import type { MrzCheck, MrzReading } from './mrz-reading.ts'

export const MRZ_TYPES = ['TD1', 'TD2', 'TD3', 'MRVA', 'MRVB', 'FRA_ID', 'FRA_DL', 'CHE_DL', 'SVK_ID', 'IDL'] as const
export type MrzType = (typeof MRZ_TYPES)[number]

/** What a slot may contain, in addition to the filler. */
export type SlotContent = 'code' | 'country' | 'date' | 'digits' | 'alphanumeric' | 'sex' | 'names' | 'check'

export type SlotName =
  | 'document_code'
  | 'issuing_state_or_organization'
  | 'document_number'
  | 'document_number_check_digit'
  | 'date_of_birth'
  | 'date_of_birth_check_digit'
  | 'date_of_expiry'
  | 'date_of_expiry_check_digit'
  | 'nationality'
  | 'sex'
  | 'personal_number_or_optional_data'
  | 'personal_number_or_optional_data_check_digit'
  | 'optional_data_2'
  | 'composite_check_digit'
  | 'names'
  | 'primary_identifier'
  | 'secondary_identifier'
  | 'issuing_office'
  | 'version'

/** A range of cells: line from 0, start inclusive, end exclusive. */
export interface Span {
  line: number
  start: number
  end: number
}

export interface Slot extends Span {
  name: SlotName
  content: SlotContent
}

export interface CheckRule {
  name: MrzCheck['name']
  digit: Span
  over: Span[]
}

export interface MrzFormat {
  type: MrzType
  /** The number of characters of each line. */
  lengths: readonly number[]
  /** The pattern of document code and issuer, tried in the order of FORMATS. */
  start: RegExp
  /** The first letters of its usual document codes. */
  usual: string
  slots: readonly Slot[]
  checks: readonly CheckRule[]
  /**
   * A document number longer than its slot continues in the optional data (ICAO 9303 part 5, 4.2.2.2 note j; part 6
   * likewise).
   */
  longNumbers: boolean
}

/** Every supported layout, the narrower before the wider of the same size. */
export const FORMATS: readonly MrzFormat[] = [
  {
    type: 'MRVA',
    lengths: [44, 44],
    start: /^V/,
    usual: 'V',
    slots: [...heading(44), ...secondLine(), slot('personal_number_or_optional_data', 'alphanumeric', 1, 28, 44)],
    checks: personChecks(),
    longNumbers: false,
  },
  {
    type: 'TD3',
    lengths: [44, 44],
    start: /^[A-UW-Z]/,
    usual: 'P',
    slots: [
      ...heading(44),
      ...secondLine(),
      slot('personal_number_or_optional_data', 'alphanumeric', 1, 28, 42),
      slot('personal_number_or_optional_data_check_digit', 'check', 1, 42, 43),
      slot('composite_check_digit', 'check', 1, 43, 44),
    ],
    checks: [
      ...personChecks(),
      check('personal_number_or_optional_data', span(1, 42, 43), [span(1, 28, 42)]),
      check('composite', span(1, 43, 44), [span(1, 0, 10), span(1, 13, 20), span(1, 21, 43)]),
    ],
    longNumbers: false,
  },
  {
    type: 'MRVB',
    lengths: [36, 36],
    start: /^V/,
    usual: 'V',
    slots: [...heading(36), ...secondLine(), slot('personal_number_or_optional_data', 'alphanumeric', 1, 28, 36)],
    checks: personChecks(),
    longNumbers: false,
  },
  {
    // French identity card until 2021: the number is the month of issue, the office and a serial number.
    type: 'FRA_ID',
    lengths: [36, 36],
    start: /^IDFRA/,
    usual: 'I',
    slots: [
      slot('document_code', 'code', 0, 0, 2),
      slot('issuing_state_or_organization', 'country', 0, 2, 5),
      slot('primary_identifier', 'names', 0, 5, 30),
      slot('issuing_office', 'alphanumeric', 0, 30, 36),
      slot('document_number', 'alphanumeric', 1, 0, 12),
      slot('document_number_check_digit', 'check', 1, 12, 13),
      slot('secondary_identifier', 'names', 1, 13, 27),
      slot('date_of_birth', 'date', 1, 27, 33),
      slot('date_of_birth_check_digit', 'check', 1, 33, 34),
      slot('sex', 'sex', 1, 34, 35),
      slot('composite_check_digit', 'check', 1, 35, 36),
    ],
    checks: [
      check('document_number', span(1, 12, 13), [span(1, 0, 12)]),
      check('date_of_birth', span(1, 33, 34), [span(1, 27, 33)]),
      check('composite', span(1, 35, 36), [span(0, 0, 36), span(1, 0, 35)]),
    ],
    longNumbers: false,
  },
  {
    type: 'TD2',
    lengths: [36, 36],
    start: /^[A-UW-Z]/,
    usual: 'ACI',
    slots: [
      ...heading(36),
      ...secondLine(),
      slot('personal_number_or_optional_data', 'alphanumeric', 1, 28, 35),
      slot('composite_check_digit', 'check', 1, 35, 36),
    ],
    checks: [
      ...personChecks(),
      check('composite', span(1, 35, 36), [span(1, 0, 10), span(1, 13, 20), span(1, 21, 35)]),
    ],
    longNumbers: true,
  },
  {
    // Slovak identity card before 2013: as TD2, two characters shorter and without a composite check digit.
    type: 'SVK_ID',
    lengths: [34, 34],
    start: /^I.SVK/,
    usual: 'I',
    slots: [...heading(34), ...secondLine(), slot('personal_number_or_optional_data', 'alphanumeric', 1, 28, 34)],
    checks: personChecks(),
    longNumbers: false,
  },
  {
    type: 'TD1',
    lengths: [30, 30, 30],
    start: /^[A-UW-Z]/,
    usual: 'ACI',
    slots: [
      slot('document_code', 'code', 0, 0, 2),
      slot('issuing_state_or_organization', 'country', 0, 2, 5),
      slot('document_number', 'alphanumeric', 0, 5, 14),
      slot('document_number_check_digit', 'check', 0, 14, 15),
      slot('personal_number_or_optional_data', 'alphanumeric', 0, 15, 30),
      slot('date_of_birth', 'date', 1, 0, 6),
      slot('date_of_birth_check_digit', 'check', 1, 6, 7),
      slot('sex', 'sex', 1, 7, 8),
      slot('date_of_expiry', 'date', 1, 8, 14),
      slot('date_of_expiry_check_digit', 'check', 1, 14, 15),
      slot('nationality', 'country', 1, 15, 18),
      slot('optional_data_2', 'alphanumeric', 1, 18, 29),
      slot('composite_check_digit', 'check', 1, 29, 30),
      slot('names', 'names', 2, 0, 30),
    ],
    checks: [
      check('document_number', span(0, 14, 15), [span(0, 5, 14)]),
      check('date_of_birth', span(1, 6, 7), [span(1, 0, 6)]),
      check('date_of_expiry', span(1, 14, 15), [span(1, 8, 14)]),
      check('composite', span(1, 29, 30), [span(0, 5, 30), span(1, 0, 7), span(1, 8, 15), span(1, 18, 29)]),
    ],
    longNumbers: true,
  },
  {
    // Swiss driving licence (credit card format): no check digits.
    type: 'CHE_DL',
    lengths: [9, 30, 30],
    start: /^F.(?:CHE|LIE)/,
    usual: 'F',
    slots: [
      slot('document_number', 'alphanumeric', 0, 0, 9),
      slot('document_code', 'code', 1, 0, 2),
      slot('issuing_state_or_organization', 'country', 1, 2, 5),
      slot('personal_number_or_optional_data', 'digits', 1, 5, 14),
      slot('version', 'digits', 1, 14, 17),
      slot('date_of_birth', 'date', 1, 19, 25),
      slot('names', 'names', 2, 0, 30),
    ],
    checks: [],
    longNumbers: false,
  },
  {
    // French driving licence since 2013: both check digits count from the first character of the line.
    type: 'FRA_DL',
    lengths: [30],
    start: /^D.FRA/,
    usual: 'D',
    slots: [
      slot('document_code', 'code', 0, 0, 2),
      slot('issuing_state_or_organization', 'country', 0, 2, 5),
      slot('document_number', 'alphanumeric', 0, 5, 14),
      slot('document_number_check_digit', 'check', 0, 14, 15),
      slot('date_of_expiry', 'date', 0, 15, 21),
      slot('primary_identifier', 'names', 0, 21, 29),
      slot('composite_check_digit', 'check', 0, 29, 30),
    ],
    checks: [
      check('document_number', span(0, 14, 15), [span(0, 0, 14)]),
      check('composite', span(0, 29, 30), [span(0, 0, 29)]),
    ],
    longNumbers: false,
  },
  {
    // Driving licence with a one-line zone for access to its files (ISO/IEC 18013-3, basic access protection).
    type: 'IDL',
    lengths: [30],
    start: /^D/,
    usual: 'D',
    slots: [
      slot('document_code', 'code', 0, 0, 2),
      slot('issuing_state_or_organization', 'country', 0, 2, 5),
      slot('version', 'alphanumeric', 0, 5, 6),
      slot('document_number', 'alphanumeric', 0, 6, 16),
      slot('personal_number_or_optional_data', 'alphanumeric', 0, 16, 29),
      slot('composite_check_digit', 'check', 0, 29, 30),
    ],
    checks: [check('composite', span(0, 29, 30), [span(0, 0, 29)])],
    longNumbers: false,
  },
]

export function formatOf(type: MrzType): MrzFormat {
  const format = FORMATS.find((candidate) => candidate.type === type)
  if (!format) throw new Error(`no MRZ format ${type}`)
  return format
}

/** The slot of a format with this name, if there is one. */
export function slotOf(format: MrzFormat, name: SlotName): Slot | undefined {
  return format.slots.find((candidate) => candidate.name === name)
}

/** The line with the document code and the issuer. */
export const headingLine = (format: MrzFormat): number => slotOf(format, 'document_code')?.line ?? 0

function slot(name: SlotName, content: SlotContent, line: number, start: number, end: number): Slot {
  return { name, content, line, start, end }
}

function span(line: number, start: number, end: number): Span {
  return { line, start, end }
}

function check(name: CheckRule['name'], digit: Span, over: Span[]): CheckRule {
  return { name, digit, over }
}

/** The first line of all two-line formats of ICAO 9303. */
function heading(length: number): Slot[] {
  return [
    slot('document_code', 'code', 0, 0, 2),
    slot('issuing_state_or_organization', 'country', 0, 2, 5),
    slot('names', 'names', 0, 5, length),
  ]
}

/** The second line of all two-line formats of ICAO 9303, up to the optional data. */
function secondLine(): Slot[] {
  return [
    slot('document_number', 'alphanumeric', 1, 0, 9),
    slot('document_number_check_digit', 'check', 1, 9, 10),
    slot('nationality', 'country', 1, 10, 13),
    slot('date_of_birth', 'date', 1, 13, 19),
    slot('date_of_birth_check_digit', 'check', 1, 19, 20),
    slot('sex', 'sex', 1, 20, 21),
    slot('date_of_expiry', 'date', 1, 21, 27),
    slot('date_of_expiry_check_digit', 'check', 1, 27, 28),
  ]
}

function personChecks(): CheckRule[] {
  return [
    check('document_number', span(1, 9, 10), [span(1, 0, 9)]),
    check('date_of_birth', span(1, 19, 20), [span(1, 13, 19)]),
    check('date_of_expiry', span(1, 27, 28), [span(1, 21, 27)]),
  ]
}

const WEIGHTS = [7, 3, 1] as const

/**
 * The check digit of ICAO 9303 part 3, 4.9: weights 7 3 1, letters count from 10, the filler as 0. Undefined if there
 * are other characters.
 */
export function checkDigit(text: string): string | undefined {
  let sum = 0
  for (let index = 0; index < text.length; index++) {
    const value = characterValue(text.charCodeAt(index))
    if (value === undefined) return undefined
    sum += value * (WEIGHTS[index % 3] ?? 0)
  }
  return String(sum % 10)
}

/**
 * Does the check digit agree with the text? A field with only fillers may have a filler instead of 0 (ICAO 9303 part 4,
 * 4.2.2.2).
 */
export function checkDigitAgrees(text: string, digit: string): boolean {
  if (digit === '<') return /^<*$/.test(text)
  return checkDigit(text) === digit
}

function characterValue(code: number): number | undefined {
  if (code >= 48 && code <= 57) return code - 48
  if (code >= 65 && code <= 90) return code - 55
  return code === 60 ? 0 : undefined
}

/** The place of a field of the MRZ on its page. The lines have equal height and their characters equal width. */
export function placeOfMrzField({ place, fields }: MrzReading, name: MrzFieldName): Place | undefined {
  const type = fields.mrz_type
  if (!place || !isMrzType(type)) return undefined
  const format = formatOf(type)
  const slot = slotOf(format, name as SlotName) ?? (NAMES.includes(name) ? slotOf(format, 'names') : undefined)
  const length = slot && format.lengths[slot.line]
  if (!slot || !length) return undefined
  const height = place.height / format.lengths.length
  return {
    x: place.x + (slot.start / length) * place.width,
    y: place.y + slot.line * height,
    width: ((slot.end - slot.start) / length) * place.width,
    height,
  }
}

const NAMES: readonly MrzFieldName[] = ['primary_identifier', 'secondary_identifier']

const isMrzType = (type: string | undefined): type is MrzType => (MRZ_TYPES as readonly unknown[]).includes(type)
