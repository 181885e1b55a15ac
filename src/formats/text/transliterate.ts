import { ARABIC, CYRILLIC, GREEK, LATIN, type TransliterationTable } from './transliteration-tables.ts'

const TABLES: TransliterationTable = { ...LATIN, ...CYRILLIC, ...GREEK, ...ARABIC }

/** The text in capital Latin letters as ICAO 9303 part 3, section 6 recommends; unknown characters stay. */
export function transliterate(text: string): string {
  return transliterations(text)
    .map(([first]) => first ?? '')
    .join('')
}

/** Digits of every script as ASCII digits, one by one. */
export const inOurDigits = (text: string): string => text.replace(/[^\d\P{Nd}]/gu, (digit) => String(figureOf(digit)))

/** The ten digits of each script are consecutive, starting with zero; those of some scripts follow one another. */
function figureOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
  return before % 10
}

/**
 * Whether the standard says how it is written in Latin letters. It does not for Chinese characters, whose sound depends
 * on the language.
 */
export const canTransliterate = (text: string): boolean => !/[^\p{ASCII}\P{L}]/u.test(transliterate(text))

/** Every admissible transliteration of each character of the text, the recommended one first. */
export function transliterations(text: string): (readonly string[])[] {
  const spellings: (readonly string[])[] = []
  for (const character of capitals(inOurDigits(text))) {
    // Shadda doubles the letter before it (table C); phonetic spellings often omit it.
    spellings.push(character === SHADDA ? [...(spellings.at(-1) ?? []), ''] : alternatives(character))
  }
  return spellings
}

const SHADDA = '\u0651'

/** Upper case that keeps the standard's distinctions: ß stays one character, ı is an I without its dot. */
function capitals(text: string): string {
  return Array.from(text.normalize('NFC'), (character) =>
    TABLES[character] ? character : character.toUpperCase(),
  ).join('')
}

/** The characters that are not in the tables, and have been looked up. */
const others = new Map<string, readonly string[]>()

function alternatives(character: string): readonly string[] {
  const known = TABLES[character] ?? others.get(character)
  if (known) return known
  const [letter = ''] = character.normalize('NFD').replace(/\p{M}/gu, '')
  const spellings = letter === '' ? [''] : (TABLES[letter] ?? [letter])
  others.set(character, spellings)
  return spellings
}
