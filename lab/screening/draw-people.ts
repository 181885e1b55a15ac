import type { ListEntry } from '../../src/features/screening/domain/list-entry.ts'
import { CULTURES, type NameCulture } from './name-parts.ts'
import { inOwnScript } from './transcribe.ts'

/** The same numbers for the same seed on every machine. */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export type Draw = () => number

/** Few names are frequent and many are rare, as in reality. */
const pickName = (list: readonly string[], draw: Draw): string => list[Math.floor(list.length * draw() ** 1.6)] ?? ''

export const pick = <Value>(list: readonly Value[], draw: Draw): Value =>
  list[Math.floor(list.length * draw())] as Value

/** A drawn person. */
export interface DrawnPerson {
  culture: NameCulture
  /** In the order of the culture. */
  parts: string[]
  given: string
  birth: string
  sex: 'M' | 'F'
  country: string
  number: string
}

const familyName = ({ family: [first, middle, last] }: NameCulture, draw: Draw): string =>
  // Two middle syllables for some, so that there are as many names as in a country.
  pickName(first, draw) +
  pick(middle, draw) +
  (middle.length > 1 && draw() < 0.35 ? pick(middle, draw) : '') +
  pickName(last, draw)

const patronymic = (father: string, sex: 'M' | 'F'): string =>
  father.replace(/i$|y$/, 'y').replace(/yy$/, 'y') + (sex === 'M' ? 'evich' : 'evna')

export function drawPerson(draw: Draw): DrawnPerson {
  const culture = pick(CULTURES, draw)
  const sex = draw() < 0.7 ? 'M' : 'F'
  const first = pickName(culture.given[sex], draw)
  // Two given names are common everywhere; Chinese ones have two syllables.
  const second = draw() < (culture.script === 'han' ? 0.85 : 0.4) ? pickName(culture.given[sex], draw) : ''
  const given = culture.script === 'han' ? first + second.toLowerCase() : [first, second].filter(Boolean).join(' ')
  const family = familyName(culture, draw)
  const father = pickName(culture.given.M, draw)
  const year = 1935 + Math.floor(draw() * 68)
  const month = 1 + Math.floor(draw() * 12)
  const day = 1 + Math.floor(draw() * 28)
  const two = (value: number) => String(value).padStart(2, '0')
  const parts = {
    'given-family': [given, family],
    'family-given': [family, given],
    'given-patronymic-family': [first, patronymic(father, sex), family],
    'given-father-family': [first, father, family],
    'given-two-families': [given, family, familyName(culture, draw)],
  }[culture.order]
  return {
    culture,
    parts,
    given: first,
    birth: `${year}-${two(month)}-${two(day)}`,
    sex,
    country: pick(culture.countries, draw),
    number: `${String.fromCharCode(65 + Math.floor(draw() * 26))}${Math.floor(draw() * 1e8)
      .toString()
      .padStart(8, '0')}`,
  }
}

/**
 * An entry as in real lists: of ten, eight have a birth date, one a year and one none; four an alias in their own
 * script; one a weak alias; two a number.
 */
export function entryOfPerson(
  id: string,
  { culture, parts, birth, sex, country, number }: DrawnPerson,
  draw: Draw,
): ListEntry {
  const name = parts.join(' ')
  const own = draw() < 0.4 ? inOwnScript(name, culture) : undefined
  const dated = draw()
  return {
    id,
    names: [
      { text: name },
      ...(own ? [{ text: own }] : []),
      ...(draw() < 0.1 ? [{ text: parts.at(-1) ?? '', weak: true as const }] : []),
    ],
    births: dated < 0.82 ? [birth] : dated < 0.93 ? [birth.slice(0, 4)] : [],
    countries: draw() < 0.9 ? [country] : [],
    ...(draw() < 0.8 && { sex }),
    identifiers: draw() < 0.2 ? [number] : [],
    topics: ['drawn'],
  }
}
