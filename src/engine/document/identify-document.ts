import type { Portrait } from '../face/take-portrait.ts'
import type { Picture } from '../picture/picture.ts'
import type { ReadContext } from '../read-engine.ts'
import type { Recognised } from '../taught/recognise.ts'
import { agrees, kindOfModel } from '../taught/settle-kind.ts'
import { type Barcode, type PageBarcode, readPageBarcode } from './barcode/read-barcode.ts'
import { tellKindByRoles } from './kind/by-roles.ts'
import { type Classification, classify } from './kind/classify.ts'
import { readStatements } from './kind/read-statements.ts'
import type { LocatedDocument } from './locate-document.ts'
import { readMissedMrz } from './mrz/read-missed-mrz.ts'
import type { FoundMrz } from './mrz/read-mrz.ts'
import { findPrintedPortraits } from './portrait/find-printed-portrait.ts'
import { planReading } from './print/plan-reading.ts'
import { type Print, readColumns, readRest, readTitles } from './print/read-print.ts'

/** What is on a document, and what kind of document it is. */
export interface IdentifiedDocument {
  portrait: Portrait | undefined
  ghost: Portrait | undefined
  /** The portraits are of several people. */
  areSeveral: boolean
  barcode: PageBarcode | undefined
  /** There is one, and it could not be read. */
  isBarcodeUnread: boolean
  /** Matrix codes, whose contents may be signed. */
  codes: Barcode[]
  print: Print
  mrz: FoundMrz | undefined
  /** Undefined when nothing says what document it is. */
  kind: Classification | undefined
  /** The taught model that it is one of. */
  taught: Recognised | undefined
}

export async function identifyDocument(
  context: ReadContext,
  photo: Picture,
  located: LocatedDocument,
): Promise<IdentifiedDocument> {
  const { catalogue, today, time } = context
  const { document, boxes, recognised } = located
  // Portrait and barcode need no text, and help to decide which lines to read and what they mean.
  const { portrait, ghost, areSeveral } = await findPrintedPortraits(context, document)
  const { barcode, isBarcodeUnread, codes } = await time('read-barcode', () => readPageBarcode(photo, located, today))

  // The titles usually reveal the kind, and the kind says what else to read.
  const tellKind = ({ lines, mrz }: Print) =>
    time('classify', () => {
      const statements = readStatements(mrz, barcode?.reading, lines)
      return classify(catalogue, { lines, size: document, portrait: portrait !== undefined, ...statements })
    })
  const { columns, plan } = await readColumns(context, document, planReading(boxes, document, portrait?.face))
  const titles = await readTitles(context, document, plan, columns)
  let found = await tellKind(titles)
  const print = await readRest(context, document, plan, titles, found)
  // A back with neither MRZ nor barcode has no title: it takes all of its lines to recognise it.
  const isSettled = found && print.mrz === titles.mrz && (found.side === 'FRONT' || print.mrz || barcode)
  if (!isSettled) found = await tellKind(print)
  const expectsMrz = !found || found.model?.mrz?.side === found.side
  const mrz = expectsMrz ? await readMissedMrz(context, document, print) : print.mrz
  if (mrz !== print.mrz) found = await tellKind({ ...print, mrz })
  const statements = readStatements(mrz, barcode?.reading, print.lines)
  const isStated = statements.licence !== undefined || statements.mrz?.certain === true
  const isTaught = (kind: Classification | undefined) => recognised && agrees(recognised, { kind, isStated })
  const sure = recognised?.isSure && isTaught(found) ? recognised : undefined
  if (sure) found = kindOfModel(catalogue, sure, found)
  const seen = { size: document, portrait: portrait !== undefined, face: portrait?.face }
  const kind = await time('classify', () => tellKindByRoles(context, print.lines, seen, found))
  // What was hardly recognised is taken for the model once everything that was read says the same.
  const taught = sure ?? (recognised && !recognised.isSure && isTaught(kind) ? recognised : undefined)
  return { portrait, ghost, areSeveral, barcode, isBarcodeUnread, codes, print, mrz, kind, taught }
}
