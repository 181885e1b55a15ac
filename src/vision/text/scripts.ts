/** Letters that look alike in Latin, Cyrillic and Greek print, in this order; a dot where a script has none. */
const ALIKE = [
  'ABEKMHOPCTXYIZNJSÏËaeopcxyijsvukïëó',
  'АВЕКМНОРСТХУІ··ЈЅЇЁаеорсхуіјѕ··кїё·',
  'ΑΒΕΚΜΗΟΡ·ΤΧΥΙΖΝ··Ϊ···ορ·χγ···νυκϊ·ό',
] as const
const NAMES = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u] as const

/** 0 Latin, 1 Cyrillic, 2 Greek. */
export type Script = 0 | 1 | 2

export function scriptOf(letter: string): Script | undefined {
  const index = NAMES.findIndex((name) => name.test(letter))
  return index < 0 ? undefined : (index as Script)
}

/** The letter's look-alikes in each script; only the letter itself if it is unambiguous. */
export function twinsOf(letter: string): string[] {
  const place = placeOf(letter)
  return place < 0 ? [letter] : ALIKE.map((row) => row[place] as string).filter((twin) => twin !== '·')
}

/** Writes each word in the script of its unambiguous letters. A word of look-alikes follows its line, or is Latin. */
export function unifyScripts(text: string): string {
  const line = tellScript(text)
  return text.replace(/\p{L}+/gu, (word) => writeIn(word, tellScript(word) ?? line ?? 0))
}

/** The text in the letters of a script, if every one of them has a look-alike in it. */
export function convertToScript(text: string, script: Script): string | undefined {
  const turned = text.replace(/\p{L}+/gu, (word) => writeIn(word, script))
  return [...turned].every((letter) => (scriptOf(letter) ?? script) === script) ? turned : undefined
}

/**
 * Lines of only look-alikes follow their page: КОСТАСЕР among Cyrillic lines is not a Latin word. Only if nearly all
 * unambiguous letters are in one script, because many documents repeat a value in Latin letters.
 */
export function followPage<T extends { text: string }>(lines: readonly T[]): T[] {
  const counts = [0, 0, 0]
  for (const { text } of lines)
    for (const letter of text) {
      const script = placeOf(letter) < 0 ? scriptOf(letter) : undefined
      if (script !== undefined) counts[script] = (counts[script] as number) + 1
    }
  const all = counts.reduce((sum, count) => sum + count, 0)
  const script = counts.findIndex((count) => count >= MIN_ON_PAGE && count >= NEARLY_ALL * all)
  if (script < 1) return [...lines]
  return lines.map((line) => {
    const words = line.text.match(/\p{L}+/gu) ?? []
    const isDoubtful = !/[\d<]/.test(line.text) && words.some(({ length }) => length >= MIN_WORD)
    const turned =
      isDoubtful && tellScript(line.text) === undefined ? convertToScript(line.text, script as Script) : undefined
    return turned ? { ...line, text: turned } : line
  })
}

/** The minimum number of letters for a page to show its script, and the share of them that must be in it. */
const MIN_ON_PAGE = 12
const NEARLY_ALL = 0.9
/** Shorter words are codes and categories, which are Latin on most pages. */
const MIN_WORD = 4

const placeOf = (letter: string): number =>
  Math.max(...ALIKE.map((row) => (/\p{L}/u.test(letter) ? row.indexOf(letter) : -1)))

/** The script that most of the unambiguous letters belong to. */
export function tellScript(text: string): Script | undefined {
  const counts = [0, 0, 0]
  for (const letter of text) {
    const script = placeOf(letter) < 0 ? scriptOf(letter) : undefined
    if (script !== undefined) counts[script] = (counts[script] as number) + 1
  }
  const most = Math.max(...counts)
  return most > 0 ? (counts.indexOf(most) as Script) : undefined
}

function writeIn(word: string, script: Script): string {
  return [...word]
    .map((letter) => {
      const twin = ALIKE[script][placeOf(letter)]
      return twin && twin !== '·' ? twin : letter
    })
    .join('')
}

/** Scripts of the world's documents by their Unicode names, the unambiguous ones first. */
export const SCRIPTS: readonly { name: string; letters: RegExp }[] = [
  'Hiragana',
  'Katakana',
  'Hangul',
  'Han',
  'Arabic',
  'Hebrew',
  'Georgian',
  'Armenian',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Ethiopic',
  'Greek',
  'Cyrillic',
  'Latin',
].map((name) => ({ name, letters: new RegExp(`\\p{Script=${name}}`, 'u') }))

/** Scripts that are written together: Japanese uses three, and Korean documents give names in Chinese characters. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  Kana: ['Hiragana', 'Katakana', 'Han'],
  Hangul: ['Hangul', 'Han'],
}

/**
 * Whether a letter belongs to a script other than the given one. Latin letters and characters that are not letters
 * belong to every script.
 */
export function isOfOther(letter: string, script: string): boolean {
  const own = SCRIPTS.find(({ name, letters }) => name !== 'Latin' && letters.test(letter))?.name
  return own !== undefined && !(TOGETHER[script] ?? [script]).includes(own)
}

/** The readers of lines by the Unicode names of their scripts. Each is loaded by the first line that needs it. */
const READERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(SCRIPTS.map(({ name }) => [name, 'text-lines-scripts'])),
  Latin: 'text-lines',
  Cyrillic: 'text-lines',
  Greek: 'text-lines',
  Han: 'text-lines-han',
  Kana: 'text-lines-japanese',
  Hiragana: 'text-lines-japanese',
  Katakana: 'text-lines-japanese',
  Hangul: 'text-lines-kana-hangul',
}

/**
 * Chinese characters on their own do not show whether they are simplified, traditional or Japanese: a page of them is
 * read by all three readers, and the most confident one is used.
 */
const OF_CHARACTERS = ['text-lines-japanese', 'text-lines-han', 'text-lines-han-traditional']

/** The slots of the readers that a script may need; empty if there is none. */
export function readersOf(script: string): string[] {
  if (script === 'Han' || script === 'Kana') return OF_CHARACTERS
  const reader = readerOf(script)
  return reader ? [reader] : []
}

/** The slot of the reader of a script; undefined if there is none: text in that script stays unread. */
export const readerOf = (script = 'Latin'): string | undefined => READERS[script]
