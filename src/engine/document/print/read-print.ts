import { type Box, boundsOf } from '../../picture/box.ts'
import type { Quad } from '../../picture/quad.ts'
import type { Sheet } from '../../picture/sheet.ts'
import type { ReadContext } from '../../read-engine.ts'
import { readOtherScripts } from '../../text/other-scripts.ts'
import { readText, type TextLine } from '../../text/read-text.ts'
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

/** Reads MRZ and titles: usually enough to recognise the document. */
export async function readTitles(context: ReadContext, document: Sheet, plan: ReadingPlan): Promise<Print> {
  const { nets, today, time } = context
  const own = await time('read-mrz', () => readMrz(nets, document, plan.mrz, today))
  const sure = own && isSure(own) ? own : undefined
  // Long titles are shaped like MRZ lines too, so what the MRZ reader is unsure of is also read as text.
  const quads = [...plan.titles, ...(sure ? plan.mrz.filter((quad) => !isLineOf(sure.box, quad)) : plan.mrz)]
  const lines = await readLines(context, document, quads)
  return { lines, unread: [], mrz: sure ?? pickMrz(own, readMrzAsText(lines, today)) }
}

/** By the reader of every page, and by those of other scripts where it is unsure. */
async function readLines(context: ReadContext, document: Sheet, quads: readonly Quad[]): Promise<TextLine[]> {
  const usual = await context.time('read-text', () => readText(context.nets, document, quads))
  const lines = await readOtherScripts(context, document, usual)
  return lines.map((line, i) => {
    const before = usual[i]
    return before && before !== line ? joinParts(line, before) : line
  })
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
  const read = [...titles.lines, ...(await readLines(context, document, wanted))]
  const lines = followPage(await readOwnFigures(context, document, read))
  // Lines too short to be shaped like an MRZ turn out to be one only once they have been read.
  return { lines, unread: [...spare, ...plan.small], mrz: titles.mrz ?? readMrzAsText(lines, context.today) }
}
