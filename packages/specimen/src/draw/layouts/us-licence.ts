import { jurisdictionByCode } from '../../../../../src/formats/aamva/aamva-jurisdictions.ts'
import type { Issue } from '../../issue/issue.ts'
import { type LicenceIssuer, licenceIssuer } from '../../issue/jurisdictions.ts'
import { fictionalPerson, fillPattern, type Person } from '../../issue/person.ts'
import { printedDate } from '../../issue/states.ts'
import type { Truth } from '../../issue/truth.ts'
import { type AamvaContent, formatAamva } from '../format-aamva.ts'
import { securityPaper, waves } from '../guilloche.ts'
import { printEmblem, printSpecimenMark } from '../ornaments.ts'
import { printPdf417 } from '../pdf417.ts'
import { type LoadedPortrait, printGhost, printPortrait } from '../portrait.ts'
import { openSheet, type Sheet, writeField, writeText } from '../sheet.ts'
import { printSignature } from '../signature.ts'
import type { Layout } from './layout.ts'

const WIDTH = 85.6
const HEIGHT = 53.98
const PER_MM = 15

/** A driver licence according to the AAMVA card design standard: PDF417 on the back. */
export const drawUsLicence: Layout = (issue, portrait) => {
  const issuer = licenceIssuer(issue.region ?? 'CA')
  const front = drawFront(issue, issuer, portrait)
  const back = openSheet('BACK', WIDTH, HEIGHT, PER_MM)
  const barcode = barcodeOf(issue, issuer)
  drawBack(back, issue, issuer, barcode.text)
  return { sheets: [front, back], barcode, region: issuer.code }
}

function drawFront(issue: Issue, issuer: LicenceIssuer, portrait: LoadedPortrait | undefined): Sheet {
  const { person, random } = issue
  const sheet = openSheet('FRONT', WIDTH, HEIGHT, PER_MM)
  securityPaper(sheet, issuer.inks, issue.paper.fork('paper'))
  printEmblem(sheet, 66, 34, 15, issuer.accent, 0.1)
  const name = jurisdictionByCode(issuer.code)?.name ?? issuer.code
  writeText(sheet, name.toUpperCase(), 4, 6.6, {
    size: 5,
    weight: 700,
    face: 'serif',
    color: issuer.accent,
    maxWidth: 40,
    spacing: 0.25,
  })
  writeText(sheet, 'DRIVER LICENSE', 82, 5, { size: 2.9, weight: 700, color: issuer.accent, align: 'right' })
  writeText(sheet, 'USA', 82, 8.2, { size: 2.4, weight: 700, color: issuer.accent, align: 'right' })
  printSpecimenMark(sheet, 74, 8.2, 2.1)
  printPortrait(
    sheet,
    { x: 3.6, y: 10.6, width: 26, height: 33 },
    portrait,
    issuer.inks.lines[0],
    random.fork('portrait'),
  )
  printGhost(sheet, { x: 72, y: 37, width: 9.5, height: 12 }, portrait)
  printSignature(sheet, { x: 4, y: 45, width: 26, height: 6.4 }, random.fork('signature'))

  const born = issue.altered?.name === 'date_of_birth' ? undefined : person.dateOfBirth
  const [given = '', ...middle] = person.givenNames.latin.split(' ')
  const row = (
    label: string,
    x: number,
    y: number,
    name: Parameters<typeof writeField>[1],
    value: string,
    size = 2.3,
    date?: string,
  ) => {
    const { x: left, width } = writeText(sheet, label, x, y, { size: 1.5, color: issuer.accent })
    writeField(sheet, name, value, left + width + 0.8, y, { size, maxWidth: 82 - left - width - 0.8 }, date)
  }
  const us = (iso: string) => printedDate(iso, 'us')
  row('4d DL', 32, 12.8, 'document_number', issue.printedNumber, 2.9)
  row('4b EXP', 32, 16.8, 'date_of_expiry', us(issue.dateOfExpiry), 2.5, issue.dateOfExpiry)
  row('9 CLASS', 61, 16.8, 'document_class_code', 'C', 2.3)
  row('1 LN', 32, 20.8, 'surname', person.surname.latin, 2.5)
  row('2 FN', 32, 24.2, 'given_name', [given, ...middle].join(' '), 2.5)
  writeText(sheet, '8', 32, 27.4, { size: 1.5, color: issuer.accent })
  const [street, city] = [issue.address[0], `${issue.address[1]}, ${issuer.code} ${zip(issue)}`]
  writeField(sheet, 'address', street, 34, 27.4, { size: 2, weight: 400, whole: `${street}, ${city}` })
  writeText(sheet, city, 34, 30, { size: 2 })
  row('3 DOB', 32, 34, 'date_of_birth', issue.printedDateOfBirth, 2.8, born)
  row('12 RSTR', 61, 34, undefined, 'NONE', 2)
  row('15 SEX', 32, 38, 'sex', person.sex, 2.2)
  row('18 EYES', 48, 38, undefined, person.eyes, 2.2)
  row('16 HGT', 32, 41.4, 'height', inFeet(person.heightCm), 2.2)
  row('9a END', 48, 41.4, undefined, 'NONE', 2.2)
  row('5 DD', 32, 45.2, undefined, discriminator(issue), 1.9)
  row('4a ISS', 32, 49.2, 'date_of_issue', us(issue.dateOfIssue), 2.3, issue.dateOfIssue)
  return sheet
}

function drawBack(sheet: Sheet, issue: Issue, issuer: LicenceIssuer, text: string): void {
  securityPaper(sheet, issuer.inks, issue.paper.fork('paper of the back'))
  sheet.context.fillStyle = '#2a2a2e'
  sheet.context.fillRect(0, 3.2, WIDTH, 8.4)
  waves(sheet, { x: 0, y: 12, width: WIDTH, height: 12 }, issuer.inks.lines[0], issue.paper.fork('waves'), 8, 0.3)
  const lines = ['CLASS: C - ANY SINGLE VEHICLE UP TO 26,000 LBS', 'ENDORSEMENTS: NONE', 'RESTRICTIONS: NONE']
  lines.forEach((line, index) => {
    writeText(sheet, line, 5, 15.4 + index * 3, { size: 1.8 })
  })
  printSpecimenMark(sheet, 81, 22, 2.6)
  printPdf417(sheet, text, 5.6, 24)
  writeText(sheet, `${issuer.code} DMV SPECIMEN  ·  ${issue.number}  ·  REV 01/01/2020`, 5, 52, {
    size: 1.6,
    color: '#3b3f4a',
  })
}

function barcodeOf(issue: Issue, issuer: LicenceIssuer): NonNullable<Truth['barcode']> {
  const other = issue.faults.includes('other-barcode')
  const person: Person = other ? someoneElse(issue) : issue.person
  const source = issue.random.fork('barcode')
  const number = other ? fillPattern(issuer.number, source) : issue.number
  const [givenName = '', ...middle] = person.givenNames.latin.split(' ')
  const content: AamvaContent = {
    jurisdiction: issuer.code,
    version: 10,
    kind: 'DL',
    documentNumber: number,
    surname: person.surname.latin,
    givenName,
    ...(middle.length > 0 ? { middleName: middle.join(' ') } : {}),
    dateOfBirth: person.dateOfBirth,
    dateOfExpiry: issue.dateOfExpiry,
    dateOfIssue: issue.dateOfIssue,
    sex: person.sex,
    street: issue.address[0],
    city: issue.address[1],
    postalCode: `${zip(issue)}0000`,
    height: Math.round(person.heightCm / 2.54),
    eyeColour: person.eyes,
    discriminator: discriminator(issue),
  }
  return {
    side: 'BACK',
    symbology: 'PDF417',
    text: formatAamva(content),
    fields: {
      document_code: 'DL',
      document_number: number,
      primary_identifier: person.surname.latin,
      secondary_identifier: person.givenNames.latin,
      date_of_birth: person.dateOfBirth,
      sex: person.sex,
    },
  }
}

/** A person with another name and another birthday. */
function someoneElse({ person, random }: Issue): Person {
  const source = random.fork('someone else')
  for (;;) {
    const candidate = fictionalPerson(
      source.whole(1, 1_000_000),
      'en',
      `${Number(person.dateOfBirth.slice(0, 4)) + 40}-01-01`,
    )
    if (candidate.surname.latin !== person.surname.latin && candidate.dateOfBirth !== person.dateOfBirth)
      return candidate
  }
}

function zip({ random }: Issue): string {
  return fillPattern('99999', random.fork('zip'))
}

function discriminator({ random }: Issue): string {
  return fillPattern('99999999AA99', random.fork('discriminator'))
}

function inFeet(cm: number): string {
  const inches = Math.round(cm / 2.54)
  return `${Math.floor(inches / 12)}'-${String(inches % 12).padStart(2, '0')}"`
}
