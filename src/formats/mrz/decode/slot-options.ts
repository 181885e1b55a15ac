import { mrzCountryCodes } from '../../text/countries.ts'
import type { MrzFormat, Slot, SlotContent } from '../formats.ts'
import { isDateText } from '../parse-mrz.ts'
import { ALPHABET, indexOf } from './cells.ts'

/** A permitted text of a slot, with its probability. */
export interface SlotText {
  text: string
  weight: number
}

/** The probability of a code that is in no list: lists become outdated, and specimens have their own codes. */
const UNKNOWN_COUNTRY = 1e-3
/** The probability of an invalid date, as specimens have. */
const NO_SUCH_DAY = 1e-3
/** The probability that a date, or its day and month, is not stated. */
const UNSTATED = 1e-2
/** Texts that are this much less likely than the best one make no difference. */
const NEGLIGIBLE = 1e-6
/** The number of years, months or days kept for a date: for an unreadable cell, all of them are equally likely. */
const MOST_PAIRS = 20
/** The number of dates kept: a reader that leaves more open has not read a date. */
const MOST_DATES = 100
/** Characters that only the minimum probability supports. */
const NEGLIGIBLE_CHARACTER = 1e-4

const CODES = mrzCountryCodes()

/** The country codes that may have been read, the most likely first. */
export function countryTexts(chances: readonly Float64Array[]): SlotText[] {
  const raw = chances.map((chance) => likeliest(chance, (character) => /[A-Z<]/.test(character))).join('')
  const texts = CODES.map((text) => ({ text, weight: chanceOf(text, chances) }))
  if (!CODES.includes(raw)) texts.push({ text: raw, weight: chanceOf(raw, chances) * UNKNOWN_COUNTRY })
  return pruned(texts)
}

/** The dates that may have been read, the most likely first. */
export function dateTexts(chances: readonly Float64Array[]): SlotText[] {
  const [years = [], months = [], days = []] = [0, 2, 4].map((from) => pairs(chances.slice(from, from + 2)))
  const texts: SlotText[] = [{ text: '<<<<<<', weight: chanceOf('<<<<<<', chances) * UNSTATED }]
  const least = (years[0]?.weight ?? 0) * (months[0]?.weight ?? 0) * (days[0]?.weight ?? 0) * NEGLIGIBLE * NO_SUCH_DAY
  for (const year of years) {
    for (const month of months) {
      for (const day of days) {
        if (year.weight * month.weight * day.weight < least) continue
        const text = `${year.text}${month.text}${day.text}`
        const unstated = /<|00/.test(month.text + day.text)
        const prior = isDateText(text) ? (unstated ? UNSTATED : 1) : text.includes('<') ? 0 : NO_SUCH_DAY
        texts.push({ text, weight: year.weight * month.weight * day.weight * prior })
      }
    }
  }
  return pruned(texts).slice(0, MOST_DATES)
}

/** The characters of an alphabet that may have been read, the most likely first. */
export function characterTexts(chance: Float64Array, alphabet: readonly number[]): SlotText[] {
  const texts = alphabet.map((index) => ({ text: ALPHABET[index] ?? '<', weight: chance[index] ?? 0 }))
  return pruned(texts, NEGLIGIBLE_CHARACTER)
}

function pairs(chances: readonly Float64Array[]): SlotText[] {
  const texts: SlotText[] = [{ text: '<<', weight: chanceOf('<<', chances) }]
  for (let value = 0; value < 100; value++) {
    const text = String(value).padStart(2, '0')
    texts.push({ text, weight: chanceOf(text, chances) })
  }
  return pruned(texts).slice(0, MOST_PAIRS)
}

function chanceOf(text: string, chances: readonly Float64Array[]): number {
  return chances.reduce((product, chance, index) => product * (chance[indexOf(text[index] ?? '<')] ?? 0), 1)
}

function likeliest(chance: Float64Array, allowed: (character: string) => boolean): string {
  return Array.from(ALPHABET)
    .filter(allowed)
    .reduce((a, b) => ((chance[indexOf(b)] ?? 0) > (chance[indexOf(a)] ?? 0) ? b : a))
}

function pruned(texts: SlotText[], negligible = NEGLIGIBLE): SlotText[] {
  const sorted = texts.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
  const least = (sorted[0]?.weight ?? 0) * negligible
  return sorted.filter(({ weight }) => weight >= least)
}

const DIGITS = indices(/[0-9<]/)
const LETTERS = indices(/[A-Z<]/)
export const ALL = indices(/./)
export const CAPITALS = indices(/[A-Z]/)
const FILLER = indices(/</)

const ALPHABETS: Readonly<Record<SlotContent, readonly number[]>> = {
  code: ALL,
  country: LETTERS,
  date: DIGITS,
  digits: DIGITS,
  check: DIGITS,
  alphanumeric: ALL,
  names: LETTERS,
  sex: indices(/[MFX<]/),
}

/** Indices into ALPHABET of the characters permitted at a position; outside all slots only the filler is. */
export function alphabetOf(format: MrzFormat, line: number, position: number): readonly number[] {
  const slot = slotAt(format, line, position)
  if (!slot) return FILLER
  return slot.content === 'code' && position === slot.start ? CAPITALS : ALPHABETS[slot.content]
}

export function slotAt(format: MrzFormat, line: number, position: number): Slot | undefined {
  return format.slots.find((slot) => slot.line === line && slot.start <= position && position < slot.end)
}

function indices(allowed: RegExp): readonly number[] {
  return Array.from(ALPHABET, (_, index) => index).filter((index) => allowed.test(ALPHABET[index] ?? ''))
}
