import { readBarcode as readContent } from '../../domain/barcode/read-barcode.ts'
import type { BarcodeReading } from '../../domain/document/document.ts'
import { findFaces } from '../face/detect-faces.ts'
import { type Portrait, takePortrait } from '../face/take-portrait.ts'
import { type Box, boundsOf } from '../picture/box.ts'
import type { Picture } from '../picture/picture.ts'
import type { Quad } from '../picture/quad.ts'
import { readText, type TextLine } from '../text/read-text.ts'
import type { Desk } from '../workbench.ts'
import { type Barcode, readBarcodes } from './barcode/read-barcode.ts'
import { type Classification, classify } from './kind/classify.ts'
import { stated } from './kind/stated.ts'
import { findMrz } from './mrz/find-mrz.ts'
import { lengthenMrz } from './mrz/lengthen-mrz.ts'
import { better, type FoundMrz, isSure, readMrz, readMrzAsText } from './mrz/read-mrz.ts'
import type { UprightDocument } from './outline/upright-document.ts'
import { planReading, type ReadingPlan, stillToRead } from './plan-reading.ts'
import { pickPortrait } from './portrait/pick-portrait.ts'

/** Everything that could be read on a page, and what document it makes of it. */
export interface PageContent extends Seen {
  portrait?: Portrait
  barcode?: { found: Barcode; reading: BarcodeReading }
  /** There is a barcode that could not be read. */
  unreadBarcode: boolean
}

/** What has been read so far. */
interface Seen {
  lines: TextLine[]
  /** Lines that stand where the catalogue knows of no value, and those in the smallest print. */
  unread: Quad[]
  mrz: FoundMrz | undefined
  /** Undefined when nothing on the page says. */
  kind: Classification | undefined
}

/** Reads the upright document: portrait, barcode and MRZ first, then as much text as its kind calls for. */
export async function readPageContent(
  desk: Desk,
  photo: Picture,
  { document, boxes }: UprightDocument,
): Promise<PageContent> {
  const { nets, catalogue, today, time } = desk
  const portrait = await portraitOn(desk, document)
  const barcodes = await time('read-barcode', () => readBarcodes(photo, document))
  const barcode = barcodeOf(barcodes.read, today)
  const reader: Reader = {
    document,
    today,
    text: (quads) => time('read-text', () => readText(nets, document, quads)),
    mrz: (quads) => time('read-mrz', () => readMrz(nets, document, quads, today)),
    placeOfMrz: () => time('find-mrz', () => findMrz(nets, document)),
    kind: (lines, mrz) =>
      time('classify', () =>
        classify(catalogue, {
          lines,
          size: document,
          portrait: portrait !== undefined,
          ...stated(mrz, barcode?.reading, lines),
        }),
      ),
  }
  const plan = planReading(boxes, document, portrait?.face)
  const titles = await readTitles(reader, plan)
  const all = await readRest(reader, plan, titles, barcode !== undefined)
  return {
    ...(await readMissedMrz(reader, all)),
    unreadBarcode: barcodes.stacked && !barcode,
    ...(portrait ? { portrait } : {}),
    ...(barcode ? { barcode } : {}),
  }
}

/** The steps, bound to this document. */
interface Reader {
  document: Picture
  today: string
  text(quads: readonly Quad[]): Promise<TextLine[]>
  mrz(quads: readonly Quad[]): Promise<FoundMrz | undefined>
  placeOfMrz(): Promise<Quad[]>
  kind(lines: readonly TextLine[], mrz: FoundMrz | undefined): Promise<Classification | undefined>
}

/** MRZ and titles: mostly enough to know the document. */
async function readTitles(reader: Reader, plan: ReadingPlan): Promise<Seen> {
  const own = await reader.mrz(plan.mrz)
  const settled = own && isSure(own)
  // Long titles have the shape of an MRZ line too: what our own reader is not sure of is read as text as well.
  const lines = await reader.text([...plan.titles, ...(settled ? beyond(plan.mrz, own.box) : plan.mrz)])
  const mrz = settled ? own : better(own, readMrzAsText(lines, reader.today))
  return { lines, unread: [], mrz, kind: await reader.kind(lines, mrz) }
}

/** Lines of an MRZ's shape that are none of its lines. */
const beyond = (quads: readonly Quad[], mrz: Box): Quad[] =>
  quads.filter((quad) => {
    const { y, height } = boundsOf(quad)
    return y + height / 2 < mrz.y || y + height / 2 > mrz.y + mrz.height
  })

/** The rest of the text, as far as the document calls for it. */
async function readRest(reader: Reader, plan: ReadingPlan, titles: Seen, hasBarcode: boolean): Promise<Seen> {
  const { kind } = titles
  const { wanted, spare } = stillToRead(plan.rest, kind, reader.document)
  const lines = [...titles.lines, ...(await reader.text(wanted))]
  // Lines shorter than an MRZ's usual shape show what they are only when they have been read.
  const mrz = titles.mrz ?? readMrzAsText(lines, reader.today)
  // A back without MRZ or barcode has no title: it is told by all of its lines together.
  const known = kind && mrz === titles.mrz && (kind.side === 'FRONT' || mrz || hasBarcode)
  return { lines, unread: [...spare, ...plan.small], mrz, kind: known ? kind : await reader.kind(lines, mrz) }
}

/** Looks once more for an MRZ where there should be one: by the net that knows nothing but its shape, and where its lines begin. */
async function readMissedMrz(reader: Reader, seen: Seen): Promise<Seen> {
  const { lines, unread, mrz, kind } = seen
  const expected = !kind || kind.model?.mrz?.side === kind.side
  if (!expected || (mrz && isSure(mrz))) return seen
  let found = better(mrz, await reader.mrz(await reader.placeOfMrz()))
  for (const group of found && isSure(found) ? [] : lengthenMrz(lines, reader.document)) {
    found = better(found, await reader.mrz(group))
  }
  return found === mrz ? seen : { lines, unread, mrz: found, kind: await reader.kind(lines, found) }
}

async function portraitOn(desk: Desk, document: Picture): Promise<Portrait | undefined> {
  const faces = await desk.time('detect-faces', () => findFaces(desk.nets, document))
  const face = pickPortrait(faces, document)
  return face && takePortrait(desk, document, face)
}

/** The barcode whose content is known, else the longest. */
function barcodeOf(barcodes: readonly Barcode[], today: string): PageContent['barcode'] {
  const read = barcodes.map((found) => ({ found, reading: readContent(found.symbology, found.text, today) }))
  return read.find(({ reading }) => Object.keys(reading.fields).length > 0) ?? read[0]
}
