import { fitsNumberFormat } from '../../../formats/document-number-forms.ts'
import { type DocumentType, VISUAL_FIELDS, type VisualFieldName } from '../../../formats/document-words.ts'
import type { MrzCheck } from '../../../formats/mrz/mrz-reading.ts'
import type { PageReading } from '../../../vision/document/page-reading.ts'
import type { IdentityDocument } from './document.ts'
import { documentNumberOf } from './document-number.ts'
import { type Contradiction, numberContradictions } from './find-contradictions.ts'
import { barcodeOf, checkOf, isSure, mrzOf, visualField } from './view.ts'

/**
 * Forgery checks that need no model: contradictions between the document and itself, the calendar, or its issuer's
 * habits.
 */
export function findContradictions(document: IdentityDocument, today: string): Contradiction[] {
  return [
    ...impossibleDates(document, today),
    ...validityTooLong(document),
    ...numberFormat(document),
    ...numberContradictions(document),
    ...mrzAgainstBarcode(document),
    ...frontAgainstBack(document),
    ...mrzType(document),
    ...editedPictures(document),
  ]
}

interface Statement {
  value: string
  sure: boolean
}

type DatedField = Extract<VisualFieldName, 'date_of_birth' | 'date_of_issue' | 'date_of_expiry'>

function dateOf(document: IdentityDocument, name: DatedField): Statement | undefined {
  const mrz = mrzOf(document)
  const inMrz = name === 'date_of_birth' ? mrz?.dateOfBirth : name === 'date_of_expiry' ? mrz?.dateOfExpiry : undefined
  if (mrz && inMrz && (isSure(mrz) || checkOf(mrz, name as MrzCheck['name']))) {
    return { value: inMrz, sure: !mrz.repaired }
  }
  const printed = visualField(document, name)
  return printed?.date ? { value: printed.date, sure: isSure(printed) } : undefined
}

/** The longest documented life; an earlier birth is a misreading or a forgery. */
const LONGEST_LIFE = 122

function impossibleDates(document: IdentityDocument, today: string): Contradiction[] {
  const birth = dateOf(document, 'date_of_birth')
  const issue = dateOf(document, 'date_of_issue')
  const expiry = dateOf(document, 'date_of_expiry')
  const day: Statement = { value: today, sure: true }
  const longAgo: Statement = { value: addYears(today, -LONGEST_LIFE), sure: true }

  return [
    ...mustNotBeAfter(birth, day, 'The date of birth lies in the future.'),
    ...mustNotBeAfter(longAgo, birth, `The date of birth is more than ${LONGEST_LIFE} years ago.`),
    ...mustNotBeAfter(issue, day, 'The date of issue lies in the future.'),
    ...mustNotBeAfter(birth, issue, 'The document was issued before its holder was born.'),
    ...mustNotBeAfter(issue, expiry, 'The document expires before it was issued.'),
    ...mustNotBeAfter(birth, expiry, 'The document expires before its holder was born.'),
  ]
}

function mustNotBeAfter(first: Statement | undefined, then: Statement | undefined, reason: string): Contradiction[] {
  if (!first || !then || first.value <= then.value) return []
  return [{ code: 'IMPOSSIBLE_DATES', certainty: first.sure && then.sure ? 'certain' : 'doubtful', reason }]
}

/**
 * Years from issue to expiry, with one year of grace for time left over from an earlier document. Passports: states
 * issue them for ten years at most. Cards: Regulation (EU) 2019/1157, Article 4. Driving licences: Directive
 * 2006/126/EC, Article 7. Visas and residence permits: ten years are the longest in use.
 */
const LONGEST_VALIDITY: Record<DocumentType, number> = {
  PASSPORT: 11,
  IDENTITY_CARD: 11,
  DRIVER_LICENSE: 16,
  VISA: 11,
  RESIDENCE_PERMIT: 11,
  OTHER: Number.POSITIVE_INFINITY,
}

/**
 * From this age on several states issue cards without an expiry (Regulation (EU) 2019/1157 allows it from 70, some
 * grant it from 58).
 */
const AGE_OF_LIFELONG_CARDS = 58

/** Arizona and others issue driving licences until the holder is 65, so Europe's rule does not apply. */
const NO_LICENCE_RULE = new Set(['USA', 'CAN', 'AUS', 'MEX'])

function validityTooLong(document: IdentityDocument): Contradiction[] {
  const front = document.pages[0]
  const issue = dateOf(document, 'date_of_issue')
  const expiry = dateOf(document, 'date_of_expiry')
  if (!front || !issue || !expiry) return []
  if (front.type === 'DRIVER_LICENSE' && NO_LICENCE_RULE.has(front.country ?? '')) return []

  const birth = dateOf(document, 'date_of_birth')
  const lifelong =
    front.type === 'IDENTITY_CARD' && birth && addYears(birth.value, AGE_OF_LIFELONG_CARDS) <= issue.value
  const longest = LONGEST_VALIDITY[front.type]
  if (lifelong || !Number.isFinite(longest) || expiry.value <= addYears(issue.value, longest)) return []

  const years = `more than ${longest - 1} years, longer than its type allows`
  return [doubtful('VALIDITY_TOO_LONG', `The document claims to be valid for ${years}.`)]
}

function numberFormat(document: IdentityDocument): Contradiction[] {
  const stated = documentNumberOf(document)
  if (!stated || fitsNumberFormat(stated.country, stated.type, stated.number, stated.region) !== false) return []
  return [doubtful('NUMBER_FORMAT', 'The document number does not have the form that its issuer uses.')]
}

/** One machine makes both from one record, and both are protected against misreading. */
function mrzAgainstBarcode(document: IdentityDocument): Contradiction[] {
  const mrz = mrzOf(document)
  const barcode = barcodeOf(document)
  if (!mrz?.dateOfBirth || !barcode?.dateOfBirth || !checkOf(mrz, 'date_of_birth')) return []
  if (mrz.dateOfBirth.slice(2) === barcode.dateOfBirth.slice(2)) return []

  const reason = 'The MRZ and the barcode state different dates of birth.'
  return [{ code: 'MRZ_BARCODE_MISMATCH', certainty: mrz.repaired ? 'doubtful' : 'certain', reason }]
}

/** Fields with the same value on both sides; an address or an authority may be printed differently. */
const SAME_ON_BOTH_SIDES: VisualFieldName[] = ['document_number', 'personal_number', 'date_of_birth', 'date_of_expiry']

function frontAgainstBack({ pages }: IdentityDocument): Contradiction[] {
  const [front, back] = pages
  if (!front || !back) return []

  return VISUAL_FIELDS.filter((name) => SAME_ON_BOTH_SIDES.includes(name)).flatMap((name) => {
    const a = surely(front, name)
    const b = surely(back, name)
    if (!a || !b || a === b) return []
    const field = name.replaceAll('_', ' ')
    return [doubtful('FRONT_BACK_MISMATCH', `The front and the back state a different ${field}.`)]
  })
}

function surely(page: PageReading, name: VisualFieldName): string | undefined {
  const field = page.visual.find((candidate) => candidate.name === name && isSure(candidate))
  return field && (field.date ?? field.value.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, ''))
}

/** The first letter of the MRZ's document code identifies the kind of document (ICAO 9303-4 to -7, data element 1). */
function mrzType(document: IdentityDocument): Contradiction[] {
  const code = mrzOf(document)?.fields.document_code?.[0]
  const type = document.pages[0]?.type
  if (!code || !type || type === 'OTHER') return []
  const agrees =
    code === 'P' ? type === 'PASSPORT' : code === 'V' ? type === 'VISA' : type !== 'PASSPORT' && type !== 'VISA'
  return agrees ? [] : [doubtful('MRZ_TYPE_MISMATCH', `The MRZ belongs to another kind of document (code ${code}).`)]
}

function editedPictures({ pages }: IdentityDocument): Contradiction[] {
  return pages.flatMap(({ side, editor }) =>
    editor ? doubtful('EDITED_PICTURE', `The picture of the ${side} was saved by a picture editor (${editor}).`) : [],
  )
}

const doubtful = (code: Contradiction['code'], reason: string): Contradiction => ({
  code,
  certainty: 'doubtful',
  reason,
})

function addYears(date: string, years: number): string {
  return `${String(Number(date.slice(0, 4)) + years).padStart(4, '0')}${date.slice(4)}`
}
