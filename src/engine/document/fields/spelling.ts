import type { Alphabets } from '../../catalogue/schema.ts'
import { fold } from '../../text/fold.ts'
import { convertToScript, type Script } from '../../text/scripts.ts'
import type { Span } from './candidate.ts'

/** A letter read more surely than this stays as it is: people carry names of other languages. */
const SURE = 0.9

/**
 * Puts right accents that the document's languages do not have, where the reader was unsure of them: the one accented
 * letter they do have on the same base, or the base alone. What could be several letters stays.
 */
export function spelledIn(read: Span, alphabets: Alphabets, languages: readonly string[]): Span {
  const span = { ...read, text: inArabicOf(read.text, languages) }
  const known = languages.map((language) => alphabets[language])
  if (!known.length || known.some((letters) => letters === undefined)) return span
  const own = known.join('')
  const text = [...span.text].map((letter, i) =>
    (span.probabilities[i] ?? 1) > SURE ? letter : respelled(letter, own),
  )
  return { ...span, text: text.join('') }
}

/** Letters and figures that look the same in Arabic and in Persian or Urdu print, and are others. */
const LIKE_ARABIC = ['یکہ۰۱۲۳۴۵۶۷۸۹', 'يكه٠١٢٣٤٥٦٧٨٩'] as const
const LIKE_PERSIAN = ['ىيك٠١٢٣٤٥٦٧٨٩', 'ییک۰۱۲۳۴۵۶۷۸۹'] as const
/** Letters that Arabic does not have, and the ones it has in their shape. */
const FOREIGN_TO_ARABIC = ['پچگژڤٹڈڑںھےۃە', 'بجكزفتدرنهيةه'] as const

/** The text in the letters of the issuer's language: the reader knows Arabic, Persian and Urdu alike and mixes them. */
function inArabicOf(text: string, languages: readonly string[]): string {
  if (!/\p{Script=Arabic}/u.test(text)) return text
  const own = languages.find((language) => language === 'ar' || language === 'fa' || language === 'ur')
  if (own === 'ar') return exchanged(exchanged(text, FOREIGN_TO_ARABIC), LIKE_ARABIC)
  if (own === undefined) return text
  // Urdu has two letters for h, Persian one.
  return exchanged(own === 'fa' ? text.replaceAll('ہ', 'ه') : text, LIKE_PERSIAN)
}

const exchanged = (text: string, [from, to]: readonly [string, string]): string =>
  [...text].map((letter) => [...to][[...from].indexOf(letter)] ?? letter).join('')

/** Languages that are not written in Latin letters. */
const SCRIPTS: Record<string, Script> = { bg: 1, uk: 1, ru: 1, el: 2 }

/**
 * ICAO Doc 9303-3, 3.1: a value in the state's own script is followed by its transliteration, behind a slash. So what
 * looks the same in both stands before the slash in the one and behind it in the other.
 */
export function aroundSlash(span: Span, languages: readonly string[]): Span {
  const script = languages.flatMap((language) => SCRIPTS[language] ?? [])[0]
  const [before, behind, ...more] = span.text.split('/')
  if (!script || !before || !behind || more.length) return span
  // Of an address it is the place: what stands before its last comma may be written otherwise.
  const place = before.lastIndexOf(',') + 1
  const own = convertToScript(before.slice(place), script) ?? before.slice(place)
  return { ...span, text: `${before.slice(0, place)}${own}/${convertToScript(behind, 0) ?? behind}` }
}

/**
 * In a number, an O next to a digit that was not read reliably is a zero: of nine such letters on labelled documents all were
 * read at under 0.8, and the four in numbers were zeros.
 */
export function withZeros(span: Span): Span {
  const letters = [...span.text]
  for (const { index, 0: token } of span.text.matchAll(/[A-Z0-9]{4,}/g)) {
    if (token.replace(/\D/g, '').length < 3) continue
    const unsure = (at: number) => letters[at] === 'O' && (span.probabilities[at] ?? 1) < SURE
    const isDigit = (at: number) => at >= index && at < index + token.length && /\d/.test(letters[at] ?? '')
    for (let at = index; at < index + token.length; at++) if (unsure(at) && isDigit(at - 1)) letters[at] = '0'
    for (let at = index + token.length - 1; at >= index; at--) if (unsure(at) && isDigit(at + 1)) letters[at] = '0'
  }
  return { ...span, text: letters.join('') }
}

function respelled(letter: string, own: string): string {
  const upper = letter.toUpperCase()
  const base = fold(letter)
  if (!/\p{Script=Latin}/u.test(letter) || base === upper || upper.length > 1 || own.includes(upper)) return letter
  const accented = [...own].filter((other) => fold(other) === base)
  // Dotted and dotless I are two letters, and the dot is the first thing to get lost.
  if (accented.length > 1 || base.length > 1 || (accented.length === 1 && base === 'I')) return letter
  const right = accented[0] ?? base
  return letter === upper ? right : right.toLowerCase()
}
