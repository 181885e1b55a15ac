import { type Box, boundsOf } from '../../picture/box.ts'
import { type Quad, quadOf } from '../../picture/quad.ts'
import type { Sheet } from '../../picture/sheet.ts'
import type { ReadContext } from '../../read-engine.ts'
import { otherScriptOf, readOtherScripts } from '../../text/other-scripts.ts'
import { readColumn, readText, type TextLine } from '../../text/read-text.ts'
import { followPage, readerOf, SCRIPTS } from '../../text/scripts.ts'
import type { Classification } from '../kind/classify.ts'
import { type FoundMrz, isSure, pickMrz, readLicenceLine, readMrz, readMrzAsText } from '../mrz/read-mrz.ts'
import { joinParts } from './mixed-line.ts'
import { chooseLines, type ReadingPlan } from './plan-reading.ts'

/** What has been read of the print on a page. */
export interface Print {
  lines: TextLine[]
  /** Lines where the catalogue expects no value, and those in the smallest print. */
  unread: Quad[]
  mrz: FoundMrz | undefined
}

/** Reads text that runs down the page. Anything that cannot be read this way is left to be read across the page. */
export async function readColumns(
  { nets, time }: ReadContext,
  document: Sheet,
  plan: ReadingPlan,
): Promise<{ columns: TextLine[]; plan: ReadingPlan }> {
  const columns: TextLine[] = []
  const rest: Quad[] = [...plan.rest]
  for (const column of plan.columns) {
    const line = await time('read-text', () => readColumn(nets, document, column))
    if (line) columns.push(line)
    else rest.push(...column.quads)
  }
  return { columns, plan: { ...plan, rest } }
}

/** Reads MRZ and titles: usually enough to recognise the document. */
export async function readTitles(
  context: ReadContext,
  document: Sheet,
  plan: ReadingPlan,
  columns: readonly TextLine[],
): Promise<Print> {
  const { nets, today, time } = context
  const own = await time('read-mrz', () => readMrz(nets, document, plan.mrz, today))
  const sure = own && isSure(own) ? own : undefined
  // Long titles are shaped like MRZ lines too, so lines that the MRZ reader is unsure of are also read as text.
  const quads = [...plan.titles, ...(sure ? plan.mrz.filter((quad) => !isLineOf(sure.box, quad)) : plan.mrz)]
  const read = await readLines(context, document, quads, textsOf(columns))
  const lines = [...columns, ...read]
  if (sure) return { lines, unread: [], mrz: sure }
  const lowest = own ? undefined : plan.mrz.at(-1)
  const line = await readSingleLine(context, document, { quads, read, lowest })
  const text = line && isSure(line) ? undefined : readMrzAsText(lines, today)
  return { lines, unread: [], mrz: pickMrz(pickMrz(own, line), text) }
}

/** Reads with the reader of every page, and with those of other scripts where it is unsure. */
async function readLines(
  context: ReadContext,
  document: Sheet,
  quads: readonly Quad[],
  others: readonly string[],
): Promise<TextLine[]> {
  const usual = await context.time('read-text', () => readText(context.nets, document, quads))
  const lines = await readOtherScripts(context, document, usual, others)
  return lines.map((line, i) => {
    const before = usual[i]
    return before && before !== line ? joinParts(line, before) : line
  })
}

const textsOf = (lines: readonly TextLine[]): string[] => lines.map(({ text }) => text)

/** Reads titles that did not show their script in the script of the rest of the page. */
async function asRest(
  context: ReadContext,
  document: Sheet,
  titles: readonly TextLine[],
  rest: readonly TextLine[],
): Promise<TextLine[]> {
  if (otherScriptOf(textsOf(titles)) || !otherScriptOf(textsOf(rest))) return [...titles]
  return readOtherScripts(context, document, titles, textsOf(rest))
}

function isLineOf(mrz: Box, quad: Quad): boolean {
  const { y, height } = boundsOf(quad)
  return y + height / 2 >= mrz.y && y + height / 2 <= mrz.y + mrz.height
}

/** Reads the rest of the text, as far as this kind of document needs it. */
export async function readRest(
  context: ReadContext,
  document: Sheet,
  plan: ReadingPlan,
  titles: Print,
  kind: Classification | undefined,
): Promise<Print> {
  const { wanted, spare } = chooseLines(plan.rest, kind, document)
  const rest = await readLines(context, document, wanted, textsOf(titles.lines))
  const read = [...(await asRest(context, document, titles.lines, rest)), ...rest]
  const lines = followPage(await readOwnFigures(context, document, read))
  // Lines that are too short for the shape of an MRZ are only recognised as one after they have been read.
  const line = titles.mrz ?? (await readSingleLine(context, document, { quads: wanted, read: rest, lowest: undefined }))
  return { lines, unread: [...spare, ...plan.small], mrz: line ?? readMrzAsText(lines, context.today) }
}

/** The single-line MRZ of a licence. It is printed along the lower edge. */
function readSingleLine(
  { nets, today, time }: ReadContext,
  document: Sheet,
  { quads, read, lowest }: { quads: readonly Quad[]; read: readonly TextLine[]; lowest: Quad | undefined },
): Promise<FoundMrz | undefined> {
  const lines = quads.map((quad, i) => ({ quad, text: read[i]?.text ?? '' }))
  const atEdge = lowest && boundsOf(lowest).y > LOWER_EDGE * document.height ? lowest : undefined
  return time('read-mrz', () => readLicenceLine(nets, document, lines, atEdge, today))
}

const LOWER_EDGE = 0.7

/** Scripts with their own digits that documents print. */
const WITH_FIGURES = ['Arabic', 'Devanagari', 'Bengali', 'Khmer', 'Myanmar', 'Lao', 'Thai']

/** The minimum number of letters for a page to show its script. */
const MIN_LETTERS = 12
/** The usual reader is never more confident of digits in another script: they look like 1, 7, V and Greek letters. */
const SURE = 0.87

/**
 * A number in the digits of another script has no letters to show the script: on a page of such a script, lines that
 * the usual reader is unsure of are read again, and the new reading is used if it consists of digits.
 */
export async function readOwnFigures(
  { nets, time }: ReadContext,
  sheet: Sheet,
  lines: readonly TextLine[],
): Promise<TextLine[]> {
  const script = scriptOfPage(lines)
  const reader = script && readerOf(script)
  if (!reader) return [...lines]
  const doubtful = lines.filter(
    ({ text, confidence }) => text.length >= MIN_FIGURES && confidence < SURE && !isIn(script, text),
  )
  const quads = doubtful.map(({ box }) => quadOf(box))
  const read = await time('read-text', () => readText(nets, sheet, quads, { reader, script }))
  return lines.map((line) => {
    const again = read[doubtful.indexOf(line)]
    return again && areFigures(again.text) ? { ...again, box: line.box } : line
  })
}

const MIN_FIGURES = 4
/** The minimum share of such digits: separators and a few misread characters may stand between them. */
const MOST = 0.7

/** Whether a text is a number or a date in non-Western digits. */
export function areFigures(text: string): boolean {
  const signs = text.replaceAll(/[\s./-]/g, '')
  const figures = signs.match(/[^\P{Nd}\d]/gu)?.length ?? 0
  return figures >= MIN_FIGURES && figures >= MOST * [...signs].length
}

function scriptOfPage(lines: readonly TextLine[]): string | undefined {
  const text = lines.map((line) => line.text).join('')
  return WITH_FIGURES.find((script) => lettersIn(script, text) >= MIN_LETTERS)
}

const isIn = (script: string, text: string): boolean => lettersIn(script, text) > 0

function lettersIn(script: string, text: string): number {
  const letters = SCRIPTS.find(({ name }) => name === script)?.letters
  return letters ? [...text].filter((letter) => letters.test(letter)).length : 0
}
