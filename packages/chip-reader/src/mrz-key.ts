import { sha1 } from '@noble/hashes/legacy.js'
import type { Bytes } from './bytes.ts'

/** The three fields of the machine readable zone that open the chip. */
export interface MrzKey {
  /** As the MRZ has it; fillers at the end may be left out. */
  documentNumber: string
  /** YYMMDD, or an ISO date. */
  birthDate: string
  /** YYMMDD, or an ISO date. */
  expiryDate: string
}

/** The number printed on the front of the card (card access number): six digits on most. */
export interface CanKey {
  can: string
}

export type AccessKey = MrzKey | CanKey

/** SHA-1 over number, birth and expiry with their check digits: the seed of BAC and the password of PACE. */
export function mrzSeed(key: MrzKey): Bytes {
  return sha1(ascii(mrzInformation(key)))
}

/** ICAO 9303-11, 9.7.1.1: the fields as the MRZ has them, each with its check digit. */
export function mrzInformation({ documentNumber, birthDate, expiryDate }: MrzKey): string {
  let number = documentNumber.toUpperCase().replace(/[\s-]/g, '')
  while (number.endsWith('<')) number = number.slice(0, -1)
  number = number.padEnd(9, '<')
  if (!/^[0-9A-Z<]+$/.test(number)) throw new TypeError('documentNumber: letters, digits and < only')
  return [number, sixDigits(birthDate, 'birthDate'), sixDigits(expiryDate, 'expiryDate')]
    .map((field) => field + checkDigit(field))
    .join('')
}

/** The check digit of ICAO 9303-3: weights 7, 3, 1. */
export function checkDigit(field: string): string {
  const weights = [7, 3, 1]
  const sum = [...field].reduce((total, character, at) => {
    const value = character === '<' ? 0 : Number.parseInt(character, 36)
    return total + value * (weights[at % 3] ?? 0)
  }, 0)
  return String(sum % 10)
}

function sixDigits(date: string, name: string): string {
  const digits = date.replaceAll('-', '')
  const six = digits.length === 8 ? digits.slice(2) : digits
  if (!/^[0-9<]{6}$/.test(six)) throw new TypeError(`${name}: YYMMDD or YYYY-MM-DD`)
  return six
}

export const ascii = (text: string): Bytes => Uint8Array.from(text, (character) => character.charCodeAt(0))
