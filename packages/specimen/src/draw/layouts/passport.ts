import type { Issue } from '../../issue/issue.ts'
import { bilingual, labels } from '../../issue/labels.ts'
import { printedDate } from '../../issue/states.ts'
import { securityPaper, waves } from '../guilloche.ts'
import { mrzOf, printMrz } from '../machine-readable.ts'
import { printEmblem, printSpecimenMark } from '../ornaments.ts'
import { printGhost, printPortrait } from '../portrait.ts'
import { openSheet, type Sheet, writeField, writeText } from '../sheet.ts'
import { printSignature } from '../signature.ts'
import { arabicName, printedName } from './holder-names.ts'
import type { Layout } from './layout.ts'

/** TD3: ICAO 9303 part 4, 2.1. */
const WIDTH = 125
const HEIGHT = 88
const PER_MM = 12

/** The data page of a passport. */
export const drawPassport: Layout = (issue, portrait) => {
  const { state, random } = issue
  const sheet = openSheet('FRONT', WIDTH, HEIGHT, PER_MM)
  securityPaper(sheet, state.inks, issue.paper.fork('paper'))
  printEmblem(sheet, 84, 36, 21, state.accent, 0.09)
  heading(sheet, issue)
  printPortrait(
    sheet,
    { x: 5, y: 17.5, width: 34, height: 43.7 },
    portrait,
    state.inks.lines[0],
    random.fork('portrait'),
  )
  printGhost(sheet, { x: 107.4, y: 36, width: 13, height: 16.7 }, portrait)
  fields(sheet, issue)
  printSignature(sheet, { x: 84, y: 55, width: 30, height: 7.5 }, random.fork('signature'))

  const base = { x: 0, y: 64.8, width: WIDTH, height: HEIGHT - 64.8 }
  sheet.context.fillStyle = 'rgba(255,255,255,0.55)'
  sheet.context.fillRect(base.x, base.y, base.width, base.height)
  waves(sheet, base, state.inks.lines[1], issue.paper.fork('mrz'), 14, 0.22)
  if (issue.faults.includes('no-mrz')) return { sheets: [sheet] }

  const mrz = mrzOf(issue, 'TD3')
  printMrz(sheet, mrz.lines, 6.6, HEIGHT - 8.2)
  return { sheets: [sheet], mrz }
}

function heading(sheet: Sheet, { state, printedNumber }: Issue): void {
  const { language } = state
  printEmblem(sheet, 10, 8, 4.6, state.accent)
  writeText(sheet, state.name, 17, 7.2, { size: 3.6, weight: 700, color: state.accent, maxWidth: 66 })
  writeText(sheet, state.englishName, 17, 11.2, { size: 2.3, color: state.accent, maxWidth: 66 })
  writeText(sheet, bilingual(language, 'passport'), 5.2, 15.9, {
    size: 2.3,
    weight: 700,
    color: state.accent,
    maxWidth: 34,
  })
  printSpecimenMark(sheet, 120, 7, 3.1)
  writeField(sheet, undefined, 'P', 43, 15, { label: bilingual(language, 'type'), maxWidth: 15 })
  writeField(sheet, 'issuing_state_code', state.mrz, 61, 15, { label: bilingual(language, 'code'), maxWidth: 18 })
  writeField(sheet, 'document_number', printedNumber, 84, 15, {
    label: bilingual(language, 'passportNumber'),
    size: 3.4,
    gap: 3.6,
    maxWidth: 36,
  })
}

function fields(sheet: Sheet, issue: Issue): void {
  const { state, person, dateOfIssue, dateOfExpiry } = issue
  const label = (key: Parameters<typeof bilingual>[1]) => ({ label: bilingual(state.language, key) })
  const [left, middle, right] = [43, 70, 84]
  const rows = [22, 29, 36, 43, 50, 57] as const
  writeField(sheet, 'surname', printedName(person.surname), left, rows[0], { ...label('surname'), maxWidth: 62 })
  writeField(sheet, 'given_name', printedName(person.givenNames), left, rows[1], {
    ...label('givenNames'),
    maxWidth: 62,
  })
  writeArabic(sheet, arabicName(person.surname), rows[0])
  writeArabic(sheet, arabicName(person.givenNames), rows[1])
  writeField(sheet, 'nationality', state.nationality, left, rows[2], { ...label('nationality'), maxWidth: 39 })
  if (issue.personalNumber) {
    writeField(sheet, 'personal_number', issue.personalNumber, right, rows[2], {
      ...label('personalNumber'),
      maxWidth: 22,
    })
  }
  const born = issue.altered?.name === 'date_of_birth' ? undefined : person.dateOfBirth
  writeField(
    sheet,
    'date_of_birth',
    issue.printedDateOfBirth,
    left,
    rows[3],
    { ...label('dateOfBirth'), maxWidth: 26 },
    born,
  )
  writeField(sheet, 'sex', person.sex, middle, rows[3], { ...label('sex'), maxWidth: 13 })
  writeField(sheet, 'place_of_birth', issue.placeOfBirth, right, rows[3], { ...label('placeOfBirth'), maxWidth: 22 })
  writeField(
    sheet,
    'date_of_issue',
    printedDate(dateOfIssue, state.dates),
    left,
    rows[4],
    { ...label('dateOfIssue'), maxWidth: 39 },
    dateOfIssue,
  )
  writeField(sheet, 'authority', state.authority, right, rows[4], { ...label('authority'), maxWidth: 22, size: 2.3 })
  writeField(
    sheet,
    'date_of_expiry',
    printedDate(dateOfExpiry, state.dates),
    left,
    rows[5],
    { ...label('dateOfExpiry'), maxWidth: 39 },
    dateOfExpiry,
  )
  writeText(sheet, labels[state.language].signature, right, 63.6, { size: 1.5, color: '#4b5570', maxWidth: 34 })
}

function writeArabic(sheet: Sheet, text: string | undefined, y: number): void {
  if (text) writeText(sheet, text, 120, y + 3, { size: 3, weight: 700, align: 'right', maxWidth: 30 })
}
