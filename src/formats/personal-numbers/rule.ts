import type { DocumentType } from '../document-words.ts'
import { isoDate } from '../text/dates.ts'

/** The structure of an issuer's meaningful number: its format, its check, and what it states about its holder. */
export interface NumberRule {
  name: string
  /** ISO 3166 alpha-3 of the issuers that print it. */
  issuers: readonly string[]
  /** Capitals, digits, and the signs + and - if they have a meaning; the meaningful parts are named groups. */
  form: RegExp
  /** Absent if the issuer has none, or has not published it. */
  check?: NumberCheck
  birth?: StatedBirth
  sex?: StatedSex
  /** The documents whose own number this is; elsewhere it is an additional personal number. */
  asDocumentNumber?: readonly DocumentType[]
  /** Whether it is in the optional data of the MRZ. */
  inMrz?: boolean
  /** The issuer's law or web page: where the rule should be found. */
  source: string
  /** An independent description or implementation that agrees with all that this rule states. */
  compared?: string
}

/** The named parts of a number. A part that is missing from its format is an empty text. */
export type Parts = (name: string) => string

export interface NumberCheck {
  /** For people: how it is calculated. */
  says: string
  agrees(number: string, part: Parts): boolean
  /** Why numbers are issued that do not agree, if there are any. */
  notBinding?: string
}

interface StatedBirth {
  says: string
  /**
   * The possible days of birth, or months if the number has no day: several if it leaves the century open, none if the
   * day does not exist. Undefined if this number states no birth.
   */
  births(part: Parts, number: string): string[] | undefined
  /** Why the register lets it differ from the holder's birth, if it does. */
  nominal?: string
}

interface StatedSex {
  says: string
  sex(part: Parts): 'M' | 'F' | undefined
}

/** The existing dates among these years with this month and day. */
export const days = (years: readonly number[], month: number, day: number): string[] =>
  years.flatMap((year) => isoDate(year, month, day) ?? [])

/** The same, with month and day from the number. */
export const daysOf = (part: Parts, years: readonly number[]): string[] =>
  days(years, Number(part('mm')), Number(part('dd')))

/** The months of these years, for numbers that leave out the day. */
export const months = (years: readonly number[], month: number): string[] =>
  years.flatMap((year) => isoDate(year, month, 1)?.slice(0, 7) ?? [])

/** A two-digit year in each of these centuries, which are given by their first year. */
export const inCenturies = (digits: string, ...centuries: number[]): number[] =>
  centuries.map((century) => century + Number(digits))

/** Nobody alive was born in another century: for numbers that leave the century open. */
export const LIVING = [1900, 2000] as const

/** Days and months that registers write for unknown ones. */
export const isUnknown = (...digits: string[]): boolean => digits.some((two) => Number(two) === 0)

export const oddIsMan = (digits: string): 'M' | 'F' => (Number(digits) % 2 === 1 ? 'M' : 'F')

interface Weighted {
  modulus: number
  /** The check digit completes the sum to a multiple of the modulus, instead of being its remainder. */
  completes?: boolean
  /** Added to the sum. */
  plus?: number
  /** What a remainder of ten is written as; without it such numbers are not issued. */
  ten?: string
  /** Weights of a second calculation if the first gives ten. */
  again?: readonly number[]
}

/** A check digit after the digits that the weights belong to. */
export function weighted(weights: readonly number[], options: Weighted): NumberCheck {
  const { modulus, completes, again, ten, plus } = options
  const second = again ? `; if ten is left ${again.join(' ')}` : ''
  const tens = modulus === 11 ? `; ten is ${ten === undefined ? 'not issued' : `written ${ten}`}` : ''
  const more = plus ? ` + ${plus}` : ''
  const kind = completes ? `sum completed to a multiple of ${modulus}` : `sum${more} modulo ${modulus}`
  return {
    says: `weights ${weights.join(' ')}, ${kind}${second}${tens}`,
    agrees: (number) => number[weights.length] === weightedDigit(number, weights, options),
  }
}

function weightedDigit(
  number: string,
  weights: readonly number[],
  { modulus, completes, plus = 0, ten, again }: Weighted,
): string | undefined {
  const left = modulo(sum(number, weights) + plus, modulus)
  const value = completes ? (modulus - left) % modulus : left
  if (value < 10) return String(value)
  return again ? weightedDigit(number, again, { modulus, plus, ...(ten === undefined ? {} : { ten }) }) : ten
}

/** Both checks must pass. */
export const both = (first: NumberCheck, second: NumberCheck): NumberCheck => ({
  says: `${first.says}; then ${second.says}`,
  agrees: (number, part) => first.agrees(number, part) && second.agrees(number, part),
})

/** The check as published, although some issued numbers do not agree with it. */
export const notBinding = (check: NumberCheck, why: string): NumberCheck => ({ ...check, notBinding: why })

/**
 * The number made of these parts, modulo the length of the table, selects the character that the part `check` must
 * have.
 */
export const lettered = (table: string, ...of: string[]): NumberCheck => ({
  says: `number modulo ${table.length}, written as ${table}`,
  agrees: (_, part) => table[Number(of.map((name) => part(name)).join('')) % table.length] === part('check'),
})

/**
 * Every second digit from the right of the check digit is doubled, the digits are added, and the sum must be a multiple
 * of ten (ISO/IEC 7812-1, annex B). Letters count from ten.
 */
export const luhn = (of: (number: string) => string = (number) => number): NumberCheck => ({
  says: 'Luhn: every second digit doubled, sum of digits a multiple of 10',
  agrees: (number) => {
    const values = [...of(number)].reverse().map((sign) => Number.parseInt(sign, 36))
    const total = values.reduce((sum, value, index) => sum + (index % 2 === 0 ? value : doubled(value)), 0)
    return total % 10 === 0
  },
})

const doubled = (value: number): number => (value * 2 > 9 ? value * 2 - 9 : value * 2)

/** ISO/IEC 7064, the hybrid system MOD 11,10. */
export const mod11_10: NumberCheck = {
  says: 'ISO/IEC 7064 MOD 11,10',
  agrees: (number) => {
    const carried = [...number.slice(0, -1)].reduce((carry, digit) => {
      const added = (carry + Number(digit)) % 10 || 10
      return (added * 2) % 11
    }, 10)
    return (carried + Number(number.at(-1))) % 10 === 1
  },
}

/** ISO/IEC 7064, MOD 11-2: the check character X means ten. */
export const mod11_2: NumberCheck = {
  says: 'ISO/IEC 7064 MOD 11-2, ten written X',
  agrees: (number) => {
    const carried = [...number.slice(0, -1)].reduce((carry, digit) => ((carry + Number(digit)) * 2) % 11, 0)
    const last = number.at(-1)
    return (carried + (last === 'X' ? 10 : Number(last))) % 11 === 1
  },
}

export function sum(number: string, weights: readonly number[]): number {
  return weights.reduce((total, weight, index) => total + weight * Number(number[index]), 0)
}

const modulo = (value: number, modulus: number): number => ((value % modulus) + modulus) % modulus
