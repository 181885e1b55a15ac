import type { DocumentType } from '../vocabulary.ts'
import type { IdentityDocument } from './document.ts'
import { barcodeOf, checkOf, mrzOf, visualField } from './view.ts'

/**
 * How issuers are known to number their documents. Not taken from a register: a number of another form raises a doubt
 * for a person to look at, and rejects nobody by itself. A country or type that is not listed has no rule.
 */
const FORMATS: Partial<Record<DocumentType, Record<string, RegExp>>> = {
  PASSPORT: {
    AUS: /^[A-Z]{1,2}\d{7}$/,
    AUT: /^[A-Z]{1,2}\d{7}$/,
    BEL: /^[A-Z]{2}\d{6}$/,
    CAN: /^([A-Z]{2}\d{6}|[A-Z]\d{6}[A-Z]{2})$/,
    CZE: /^\d{8}$/,
    // Letters that could be read as words or digits are left out.
    DEU: /^[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}$/,
    DNK: /^\d{9}$/,
    ESP: /^[A-Z]{2,3}\d{6}$/,
    EST: /^[A-Z]{1,2}\d{7}$/,
    FIN: /^[A-Z]{2}\d{7}$/,
    FRA: /^\d{2}[A-Z]{2}\d{5}$/,
    GBR: /^\d{9}$/,
    GRC: /^[A-Z]{2}\d{7}$/,
    HRV: /^\d{9}$/,
    ITA: /^[A-Z]{2}\d{7}$/,
    JPN: /^[A-Z]{2}\d{7}$/,
    LVA: /^[A-Z]{2}\d{7}$/,
    NLD: /^[A-NP-Z]{2}[A-NP-Z0-9]{6}\d$/,
    POL: /^[A-Z]{2}\d{7}$/,
    UKR: /^[A-Z]{2}\d{6}$/,
    USA: /^[A-Z0-9]\d{8}$/,
  },
  IDENTITY_CARD: {
    DEU: /^([CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}|\d{9,10})$/,
    ESP: /^[A-Z]{3}\d{6}$/,
    NLD: /^[A-NP-Z]{2}[A-NP-Z0-9]{6}\d$/,
    POL: /^[A-Z]{3}\d{6}$/,
  },
}

/** Undefined when we know no rule for this issuer and type. */
export function fitsNumberFormat(country: string, type: DocumentType, number: string): boolean | undefined {
  return FORMATS[type]?.[country]?.test(plain(number))
}

/** Confidences are calibrated: of the values given 90, nine in ten are right. */
const SURE = 90

/** The number and its issuer, when it was surely read: under a check digit, from a barcode, or plainly in print. */
export function documentNumberOf(
  document: IdentityDocument,
): { country: string; type: DocumentType; number: string } | undefined {
  const front = document.pages[0]
  const mrz = mrzOf(document)
  const printed = visualField(document, 'document_number')
  const number =
    (checkOf(mrz, 'document_number') ? mrz?.fields.document_number : undefined) ??
    barcodeOf(document)?.fields.document_number ??
    (printed && printed.confidence >= SURE ? printed.value : undefined)
  return front && number ? { country: front.country, type: front.type, number: plain(number) } : undefined
}

const plain = (number: string): string => number.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
