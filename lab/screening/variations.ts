import type { ScreenedPerson } from '../../src/features/screening/domain/person.ts'
import { transliterate } from '../../src/formats/text/transliterate.ts'
import { type Draw, type DrawnPerson, pick } from './draw-people.ts'
import { inOwnScript } from './transcribe.ts'

/**
 * The ways in which a person's document may differ from the entry. Each takes the parts of the name and the birth date
 * and returns a variation; undefined if it does not apply to this person.
 */
interface Variation {
  kind: string
  /** Description for the page. */
  says: string
  /** Not used to choose the weights: shows how they perform on something new. */
  leftOut?: true
  vary(person: DrawnPerson, draw: Draw): { names: string[]; birth: string } | undefined
}

const mrz = (name: string): string =>
  transliterate(name)
    .toUpperCase()
    .replace(/[^A-Z ]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const whole = ({ parts }: DrawnPerson): string => mrz(parts.join(' '))

const named = (person: DrawnPerson, name: string | undefined) =>
  name === undefined || name === '' ? undefined : { names: [name], birth: person.birth }

/** Words of the name, one of them changed. */
function changeWord(person: DrawnPerson, draw: Draw, change: (word: string) => string | undefined) {
  const words = whole(person).split(' ')
  const long = words.map((word, index) => ({ word, index })).filter(({ word }) => word.length >= 4)
  const chosen = long.length ? pick(long, draw) : undefined
  const changed = chosen && change(chosen.word)
  if (!chosen || changed === undefined || changed === chosen.word) return undefined
  return named(person, words.map((word, index) => (index === chosen.index ? changed : word)).join(' '))
}

function slip(word: string, draw: Draw): string {
  const place = 1 + Math.floor(draw() * (word.length - 1))
  const letter = String.fromCharCode(65 + Math.floor(draw() * 26))
  const how = Math.floor(draw() * 4)
  if (how === 0) return word.slice(0, place) + word.slice(place + 1)
  if (how === 1) return word.slice(0, place) + letter + word.slice(place)
  if (how === 2) return word.slice(0, place) + letter + word.slice(place + 1)
  return word.slice(0, place - 1) + (word[place] ?? '') + (word[place - 1] ?? '') + word.slice(place + 1)
}

/** Spellings of one sound in different standards of transliteration. */
const SOUNDS: readonly (readonly string[])[] = [
  ['SHCH', 'SCH', 'SHH'],
  ['KH', 'H', 'CH'],
  ['ZH', 'J'],
  ['TS', 'C', 'TZ'],
  ['YU', 'IU', 'JU'],
  ['YA', 'IA', 'JA'],
  ['II', 'IY', 'Y'],
  ['EI', 'EY', 'EJ'],
  ['OU', 'U', 'OO'],
  ['PH', 'F'],
  ['V', 'W'],
  ['Q', 'K', 'G'],
  ['X', 'KS'],
  ['EV', 'EFF'],
  ['DZH', 'J'],
  ['TH', 'T'],
]

function respell(text: string, draw: Draw): string | undefined {
  const there = SOUNDS.flatMap((ways) => ways.filter((way) => text.includes(way)).map((way) => ({ ways, way })))
  if (!there.length) return undefined
  const { ways, way } = pick(there, draw)
  return text.replace(
    way,
    pick(
      ways.filter((other) => other !== way),
      draw,
    ),
  )
}

function otherVowel(word: string, draw: Draw): string | undefined {
  const places = Array.from(word, (letter, index) => ({ letter, index })).filter(
    ({ letter, index }) => index > 0 && 'AEIOU'.includes(letter),
  )
  if (!places.length) return undefined
  const { letter, index } = pick(places, draw)
  const other = pick(
    Array.from('AEIOU').filter((vowel) => vowel !== letter),
    draw,
  )
  return word.slice(0, index) + other + word.slice(index + 1)
}

export const VARIATIONS: readonly Variation[] = [
  { kind: 'mrz', says: 'as the MRZ writes it', vary: (person) => named(person, whole(person)) },
  { kind: 'order', says: 'the last part first', vary: (person) => named(person, rotated(whole(person))) },
  {
    kind: 'missing part',
    says: 'without a middle name, a patronymic, a father’s or a second family name',
    vary: (person) => {
      const words = whole(person).split(' ')
      if (person.culture.script === 'han' || words.length < 3) return undefined
      return named(person, [words[0], ...words.slice(2)].join(' '))
    },
  },
  {
    kind: 'initial',
    says: 'a given name as its first letter, where the name has three words or more',
    vary: (person) => {
      const words = whole(person).split(' ')
      const at = words.indexOf(mrz(person.given))
      if (words.length < 3 || at < 0) return undefined
      return named(person, words.map((word, index) => (index === at ? word.charAt(0) : word)).join(' '))
    },
  },
  {
    kind: 'slip',
    says: 'one letter left out, added, replaced or exchanged with the next',
    vary: (person, draw) => changeWord(person, draw, (word) => slip(word, draw)),
  },
  {
    kind: 'transliteration',
    says: 'one sound as another standard writes it (KH and H, SHCH and SCH, YU and IU, OU and U, Q and K …)',
    vary: (person, draw) => named(person, respell(whole(person), draw)),
  },
  {
    kind: 'own script',
    says: 'in the letters of the country alone: Cyrillic, Greek, Arabic, Georgian, Chinese',
    vary: (person) => named(person, inOwnScript(person.parts.join(' '), person.culture)),
  },
  {
    kind: 'day and month exchanged',
    says: 'a birth date whose day and month changed places',
    vary: (person) => {
      const [year, month, day] = person.birth.split('-')
      return Number(day) > 12 || day === month
        ? undefined
        : { names: [whole(person)], birth: `${year}-${day}-${month}` }
    },
  },
  {
    kind: 'digit of the date',
    says: 'one digit of the birth date differs',
    vary: (person, draw) => {
      const places = [3, 5, 6, 8, 9]
      const place = pick(places, draw)
      const digit = String((Number(person.birth[place]) + 1 + Math.floor(draw() * 8)) % 10)
      const birth = person.birth.slice(0, place) + digit + person.birth.slice(place + 1)
      return Number.isNaN(Date.parse(birth)) || birth.slice(5, 7) > '12' ? undefined : { names: [whole(person)], birth }
    },
  },
  {
    kind: 'vowel',
    says: 'one vowel differs',
    leftOut: true,
    vary: (person, draw) => changeWord(person, draw, (word) => otherVowel(word, draw)),
  },
  {
    kind: 'written together',
    says: 'two words of the name as one',
    leftOut: true,
    vary: (person, draw) => {
      const words = whole(person).split(' ')
      if (words.length < 3) return undefined
      const at = Math.floor(draw() * (words.length - 1))
      return named(person, [...words.slice(0, at), `${words[at]}${words[at + 1]}`, ...words.slice(at + 2)].join(' '))
    },
  },
  {
    kind: 'doubled letters',
    says: 'doubled letters single and one single letter doubled',
    leftOut: true,
    vary: (person, draw) =>
      changeWord(person, draw, (word) => {
        const single = word.replace(/(.)\1/g, '$1')
        const place = 1 + Math.floor(draw() * (single.length - 1))
        return single.slice(0, place) + single.slice(place - 1)
      }),
  },
  {
    kind: 'slip and order',
    says: 'one letter differs and the last part stands first',
    leftOut: true,
    vary: (person, draw) => {
      const changed = changeWord(person, draw, (word) => slip(word, draw))
      return changed && named(person, rotated(changed.names[0] ?? ''))
    },
  },
]

const rotated = (name: string): string => {
  const words = name.split(' ')
  return [words.at(-1), ...words.slice(0, -1)].join(' ')
}

/** What a session would know about the person, varied. */
export function varied(person: DrawnPerson, kind: Variation, draw: Draw): ScreenedPerson | undefined {
  const found = kind.vary(person, draw)
  if (!found) return undefined
  return { names: found.names, births: [found.birth], countries: [person.country], sex: person.sex, identifiers: [] }
}

/** Somebody who is on no list. */
export const unrelated = (person: DrawnPerson): ScreenedPerson => ({
  names: [whole(person)],
  births: [person.birth],
  countries: [person.country],
  sex: person.sex,
  identifiers: [person.number],
})
