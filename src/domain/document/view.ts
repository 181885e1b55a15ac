import type { VisualFieldName } from '../vocabulary.ts'
import type { BarcodeReading, IdentityDocument, MrzCheck, MrzReading, PageReading, VisualField } from './document.ts'

/**
 * Confidences are calibrated: of the values given 90, nine in ten are right. Under it a misreading explains too much to
 * hold a value against anybody.
 */
const SURE = 90

/** Is the reader as sure of this as a contradiction must be? */
export const isSure = ({ confidence }: { confidence: number }): boolean => confidence >= SURE

/** The MRZ of whichever side carries it. */
export const mrzOf = (document: IdentityDocument | undefined): MrzReading | undefined =>
  document?.pages.find((page) => page.mrz)?.mrz

/** The barcode that says most about its holder, of whichever side. */
export function barcodeOf(document: IdentityDocument | undefined): BarcodeReading | undefined {
  const all = (document?.pages ?? []).flatMap((page) => page.barcode ?? [])
  return all.toSorted((a, b) => fieldCount(b) - fieldCount(a))[0]
}

export const carries = (pages: PageReading[], feature: 'mrz' | 'barcode'): boolean =>
  pages.some((page) => page.features[feature])

export const visualFields = (document: IdentityDocument | undefined): VisualField[] =>
  (document?.pages ?? []).flatMap((page) => page.visual)

/** The surest reading of a visual field on any side. */
export const visualField = (document: IdentityDocument | undefined, name: VisualFieldName): VisualField | undefined =>
  visualFields(document)
    .filter((field) => field.name === name)
    .toSorted((a, b) => b.confidence - a.confidence)[0]

/** Undefined when the MRZ has no such check digit. */
export const checkOf = (mrz: MrzReading | undefined, name: MrzCheck['name']): boolean | undefined =>
  mrz?.checks.find((check) => check.name === name)?.valid

/**
 * Every statement of a date on the document. When the MRZ states it under a check digit that agrees, that one alone:
 * a misread printed date must not overrule it.
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
