import type { Issue } from '../../issue/issue.ts'
import { bilingual, labels } from '../../issue/labels.ts'
import { printedDate } from '../../issue/states.ts'
import { securityPaper, waves } from '../guilloche.ts'
import { mrzOf, printMrz } from '../machine-readable.ts'
import { printChip, printEmblem, printSpecimenMark } from '../ornaments.ts'
import { type LoadedPortrait, printGhost, printPortrait } from '../portrait.ts'
import { openSheet, type Sheet, writeField, writeText } from '../sheet.ts'
import { printSignature } from '../signature.ts'
import { arabicName, printedName } from './holder-names.ts'
import type { Layout } from './layout.ts'

/** TD1, the size of a bank card: ISO/IEC 7810 ID-1. */
const WIDTH = 85.6
const HEIGHT = 53.98
const PER_MM = 15

/** An identity card with the portrait on the front and the MRZ on the back. */
export const drawIdentityCard: Layout = (issue, portrait) => {
  const front = drawFront(issue, portrait)
  const back = openSheet('BACK', WIDTH, HEIGHT, PER_MM)
  drawBack(back, issue)
  if (issue.faults.includes('no-mrz')) return { sheets: [front, back] }

  const mrz = mrzOf(issue, 'TD1')
  printMrz(back, mrz.lines, 4.9, HEIGHT - 5.2, 6.1)
  return { sheets: [front, back], mrz }
}

function drawFront(issue: Issue, portrait: LoadedPortrait | undefined): Sheet {
  const { state, person, random } = issue
  const { language } = state
  const sheet = openSheet('FRONT', WIDTH, HEIGHT, PER_MM)
  securityPaper(sheet, state.inks, issue.paper.fork('paper'))
  printEmblem(sheet, 58, 29, 15, state.accent, 0.09)
  writeText(sheet, state.name, 4, 5.6, { size: 3.1, weight: 700, color: state.accent, maxWidth: 50 })
  if (language === 'ar') writeText(sheet, state.englishName, 32, 5.6, { size: 2.2, color: state.accent, maxWidth: 30 })
  writeText(sheet, bilingual(language, 'identityCard'), 4, 9.2, {
    size: 2.3,
    weight: 700,
    color: state.accent,
    maxWidth: 54,
  })
  printSpecimenMark(sheet, 82, 5.4, 2.4)
  printPortrait(sheet, { x: 4, y: 12, width: 25, height: 32 }, portrait, state.inks.lines[0], random.fork('portrait'))
  printGhost(sheet, { x: 71.6, y: 40, width: 9.8, height: 12.5 }, portrait)

  const label = (key: Parameters<typeof bilingual>[1]) => ({
    label: bilingual(language, key),
    labelSize: 1.35,
    size: 2.3,
    gap: 2.5,
  })
  const [left, right] = [32, 58]
  writeField(sheet, 'surname', printedName(person.surname), left, 13.2, { ...label('surname'), maxWidth: 36 })
  writeField(sheet, 'given_name', printedName(person.givenNames), left, 18.9, { ...label('givenNames'), maxWidth: 36 })
  writeArabic(sheet, arabicName(person.surname), 15.7)
  writeArabic(sheet, arabicName(person.givenNames), 21.4)
  writeField(sheet, 'sex', person.sex, left, 24.6, { ...label('sex'), maxWidth: 12 })
  writeField(sheet, 'nationality', state.nationality, 45, 24.6, { ...label('nationality'), maxWidth: 26 })
  const born = issue.altered?.name === 'date_of_birth' ? undefined : person.dateOfBirth
  writeField(
    sheet,
    'date_of_birth',
    issue.printedDateOfBirth,
    left,
    30.3,
    { ...label('dateOfBirth'), maxWidth: 24 },
    born,
  )
  if (issue.personalNumber) {
    writeField(sheet, 'personal_number', issue.personalNumber, right, 30.3, {
      ...label('personalNumber'),
      maxWidth: 20,
    })
  }
  const expiry = printedDate(issue.dateOfExpiry, state.dates)
  writeField(sheet, 'date_of_expiry', expiry, left, 36, { ...label('dateOfExpiry'), maxWidth: 24 }, issue.dateOfExpiry)
  writeField(sheet, 'document_number', issue.printedNumber, right, 36, { ...label('documentNumber'), maxWidth: 20 })
  writeText(sheet, bilingual(language, 'signature'), left, 42, { size: 1.35, color: '#4b5570', maxWidth: 34 })
  printSignature(sheet, { x: left, y: 43, width: 30, height: 7.5 }, random.fork('signature'))
  return sheet
}

function drawBack(sheet: Sheet, issue: Issue): void {
  const { state } = issue
  const { language } = state
  securityPaper(sheet, state.inks, issue.paper.fork('paper of the back'))
  const label = (key: Parameters<typeof bilingual>[1]) => ({
    label: bilingual(language, key),
    labelSize: 1.35,
    size: 2.2,
    gap: 2.5,
  })
  printChip(sheet, 5, 8)
  printSpecimenMark(sheet, 82, 5.4, 2.4)
  const issued = printedDate(issue.dateOfIssue, state.dates)
  writeField(sheet, 'place_of_birth', issue.placeOfBirth, 21, 6, { ...label('placeOfBirth'), maxWidth: 34 })
  writeField(sheet, 'address', issue.address.join(', '), 21, 11.8, { ...label('address'), maxWidth: 60 })
  writeField(sheet, 'date_of_issue', issued, 21, 17.6, { ...label('dateOfIssue'), maxWidth: 26 }, issue.dateOfIssue)
  writeField(sheet, 'authority', state.authority, 48, 17.6, { ...label('authority'), maxWidth: 33 })
  writeField(sheet, 'height', `${issue.person.heightCm} cm`, 21, 23.4, { ...label('height'), maxWidth: 22 })
  writeText(sheet, labels[language].identityCard, 82, 27.6, {
    size: 1.8,
    color: state.accent,
    align: 'right',
    maxWidth: 40,
  })
  const base = { x: 0, y: 30.4, width: WIDTH, height: HEIGHT - 30.4 }
  sheet.context.fillStyle = 'rgba(255,255,255,0.6)'
  sheet.context.fillRect(base.x, base.y, base.width, base.height)
  waves(sheet, base, state.inks.lines[1], issue.paper.fork('mrz'), 12, 0.2)
}

function writeArabic(sheet: Sheet, text: string | undefined, y: number): void {
  if (text) writeText(sheet, text, 82, y, { size: 2.5, weight: 700, align: 'right', maxWidth: 16 })
}
