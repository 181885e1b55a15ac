import type { MrzFieldName } from '../../document-words.ts'
import { accept, type Result, refuse } from '../../result.ts'
import { FORMATS, type MrzFormat, type SlotName } from '../formats.ts'
import type { MrzReading } from '../mrz-reading.ts'
import { type ParsedMrz, parseAs } from '../parse-mrz.ts'
import { alignCells, type PrintedTexts, weighCells } from './align-cells.ts'
import { emission, type MrzCell } from './cells.ts'
import { type DecodedFormat, decodeAs } from './decode-format.ts'

export interface DecodedMrz extends ParsedMrz {
  reading: MrzReading & Required<Pick<MrzReading, 'fieldConfidence'>>
}

/** The number of cells by which a line may be longer or shorter than its format: readers miscount fillers. */
const TOLERANCE = 3

/** The highest confidence of a value that the grammar changed, however well the check digits agree with it. */
export const REPAIRED_AT_MOST = 80

/**
 * The most likely MRZ that could have been read as these lines of cells: where the reader was uncertain, field
 * alphabets, country codes, dates and check digits decide. A check digit that is wrong beyond doubt stays wrong.
 */
export function decodeMrz(
  lines: readonly (readonly MrzCell[])[],
  today: string,
  printed: PrintedTexts = {},
): Result<DecodedMrz, 'NOT_AN_MRZ'> {
  const formats = FORMATS.filter((format) => fits(format, lines))
  const best = likeliest(formats.map((format) => decodeLines(format, lines, printed)))
  return best ? accept(described(best, today)) : refuse('NOT_AN_MRZ')
}

function likeliest(readings: readonly DecodedFormat[]): DecodedFormat | undefined {
  const possible = readings.filter(({ score }) => Number.isFinite(score))
  return possible.toSorted((a, b) => b.score - a.score)[0]
}

function decodeLines(format: MrzFormat, lines: readonly (readonly MrzCell[])[], printed: PrintedTexts): DecodedFormat {
  const aligned = lines.map((cells, index) => alignCells(format, index, cells, cells.map(emission)))
  return decodeAs(format, weighCells(format, aligned, printed))
}

function fits(format: MrzFormat, lines: readonly (readonly MrzCell[])[]): boolean {
  return (
    format.lengths.length === lines.length &&
    format.lengths.every((length, index) => Math.abs((lines[index]?.length ?? 0) - length) <= TOLERANCE)
  )
}

function described({ format, lines, slots, posterior, repaired }: DecodedFormat, today: string): DecodedMrz {
  const confidence = percent(posterior, repaired)
  const parsed = parseAs(format, lines, today, { confidence, repaired })
  const fieldConfidence: DecodedMrz['reading']['fieldConfidence'] = {}
  for (const name of Object.keys(parsed.reading.fields) as MrzFieldName[]) {
    const decoded = SLOTS[name]?.map((slot) => slots[slot]).filter((slot) => slot !== undefined) ?? []
    fieldConfidence[name] = decoded.length
      ? percent(
          decoded.reduce((product, slot) => product * slot.posterior, 1),
          decoded.some((slot) => slot.repaired),
        )
      : confidence
  }
  return { ...parsed, reading: { ...parsed.reading, fieldConfidence } }
}

/** The slots of each field of the specification. */
const SLOTS: Partial<Record<MrzFieldName, SlotName[]>> = {
  document_code: ['document_code'],
  issuing_state_or_organization: ['issuing_state_or_organization'],
  document_number: ['document_number'],
  document_number_check_digit: ['document_number_check_digit'],
  nationality: ['nationality'],
  date_of_birth: ['date_of_birth'],
  date_of_birth_check_digit: ['date_of_birth_check_digit'],
  sex: ['sex'],
  date_of_expiry: ['date_of_expiry'],
  date_of_expiry_check_digit: ['date_of_expiry_check_digit'],
  personal_number_or_optional_data: ['personal_number_or_optional_data', 'optional_data_2'],
  personal_number_or_optional_data_check_digit: ['personal_number_or_optional_data_check_digit'],
  composite_check_digit: ['composite_check_digit'],
  primary_identifier: ['names', 'primary_identifier'],
  secondary_identifier: ['names', 'secondary_identifier'],
}

function percent(chance: number, repaired: boolean): number {
  return Math.min(Math.floor(chance * 100), repaired ? REPAIRED_AT_MOST : 100)
}
