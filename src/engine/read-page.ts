import type { PageResult } from '../actions/ports.ts'
import { readBarcode as readContent } from '../domain/barcode/read-barcode.ts'
import { countryByAlpha2, countryOf } from '../domain/countries.ts'
import type { BarcodeReading, PageReading } from '../domain/document.ts'
import { accept, type Result, refuse } from '../domain/result.ts'
import type { DocumentRefusal, Hint } from '../domain/vocabulary.ts'
import { type Catalogue, openCatalogue } from './catalogue/catalogue.ts'
import { rotate90 } from './geometry.ts'
import type { Quad } from './min-area-rect.ts'
import type { Picture } from './picture.ts'
import { type Portrait, portraitTemplate } from './portrait.ts'
import { type Classification, classify, type Evidence } from './steps/classify.ts'
import { cutImages } from './steps/cut-images.ts'
import { decode } from './steps/decode.ts'
import { findDocument, wholePicture } from './steps/find-document.ts'
import { findEditor } from './steps/find-editor.ts'
import { findText } from './steps/find-text.ts'
import { portraitWillDo } from './steps/judge-face-portrait.ts'
import { judgePage, longSide } from './steps/judge-page.ts'
import { judgeRecapture } from './steps/judge-recapture.ts'
import { nameDocument } from './steps/name-document.ts'
import { orient, turnBoxes } from './steps/orient.ts'
import { planReading, stillToRead } from './steps/plan-reading.ts'
import { type Barcode, readBarcode } from './steps/read-barcode.ts'
import { readFields } from './steps/read-fields.ts'
import { better, type FoundMrz, isSure, readMrz, readMrzAsText } from './steps/read-mrz.ts'
import { boundsOf, readText, type TextLine } from './steps/read-text.ts'
import { rectify, turnsOf } from './steps/rectify.ts'
import type { Workbench } from './workbench.ts'

/** A document this small has print of under two pixels. */
const MIN_SIDE = 100

/** Where the text detector looks: at 640 it loses the labels of cards, at 960 it costs twice as much and finds no more. */
const TEXT_SIDE = 768

/** The picture of one side of a document → what it says. */
export async function readPage(bench: Workbench, bytes: Uint8Array): Promise<Result<PageResult, DocumentRefusal>> {
  const { models, settings } = bench
  const catalogue = theCatalogue()
  const today = new Date().toISOString().slice(0, 10)

  const photo = await bench.time('decode', () => decode(bytes, settings.maxMegapixels))
  if (Math.min(photo.width, photo.height) < MIN_SIDE) return refuse('DOCUMENT_NOT_RECOGNIZED', ['TOO_SMALL'])
  const found = await bench.time('find-document', () => findDocument(models, photo))
  const quad = found?.quad ?? wholePicture(photo)
  const lying = await bench.time('rectify', () => rectify(photo, quad))
  const lyingBoxes = await bench.time('find-text', () => findText(models, lying, TEXT_SIDE))
  const turns = await bench.time('orient', () => orient(models, lying, lyingBoxes, found && turnsOf(found.turn, quad)))
  const document = rotate90(lying, turns)
  const boxes = turnBoxes(lyingBoxes, lying, turns)

  const portrait = portraitOn(document, await portraitTemplate(bench, document))
  const barcodes = await bench.time('read-barcode', () => readBarcode(document))
  const barcode = barcodeOf(barcodes, today)

  const plan = planReading(boxes, document, portrait?.face)
  const readLines = (quads: readonly Quad[]) => bench.time('read-text', () => readText(models, document, quads))
  const kindOf = (lines: readonly TextLine[]) =>
    bench.time('classify', () =>
      classify(catalogue, {
        lines,
        size: document,
        portrait: portrait !== undefined,
        ...stated(mrz, barcode?.reading),
      }),
    )
  const own = await bench.time('read-mrz', () => readMrz(models, document, plan.mrz, today))
  const settled = own && isSure(own)
  // Long titles have the shape of an MRZ line too: what our own reader is not sure of is read as text as well.
  const titles = await readLines(settled ? plan.titles : [...plan.titles, ...plan.mrz])
  const mrz = settled ? own : better(own, readMrzAsText(titles, today))
  const guess = await kindOf(titles)
  const lines = [...titles, ...(await readLines(stillToRead(plan.rest, guess, document)))]
  const kind = guess ?? (await kindOf(lines))
  const hints = judgePage(document, photo, quad, mrz?.box)
  if (!kind) return refuse('DOCUMENT_NOT_RECOGNIZED', found ? hints : [...hints, 'NO_DOCUMENT'])

  if (kind.side === 'FRONT' && !canCompare(portrait, quad, document)) {
    return refuse('FACE_QUALITY_LOW', portrait ? hints : [...hints, 'NO_PORTRAIT'])
  }
  const visual = await bench.time('read-fields', () => readFields(catalogue, kind, lines, document, today))
  const recapture = await bench.time('judge-recapture', () => judgeRecapture(models, photo, found?.quad))
  const editor = findEditor(bytes)
  const reading: PageReading = {
    side: kind.side,
    twoSided: kind.twoSided,
    country: kind.country,
    type: kind.type,
    ...nameDocument(kind, visual),
    ...(kind.model ? { model: kind.model.id } : {}),
    visual,
    ...(mrz ? { mrz: mrz.decoded.reading } : {}),
    ...(barcode ? { barcode: barcode.reading } : {}),
    ...(portrait ? { portrait: portrait.template } : {}),
    features: featuresOf(kind, mrz, barcode?.reading),
    ...(recapture ? { recapture } : {}),
    ...(editor ? { editor } : {}),
    hints: [...hints, ...missing(kind, mrz, barcode?.reading)],
    models: models.use(),
  }
  const layout = kind.side === 'FRONT' ? kind.model?.front : kind.model?.back
  const images = await bench.time('cut-images', () =>
    cutImages(
      {
        photo,
        document,
        ...(portrait ? { face: portrait.face } : {}),
        ...(barcode ? { barcode: boundsOf(barcode.found.corners) } : {}),
        ...(layout ? { layout } : {}),
      },
      kind.side,
    ),
  )
  return accept({ reading, images })
}

/** Printed portraits show faces of an eighth to a quarter of the width; ghost images and chance patterns are smaller. */
const MIN_PORTRAIT = 0.09

const portraitOn = ({ width }: Picture, found: Portrait | undefined): Portrait | undefined =>
  found && found.face.width >= MIN_PORTRAIT * width ? found : undefined

/** Whether the portrait has detail enough to be compared with a selfie. */
function canCompare(portrait: Portrait | undefined, quad: Quad, document: Picture): boolean {
  if (!portrait) return false
  const enlarged = Math.max(document.width, document.height) / longSide(quad)
  return portraitWillDo(portrait, enlarged)
}

let opened: Catalogue | undefined

function theCatalogue(): Catalogue {
  opened ??= openCatalogue()
  return opened
}

/** The barcode whose content is known, else the longest. */
function barcodeOf(
  barcodes: readonly Barcode[],
  today: string,
): { found: Barcode; reading: BarcodeReading } | undefined {
  const read = barcodes.map((found) => ({ found, reading: readContent(found.symbology, found.text, today) }))
  return read.find(({ reading }) => Object.keys(reading.fields).length > 0) ?? read[0]
}

/** What MRZ and barcode state of country and kind. */
function stated(mrz: FoundMrz | undefined, barcode: BarcodeReading | undefined): Pick<Evidence, 'mrz' | 'licence'> {
  const { document_code, issuing_state_or_organization } = mrz?.decoded.reading.fields ?? {}
  const issuer = issuing_state_or_organization && alpha3Of(issuing_state_or_organization)
  const { raw } = barcode ?? {}
  return {
    ...(mrz && document_code && issuer
      ? { mrz: { code: document_code, country: issuer, certain: sureOfIssuer(mrz) } }
      : {}),
    ...(raw?.IIN || raw?.DAQ
      ? {
          licence: {
            country: raw.DCG === 'CAN' ? 'CAN' : 'USA',
            ...(raw.jurisdiction ? { region: raw.jurisdiction } : {}),
          },
        }
      : {}),
  }
}

/** Some cards state their country by two letters. */
const alpha3Of = (code: string): string => (countryOf(code) ?? countryByAlpha2(code))?.alpha3 ?? code

/** Under even odds the issuer is a guess of the grammar. */
const sureOfIssuer = ({ decoded }: FoundMrz) => (decoded.fieldConfidence.issuing_state_or_organization ?? 0) >= 50

function featuresOf({ model }: Classification, mrz: FoundMrz | undefined, barcode: BarcodeReading | undefined) {
  return { mrz: Boolean(mrz ?? model?.mrz), barcode: Boolean(barcode ?? model?.barcode) }
}

/** What this side is known to carry and could not be read. */
function missing(
  { model, side }: Classification,
  mrz: FoundMrz | undefined,
  barcode: BarcodeReading | undefined,
): Hint[] {
  const hints: Hint[] = []
  if (model?.mrz?.side === side && !mrz) hints.push('MRZ_NOT_READ')
  if (model?.barcode?.side === side && !barcode) hints.push('BARCODE_NOT_READ')
  return hints
}
