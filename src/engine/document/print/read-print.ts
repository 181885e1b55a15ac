import { type Box, boundsOf } from '../../picture/box.ts'
import { type Quad, quadOf } from '../../picture/quad.ts'
import type { Sheet } from '../../picture/sheet.ts'
import type { ReadContext } from '../../read-engine.ts'
import { otherScriptOf, readOtherScripts } from '../../text/other-scripts.ts'
import { readColumn, readText, type TextLine } from '../../text/read-text.ts'
import { followPage, readerOf, SCRIPTS } from '../../text/scripts.ts'
import type { Classification } from '../kind/classify.ts'
import { type FoundMrz, isSure, pickMrz, readMrz, readMrzAsText } from '../mrz/read-mrz.ts'
import { joinParts } from './mixed-line.ts'
import { chooseLines, type ReadingPlan } from './plan-reading.ts'

/** What has been read of the print on a page. */
export interface Print {
  lines: TextLine[]
  /** Lines where the catalogue expects no value, and those in the smallest print. */
  unread: Quad[]
  mrz: FoundMrz | undefined
}

/** Reads what runs down the page. What cannot be read so is left to be read across it, with the rest. */
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
  // Long titles are shaped like MRZ lines too, so what the MRZ reader is unsure of is also read as text.
  const quads = [...plan.titles, ...(sure ? plan.mrz.filter((quad) => !isLineOf(sure.box, quad)) : plan.mrz)]
  const lines = [...columns, ...(await readLines(context, document, quads, textsOf(columns)))]
  return { lines, unread: [], mrz: sure ?? pickMrz(own, readMrzAsText(lines, today)) }
}

/** By the reader of every page, and by those of other scripts where it is unsure. */
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

/** Titles that did not show in which script they are, in the script of the rest. */
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

/** Adds the rest of the text, as far as a document of this kind calls for it. */
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
  // Lines too short to be shaped like an MRZ turn out to be one only once they have been read.
  return { lines, unread: [...spare, ...plan.small], mrz: titles.mrz ?? readMrzAsText(lines, context.today) }
}

/** Scripts with figures of their own that documents print. */
const WITH_FIGURES = ['Arabic', 'Devanagari', 'Bengali', 'Khmer', 'Myanmar', 'Lao', 'Thai']

/** Letters by which a page shows its script. */
const MIN_LETTERS = 12
/** Of figures in another script the usual reader is never surer: they look like 1, 7, V and Greek letters. */
const SURE = 0.87

/**
 * A number in the figures of another script has no letters to show which script it is in: on a page of such a script,
 * lines that the usual reader is unsure of are read once more, and taken where figures come out.
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
/** Marks and a sign or two that were read otherwise may stand between them. */
const MOST = 0.7

/** Whether a text is a number or a date in figures that are not ours. */
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
