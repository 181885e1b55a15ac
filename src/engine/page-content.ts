import { readBarcode as readContent } from '../domain/barcode/read-barcode.ts'
import type { BarcodeReading } from '../domain/document.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import type { Quad } from './min-area-rect.ts'
import type { Picture } from './picture.ts'
import { type Portrait, portraitTemplate } from './portrait.ts'
import { type Classification, classify } from './steps/classify.ts'
import { planReading, stillToRead } from './steps/plan-reading.ts'
import { type Barcode, readBarcodes } from './steps/read-barcode.ts'
import { better, type FoundMrz, isSure, readMrz, readMrzAsText } from './steps/read-mrz.ts'
import { readText, type TextLine } from './steps/read-text.ts'
import { stated } from './steps/stated.ts'
import type { UprightDocument } from './upright-document.ts'
import type { Workbench } from './workbench.ts'

/** Everything that could be read on a page, and what document it makes of it. */
export interface PageContent {
  portrait?: Portrait
  barcode?: { found: Barcode; reading: BarcodeReading }
  /** There is a barcode that could not be read. */
  unreadBarcode: boolean
  mrz?: FoundMrz
  lines: TextLine[]
  /** Undefined when nothing on the page says. */
  kind?: Classification
}

/** Reads the upright document: portrait, barcode and MRZ first, then as much text as its kind calls for. */
export async function readPageContent(
  bench: Workbench,
  catalogue: Catalogue,
  photo: Picture,
  { document, boxes }: UprightDocument,
  today: string,
): Promise<PageContent> {
  const { models } = bench
  const portrait = portraitOn(document, await portraitTemplate(bench, document))
  const barcodes = await bench.time('read-barcode', () => readBarcodes(photo, document))
  const barcode = barcodeOf(barcodes.read, today)
  const plan = planReading(boxes, document, portrait?.face)
  const readLines = (quads: readonly Quad[]) => bench.time('read-text', () => readText(models, document, quads))
  const readMrzIn = (quads: readonly Quad[]) => bench.time('read-mrz', () => readMrz(models, document, quads, today))
  const kindBy = (lines: readonly TextLine[], mrz: FoundMrz | undefined) =>
    bench.time('classify', () =>
      classify(catalogue, {
        lines,
        size: document,
        portrait: portrait !== undefined,
        ...stated(mrz, barcode?.reading, lines),
      }),
    )

  const own = await readMrzIn(plan.mrz)
  const settled = own && isSure(own)
  // Long titles have the shape of an MRZ line too: what our own reader is not sure of is read as text as well.
  const titles = await readLines(settled ? plan.titles : [...plan.titles, ...plan.mrz])
  const early = settled ? own : better(own, readMrzAsText(titles, today))
  const guess = await kindBy(titles, early)
  const lines = [...titles, ...(await readLines(stillToRead(plan.rest, guess, document)))]
  // Lines shorter than an MRZ's usual shape show what they are only when they have been read.
  const mrz = early ?? readMrzAsText(lines, today)
  const settledKind = guess && mrz === early && (guess.side === 'FRONT' || mrz || barcode)
  // A back without either has no title: it is told by all of its lines together.
  const kind = settledKind ? guess : await kindBy(lines, mrz)
  return {
    lines,
    unreadBarcode: barcodes.stacked && !barcode,
    ...(portrait ? { portrait } : {}),
    ...(barcode ? { barcode } : {}),
    ...(mrz ? { mrz } : {}),
    ...(kind ? { kind } : {}),
  }
}

/** Printed portraits show faces of an eighth to a quarter of the width; ghost images and chance patterns are smaller. */
const MIN_PORTRAIT = 0.09

const portraitOn = ({ width }: Picture, found: Portrait | undefined): Portrait | undefined =>
  found && found.face.width >= MIN_PORTRAIT * width ? found : undefined

/** The barcode whose content is known, else the longest. */
function barcodeOf(barcodes: readonly Barcode[], today: string): PageContent['barcode'] {
  const read = barcodes.map((found) => ({ found, reading: readContent(found.symbology, found.text, today) }))
  return read.find(({ reading }) => Object.keys(reading.fields).length > 0) ?? read[0]
}
