import type { MrzType } from '../../../../../src/formats/mrz/formats.ts'
import type { Issue } from '../../issue/issue.ts'
import { bilingual } from '../../issue/labels.ts'
import { printedDate, type State } from '../../issue/states.ts'
import { securityPaper, waves } from '../guilloche.ts'
import { mrzOf, printMrz } from '../machine-readable.ts'
import { printEmblem, printSpecimenMark } from '../ornaments.ts'
import { printPortrait } from '../portrait.ts'
import { openSheet, type Sheet, writeField, writeText } from '../sheet.ts'
import { printSignature } from '../signature.ts'
import { arabicName, printedName } from './holder-names.ts'
import type { Layout } from './layout.ts'

/** TD2, ISO/IEC 7810 ID-2. */
const WIDTH = 105
const HEIGHT = 74
const PER_MM = 13

/** The larger, older form of an identity card: everything but the address is on the front. */
export const drawTd2Card: Layout = (issue, portrait) => {
  const { state, random } = issue
  const front = openSheet('FRONT', WIDTH, HEIGHT, PER_MM)
  securityPaper(front, state.inks, issue.paper.fork('paper'))
  printEmblem(front, 70, 30, 17, state.accent, 0.09)
  writeText(front, state.name, 5, 6.4, { size: 3.3, weight: 700, color: state.accent, maxWidth: 62 })
  writeText(front, bilingual(state.language, 'identityCard'), 5, 10.4, {
    size: 2.4,
    weight: 700,
    color: state.accent,
    maxWidth: 62,
  })
  printSpecimenMark(front, 100, 6.4, 2.8)
  printPortrait(front, { x: 5, y: 13, width: 28, height: 36 }, portrait, state.inks.lines[0], random.fork('portrait'))
  writeFields(front, issue)
  printSignature(front, { x: 67, y: 42.4, width: 29, height: 6.4 }, random.fork('signature'))
  const base = { x: 0, y: 51.2, width: WIDTH, height: HEIGHT - 51.2 }
  front.context.fillStyle = 'rgba(255,255,255,0.6)'
  front.context.fillRect(base.x, base.y, base.width, base.height)
  waves(front, base, state.inks.lines[1], issue.paper.fork('mrz'), 12, 0.22)

  const sheets = [front, drawBack(issue)]
  if (issue.faults.includes('no-mrz')) return { sheets }
  const mrz = mrzOf(issue, td2Type(state))
  printMrz(front, mrz.lines, 6.6, HEIGHT - 8.2)
  return { sheets, mrz }
}

/** The French card before 2021 has its own format. */
export function td2Type({ code }: State): MrzType {
  return code === 'FRA' ? 'FRA_ID' : 'TD2'
}

function writeFields(sheet: Sheet, issue: Issue): void {
  const { state, person } = issue
  const label = (key: Parameters<typeof bilingual>[1]) => ({
    label: bilingual(state.language, key),
    labelSize: 1.4,
    size: 2.5,
    gap: 2.7,
  })
  const [left, right] = [37, 67]
  const born = issue.altered?.name === 'date_of_birth' ? undefined : person.dateOfBirth
  const expiry = printedDate(issue.dateOfExpiry, state.dates)
  const issued = printedDate(issue.dateOfIssue, state.dates)
  writeField(sheet, 'surname', printedName(person.surname), left, 14.6, { ...label('surname'), maxWidth: 45 })
  writeField(sheet, 'given_name', printedName(person.givenNames), left, 20.6, { ...label('givenNames'), maxWidth: 45 })
  writeArabic(sheet, arabicName(person.surname), 17.3)
  writeArabic(sheet, arabicName(person.givenNames), 23.3)
  writeField(
    sheet,
    'date_of_birth',
    issue.printedDateOfBirth,
    left,
    26.6,
    { ...label('dateOfBirth'), maxWidth: 28 },
    born,
  )
  writeField(sheet, 'sex', person.sex, right, 26.6, { ...label('sex'), maxWidth: 14 })
  writeField(sheet, 'nationality', issue.nationality.nationality, left, 32.6, { ...label('nationality'), maxWidth: 28 })
  writeField(sheet, 'document_number', issue.printedNumber, right, 32.6, { ...label('documentNumber'), maxWidth: 32 })
  writeField(sheet, 'date_of_issue', issued, left, 38.6, { ...label('dateOfIssue'), maxWidth: 28 }, issue.dateOfIssue)
  writeField(
    sheet,
    'date_of_expiry',
    expiry,
    left,
    44.6,
    { ...label('dateOfExpiry'), maxWidth: 28 },
    issue.dateOfExpiry,
  )
  writeText(sheet, bilingual(state.language, 'signature'), right, 41.4, { size: 1.4, color: '#4b5570', maxWidth: 33 })
}

function drawBack(issue: Issue): Sheet {
  const { state } = issue
  const sheet = openSheet('BACK', WIDTH, HEIGHT, PER_MM)
  securityPaper(sheet, state.inks, issue.paper.fork('paper of the back'))
  printEmblem(sheet, 84, 52, 15, state.accent, 0.14)
  printSpecimenMark(sheet, 100, 8, 2.8)
  const label = (key: Parameters<typeof bilingual>[1]) => ({
    label: bilingual(state.language, key),
    size: 2.6,
    maxWidth: 62,
  })
  writeText(sheet, state.name, 6, 8, { size: 3, weight: 700, color: state.accent, maxWidth: 60 })
  if (state.language === 'ar')
    writeText(sheet, state.englishName, 6, 11.2, { size: 2, color: state.accent, maxWidth: 60 })
  writeField(sheet, 'place_of_birth', issue.placeOfBirth, 6, 17, label('placeOfBirth'))
  writeField(sheet, 'address', issue.address.join(', '), 6, 26, label('address'))
  writeField(sheet, 'height', `${issue.person.heightCm} cm`, 6, 35, label('height'))
  writeField(sheet, 'authority', state.authority, 6, 44, label('authority'))
  if (issue.personalNumber) writeField(sheet, 'personal_number', issue.personalNumber, 6, 53, label('personalNumber'))
  return sheet
}

function writeArabic(sheet: Sheet, text: string | undefined, y: number): void {
  if (text) writeText(sheet, text, 100, y, { size: 2.7, weight: 700, align: 'right', maxWidth: 24 })
}
