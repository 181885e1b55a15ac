import type { Issue } from '../../issue/issue.ts'
import { labels } from '../../issue/labels.ts'
import { printedDate } from '../../issue/states.ts'
import { securityPaper } from '../guilloche.ts'
import { printEmblem, printSign, printSpecimenMark, printStarRing } from '../ornaments.ts'
import { type LoadedPortrait, printGhost, printPortrait } from '../portrait.ts'
import { openSheet, type Sheet, writeField, writeText } from '../sheet.ts'
import { printSignature } from '../signature.ts'
import { arabicName, printedName } from './holder-names.ts'
import type { Layout } from './layout.ts'

const WIDTH = 85.6
const HEIGHT = 53.98
const PER_MM = 15

/** The colours of Directive 2006/126/EC, annex I: pink in front, the ring of stars on blue. */
const inks = {
  paper: ['#f7e3ea', '#f3e6ef', '#f9e9e6'],
  lines: ['#c98aa6', '#9a93c4'],
} as const
const ACCENT = '#5b2c62'

/** A driving licence with numbered fields 1 to 9 and the table of categories on the back. */
export const drawEuLicence: Layout = (issue, portrait) => {
  return { sheets: [drawFront(issue, portrait), drawBack(issue)] }
}

function drawFront(issue: Issue, portrait: LoadedPortrait | undefined): Sheet {
  const { state, person, random } = issue
  const sheet = openSheet('FRONT', WIDTH, HEIGHT, PER_MM)
  securityPaper(sheet, inks, issue.paper.fork('paper'))
  printEmblem(sheet, 62, 32, 14, ACCENT, 0.08)
  const badge = state.european ? printStarRing : printSign
  badge(sheet, { x: 3.4, y: 3, width: 11.5, height: 9 }, state.sign)
  writeText(sheet, labels[state.language].drivingLicence, 17.5, 6.4, {
    size: 3.3,
    weight: 700,
    color: ACCENT,
    maxWidth: 46,
  })
  writeText(sheet, state.name, 17.5, 10.4, { size: 2.5, weight: 700, color: ACCENT, maxWidth: 46 })
  printSpecimenMark(sheet, 82, 6, 2.3)
  printPortrait(sheet, { x: 3.4, y: 14, width: 23, height: 29.6 }, portrait, inks.lines[0], random.fork('portrait'))
  printGhost(sheet, { x: 72, y: 38, width: 9.5, height: 12 }, portrait)

  const number = (text: string, x: number, y: number) => writeText(sheet, text, x, y, { size: 1.9, color: ACCENT })
  const value = (
    name: Parameters<typeof writeField>[1],
    text: string,
    x: number,
    y: number,
    maxWidth: number,
    date?: string,
  ) => writeField(sheet, name, text, x, y, { size: 2.35, maxWidth }, date)
  const [left, column] = [29, 34]
  number('1.', left, 16.6)
  value('surname', printedName(person.surname), column, 16.6, 47)
  number('2.', left, 20.4)
  value('given_name', printedName(person.givenNames), column, 20.4, 47)
  arabic(sheet, arabicName(person.surname), 16.6)
  arabic(sheet, arabicName(person.givenNames), 20.4)
  number('3.', left, 24.2)
  const born = issue.altered?.name === 'date_of_birth' ? undefined : person.dateOfBirth
  value('date_of_birth', issue.printedDateOfBirth, column, 24.2, 16, born)
  value('place_of_birth', issue.placeOfBirth, 51, 24.2, 31)
  number('4a.', left, 28)
  value('date_of_issue', printedDate(issue.dateOfIssue, 'dots'), column, 28, 16, issue.dateOfIssue)
  number('4c.', 52, 28)
  value('authority', state.authority, 56.5, 28, 25.5)
  number('4b.', left, 31.8)
  value('date_of_expiry', printedDate(issue.dateOfExpiry, 'dots'), column, 31.8, 16, issue.dateOfExpiry)
  if (issue.personalNumber) {
    number('4d.', 52, 31.8)
    value('personal_number', issue.personalNumber, 56.5, 31.8, 25.5)
  }
  number('5.', left, 35.6)
  value('document_number', issue.printedNumber, column, 35.6, 36)
  number('7.', left, 41.6)
  printSignature(sheet, { x: 33, y: 37, width: 28, height: 7 }, random.fork('signature'))
  number('9.', left, 49.4)
  value('document_class_code', 'AM/B1/B', column, 49.4, 36)
  return sheet
}

const CATEGORIES = ['AM', 'A1', 'A2', 'A', 'B1', 'B', 'C1', 'C', 'D1', 'D', 'BE'] as const
const HELD: ReadonlySet<string> = new Set(['AM', 'B1', 'B'])

function drawBack(issue: Issue): Sheet {
  const { state } = issue
  const sheet = openSheet('BACK', WIDTH, HEIGHT, PER_MM)
  securityPaper(sheet, inks, issue.paper.fork('paper of the back'))
  const { context } = sheet
  const [left, top, step] = [30, 6.2, 3.65]
  const columns = [left, left + 9, left + 23, left + 37, left + 52]
  context.strokeStyle = ACCENT
  context.lineWidth = 0.12
  context.beginPath()
  for (const x of columns) {
    context.moveTo(x, top - 3.2)
    context.lineTo(x, top + CATEGORIES.length * step + 0.6)
  }
  for (let row = 0; row <= CATEGORIES.length; row++) {
    context.moveTo(left, top + 0.6 + row * step)
    context.lineTo(left + 52, top + 0.6 + row * step)
  }
  context.stroke()
  for (const [index, title] of ['9.', '10.', '11.', '12.'].entries()) {
    writeText(sheet, title, (columns[index] ?? 0) + 1, top, { size: 1.9, weight: 700, color: ACCENT })
  }
  const first = printedDate(issue.dateOfIssue, 'dots')
  const until = printedDate(issue.dateOfExpiry, 'dots')
  for (const [index, category] of CATEGORIES.entries()) {
    const y = top + 0.6 + (index + 0.72) * step
    writeText(sheet, category, left + 1, y, { size: 2.1, weight: 700 })
    if (!HELD.has(category)) {
      context.beginPath()
      context.moveTo(left + 10, y - 0.9)
      context.lineTo(left + 51, y - 0.9)
      context.stroke()
    } else if (category === 'B') {
      writeField(sheet, 'first_issue_date', first, left + 10, y, { size: 2 }, issue.dateOfIssue)
      writeText(sheet, until, left + 24, y, { size: 2, weight: 700 })
    } else {
      writeText(sheet, first, left + 10, y, { size: 2, weight: 700 })
      writeText(sheet, until, left + 24, y, { size: 2, weight: 700 })
    }
  }
  const own = labels[state.language]
  const legend = [
    `1. ${own.surname}`,
    `2. ${own.givenNames}`,
    `3. ${own.dateOfBirth}, ${own.placeOfBirth}`,
    `4a. ${own.dateOfIssue}`,
    `4b. ${own.dateOfExpiry}`,
    `4c. ${own.authority}`,
    `5. ${own.documentNumber}`,
    `7. ${own.signature}`,
  ]
  legend.forEach((line, index) => {
    writeText(sheet, line, 3.4, 7.5 + index * 3.1, { size: 1.55, color: ACCENT, maxWidth: 24 })
  })
  writeText(sheet, '12.', 3.4, 36, { size: 1.9, color: ACCENT })
  writeText(sheet, 'B: 01.06', 7.5, 36, { size: 2 })
  printSpecimenMark(sheet, 82, 52, 2.2)
  writeText(sheet, `${state.sign} ${issue.number}`, 3.4, 51, { size: 1.9, weight: 700 })
  return sheet
}

function arabic(sheet: Sheet, text: string | undefined, y: number): void {
  if (text) writeText(sheet, text, 82, y, { size: 2.5, weight: 700, align: 'right', maxWidth: 22 })
}
