import anyAscii from 'any-ascii'

/** A part of a name in the form in which it is compared. */
export interface NameToken {
  /** Capital letters A to Z and digits. */
  text: string
  /** Its consonants in classes that writing systems confuse; the text itself where it has none. */
  sound: string
  /** How much it says: a particle says little, an initial half. */
  weight: number
  /** A Chinese or Korean character: such names differ in one of them, and a likeness of letters says nothing. */
  isSyllable?: true
}

/** Articles and words for kinship that one writer leaves out and another joins to the next word. */
const PARTICLES = new Set(
  'AL EL UL AD AS AN AR BIN BEN IBN BINT BINTI BTE BTI OULD WALAD DE DA DI DO DEL DELLA DOS DAS DU LA LE LAS LOS VAN VON DER DEN TER TEN ZU AF AV Y E OGLU OGLI OGHLU KYZY GIZI QIZI ULY MR MRS MS DR SHEIKH SHAYKH HAJI HAJJI SAYYID MULLAH MAWLAWI'.split(
    ' ',
  ),
)

/** More parts than the longest names have. */
const MOST_TOKENS = 12
const MOST_LETTERS = 40

/** Each Chinese or Korean character is a syllable; any-ascii writes them without spaces, each with a capital. */
const SYLLABLE = /[\p{Script=Han}\p{Script=Hangul}]/gu
const spacedSyllables = (text: string): string => text.replace(SYLLABLE, ' $& ')

/** Letters that are written in two ways in Latin: MÜLLER is MULLER and MUELLER, and so on. */
const EXPANDED: Readonly<Record<string, string>> = { Ä: 'AE', Ö: 'OE', Ü: 'UE', Å: 'AA', Ø: 'OE' }

/** Soft hyphens, joiners and marks of direction: they stand in copied text, and nobody sees them. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** The parts of a name in order, in Latin letters, whatever script it is written in. */
export function tokensOf(name: string): NameToken[] {
  const visible = name
    .normalize('NFC')
    .replace(/\u200B/g, ' ')
    .replace(INVISIBLE, '')
  // Transliteration writes hard consonants and glottal stops as such signs too.
  const text = anyAscii(spacedSyllables(visible).replace(/<+/g, ' ')).replace(/['’ʼ`´ʹʿʾ]/g, '')
  const tokens = text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .split(' ')
    .filter(Boolean)
    .slice(0, MOST_TOKENS)
    .map((token) => makeToken(token.slice(0, MOST_LETTERS)))
  const isSyllabic = !name.replace(SYLLABLE, '').match(/\p{L}/u)
  if (isSyllabic) return tokens.map((token) => ({ ...token, weight: 1, isSyllable: true }))
  // DU WEI is no name of one word: a particle is a name where fewer than two other words are there.
  if (tokens.filter(({ weight }) => weight === 1).length >= 2) return tokens
  return tokens.map((token) => (token.text.length > 1 && token.weight < 1 ? { ...token, weight: 1 } : token))
}

/** A name in every Latin form that a document may give it. */
export function spellingsOf(name: string): string[] {
  const composed = name.normalize('NFC').toUpperCase()
  const expanded = composed.replace(/[ÄÖÜÅØ]/g, (letter) => EXPANDED[letter] ?? letter)
  return expanded === composed ? [name] : [name, expanded]
}

const known = new Map<string, NameToken>()
/** The words of names repeat themselves: a list of a million has some ten thousand. */
const MOST_KNOWN = 200_000

export function makeToken(text: string): NameToken {
  const there = known.get(text)
  if (there) return there
  const weight = PARTICLES.has(text) ? 0.2 : text.length === 1 ? 0.5 : 1
  const token = { text, sound: soundOf(text), weight }
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(text, token)
  return token
}

/** Longest first: SHCH before SH. */
const CLUSTERS: readonly (readonly [RegExp, string])[] = [
  [/SHCH|TSCH|TCH|SCH|DZH|CH|CZ|SH|SZ|ZH|TS|TZ/g, 'S'],
  [/DJ|DZ/g, 'S'],
  [/PH/g, 'V'],
  [/TH|DH/g, 'T'],
  [/CK|KH|GH/g, 'K'],
  [/X/g, 'KS'],
]
const CLASSES: Readonly<Record<string, string>> = { C: 'K', Q: 'K', G: 'K', Z: 'S', D: 'T', W: 'V', F: 'V', B: 'P' }

/**
 * The consonants of a word in classes: what transliterations and ears confuse falls together (GADDAFI, QADHAFI and
 * KADAFI are KTV, MOHAMMED and MUHAMAD are MMT), vowels, H, J and Y go, and so does a doubled letter.
 */
export function soundOf(text: string): string {
  let sound = text
  for (const [cluster, letter] of CLUSTERS) sound = sound.replace(cluster, letter)
  sound = sound
    .replace(/[CQGZDWFB]/g, (letter) => CLASSES[letter] ?? letter)
    // Before vowels go: the two N of HOCHININBERG are no doubled letter.
    .replace(/(.)\1+/g, '$1')
    .replace(/[AEIOUYJH]/g, '')
  return sound || text
}
