import type { Nets } from '../nets/runtime.ts'
import { quadOf } from '../picture/quad.ts'
import type { Sheet } from '../picture/sheet.ts'
import type { ReadContext } from '../read-engine.ts'
import { nameScript, type Reader, readText, type TextLine } from './read-text.ts'
import { isOfOther, readerOf, readersOf, SCRIPTS } from './scripts.ts'

/**
 * Of 577 drawn lines in other scripts, the reader of every page was this confident of 16; of lines in its own letters
 * it nearly always is.
 */
const SURE = 0.87

/**
 * The script of this number of the least confident lines is determined first: on a page in the reader's own letters no
 * more are needed.
 */
const ASKED = 3
/** A line shorter than this many times its height does not say which script it is in. */
const SHORT = 2

interface NamedLine {
  line: TextLine
  script: string
  probability: number
}

/**
 * The lines of a page, with those in other scripts read by the readers of these. A page has at most one other script: a
 * line follows its page. If every line is read reliably, or none of the others is in another script, nothing changes.
 * `values` are known to be on the page: if they are in another script, so is the page, however weak the other evidence
 * is.
 */
export async function readOtherScripts(
  { nets, time }: ReadContext,
  sheet: Sheet,
  lines: readonly TextLine[],
  values: readonly string[] = [],
): Promise<TextLine[]> {
  const known = otherScriptOf(values)
  const name = (some: readonly TextLine[]) => time('name-script', () => nameOthers(nets, sheet, some))
  const unsure = lines.filter(({ confidence }) => confidence < SURE).toSorted((a, b) => a.confidence - b.confidence)
  const asked = known ? unsure : unsure.filter((line) => lengthOf(line) >= SHORT).slice(0, ASKED)
  const first = await name(asked)
  if (!first.length) return [...lines]
  const other = [...first, ...(await name(unsure.filter((line) => !asked.includes(line))))]
  const script = known ?? scriptOfPage(other, lines)
  const readers = script ? readersOf(script) : []
  if (!readers.length) return [...lines]
  const named = [...other, ...(await name(lines.filter((line) => !unsure.includes(line))))].map(({ line }) => line)
  const readings: Map<TextLine, TextLine>[] = []
  for (const reader of readers) readings.push(await time('read-text', () => readAs(nets, sheet, named, reader)))
  const read = readings.reduce((a, b) => (surenessOf(b) > surenessOf(a) ? b : a))
  return lines.map((line) => read.get(line) ?? line)
}

/** A reader leaves out characters that it does not know, or is unsure of them. */
const surenessOf = (read: ReadonlyMap<TextLine, TextLine>): number =>
  [...read.values()].reduce((sum, { text, confidence }) => sum + confidence * text.length, 0)

/** The ratio of length to height. */
const lengthOf = ({ box }: TextLine): number => box.width / Math.max(1, box.height)

async function nameOthers(nets: Nets, sheet: Sheet, lines: readonly TextLine[]): Promise<NamedLine[]> {
  const named: NamedLine[] = []
  for (const line of lines) {
    const { script, isSure, probability } = await nameScript(nets, sheet, quadOf(line.box))
    if (script !== 'Common' && isSure) named.push({ line, script, probability })
  }
  return named
}

/** The number of lines in one script from which the page is assumed to have it. */
const SEVERAL = 2
/** A single line is enough if its script is this certain and it is this long, or makes up this share of the print. */
const CLEAR = { probability: 0.8, length: 3, share: 0.3 }

/**
 * The other script of most of the print, weighted by the length of its lines. Blurred print and ornaments sometimes
 * look like another script: of 54 labelled documents, 18 have a line that is assigned one, and three of these are in
 * another script. Undefined if only a single line indicates it and is not clear.
 */
function scriptOfPage(named: readonly NamedLine[], lines: readonly TextLine[]): string | undefined {
  const shares = new Map<string, NamedLine[]>()
  for (const each of named) shares.set(each.script, [...(shares.get(each.script) ?? []), each])
  const weightOf = (some: readonly NamedLine[] = []) =>
    some.reduce((sum, { line, probability }) => sum + probability * lengthOf(line), 0)
  const [han, kana] = [shares.get('Han') ?? [], shares.get('Kana') ?? []]
  if (weightOf(kana) > JAPANESE * weightOf(han)) {
    shares.set('Kana', [...kana, ...han])
    shares.delete('Han')
  }
  const [most] = [...shares].sort(([, a], [, b]) => weightOf(b) - weightOf(a))
  if (!most) return undefined
  const [script, own] = most
  const all = lines.reduce((sum, line) => sum + lengthOf(line), 0)
  const isClear = own.some(
    ({ line, probability }) => probability >= CLEAR.probability && lengthOf(line) >= CLEAR.length,
  )
  return own.length >= SEVERAL || isClear || weightOf(own) >= CLEAR.share * all ? script : undefined
}

/** The share of kana at which Chinese characters are considered Japanese: Chinese documents have no kana. */
const JAPANESE = 0.2

/** Lines as read by one reader. A line in another script than most of the page is read again in only that script. */
async function readAs(
  nets: Nets,
  sheet: Sheet,
  lines: readonly TextLine[],
  reader: string,
): Promise<Map<TextLine, TextLine>> {
  const readBy = async (wanted: readonly TextLine[], by: Reader): Promise<[TextLine, TextLine][]> => {
    const quads = wanted.map(({ box }) => quadOf(box))
    const read = await readText(nets, sheet, quads, by)
    return wanted.map((line, i) => [line, { ...(read[i] as TextLine), box: line.box }])
  }
  const read = new Map(await readBy(lines, { reader }))
  const script = mainScript([...read.values()].map(({ text }) => text).join(''))
  if (!script) return read
  const mixed = lines.filter((line) => [...(read.get(line)?.text ?? '')].some((letter) => isOfOther(letter, script)))
  return new Map([...read, ...(await readBy(mixed, { reader, script }))])
}

/** The script of texts that the reader of every page cannot read; undefined if it can read them all. */
export const otherScriptOf = (texts: readonly string[]): string | undefined => mainScript(texts.join(''))

const OTHERS = SCRIPTS.filter(({ name }) => readerOf(name) !== readerOf())

/** The script of most letters that the reader of every page cannot read; Kana for Japanese, whichever prevail. */
function mainScript(text: string): string | undefined {
  const occurrences = new Map<string, number>()
  for (const letter of text) {
    const name = OTHERS.find(({ letters }) => letters.test(letter))?.name
    if (name) occurrences.set(name, (occurrences.get(name) ?? 0) + 1)
  }
  const most = [...occurrences].sort(([, a], [, b]) => b - a)[0]?.[0]
  const isJapanese = occurrences.has('Hiragana') || occurrences.has('Katakana')
  return most !== 'Hangul' && isJapanese ? 'Kana' : most
}
