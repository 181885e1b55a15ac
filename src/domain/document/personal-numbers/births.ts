import { isoDate } from '../../text/dates.ts'
import type { Parts } from './rule.ts'

/** The days of these years that exist. */
export const days = (years: readonly number[], month: number, day: number): string[] =>
  years.flatMap((year) => isoDate(year, month, day) ?? [])

/** The same, with month and day as the number writes them. */
export const daysOf = (part: Parts, years: readonly number[]): string[] =>
  days(years, Number(part('mm')), Number(part('dd')))

/** The months of these years, for numbers that leave out the day. */
export const months = (years: readonly number[], month: number): string[] =>
  years.flatMap((year) => isoDate(year, month, 1)?.slice(0, 7) ?? [])

/** Two digits of a year in each of these centuries, given by their first year. */
export const inCenturies = (digits: string, ...centuries: number[]): number[] =>
  centuries.map((century) => century + Number(digits))

/** Nobody alive was born in another: for numbers that leave the century open. */
export const LIVING = [1900, 2000] as const

/** Days and months that registers write for what they do not know. */
export const isUnknown = (...digits: string[]): boolean => digits.some((two) => Number(two) === 0)

export const oddIsMan = (digits: string): 'M' | 'F' => (Number(digits) % 2 === 1 ? 'M' : 'F')
