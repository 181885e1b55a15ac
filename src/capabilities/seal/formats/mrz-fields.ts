import { formatOf, type MrzType } from '../../../domain/mrz/formats.ts'
import { detectFormat, parseAs } from '../../../domain/mrz/parse-mrz.ts'
import type { SealFields } from '../../../domain/proofs/seal-reading.ts'
import { UnreadableSeal } from './parsed-seal.ts'

/** The lines of a machine readable zone of this type, from its characters in one row. Seals of visas leave the end of the second out. */
export function mrzLines(text: string, type: MrzType): string[] {
  const row = text.replaceAll(' ', '<')
  const lengths = formatOf(type).lengths
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  const least = type === 'MRVA' || type === 'MRVB' ? (lengths[0] ?? 0) + 28 : whole
  const trimmed = row.slice(0, whole)
  if (row.length < least || /[^<]/.test(row.slice(whole))) throw new UnreadableSeal('an MRZ of another length')
  const padded = trimmed.padEnd(whole, '<')
  let at = 0
  return lengths.map((length) => {
    at += length
    return padded.slice(at - length, at)
  })
}

/** What the lines say. Two digits of a year are read as on the day of signing. */
export function fieldsOfMrz(lines: readonly string[], type: MrzType, today: string): SealFields {
  // The old French card has the lengths of TD2 and other places.
  const found = detectFormat(lines)
  const format = found?.type === 'FRA_ID' ? found : formatOf(type)
  const { fields, dateOfBirth, dateOfExpiry } = parseAs(format, lines, today).reading
  return {
    ...(fields.primary_identifier && { surname: fields.primary_identifier }),
    ...(fields.secondary_identifier && { givenNames: fields.secondary_identifier }),
    ...(dateOfBirth && { dateOfBirth }),
    ...(fields.sex && { sex: fields.sex }),
    ...(fields.nationality && { nationality: fields.nationality }),
    ...(fields.document_number && { documentNumber: fields.document_number }),
    ...(fields.issuing_state_or_organization && { issuingState: fields.issuing_state_or_organization }),
    ...(dateOfExpiry && { dateOfExpiry }),
  }
}
