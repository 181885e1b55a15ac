import { type Random, random } from '../random.ts'
import type { Language } from './labels.ts'
import { type Name, names } from './names.ts'

/** An invented person. */
export interface Person {
  surname: Name
  givenNames: Name
  sex: 'M' | 'F'
  /** ISO 8601. */
  dateOfBirth: string
  heightCm: number
  eyes: string
}

/** The same seed gives the same person. Adults of 18 to 85 on the given day. */
export function fictionalPerson(
  seed: number | string,
  language: Language = 'en',
  today: string = new Date().toISOString().slice(0, 10),
  wanted?: 'M' | 'F',
): Person {
  const source = random(`person/${seed}`)
  const pool = names[language]
  const drawn = source.pick(['M', 'F'] as const)
  const sex = wanted ?? drawn
  const surnames = sex === 'F' && pool.surnamesOfWomen ? pool.surnamesOfWomen : pool.surnames
  return {
    surname: source.pick(surnames),
    givenNames: source.pick(sex === 'F' ? pool.women : pool.men),
    sex,
    dateOfBirth: dayBefore(today, source.whole(18 * 366, 85 * 365)),
    heightCm: source.whole(150, 202),
    eyes: source.pick(['BRO', 'BLU', 'GRN', 'HAZ', 'GRY']),
  }
}

/**
 * Fills a pattern: 9 becomes a digit, A a letter, X a consonant or digit that cannot be confused with another
 * character.
 */
export function fillPattern(pattern: string, source: Random): string {
  return pattern.replace(/[9AX]/g, (sign) => {
    if (sign === '9') return String(source.whole(0, 9))
    return source.pick([...(sign === 'A' ? 'ABCDEFGHJKLMNPRSTUVWXYZ' : 'CFGHJKLMNPRTVWXYZ')])
  })
}

/** ISO date, this number of days earlier (or later, if negative). */
export function dayBefore(iso: string, days: number): string {
  return new Date(Date.parse(`${iso}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)
}

/** ISO date, this number of years later. */
export function yearsAfter(iso: string, years: number): string {
  const date = new Date(`${iso}T00:00:00Z`)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date.toISOString().slice(0, 10)
}
