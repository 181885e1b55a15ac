import type { DocumentType } from './document-words.ts'
import { inOurDigits } from './text/transliterate.ts'

/**
 * The known formats of issuers' document numbers. They are not from a register: a number in another format raises a
 * doubt for a person to check, and rejects nobody on its own. A country or type that is not listed has no rule.
 */
const FORMATS: Partial<Record<DocumentType, Record<string, RegExp>>> = {
  PASSPORT: {
    AUS: /^[A-Z]{1,2}\d{7}$/,
    AUT: /^[A-Z]{1,2}\d{7}$/,
    BEL: /^[A-Z]{2}\d{6}$/,
    CAN: /^([A-Z]{2}\d{6}|[A-Z]\d{6}[A-Z]{2})$/,
    CZE: /^\d{8}$/,
    // Letters that could form words or be read as digits are left out.
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
    // Until 2021 twelve digits: the first four are the month of issue, then the department. Since then nine characters.
    FRA: /^(\d{5}[0-9AB]\d{6}|[A-Z0-9]{9})$/,
    NLD: /^[A-NP-Z]{2}[A-NP-Z0-9]{6}\d$/,
    POL: /^[A-Z]{3}\d{6}$/,
  },
}

/**
 * Undefined if we have no rule for this issuer and type. The region is that of a licence, by its postal abbreviation.
 */
export function fitsNumberFormat(
  country: string,
  type: DocumentType,
  number: string,
  region?: string,
): boolean | undefined {
  const ofState = country === 'USA' && type === 'DRIVER_LICENSE' && region ? LICENCE_NUMBERS[region] : undefined
  return (ofState ?? FORMATS[type]?.[country])?.test(plainNumber(number))
}

/** Only capitals and digits, so that spellings of one number are equal. */
export const plainNumber = (number: string): string =>
  inOurDigits(number)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')

/**
 * Formats of driving licence numbers by the postal abbreviation of the state, as published by the states' licensing
 * offices and listed by the National Traffic Safety Institute («Driver's License Format»). States that allow nearly
 * anything are left out.
 */
const LICENCE_NUMBERS: Readonly<Record<string, RegExp>> = {
  AZ: /^([A-Z]\d{8}|\d{9})$/,
  CA: /^[A-Z]\d{7}$/,
  CO: /^(\d{9}|[A-Z]{1,2}\d{2,6})$/,
  CT: /^\d{9}$/,
  FL: /^[A-Z]\d{12}$/,
  GA: /^\d{7,9}$/,
  IL: /^[A-Z]\d{11,12}$/,
  MA: /^(S[A-Z]?\d{7,8}|\d{9})$/,
  MD: /^(MD\d{11}|[A-Z]\d{12})$/,
  MI: /^[A-Z](\d{10}|\d{12})$/,
  MN: /^[A-Z]\d{12}$/,
  NC: /^\d{1,12}$/,
  NJ: /^[A-Z]\d{14}$/,
  NY: /^(\d{8,9}|\d{16}|[A-Z]\d{7}|[A-Z]\d{18}|[A-Z]{8})$/,
  OH: /^([A-Z]{2}\d{3,7}|[A-Z]\d{4,8}|\d{8})$/,
  PA: /^\d{8}$/,
  TX: /^\d{7,8}$/,
  VA: /^([A-Z]\d{8,11}|\d{9})$/,
  WI: /^[A-Z]\d{13}$/,
}
