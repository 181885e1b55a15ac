import { SCRIPTS } from './scripts.ts'

/** Readers of lines by the script they read, as Unicode names scripts. Each is loaded by the first line that asks for it. */
const READERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(SCRIPTS.map(({ name }) => [name, 'text-lines-scripts'])),
  Latin: 'text-lines',
  Cyrillic: 'text-lines',
  Greek: 'text-lines',
  Han: 'text-lines-han',
  Kana: 'text-lines-kana-hangul',
  Hiragana: 'text-lines-kana-hangul',
  Katakana: 'text-lines-kana-hangul',
  Hangul: 'text-lines-kana-hangul',
}

/** The slot of the reader of a script; undefined where there is none, so that what is written in it stays unread. */
export const readerOf = (script = 'Latin'): string | undefined => READERS[script]
