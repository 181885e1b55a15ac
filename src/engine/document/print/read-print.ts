import { type Box, boundsOf } from '../../picture/box.ts'
import type { Quad } from '../../picture/quad.ts'
import type { Sheet } from '../../picture/sheet.ts'
import type { ReadContext } from '../../read-engine.ts'
import { otherScriptOf, readOtherScripts } from '../../text/other-scripts.ts'
import { readColumn, readText, type TextLine } from '../../text/read-text.ts'
import { followPage } from '../../text/scripts.ts'
import type { Classification } from '../kind/classify.ts'
import { type FoundMrz, isSure, pickMrz, readMrz, readMrzAsText } from '../mrz/read-mrz.ts'
import { joinParts } from './mixed-line.ts'
import { readOwnFigures } from './own-figures.ts'
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
  columns: readonly TextLine[] = [],
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
  others: readonly string[] = [],
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
