import type { Nets } from '../nets/runtime.ts'
import { quadOf } from '../picture/quad.ts'
import type { Sheet } from '../picture/sheet.ts'
import type { ReadContext } from '../read-engine.ts'
import { nameScript, type Reader, readText, type TextLine } from './read-text.ts'
import { readerOf } from './readers.ts'
import { isOfOther, SCRIPTS } from './scripts.ts'

/**
 * Of 577 drawn lines in other scripts the reader of every page was this sure of 16; of lines in its own letters it is surer
 * nearly always.
 */
const SURE = 0.87

interface NamedLine {
  line: TextLine
  script: string
  probability: number
}

/**
 * The lines of a page, those in other scripts as the readers of these have them. A page has one other script at most: a
 * line follows its page. Where every line is read surely, or none of the others is in another script, nothing changes.
 */
export async function readOtherScripts(
  { nets, time }: ReadContext,
  sheet: Sheet,
  lines: readonly TextLine[],
): Promise<TextLine[]> {
  const unsure = lines.filter(({ confidence }) => confidence < SURE)
  const other = await time('name-script', () => nameOthers(nets, sheet, unsure))
  const reader = readerOf(scriptOfPage(other))
  if (!other.length || !reader) return [...lines]
  const sure = lines.filter((line) => !unsure.includes(line))
  const named = [...other, ...(await time('name-script', () => nameOthers(nets, sheet, sure)))]
  const read = await time('read-text', () =>
    readAs(
      nets,
      sheet,
      named.map(({ line }) => line),
      reader,
    ),
  )
  return lines.map((line) => read.get(line) ?? line)
}

async function nameOthers(nets: Nets, sheet: Sheet, lines: readonly TextLine[]): Promise<NamedLine[]> {
  const named: NamedLine[] = []
  for (const line of lines) {
    const { script, isSure, probability } = await nameScript(nets, sheet, quadOf(line.box))
    if (script !== 'Common' && isSure) named.push({ line, script, probability })
  }
  return named
}

/** The script that most of the print is in, by the length of its lines. */
function scriptOfPage(named: readonly NamedLine[]): string | undefined {
  const shares = new Map<string, number>()
  for (const { line, script, probability } of named)
    shares.set(script, (shares.get(script) ?? 0) + (probability * line.box.width) / Math.max(1, line.box.height))
  const [han = 0, kana = 0] = [shares.get('Han'), shares.get('Kana')]
  if (kana > JAPANESE * han) {
    shares.set('Kana', kana + han)
    shares.delete('Han')
  }
  return [...shares].sort(([, a], [, b]) => b - a)[0]?.[0]
}

/** Share of kana at which Chinese characters are taken for Japanese ones: Chinese documents have no kana. */
const JAPANESE = 0.2

/** Lines as one reader has them. What it read in another script than most of the page is read again in that one alone. */
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

/** The script of most letters; Kana for Japanese, whichever of its letters are more. */
function mainScript(text: string): string | undefined {
  const occurrences = new Map<string, number>()
  for (const letter of text) {
    const name = SCRIPTS.find(({ name: each, letters }) => each !== 'Latin' && letters.test(letter))?.name
    if (name) occurrences.set(name, (occurrences.get(name) ?? 0) + 1)
  }
  const most = [...occurrences].sort(([, a], [, b]) => b - a)[0]?.[0]
  const isJapanese = occurrences.has('Hiragana') || occurrences.has('Katakana')
  return most !== 'Hangul' && isJapanese ? 'Kana' : most
}
