import type { MrzType } from '../../../../../src/formats/mrz/formats.ts'
import type { Issue } from '../../issue/issue.ts'
import { bilingual, labels } from '../../issue/labels.ts'
import { printedDate } from '../../issue/states.ts'
import { securityPaper, waves } from '../guilloche.ts'
import { mrzOf, printMrz } from '../machine-readable.ts'
import { printEmblem, printSpecimenMark } from '../ornaments.ts'
import { type LoadedPortrait, printPortrait } from '../portrait.ts'
import { openSheet, type Sheet, writeField, writeText } from '../sheet.ts'
import type { DrawnDocument, Layout } from './layout.ts'

const PER_MM = 12

/** MRV-A, ICAO 9303 part 7: fills a passport page. */
export const drawVisaA: Layout = (issue, portrait) =>
  drawVisa(issue, portrait, { width: 120, height: 80, type: 'MRVA' })

/** MRV-B: leaves a margin on the passport page. */
export const drawVisaB: Layout = (issue, portrait) =>
  drawVisa(issue, portrait, { width: 105, height: 74, type: 'MRVB' })

interface Format {
  width: number
  height: number
  type: MrzType
}

function drawVisa(issue: Issue, portrait: LoadedPortrait | undefined, { width, height, type }: Format): DrawnDocument {
  const { state, random } = issue
  const sheet = openSheet('FRONT', width, height, PER_MM)
  securityPaper(sheet, state.inks, issue.paper.fork('paper'))
  printEmblem(sheet, width * 0.62, height * 0.36, height * 0.26, state.accent, 0.1)
  writeText(sheet, state.name, 5, 7, { size: 3.1, weight: 700, color: state.accent, maxWidth: width * 0.55 })
  writeText(sheet, bilingual(state.language, 'visa'), 5, 12.4, {
    size: 4.2,
    weight: 700,
    color: state.accent,
    maxWidth: 28,
  })
  printSpecimenMark(sheet, width - 5, 7, 2.8)
  printPortrait(sheet, { x: 5, y: 15, width: 27, height: 34.7 }, portrait, state.inks.lines[0], random.fork('portrait'))
  writeFields(sheet, issue, 36, width * 0.68)
  const base = { x: 0, y: height - 22.4, width, height: 22.4 }
  sheet.context.fillStyle = 'rgba(255,255,255,0.6)'
  sheet.context.fillRect(base.x, base.y, base.width, base.height)
  waves(sheet, base, state.inks.lines[1], issue.paper.fork('mrz'), 12, 0.22)
  if (issue.faults.includes('no-mrz')) return { sheets: [sheet] }

  const mrz = mrzOf(issue, type)
  printMrz(sheet, mrz.lines, type === 'MRVA' ? 4.4 : 6.4, height - 8.2)
  return { sheets: [sheet], mrz }
}

function writeFields(sheet: Sheet, issue: Issue, left: number, right: number): void {
  const { state, person } = issue
  const own = labels[state.language]
  const label = (key: Parameters<typeof bilingual>[1], maxWidth: number) => ({
    label: bilingual(state.language, key),
    labelSize: 1.4,
    size: 2.5,
    gap: 2.7,
    maxWidth,
  })
  const [wide, narrow] = [right - left - 2, sheet.width - right - 4]
  const from = printedDate(issue.dateOfIssue, state.dates)
  const until = printedDate(issue.dateOfExpiry, state.dates)
  const born = issue.altered?.name === 'date_of_birth' ? undefined : person.dateOfBirth
  writeField(sheet, 'document_number', issue.printedNumber, right, 14, label('documentNumber', narrow))
  writeField(sheet, undefined, own.visa === 'VISA' ? 'MULTIPLE ENTRIES' : 'MULT', left, 14, label('type', wide))
  writeField(sheet, 'date_of_issue', from, left, 20, label('dateOfIssue', wide), issue.dateOfIssue)
  writeField(sheet, 'date_of_expiry', until, right, 20, label('dateOfExpiry', narrow), issue.dateOfExpiry)
  writeField(sheet, 'surname', person.surname.latin, left, 26, label('surname', wide))
  writeField(sheet, 'sex', person.sex, right, 26, label('sex', narrow))
  writeField(sheet, 'given_name', person.givenNames.latin, left, 32, label('givenNames', wide))
  writeField(sheet, 'nationality', issue.nationality.nationality, right, 32, label('nationality', narrow))
  writeField(sheet, 'date_of_birth', issue.printedDateOfBirth, left, 38, label('dateOfBirth', wide), born)
  writeField(sheet, 'authority', state.authority, left, 44, label('authority', wide))
}
