import { formatOf, type MrzType } from '../../../../src/formats/mrz/formats.ts'
import type { Issue } from '../issue/issue.ts'
import type { Truth } from '../issue/truth.ts'
import { formatMrz } from './format-mrz.ts'
import { PITCH, writeOcrB } from './ocr-b.ts'
import { markRegion, type Sheet } from './sheet.ts'

/** The MRZ of the document, with one wrong check digit if requested. */
export function mrzOf(issue: Issue, type: MrzType): NonNullable<Truth['mrz']> {
  const { state, person } = issue
  const lines = formatMrz({
    type,
    documentCode: documentCode(type),
    issuer: state.mrz,
    documentNumber: issue.number.replace(/[^A-Z0-9]/g, ''),
    nationality: issue.nationality.mrz,
    dateOfBirth: person.dateOfBirth,
    dateOfExpiry: issue.dateOfExpiry,
    sex: person.sex,
    primaryIdentifier: person.surname.latin,
    secondaryIdentifier: person.givenNames.latin,
    ...(type === 'FRA_ID' ? { optionalData2: issue.number.slice(4, 7) } : {}),
    ...(issue.personalNumber && (type === 'TD3' || type === 'TD1' || type === 'MRVA')
      ? { optionalData: issue.personalNumber.replace(/[^A-Z0-9]/g, '') }
      : {}),
  })
  const wrong = issue.faults.includes('wrong-check-digit')
  return {
    side: type === 'TD1' ? 'BACK' : 'FRONT',
    type,
    lines: wrong ? spoil(lines, issue, type) : lines,
    valid: !wrong,
  }
}

/** Line spacing of the MRZ (ICAO 9303 parts 4 to 7): six lines in an inch and a half. */
const LINE_DISTANCE = 6.35
const PITCH_MM = PITCH / 100

/** Prints the MRZ with its first character at x and the baseline of its last line at y. */
export function printMrz(sheet: Sheet, lines: readonly string[], x: number, y: number, distance = LINE_DISTANCE): void {
  sheet.context.strokeStyle = '#16161a'
  lines.forEach((line, index) => {
    writeOcrB(sheet.context, line, x, y - (lines.length - 1 - index) * distance, PITCH_MM)
  })
  const top = y - (lines.length - 1) * distance - 3
  const width = (lines[0]?.length ?? 0) * PITCH_MM
  markRegion(sheet, 'mrz', { x, y: top, width, height: y - top + 0.6 })
}

function documentCode(type: MrzType): string {
  if (type === 'TD3') return 'P'
  return type === 'MRVA' || type === 'MRVB' ? 'V' : 'ID'
}

function spoil(lines: string[], issue: Issue, type: MrzType): string[] {
  const source = issue.random.fork('check digit')
  const rules = formatOf(type).checks.filter(({ digit }) => /\d/.test(lines[digit.line]?.[digit.start] ?? ''))
  const { digit } = source.pick(rules)
  return lines.map((line, index) => {
    if (index !== digit.line) return line
    const wrong = (Number(line[digit.start]) + source.whole(1, 9)) % 10
    return `${line.slice(0, digit.start)}${wrong}${line.slice(digit.end)}`
  })
}
