import type { BarcodeReading } from '../../../formats/aamva/barcode-reading.ts'
import type { VisualFieldName } from '../../../formats/document-words.ts'
import type { MrzCheck, MrzReading } from '../../../formats/mrz/mrz-reading.ts'
import type { VisualField } from '../../../formats/visual-field.ts'
import type { PageReading } from '../../../vision/document/page-reading.ts'
import type { IdentityDocument } from './document.ts'

/**
 * Confidences are calibrated: of the values with 90, nine in ten are right. Below that, a misreading is too likely for
 * a value to count against anybody.
 */
const SURE = 90

/** Is the reader's confidence high enough for a contradiction? */
export const isSure = ({ confidence }: { confidence: number }): boolean => confidence >= SURE

/** The MRZ of the side that has one. */
export const mrzOf = (document: IdentityDocument | undefined): MrzReading | undefined =>
  document?.pages.find((page) => page.mrz)?.mrz

/** The barcode of either side that says most about its holder. */
export function barcodeOf(document: IdentityDocument | undefined): BarcodeReading | undefined {
  const all = (document?.pages ?? []).flatMap((page) => page.barcode ?? [])
  return all.toSorted((a, b) => fieldCount(b) - fieldCount(a))[0]
}

export const carries = (pages: PageReading[], feature: 'mrz' | 'barcode'): boolean =>
  pages.some((page) => page.features[feature])

export const visualFields = (document: IdentityDocument | undefined): VisualField[] =>
  (document?.pages ?? []).flatMap((page) => page.visual)

/** The most confident reading of a visual field on any side. */
export const visualField = (document: IdentityDocument | undefined, name: VisualFieldName): VisualField | undefined =>
  visualFields(document)
    .filter((field) => field.name === name)
    .toSorted((a, b) => b.confidence - a.confidence)[0]

/** Undefined if the MRZ has no such check digit. */
export const checkOf = (mrz: MrzReading | undefined, name: MrzCheck['name']): boolean | undefined =>
  mrz?.checks.find((check) => check.name === name)?.valid

/**
 * Every statement of a date on the document. If the MRZ states it under a check digit that agrees, only that one: a
 * misread printed date must not overrule it.
 */
export function statedDates(
  document: IdentityDocument | undefined,
  name: 'date_of_birth' | 'date_of_expiry',
): { source: 'MRZ' | 'visual zone' | 'barcode'; date: string }[] {
  const key = name === 'date_of_birth' ? 'dateOfBirth' : 'dateOfExpiry'
  const mrz = mrzOf(document)
  const inMrz = mrz?.[key]
  if (inMrz && checkOf(mrz, name)) return [{ source: 'MRZ', date: inMrz }]

  const printed = visualField(document, name)?.date
  const encoded = barcodeOf(document)?.[key]
  return [
    ...(inMrz ? [{ source: 'MRZ' as const, date: inMrz }] : []),
    ...(printed ? [{ source: 'visual zone' as const, date: printed }] : []),
    ...(encoded ? [{ source: 'barcode' as const, date: encoded }] : []),
  ]
}

const fieldCount = (barcode: BarcodeReading): number => Object.keys(barcode.fields).length
