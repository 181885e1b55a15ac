import { SCRIPTS } from './scripts.ts'

/** Readers of lines by the script they read, as Unicode names scripts. Each is loaded by the first line that asks for it. */
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
 * Chinese characters alone do not show whether they are simplified, traditional or Japanese: a page of them is read by all
 * three readers, and the surest one is believed.
 */
const OF_CHARACTERS = ['text-lines-japanese', 'text-lines-han', 'text-lines-han-traditional']

/** The slots of the readers that a script may need; none where there is none. */
export function readersOf(script: string): string[] {
  if (script === 'Han' || script === 'Kana') return OF_CHARACTERS
  const reader = readerOf(script)
  return reader ? [reader] : []
}

/** The slot of the reader of a script; undefined where there is none, so that what is written in it stays unread. */
export const readerOf = (script = 'Latin'): string | undefined => READERS[script]
