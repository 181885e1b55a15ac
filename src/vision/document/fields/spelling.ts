import type { VisualFieldName } from '../../../formats/document-words.ts'
import type { Alphabets } from '../../catalogue/schema.ts'
import type { Other } from '../../text/decode-ctc.ts'
import { fold } from '../../text/fold.ts'
import type { TextLine } from '../../text/read-text.ts'
import { convertToScript, type Script, tellScript } from '../../text/scripts.ts'
import { isName, type Span } from './candidate.ts'
import type { Chosen } from './choose.ts'

/** A letter read with more confidence than this is kept: people have names from other languages. */
const SURE = 0.9

/**
 * Corrects accents that the document's languages do not have, if the reader was unsure of them: replaces the letter
 * with the only accented letter they have on the same base, or with the base. Of several candidates, the one that the
 * reader also considered; if it considered none, the letter is kept.
 */
export function spelledIn(read: Span, alphabets: Alphabets, languages: readonly string[]): Span {
  const span = { ...read, text: inArabicOf(read.text, languages) }
  const known = languages.map((language) => alphabets[language])
  if (!known.length || known.some((letters) => letters === undefined)) return span
  const own = known.join('')
  const probabilities = [...span.probabilities]
  const text = [...span.text].map((letter, i) => {
    if ((probabilities[i] ?? 1) > SURE) return letter
    const { text: right, probability } = respelled(letter, own, span.others?.[i])
    if (probability !== undefined) probabilities[i] = probability
    return right
  })
  return { ...span, text: text.join(''), probabilities }
}

/** Letters and digits that look the same in Arabic and in Persian or Urdu print but are different characters. */
const LIKE_ARABIC = ['یکہ۰۱۲۳۴۵۶۷۸۹', 'يكه٠١٢٣٤٥٦٧٨٩'] as const
const LIKE_PERSIAN = ['ىيك٠١٢٣٤٥٦٧٨٩', 'ییک۰۱۲۳۴۵۶۷۸۹'] as const
/** Letters that Arabic does not have, and the Arabic ones with the same shape. */
const FOREIGN_TO_ARABIC = ['پچگژڤٹڈڑںھےۃە', 'بجكزفتدرنهيةه'] as const

/** The text in the letters of the issuer's language: the reader knows Arabic, Persian and Urdu and mixes them. */
function inArabicOf(text: string, languages: readonly string[]): string {
  if (!/[\p{Script=Arabic}\u0660-\u0669]/u.test(text)) return text
  const own = languages.find((language) => language === 'ar' || language === 'fa' || language === 'ur')
  if (own === 'ar') return exchanged(exchanged(text, FOREIGN_TO_ARABIC), LIKE_ARABIC)
  if (own === undefined) return text
  // Urdu has two forms of h, Persian one.
  return exchanged(own === 'fa' ? text.replaceAll('ہ', 'ه') : text, LIKE_PERSIAN)
}

const exchanged = (text: string, [from, to]: readonly [string, string]): string =>
  [...text].map((letter) => [...to][[...from].indexOf(letter)] ?? letter).join('')

/** Languages that are not written in Latin letters. */
const SCRIPTS: Record<string, Script> = { bg: 1, uk: 1, ru: 1, el: 2 }

/**
 * ICAO Doc 9303-3, 3.1: a value in the state's own script is followed by a slash and its transliteration. So letters
 * that look the same in both scripts belong to one before the slash and to the other after it.
 */
export function aroundSlash(span: Span, languages: readonly string[]): Span {
  const script = languages.flatMap((language) => SCRIPTS[language] ?? [])[0]
  const [before, behind, ...more] = span.text.split('/')
  if (!script || !before || !behind || more.length) return span
  // In an address this applies to the place name: the text before its last comma may be written otherwise.
  const place = before.lastIndexOf(',') + 1
  const own = convertToScript(before.slice(place), script) ?? before.slice(place)
  return { ...span, text: `${before.slice(0, place)}${own}/${convertToScript(behind, 0) ?? behind}` }
}

/**
 * In a number, an O next to a digit that was not read reliably is a zero: all nine such letters on labelled documents
 * were read at under 0.8, and the four in numbers were zeros.
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

function respelled(letter: string, own: string, others: readonly Other[] = []): { text: string; probability?: number } {
  const upper = letter.toUpperCase()
  const base = fold(letter)
  const isKept = !/\p{Script=Latin}/u.test(letter) || base === upper || upper.length > 1 || own.includes(upper)
  if (isKept) return { text: letter }
  const accented = [...own].filter((other) => fold(other) === base)
  const isOwn = (other: string) =>
    [base, ...accented].includes(other.toUpperCase()) && (other === other.toUpperCase()) === (letter === upper)
  // Dotted and dotless I are two letters, and the dot is lost most easily.
  if (base.length > 1) return { text: letter }
  if (accented.length > 1 || (accented.length === 1 && base === 'I'))
    return others.find(({ text }) => isOwn(text)) ?? { text: letter }
  const right = accented[0] ?? base
  return { text: letter === upper ? right : right.toLowerCase() }
}

/**
 * Letters of a language that the reader of Latin, Cyrillic and Greek does not know look like these to it: Қ like К, Ө
 * like О, Ư like U. In CLDR, 3 % (Kyrgyz, Mongolian) to 35 % (Tajik) of the names of countries and languages contain
 * one of them.
 */
const READ_FOR: Readonly<Record<string, RegExp>> = {
  kk: /[АЄЭƏГКНОУХІ]/iu,
  ky: /[НОУӨ]/iu,
  tg: /[ГИЙКУХЧ]/iu,
  mn: /[ОУ]/iu,
  vi: /[AĂÂEÊIOÔUY]/iu,
}

const TEXTS: readonly VisualFieldName[] = ['place_of_birth', 'place_of_issue', 'address', 'authority']

/**
 * The same limit as for a value with an assumed letter: below what is used against a person (kernel/evidence/document/view.ts).
 */
const MOST = 80

/** The confidence of a value, lowered if one of its letters may be one that the reader does not know. */
export function lowered(
  confidence: number,
  { name, value }: { name: VisualFieldName; value: string },
  languages: readonly string[],
): number {
  const own = languages.find((language) => READ_FOR[language])
  if (!own || !(isName({ name }) || TEXTS.includes(name)) || !isInScriptOf(own, value)) return confidence
  return READ_FOR[own]?.test(value) ? Math.min(confidence, MOST) : confidence
}

/** Next to a Cyrillic name, documents print its transliteration, whose letters the reader all knows. */
const isInScriptOf = (language: string, value: string): boolean =>
  (language === 'vi' ? /\p{Script=Latin}/u : /\p{Script=Cyrillic}/u).test(value)

/**
 * For a name that may be in either of two scripts: only values above this count against a person
 * (kernel/evidence/document/view.ts).
 */
export const OPEN_SCRIPT = 70

export interface SettledName extends Chosen {
  /** Its letters look the same in two scripts, and nothing shows which one it is in. */
  isOpen?: true
}

/**
 * The names of one person are in one script. A name made only of letters that Latin, Cyrillic and Greek share follows
 * the person's other names, then the page; if neither decides, it stays open.
 */
export function inOneScript(chosen: readonly Chosen[], lines: readonly TextLine[]): SettledName[] {
  const known = new Set(chosen.filter(isName).flatMap(({ value }) => tellScript(value) ?? []))
  const ofPerson = known.size === 1 ? [...known][0] : undefined
  const ofPage = soleScript(lines)
  return chosen.map((each) => {
    if (!isName(each) || tellScript(each.value) !== undefined) return each
    const fitting = ([0, 1, 2] as const).filter((script) => convertToScript(each.value, script) !== undefined)
    if (fitting.length < 2) return each
    const said = [ofPerson, ofPage].find((script) => script !== undefined && fitting.includes(script))
    if (said === undefined) return { ...each, isOpen: true }
    return { ...each, value: convertToScript(each.value, said) ?? each.value }
  })
}

/** Share of the unambiguous letters. */
const NEARLY_ALL = 0.9

/** The script of a text or a page; undefined if it uses two. */
function soleScript(lines: readonly Pick<TextLine, 'text'>[]): Script | undefined {
  const counts = [0, 0, 0]
  for (const { text } of lines) {
    for (const word of text.match(/\p{L}+/gu) ?? []) {
      const script = tellScript(word)
      if (script !== undefined) counts[script] = (counts[script] as number) + word.length
    }
  }
  const all = counts.reduce((sum, count) => sum + count, 0)
  const most = counts.indexOf(Math.max(...counts)) as Script
  return all > 0 && (counts[most] as number) >= NEARLY_ALL * all ? most : undefined
}
