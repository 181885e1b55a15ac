import anyAscii from 'any-ascii'

/** A part of a name in the form in which it is compared. */
export interface NameToken {
  /** Capital letters A to Z and digits. */
  text: string
  /** Its consonants, grouped into classes that transliterations confuse; the text itself if it has none. */
  sound: string
  /** Its weight: low for a particle, half for an initial. */
  weight: number
  /**
   * A Chinese or Korean character. Names that differ in one of them are different names, so similar letters mean
   * nothing.
   */
  isSyllable?: true
  /** Several words of the name, which the other name may write as one. */
  isJoined?: true
}

/** Articles and kinship words that some writers leave out and others join to the next word. */
const PARTICLES = new Set(
  'AL EL UL AD AS AN AR BIN BEN IBN BINT BINTI BTE BTI OULD WALAD DE DA DI DO DEL DELLA DOS DAS DU LA LE LAS LOS VAN VON DER DEN TER TEN ZU AF AV Y E OGLU OGLI OGHLU KYZY GIZI QIZI ULY MR MRS MS MISS DR PROF SIR DAME GEN COL CAPT JR SR JNR SNR II III PHD ESQ SHEIKH SHAYKH HAJI HAJJI SAYYID MULLAH MAWLAWI MAULANA AYATOLLAH HOJATOLESLAM'.split(
    ' ',
  ),
)

/** The most parts, which is more than the longest names have. */
const MOST_TOKENS = 12
const MOST_LETTERS = 40

/** Each Chinese or Korean character is a syllable; any-ascii writes them without spaces, each with a capital. */
const SYLLABLE = /[\p{Script=Han}\p{Script=Hangul}]/gu
const spacedSyllables = (text: string): string => text.replace(SYLLABLE, ' $& ')

/** Letters that are transliterated in two ways: MÜLLER is MULLER and MUELLER, and so on. */
const EXPANDED: Readonly<Record<string, string>> = { Ä: 'AE', Ö: 'OE', Ü: 'UE', Å: 'AA', Ø: 'OE' }

/** Soft hyphens, joiners and direction marks: invisible characters in copied text. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** The parts of a name in order, transliterated to Latin letters. */
export function tokensOf(name: string): NameToken[] {
  const visible = name
    .normalize('NFC')
    .replace(/\u200B/g, ' ')
    .replace(INVISIBLE, '')
  // Transliteration also writes hard consonants and glottal stops as apostrophes.
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
  // DU WEI is not a name of one word: a particle counts as a name if there are fewer than two other words.
  if (tokens.filter(({ weight }) => weight === 1).length >= 2) return tokens
  return tokens.map((token) => (token.text.length > 1 && token.weight < 1 ? { ...token, weight: 1 } : token))
}

/** The Latin spellings of a name that a document may have. */
export function spellingsOf(name: string): string[] {
  const composed = name.normalize('NFC').toUpperCase()
  const expanded = composed.replace(/[ÄÖÜÅØ]/g, (letter) => EXPANDED[letter] ?? letter)
  return expanded === composed ? [name] : [name, expanded]
}

const known = new Map<string, NameToken>()
/** The size of the cache. The words of names repeat: a list of a million names has some ten thousand. */
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

/** The longest come first: SHCH before SH. */
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
 * The sound of a word: its consonants, in classes of sounds that transliterations and hearing confuse (GADDAFI, QADHAFI
 * and KADAFI are KTV, MOHAMMED and MUHAMAD are MMT). Vowels, H, J, Y and doubled letters are dropped.
 */
export function soundOf(text: string): string {
  let sound = text
  for (const [cluster, letter] of CLUSTERS) sound = sound.replace(cluster, letter)
  sound = sound
    .replace(/[CQGZDWFB]/g, (letter) => CLASSES[letter] ?? letter)
    // Before the vowels are removed: the two N of HOCHININBERG are not a doubled letter.
    .replace(/(.)\1+/g, '$1')
    .replace(/[AEIOUYJH]/g, '')
  return sound || text
}
